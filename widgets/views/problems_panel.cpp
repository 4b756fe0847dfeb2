// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/problems_panel.h"

#include "widgets/session/document.h"
#include "widgets/views/problem_row.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

/// More rows than this tell a person nothing new; the rest is counted.
constexpr std::size_t kMaxRows = 100;

}  // namespace

ProblemsPanel::ProblemsPanel(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme) {
    setObjectName(QStringLiteral("problems_panel"));
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    auto* content = new QWidget(scroll);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    m_layout = new QVBoxLayout(content);
    m_layout->setContentsMargins(6, 2, 6, 2);
    m_layout->setSpacing(0);
    scroll->setWidget(content);
    connect(document, &Document::planChanged, this, &ProblemsPanel::showPlan);
    // Links carry their colour in their text.
    connect(theme, &Theme::changed, this, &ProblemsPanel::showPlan);
    showPlan();
}

void ProblemsPanel::showPlan() {
    // A row may be in the middle of its own click, which is why it is deleted later.
    if (m_list != nullptr) {
        m_layout->removeWidget(m_list);
        m_list->hide();
        m_list->deleteLater();
    }
    m_list = new QWidget(this);
    auto* rows = new QVBoxLayout(m_list);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_layout->addWidget(m_list);
    m_errors = 0;
    m_warnings = 0;
    const auto plan = m_document->plan();
    std::vector<PlanIssue> issues = plan == nullptr ? std::vector<PlanIssue>{} : plan->issues;
    std::ranges::stable_sort(issues, {}, &PlanIssue::severity);
    for (const PlanIssue& issue : issues) {
        m_errors += issue.severity == Severity::Error ? 1 : 0;
        m_warnings += issue.severity == Severity::Warning ? 1 : 0;
    }
    for (std::size_t i = 0; i < std::min(issues.size(), kMaxRows); ++i) {
        addRow(*plan, issues[i]);
    }
    if (issues.size() > kMaxRows || (issues.empty() && plan != nullptr)) {
        auto* label = new QLabel(
            issues.empty() ? tr("No problems") : tr("and %1 more").arg(issues.size() - kMaxRows),
            m_list);
        label->setObjectName(QStringLiteral("problems_note"));
        label->setFont(m_theme->font(TextRole::Tree));
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setContentsMargins(6, 6, 6, 6);
        rows->addWidget(label);
    }
    rows->addStretch(1);
    m_list->show();
    Q_EMIT countsChanged(m_errors, m_warnings);
}

void ProblemsPanel::addRow(const PlacementPlan& plan, const PlanIssue& issue) {
    auto* row = new ProblemRow(m_theme, issue, problemFixes(plan, issue), m_list);
    m_list->layout()->addWidget(row);
    connect(row, &ProblemRow::activated, this,
            [this, module = issue.module] { selectModule(module); });
    connect(row, &ProblemRow::fixRequested, m_document, &Document::edit);
}

void ProblemsPanel::selectModule(const std::string& path) {
    const ModuleTree* tree = m_document->tree();
    const auto module = tree == nullptr || path.empty() ? std::nullopt : tree->findModule(path);
    if (module) {
        m_document->select({*module});
    }
}

}  // namespace stowage
