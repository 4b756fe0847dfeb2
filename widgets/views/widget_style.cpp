// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/widget_style.h"

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

}  // namespace stowage
