// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/document.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;

namespace stowage {

/// The budgets as one table: capacity, others, overhead, and the limit as a field (objectName
/// "plan_limit_gpu0", …), the same value as the lane's. A text that is no size marks the field and
/// says why below; the old limit stays in force.
class BudgetTable : public QWidget {
    Q_OBJECT
public:
    BudgetTable(Document* document, const Theme* theme, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The unit of the figures, for the heading.
    void unitChanged(const QString& unit);

private:
    struct Row {
        DeviceId device;
        QLabel* capacity = nullptr;
        QLabel* others = nullptr;
        QLabel* overhead = nullptr;
        QLineEdit* limit = nullptr;
    };

    void rebuild(const PlacementPlan& plan);
    void addRow(const DeviceInfo& device, int gridRow);
    void showPlan();
    void showLimit(Row& row, const DevicePlacement& placement);
    void commit(DeviceId device, const QString& text);
    void showRefusal(const QString& sentence, DeviceId device);
    [[nodiscard]] bool hasDevicesOf(const PlacementPlan& plan) const;

    Document* m_document;
    const Theme* m_theme;
    QWidget* m_grid = nullptr;
    QLabel* m_message;
    std::vector<Row> m_rows;
};

}  // namespace stowage
