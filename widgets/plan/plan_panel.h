// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/board_model.h"
#include "widgets/load/preflight.h"
#include "widgets/support/figure_table.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QWidget>

#include <memory>
#include <string>
#include <vector>

class QLabel;

namespace stowage {

struct PlanTable {
    QString unit;  ///< for a heading above the table
    QStringList head;
    std::vector<FigureRow> rows;
};

/// Blocks, weights, what the allocator reserves and the room to the limit, by device, with totals.
[[nodiscard]] PlanTable makeDeviceTable(const BoardModel& board);

/// Predicted peaks by method; `chosen`, or what `auto` takes, is marked. Methods that no prediction
/// is there for yet have dashes.
[[nodiscard]] PlanTable makeLoadTable(const std::vector<LoadPrediction>& predictions,
                                      AskedMethod chosen);

class BudgetTable;
class Document;
class FigureTable;
class FileDialogs;
class PlanSwitches;
class VerdictCard;

/// The Plan dock: the verdict, which always stays in view; below it strategy, no-split classes,
/// type, budgets, what lies on each device, and what each load method would take. Reads the plan,
/// sends edits.
class PlanPanel : public QWidget {
    Q_OBJECT
public:
    PlanPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// The method whose row is marked: the tool bar's choice.
    void setMethod(AskedMethod method);
    /// Where what lies on disk shall go: see PlanSwitches.
    [[nodiscard]] std::string offloadFolder() const;
    void setDialogs(FileDialogs* dialogs);
    /// What predicted times are worked out from; null: no times.
    void setMachineRates(std::shared_ptr<const MachineRates> rates);

private:
    [[nodiscard]] QWidget* makeContent();
    QLabel* makeHeading(const QString& text, QLabel** unit);
    void showPlan();
    void showDevices();
    void predict();
    void showPredictions();

    Document* m_document;
    const Theme* m_theme;
    QLabel* m_budgetUnit = nullptr;
    PlanSwitches* m_switches = nullptr;
    BudgetTable* m_budgets = nullptr;
    VerdictCard* m_verdict = nullptr;
    FigureTable* m_devices = nullptr;
    FigureTable* m_loads = nullptr;
    QLabel* m_loadUnit = nullptr;
    AskedMethod m_method{};
    std::shared_ptr<const MachineRates> m_rates;
    std::vector<LoadPrediction> m_predictions;
    Worker m_worker;
};

}  // namespace stowage
