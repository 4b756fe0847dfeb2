// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/plan_comparison.h"
#include "widgets/support/tables.h"
#include "widgets/support/theme.h"

#include <QAbstractTableModel>
#include <QFrame>
#include <QWidget>

#include <array>
#include <memory>

class QLabel;
class QPushButton;
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

/// The strip above the board while plans are compared: with what, and how many bytes move; use the
/// other plan, see the details, close. Hidden otherwise.
class DiffBar : public QFrame {
    Q_OBJECT
public:
    DiffBar(PlanComparison* comparison, const Theme* theme, QWidget* parent = nullptr);

Q_SIGNALS:
    void detailsRequested();
    /// The proposed plan shall take the place of the document's.
    void useRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showComparison();

    PlanComparison* m_comparison;
    const Theme* m_theme;
    QLabel* m_title;
    QLabel* m_total;
    QPushButton* m_use;
};

}  // namespace stowage
