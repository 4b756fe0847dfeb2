// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/open/headers_only.h"

#include <string>
#include <string_view>

namespace stowage {

/// What `run --send-weights` writes to `receive` before the bytes of all pieces, one after another:
/// a line {"files": [{"name", "bytes", "pieces": [[offset, length], …]}]}, without its end.
[[nodiscard]] std::string manifestText(const ModelHeaders& model);

/// Errors: Malformed (no such line, a file outside its folder, a piece outside its file),
/// LimitExceeded.
[[nodiscard]] Result<ModelHeaders> parseManifest(std::string_view text);

}  // namespace stowage
