// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stowage::timeline {

/// Pixels at 100 %.
inline constexpr int kTop = 18, kBottom = 20;     ///< pass names above, the axis below
inline constexpr int kLane = 22, kLaneMost = 34;  ///< lanes are as high as there is room for
inline constexpr int kLaneGap = 8;                ///< of it, beside the bar
inline constexpr int kChip = 44, kChipHeight = 16, kGap = 6;
inline constexpr int kShare = 44;    ///< a column of percentages
inline constexpr int kNarrow = 520;  ///< below, only the first of them is shown

}  // namespace stowage::timeline
