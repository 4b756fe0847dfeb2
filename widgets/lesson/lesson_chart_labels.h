// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace stowage {

/// A name that shall stand near its curve.
struct LabelWish {
    QSizeF size;
    QPolygonF line;  ///< of the curve, pixels
};

/// Where each name stands: near its own curve, inside `area`, away from the other names, from
/// `taken` and, as far as there is room, from all curves. Deterministic; a name without a line, or
/// without a free place, gets an empty rectangle.
[[nodiscard]] std::vector<QRectF> placeLabels(const std::vector<LabelWish>& wishes,
                                              const QRectF& area, const std::vector<QRectF>& taken);

}  // namespace stowage
