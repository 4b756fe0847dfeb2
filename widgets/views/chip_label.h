// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

#include <optional>

namespace stowage {

/// A device chip as a widget, for rows of tables; "mixed" (dashed) where no device is given.
class ChipLabel : public QWidget {
    Q_OBJECT
public:
    ChipLabel(const Theme* theme, std::optional<DeviceId> device, QWidget* parent = nullptr);

    void setDevice(std::optional<DeviceId> device);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* m_theme;
    std::optional<DeviceId> m_device;
};

}  // namespace stowage
