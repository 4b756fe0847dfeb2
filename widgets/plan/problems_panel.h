// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/problem_fixes.h"
#include "widgets/support/theme.h"

#include <QFrame>
#include <QWidget>

#include <string>
#include <vector>

class QVBoxLayout;

namespace stowage {

class Document;
struct PlanProblem;

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

/// Problems of a plan, errors first. A click on one selects its module; its remedies are links,
/// each one undoable edit.
class ProblemsPanel : public QWidget {
    Q_OBJECT
public:
    ProblemsPanel(Document* document, const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] int errorCount() const { return m_errors; }
    [[nodiscard]] int warningCount() const { return m_warnings; }
    /// How high the panel must be to show all rows at its width.
    [[nodiscard]] int neededHeight() const;

Q_SIGNALS:
    void countsChanged(int errors, int warnings);

private:
    void showPlan();
    void addRow(const PlanProblem& problem);
    void selectModule(const std::string& path);

    Document* m_document;
    const Theme* m_theme;
    QWidget* m_list = nullptr;
    QVBoxLayout* m_layout = nullptr;
    int m_errors = 0;
    int m_warnings = 0;
};

}  // namespace stowage
