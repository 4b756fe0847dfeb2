// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QFrame>

#include <optional>

class QLabel;

namespace stowage {

struct PlanView;

/// The verdict of a plan: one sentence and one background (good, warning, error; undetermined is a
/// warning), and under it where the rest lies.
class VerdictCard : public QFrame {
    Q_OBJECT
public:
    VerdictCard(const Theme* theme, QWidget* parent = nullptr);

    /// `view`: of the plan. A plan whose file cannot be loaded is never shown as good, even where
    /// it fits.
    void setView(const PlanView& view);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyColors();
    void fitHeight();

    const Theme* m_theme;
    Verdict m_verdict = Verdict::Undetermined;
    QLabel* m_sentence;
    QLabel* m_detail;
};

/// How a plan's verdict is to be shown: "does not fit" where the file is at fault, too.
/// `loadIssue`: PlanView::loadIssue of the open file.
[[nodiscard]] Verdict shownVerdict(const PlacementPlan& plan,
                                   const std::optional<PlanIssue>& loadIssue);
[[nodiscard]] Verdict shownVerdict(const PlanView& view);
/// The plan's verdict in a sentence, after the word that the file cannot be loaded.
[[nodiscard]] QString shownVerdictText(const PlacementPlan& plan,
                                       const std::optional<PlanIssue>& loadIssue);
[[nodiscard]] QString shownVerdictText(const PlanView& view);
/// The icon of a verdict: "good", "warning" or "error".
[[nodiscard]] QString verdictIcon(Verdict verdict);
/// Its colour on the base.
[[nodiscard]] QColor verdictColor(Verdict verdict, const ThemeColors& colors);

}  // namespace stowage
