// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// One entry of a safetensors header, as it stands there; only its JSON form is checked.
struct SafetensorsEntry {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0;  ///< relative to the end of the header
    std::uint64_t end = 0;
};

/// What a header says; `metadata` are the pairs of `__metadata__`.
struct SafetensorsHeader {
    std::vector<SafetensorsEntry> entries;
    std::vector<std::pair<std::string, std::string>> metadata;
};

/// Parses the header's JSON by SAX events: no document is built, and duplicates are seen.
/// Errors: Malformed, LimitExceeded (nesting), Unsupported (a name with '/').
[[nodiscard]] Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view json,
                                                               const std::string& file);

}  // namespace stowage
