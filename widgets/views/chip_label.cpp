// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/chip_label.h"


#include <QPainter>

namespace stowage {

ChipLabel::ChipLabel(const Theme* theme, std::optional<DeviceId> device, QWidget* parent)
    : QWidget(parent), m_theme(theme) {
    setFixedSize(sizeHint());
    setDevice(device);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ChipLabel::setDevice(std::optional<DeviceId> device) {
    m_device = device;
    setAccessibleName(device ? QString::fromStdString(deviceLabel(*device)) : tr("mixed"));
    update();
}

QSize ChipLabel::sizeHint() const {
    return {44, 16};
}

void ChipLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_device) {
        paintDeviceChip(painter, rect(), *m_device, m_theme->colors(),
                        m_theme->font(TextRole::Caption, true));
    } else {
        paintMixedChip(painter, rect(), m_theme->colors(), m_theme->font(TextRole::Caption));
    }
}

}  // namespace stowage
