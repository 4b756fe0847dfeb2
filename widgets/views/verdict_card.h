// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QFrame>

class QLabel;

namespace stowage {

/// The verdict of a plan: one sentence and one ground (good, warning, error), and under it where
/// the rest lies.
class VerdictCard : public QFrame {
    Q_OBJECT
public:
    VerdictCard(const Theme* theme, QWidget* parent = nullptr);

    void setPlan(const PlacementPlan& plan);
    /// Old figures are shown in secondary text while a new plan is made.
    void setStale(bool stale);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void applyColors();

    const Theme* m_theme;
    Verdict m_verdict = Verdict::Fits;
    bool m_stale = false;
    QLabel* m_sentence;
    QLabel* m_detail;
};

/// The icon of a verdict: "good", "warning" or "error".
[[nodiscard]] QString verdictIcon(Verdict verdict);
/// Its colour on the base.
[[nodiscard]] QColor verdictColor(Verdict verdict, const Tokens& tokens);

}  // namespace stowage
