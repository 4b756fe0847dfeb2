// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>

namespace stowage {

/// The dtype of ggml's type number, as tensor infos give it; nothing for numbers that ggml has
/// dropped or that are unknown.
[[nodiscard]] std::optional<DType> dtypeFromGgml(std::uint32_t type);

/// Bytes of a metadata value of fixed size, by GGUF's number of the value's type; nothing for
/// strings (8), arrays (9) and unknown types.
[[nodiscard]] std::optional<std::uint64_t> ggufValueBytes(std::uint32_t type);

inline constexpr std::uint32_t kGgufUint16 = 2;
inline constexpr std::uint32_t kGgufUint32 = 4;
inline constexpr std::uint32_t kGgufString = 8;
inline constexpr std::uint32_t kGgufArray = 9;

}  // namespace stowage
