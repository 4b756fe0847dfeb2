// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "widgets/support/theme.h"

#include <QDialog>

#include <vector>

class QLabel;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace stowage {

/// "Simulated GPUs…": how many cards, and what each has: capacity, used by others, context.
/// Shown with open(), never exec(); accepted() follows, then devices() are the new ones.
class DevicesDialog : public QDialog {
    Q_OBJECT
public:
    /// `devices` with CPU and disk, which are kept as they are.
    DevicesDialog(std::vector<DeviceInfo> devices, const Theme* theme, QWidget* parent = nullptr);

    /// Valid after accepted().
    [[nodiscard]] const std::vector<DeviceInfo>& devices() const { return m_devices; }

private:
    void setCount(int count);
    void fillRow(int row, const DeviceInfo& gpu);
    [[nodiscard]] Result<std::vector<DeviceInfo>> read() const;
    void acceptIfValid();

    std::vector<DeviceInfo> m_devices;
    const Theme* m_theme;
    QSpinBox* m_count;
    QTableWidget* m_table;
    QLabel* m_message;
};

}  // namespace stowage
