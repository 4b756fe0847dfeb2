// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What the header of a `.npy` file says, as it stands there.
struct NpyHeader {
    std::string descr;  ///< "<f4"
    bool isFortranOrder = false;
    std::vector<std::int64_t> shape;
};

/// Parses the Python dict of a `.npy` header: 'descr', 'fortran_order' and 'shape', each once.
/// Nothing is evaluated. Errors: Malformed; Unsupported (structured dtypes); LimitExceeded (more
/// than 64 dimensions). `file` is for messages, offsets are within `text`.
[[nodiscard]] Result<NpyHeader> parseNpyHeader(std::string_view text, const std::string& file);

}  // namespace stowage
