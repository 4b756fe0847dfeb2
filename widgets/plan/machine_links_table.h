// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/machine_link.h"

#include <QTableWidget>

#include <string>
#include <vector>

namespace stowage {

class Theme;

/// "Links between machines": a row for each two machines of a cluster, and before them one for any
/// two that have no link of their own. A row says where its figures come from: they are given, or
/// those of any two, or assumed. Emptying a cell takes the given ones back.
class MachineLinksTable : public QTableWidget {
    Q_OBJECT
public:
    explicit MachineLinksTable(const Theme* theme, QWidget* parent = nullptr);

    void setLinks(std::vector<MachineLink> links);
    /// What is typed for machines that go stays until links() is asked.
    void setMachines(const std::vector<std::string>& machines);
    /// Those that are given, between machines that are there.
    [[nodiscard]] std::vector<MachineLink> links() const;
    /// What is wrong with the first cell that is wrong; "" where none is.
    [[nodiscard]] QString firstError() const;

Q_SIGNALS:
    void edited();

private:
    void fill();
    void readCell(QTableWidgetItem* item);

    const Theme* m_theme;
    std::vector<std::string> m_machines;
    std::vector<MachineLink> m_links;
    std::vector<MachineLink> m_rows;  ///< as they are shown
    bool m_filling = false;
};

}  // namespace stowage
