// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"
#include "widgets/support/theme.h"

#include <QDialog>

#include <vector>

class QLabel;
class QPushButton;
class QSpinBox;
class QTableWidget;
class QTableWidgetItem;

namespace stowage {

/// "Simulated GPUs…": how many cards, and what each has: a card of the catalogue or sizes of one's
/// own for capacity, used by others, context and link. A cell that is wrong is marked and says why.
/// Shown with open(), never exec(); accepted() follows, then devices() are the new ones.
class DevicesDialog : public QDialog {
    Q_OBJECT
public:
    /// `devices` with CPU and disk, which are kept as they are.
    DevicesDialog(std::vector<DeviceInfo> devices, const Theme* theme, QWidget* parent = nullptr);

    /// Valid after accepted().
    [[nodiscard]] const std::vector<DeviceInfo>& devices() const { return m_devices; }

private:
    void makeTable();
    void setCount(int count);
    void addCardChoice(int row);
    void fillRow(int row);
    void readCell(QTableWidgetItem* item);
    /// What is wrong with the first cell that is wrong; "" where none is.
    [[nodiscard]] QString firstError() const;
    void showMessage(const QString& warning);
    void acceptIfValid();

    std::vector<DeviceInfo> m_devices;
    std::vector<DeviceInfo> m_gpus;  ///< of the rows, as far as their cells are right
    const Theme* m_theme;
    QSpinBox* m_count;
    QTableWidget* m_table;
    QLabel* m_message;
    bool m_filling = false;
};

}  // namespace stowage
