// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_fields.h"
#include "widgets/document/document.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <map>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace stowage {

class DeviceFieldEdit;
class Document;
class LimitField;

/// Below the budgets: when the free memory was read that the CPU's limit follows from by default,
/// and a button that reads it again. Hidden where it does not follow from a reading.
class HostLimitNote : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    HostLimitNote(Document* document, const Theme* theme, QWidget* parent = nullptr);

private:
    void showReading();

    Document* m_document;
    QLabel* m_text;
    QPushButton* m_refresh;
};

/// The budgets as one table: capacity, others, context and link, and the limit as a field
/// (objectName "plan_limit_gpu0", …), the same value as the lane's. A text that is no size marks
/// the field and says why below; the old limit stays in force. What can be changed of a device
/// ("plan_capacity_gpu0", …) is edited in place by a double click; the context menu has the rest.
class BudgetTable : public QWidget {
    Q_OBJECT
public:
    BudgetTable(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// "+ GPU", with the cards of the catalogue: for the heading.
    [[nodiscard]] QToolButton* addButton() const { return m_add; }

Q_SIGNALS:
    /// The unit of the figures, for the heading.
    void unitChanged(const QString& unit);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        DeviceId device;
        std::map<DeviceField, QLabel*> figures;
        LimitField* limit = nullptr;
    };

    void rebuild(const PlacementPlan& plan);
    void addRow(const DeviceInfo& device, int gridRow);
    void makeAddButton();
    void makeEditable(QWidget* cell, DeviceId device, DeviceField field);
    void editCell(DeviceId device, DeviceField field);
    void showMenu(DeviceId device, const QPoint& global);
    void showMessage(const QString& sentence, bool isError);
    void showPlan();
    void showLimit(Row& row, const PlacementPlan& plan, const DevicePlacement& placement);
    void showRefusal(const QString& sentence, DeviceId device);
    [[nodiscard]] bool hasDevicesOf(const PlacementPlan& plan) const;

    Document* m_document;
    const Theme* m_theme;
    QWidget* m_grid = nullptr;
    QLabel* m_message;
    QToolButton* m_add = nullptr;
    DeviceFieldEdit* m_cell;  ///< over the figure that is edited
    std::vector<Row> m_rows;
};

}  // namespace stowage
