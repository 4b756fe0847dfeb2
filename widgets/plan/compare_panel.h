// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_previews.h"
#include "widgets/support/theme.h"

#include <QFrame>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace stowage {

class DeviceBars;
class Document;

/// One strategy of the preview: verdict, bytes a device, keys, hops, what is offloaded, problems,
/// and "Use this". A click or Space selects it: the difference is shown then.
class StrategyCard : public QFrame {
    Q_OBJECT
public:
    StrategyCard(Strategy strategy, const Theme* theme, QWidget* parent = nullptr);

    /// `inUse`: "in use" or "in use, then 2 moves"; "" where another strategy is. `loadIssue`: why
    /// the open file cannot be loaded, whatever the strategy.
    void showFigures(const StrategyFigures& figures, const QString& inUse, bool canUse,
                     const std::optional<PlanIssue>& loadIssue);
    void setStale(bool stale);
    void setSelected(bool selected);
    [[nodiscard]] bool isSelected() const { return m_selected; }
    [[nodiscard]] Strategy strategy() const { return m_strategy; }
    [[nodiscard]] const StrategyFigures& figures() const { return m_figures; }

Q_SIGNALS:
    void activated();
    void useRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum Fact { kValue, kOffloaded, kKeys, kHops, kProblems, kFactCount };

    void makeFacts();
    void applyColors();
    void showVerdict();
    void showValue();

    Strategy m_strategy;
    const Theme* m_theme;
    StrategyFigures m_figures;
    std::optional<PlanIssue> m_loadIssue;
    QLabel* m_name;
    QLabel* m_inUse;
    QLabel* m_sentence;
    DeviceBars* m_bars;
    QWidget* m_factsBox = nullptr;
    QLabel* m_facts[kFactCount] = {};
    QLabel* m_valueCaption = nullptr;
    QPushButton* m_use;
    bool m_selected = false;
    bool m_stale = false;
    bool m_known = false;
};

/// The Compare dock: what each strategy would make of the limits of now, side by
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
