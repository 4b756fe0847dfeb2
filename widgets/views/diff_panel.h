// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/plan_comparison.h"
#include "widgets/support/theme.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTableView;

namespace stowage {

class Document;
class FigureTable;
class MovedModulesModel;

/// The difference of two plans: how many bytes move, by pair of devices and module by module, what
/// else differs, and which limits. A row selects its module in tree and board.
class DiffPanel : public QWidget {
    Q_OBJECT
public:
    DiffPanel(Document* document, PlanComparison* comparison, const Theme* theme,
              QWidget* parent = nullptr);

private:
    QWidget* makeSummary();
    void makeTable();
    void showComparison();
    void showPairs(const PlanDiff& diff);
    void showReasons(const PlanDiff& diff);
    void selectRow(const QModelIndex& index);

    Document* m_document;
    PlanComparison* m_comparison;
    const Theme* m_theme;
    QLabel* m_title = nullptr;
    QLabel* m_total = nullptr;
    QLabel* m_reasons = nullptr;
    QLabel* m_hint = nullptr;
    FigureTable* m_pairs = nullptr;
    QTableView* m_table = nullptr;
    MovedModulesModel* m_model;
    QStackedWidget* m_pages = nullptr;
};

/// "Compared with balanced".
[[nodiscard]] QString comparisonTitle(const PlanComparison& comparison);
/// "162.0 MiB in 6 modules would move", "Nothing moves".
[[nodiscard]] QString comparisonTotal(const PlanComparison& comparison);

}  // namespace stowage
