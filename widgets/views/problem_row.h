// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/commands/problem_fixes.h"
#include "widgets/support/theme.h"

#include <QFrame>

#include <vector>

namespace stowage {

/// One problem: its mark, its text, its remedies as links. A click or Return activates it.
class ProblemRow : public QFrame {
    Q_OBJECT
public:
    ProblemRow(const Theme* theme, const PlanIssue& issue, std::vector<ProblemFix> fixes,
               QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<ProblemFix>& fixes() const { return m_fixes; }

Q_SIGNALS:
    void activated();
    void fixRequested(const PlanEdit& edit);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const Theme* m_theme;
    Severity m_severity;
    std::vector<ProblemFix> m_fixes;
};

/// The icon of a severity and its colour.
[[nodiscard]] QString severityIcon(Severity severity);
[[nodiscard]] QColor severityColor(Severity severity, const Tokens& colors);

}  // namespace stowage
