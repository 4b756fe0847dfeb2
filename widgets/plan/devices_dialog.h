// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"
#include "engine/device/machine_link.h"
#include "widgets/support/theme.h"

#include <QDialog>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

class QLabel;
class QSpinBox;
class QTableWidget;
class QTableWidgetItem;

namespace stowage {

class MachineLinksTable;

/// A GPU that is there and not seen, as CUDA_VISIBLE_DEVICES hides it.
struct HiddenGpu {
    std::size_t row = 0;  ///< among all GPUs, hidden ones included
    DeviceInfo device;
};

/// "Simulated GPUs…": how many cards, and what each has: a card of the catalogue or sizes of one's
/// own for capacity, used by others, context and link; the machine that it is in; and which of them
/// are seen. Where there are several machines, what joins them. A cell that is wrong is marked and
/// says why.
/// Shown with open(), never exec(); accepted() follows, then devices() are the new ones.
class DevicesDialog : public QDialog {
    Q_OBJECT
public:
    /// `devices` with CPU and disk, which are kept as they are.
    /// `hidden`, by row, lie between them without being seen.
    DevicesDialog(std::vector<DeviceInfo> devices, const Theme* theme, QWidget* parent = nullptr,
                  const std::vector<HiddenGpu>& hidden = {});
    /// What joins the machines, before it is shown.
    void setLinks(const std::vector<MachineLink>& links);

    /// Valid after accepted(): those that are seen, renumbered, with CPU and disk.
    [[nodiscard]] const std::vector<DeviceInfo>& devices() const { return m_devices; }
    /// Those that are not, and where the GPUs given are now, as SetDevicesEdit has it.
    [[nodiscard]] const std::vector<HiddenGpu>& hidden() const { return m_hidden; }
    [[nodiscard]] const std::map<DeviceId, std::optional<DeviceId>>& places() const {
        return m_places;
    }
    [[nodiscard]] std::vector<MachineLink> links() const;

private:
    void makeTable();
    void setCount(int count);
    void addCardChoice(int row);
    void addSeenChoice(int row);
    [[nodiscard]] bool isSeen(std::size_t row) const;
    void fillRow(int row);
    void showMachines();
    void readCell(QTableWidgetItem* item);
    /// What is wrong with the first cell that is wrong; "" where none is.
    [[nodiscard]] QString firstError() const;
    void showMessage(const QString& warning);
    void acceptIfValid();

    std::vector<DeviceInfo> m_devices;
    std::vector<DeviceInfo> m_gpus;  ///< of the rows, as far as their cells are right
    /// What the rows were when the dialog was opened; nothing: hidden.
    std::vector<std::optional<DeviceId>> m_before;
    std::vector<HiddenGpu> m_hidden;
    std::map<DeviceId, std::optional<DeviceId>> m_places;
    const Theme* m_theme;
    QSpinBox* m_count;
    QTableWidget* m_table;
    QLabel* m_linksTitle;
    MachineLinksTable* m_links;
    QLabel* m_message;
    bool m_filling = false;
};

}  // namespace stowage
