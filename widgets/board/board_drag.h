// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/board_figures.h"
#include "widgets/board/board_painter.h"

#include <QPixmap>

namespace stowage {

/// The stacked cards under the cursor: `label` on the first, one edge for each further block (two
/// at most).
[[nodiscard]] QPixmap makeDragPixmap(const QString& label, std::size_t count, DeviceId device,
                                     const ThemeColors& colors, const BoardFonts& fonts,
                                     double ratio);

/// What the card beside the cursor says.
struct DragCard {
    QString title;
    QStringList lines;
    bool isRefused = false;
};

/// Count, bytes, device and new sum; by how much it would be over; hops after the drop; how to
/// cancel. Or the refusal.
[[nodiscard]] DragCard makeDragCard(const BoardModel& model, const BoardPreview& preview,
                                    const LaneFigures& target);

/// Paints the card near `cursor`, kept inside `bounds`.
void paintDragCard(QPainter& painter, const DragCard& card, const QPoint& cursor,
                   const QRect& bounds, const ThemeColors& colors, const BoardFonts& fonts);

/// "trf_blocks.17 to 19", or the one name, or "3 modules".
[[nodiscard]] QString dragLabel(const QStringList& paths);

}  // namespace stowage
