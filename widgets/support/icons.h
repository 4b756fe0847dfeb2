// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

class QPainter;

namespace stowage {

/// The three colours that a drawing of resources/icons is rendered in.
struct IconColors {
    QColor stroke;      ///< what `currentColor` stands for
    QColor disabled;    ///< the same in a disabled control
    QColor background;  ///< the mark inside a filled sign ("error", "warning", "good")
};

/// An icon of resources/icons that is drawn again for each size and scale of the screen, so that it
/// is sharp at 125 % too. An unknown name gives an empty icon.
[[nodiscard]] QIcon makeIcon(const QString& name, const IconColors& colors);

/// A small filled square, for the devices in menus.
[[nodiscard]] QIcon makeSwatch(const QColor& fill);

/// The icon alone, sharp at a screen's `scale` (devicePixelRatioF()); `side` in pixels at 100 %.
[[nodiscard]] QPixmap iconPixmap(const QString& name, int side, double scale, const QColor& stroke,
                                 const QColor& background);

/// Paints resources/icons/NAME.svg into `rect` from a cache; for views that paint many badges.
void paintIcon(QPainter& painter, const QRect& rect, const QString& name, const QColor& stroke,
               const QColor& background);

}  // namespace stowage
