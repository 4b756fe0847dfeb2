// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QStatusBar>

class QAction;
class QLabel;

namespace stowage {

struct PlanView;

/// The status bar: the verdict on the plan, what a token moves, where the figures come from; of a
/// page that has the board's place its own words instead. Where there is no room for all of it,
/// where the figures come from gives way first, then what a token moves, each as a whole; the
/// tooltip says them.
class PlanStatusBar : public QStatusBar {
    Q_OBJECT
public:
    /// `lowerPanels` has a button at the end; all are borrowed.
    PlanStatusBar(const Theme* theme, QAction* lowerPanels, QWidget* parent);

    /// Null: there is no model.
    void showPlan(const PlanView* view);
    void showPage(const QString& words, const QString& figures);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    const Theme* m_theme;
    QLabel* m_icon;
    QLabel* m_verdict;
    QLabel* m_hops;
    QLabel* m_figures;
};

}  // namespace stowage
