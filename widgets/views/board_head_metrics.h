// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stowage::head {

/// Rows of a lane's head in pixels at 100 %, from its top: chip, limit, (message), bar, two sums.
inline constexpr int kChipTop = 8, kChipHeight = 18;
inline constexpr int kFieldTop = 32, kFieldWidth = 74;
inline constexpr int kMessageTop = 58, kMessageHeight = 32;
inline constexpr int kBarTop = 66, kBarHeight = 18;
inline constexpr int kSumTop = 90, kSumLine = 17;
inline constexpr int kHeight = 128;

}  // namespace stowage::head
