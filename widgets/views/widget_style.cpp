// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/widget_style.h"

#include <QPainter>
#include <QPalette>
#include <QStyle>
#include <QVariant>
#include <QWidget>

namespace stowage {

QString deviceObjectName(DeviceId device) {
    QString name = QString::fromStdString(deviceName(device));
    return name.remove(QLatin1Char(':'));
}

void setStyleProperty(QWidget* widget, const char* name, bool on) {
    if (widget->property(name).toBool() == on) {
        return;
    }
    widget->setProperty(name, on);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

void setTextColor(QWidget* widget, const QColor& color) {
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, color);
    palette.setColor(QPalette::Text, color);
    widget->setPalette(palette);
}

void paintHatch(QPainter& painter, const QRect& rect, const QColor& color) {
    constexpr int kHatchStep = 8;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 2.4));
    // Lines stand on a raster of their own, so that neighbours join without a step.
    const int height = rect.height();
    const int start = (rect.left() + rect.bottom()) / kHatchStep * kHatchStep - rect.bottom();
    for (int x = start - height - kHatchStep; x <= rect.right() + kHatchStep; x += kHatchStep) {
        painter.drawLine(x, rect.bottom() + 1, x + height + 1, rect.top());
    }
    painter.restore();
}

}  // namespace stowage
