// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/load_prediction.h"
#include "widgets/session/worker.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;

namespace stowage {

class BudgetTable;
class Document;
class FigureTable;
class VerdictCard;

/// The Plan dock: strategy, no-split classes, type, budgets; below them the verdict, what lies on
/// each device, and what each load method would take. Reads the plan, sends edits.
class PlanPanel : public QWidget {
    Q_OBJECT
public:
    PlanPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

    /// The method whose row is marked: the tool bar's choice.
    void setMethod(LoadMethod method);

private:
    QWidget* makeOptions();
    QLabel* makeHeading(const QString& text, QLabel** unit);
    void showPlan();
    void showStrategy(const PlacementPlan& plan);
    void showNoSplit(const PlacementPlan& plan);
    void showType(const PlacementPlan& plan);
    void showDevices();
    void predict();
    void showPredictions();
    void commitStrategy(int index);
    void commitNoSplit(const QString& text);
    void commitType(int index);

    Document* m_document;
    const Theme* m_theme;
    QComboBox* m_strategy = nullptr;
    QComboBox* m_noSplit = nullptr;
    QComboBox* m_type = nullptr;
    QLabel* m_budgetUnit = nullptr;
    BudgetTable* m_budgets = nullptr;
    VerdictCard* m_verdict = nullptr;
    FigureTable* m_devices = nullptr;
    FigureTable* m_loads = nullptr;
    QLabel* m_loadUnit = nullptr;
    LoadMethod m_method = LoadMethod::Streamed;
    std::vector<LoadPrediction> m_predictions;
    std::unique_ptr<Worker> m_worker;
};

}  // namespace stowage
