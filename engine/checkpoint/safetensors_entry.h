// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/safetensors_header.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace stowage {

/// Reads the value of an entry where it is written as the reference writes it, to the letter:
/// {"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}. Then `entry` has all but its name, and the
/// value's bytes are returned. Nothing for whatever differs (a space, another order, numbers that
/// break a rule, a text that ends before): that is for the walk through the JSON, which takes some
/// ten times as long and knows what to say.
[[nodiscard]] std::optional<std::size_t> usualEntry(std::string_view text, SafetensorsEntry& entry);

}  // namespace stowage
