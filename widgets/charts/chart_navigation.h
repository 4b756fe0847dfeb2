// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stowage {

/// How wheel and keys move in a chart: alike in all of them.
inline constexpr double kWheelNotch = 120;  ///< of QWheelEvent::angleDelta()
inline constexpr double kZoomStep = 0.8;    ///< of the range is left after a step inwards
inline constexpr double kPanShare = 0.1;    ///< of the range, a step sideways

/// Where a range begins that is `size` long and in which `centre` keeps its place of [begin, end].
[[nodiscard]] constexpr double zoomedBegin(double begin, double end, double centre, double size) {
    return centre - (centre - begin) * size / (end - begin);
}

}  // namespace stowage
