// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/strategy_previews.h"
#include "widgets/support/theme.h"

#include <QFrame>

#include <optional>

class QLabel;
class QPushButton;

namespace stowage {

class DeviceBars;

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
    enum Fact { kKeys, kHops, kOffloaded, kProblems, kFactCount };

    void makeFacts();
    void applyColors();
    void showVerdict();

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
    QPushButton* m_use;
    bool m_selected = false;
    bool m_stale = false;
    bool m_known = false;
};

}  // namespace stowage
