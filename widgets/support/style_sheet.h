// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "widgets/support/theme.h"

#include <QColor>
#include <QIcon>
#include <QString>

class QPainter;
class QRect;
class QWidget;

namespace stowage {

/// An icon of resources/icons that is drawn again for each size and scale of the screen, so that it
/// is sharp at 125 % too: `currentColor` is `stroke`, in a disabled control `disabled`, and the
/// mark inside a filled sign ("error", "warning", "good") is `background`. An unknown name gives an
/// empty icon.
[[nodiscard]] QIcon makeIcon(const QString& name, const QColor& stroke, const QColor& disabled,
                             const QColor& background);

/// A small filled square, for the devices in menus.
[[nodiscard]] QIcon makeSwatch(const QColor& fill);

/// The icon alone, sharp at a screen's `scale` (devicePixelRatioF()); `side` in pixels at 100 %.
[[nodiscard]] QPixmap iconPixmap(const QString& name, int side, double scale, const QColor& stroke,
                                 const QColor& background);

/// Paints resources/icons/NAME.svg into `rect` from a cache; for views that paint many badges.
void paintIcon(QPainter& painter, const QRect& rect, const QString& name, const QColor& stroke,
               const QColor& background);

/// The one style sheet of the application: field, button, dock, menu and table in the tokens'
/// colours and the metrics' heights. `direction` chooses the arrow of a closed tree branch.
/// Properties that widgets may set: primary=true on the one button of a tool bar that goes on,
/// invalid=true and warned=true on a field.
[[nodiscard]] QString makeStyleSheet(const ThemeColors& colors, Qt::LayoutDirection direction);

/// "gpu0", "cpu", "disk": the part of objectNames that tells devices apart.
[[nodiscard]] QString deviceObjectName(DeviceId device);
/// Sets a property that the style sheet asks for, and has the widget styled again.
void setStyleProperty(QWidget* widget, const char* name, bool on);
/// Colours a label's text on any background: on a base a label takes Text, on a window WindowText.
void setTextColor(QWidget* widget, const QColor& color);
/// Diagonal stripes over `rect`: what lies over a limit, or would be added.
/// Shows a widget pale with all that it holds: what it says is of something before the present.
void setDimmed(QWidget* widget, bool isDimmed);
void paintHatch(QPainter& painter, const QRect& rect, const QColor& color);
/// A line along the edges of `rect`, inside of what fillRect() fills of it: whole pixels of the
/// device at every scale, where a pen would leave some of the fill outside or be half a pixel wide.
void paintOutline(QPainter& painter, const QRectF& rect, const QColor& color, int width = 1);
/// A legend's square on the base, with an outline where its fill is hardly told from it.
void paintSwatch(QPainter& painter, const QRect& rect, const QColor& fill,
                 const ThemeColors& colors);

}  // namespace stowage
