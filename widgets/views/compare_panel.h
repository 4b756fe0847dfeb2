// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/plan_comparison.h"
#include "widgets/session/strategy_previews.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace stowage {

class DiffPanel;
class Document;
class StrategyCard;

/// The Compare dock: what each of the four strategies would make of the limits of now, side by
/// side, and the difference of the chosen one to the plan in force.
class ComparePanel : public QWidget {
    Q_OBJECT
public:
    ComparePanel(Document* document, PlanComparison* comparison, const Theme* theme,
                 QWidget* parent = nullptr);

    [[nodiscard]] const StrategyPreviews& previews() const { return *m_previews; }
    [[nodiscard]] StrategyCard* card(Strategy strategy) const;
    /// Shows the difference to a strategy.
    void choose(Strategy strategy);

public Q_SLOTS:
    /// Compares with the plan that the newest undo step goes back to; nothing without one.
    void compareWithLastEdit();

Q_SIGNALS:
    /// A map from a file or the clipboard shall be compared.
    void mapRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeCards();
    void showFigures();
    void showChosen();
    void use(Strategy strategy);
    void showSteps();

    Document* m_document;
    PlanComparison* m_comparison;
    const Theme* m_theme;
    StrategyPreviews* m_previews;
    std::vector<StrategyCard*> m_cards;
    std::optional<Strategy> m_chosen;
    QLabel* m_state = nullptr;
    QPushButton* m_lastEdit = nullptr;
};

}  // namespace stowage
