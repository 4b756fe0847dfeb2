// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <optional>
#include <span>
#include <string>

namespace stowage {

/// The config.json of the GPT that the book builds, from the names and shapes of a file that has no
/// configuration beside it: so many blocks as the highest number says, as wide as its norms.
/// Nothing where the names are others', or do not tell all sizes.
[[nodiscard]] std::optional<std::string> bookConfigOf(std::span<const StoredTensor> tensors);

}  // namespace stowage
