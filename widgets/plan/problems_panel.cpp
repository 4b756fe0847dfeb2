// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/problems_panel.h"

#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>

#include <utility>

namespace stowage {
namespace {

QString severityIcon(Severity severity) {
    return severity == Severity::Error     ? QStringLiteral("error")
           : severity == Severity::Warning ? QStringLiteral("warning")
                                           : QStringLiteral("waiting");
}

QColor severityColor(Severity severity, const ThemeColors& colors) {
    return severity == Severity::Error     ? colors.error
           : severity == Severity::Warning ? colors.warning
                                           : colors.secondaryText;
}

}  // namespace

ProblemRow::ProblemRow(const Theme* theme, const PlanIssue& issue, std::vector<ProblemFix> fixes,
                       QWidget* parent)
    : QFrame(parent), m_theme(theme), m_severity(issue.severity), m_fixes(std::move(fixes)) {
    constexpr int kTextLeft = 26;
    setObjectName(QStringLiteral("problem_row"));
    const QString text = translated(issue.text);
    const QString spoken = issue.severity == Severity::Error     ? tr("Error: %1")
                           : issue.severity == Severity::Warning ? tr("Warning: %1")
                                                                 : tr("Hint: %1");
    setAccessibleName(spoken.arg(text));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(issue.module.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    auto* layout = makeColumn(this, 1, {kTextLeft, 4, 8, 5});
    QLabel* label = makeParagraph(text, theme->font(TextRole::Tree), this);
    label->setTextFormat(Qt::PlainText);
    layout->addWidget(label);
    if (!m_fixes.empty()) {
        QStringList links;
        for (std::size_t i = 0; i < m_fixes.size(); ++i) {
            // A line breaks between links, not in one.
            const QString words = m_fixes[i].text.shown().replace(u' ', QChar(QChar::Nbsp));
            links.append(
                QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>")
                    .arg(i)
                    .arg(theme->colors().accent.name(), words.toHtmlEscaped()));
        }
        auto* fixLabel = withName(makeParagraph(links.join(QStringLiteral(" &nbsp; ")),
                                                theme->font(TextRole::Tree, true), this),
                                  "problem_fixes");
        fixLabel->setTextFormat(Qt::RichText);
        fixLabel->setTextInteractionFlags(Qt::LinksAccessibleByMouse |
                                          Qt::LinksAccessibleByKeyboard);
        connect(fixLabel, &QLabel::linkActivated, this,
                [this](const QString& link) { Q_EMIT fixRequested(m_fixes[link.toUInt()].edit); });
        layout->addWidget(fixLabel);
    }
}

void ProblemRow::paintEvent(QPaintEvent*) {
    constexpr int kIcon = 14;
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(this);
    if (hasFocus()) {
        painter.fillRect(rect(), colors.selectedRow);
    }
    painter.setPen(colors.softBorder);
    painter.drawLine(0, height() - 1, width(), height() - 1);
    paintIcon(painter, visualRect(*this, QRect(6, 6, kIcon, kIcon)), severityIcon(m_severity),
              severityColor(m_severity, colors), colors.base);
}

void ProblemRow::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) {
        Q_EMIT activated();
    }
}

void ProblemRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
        event->key() == Qt::Key_Space) {
        Q_EMIT activated();
    } else {
        QFrame::keyPressEvent(event);
    }
}

ProblemsPanel::ProblemsPanel(Document* document, const Theme* theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme) {
    setObjectName(QStringLiteral("problems_panel"));
    auto* content = makePage(this);
    m_layout = makeColumn(content, 0, {6, 2, 6, 2});
    makeColumn(this, 0)->addWidget(makeScrollArea(this, content));
    connect(document, &Document::planChanged, this, &ProblemsPanel::showPlan);
    // Links carry their colour in their text.
    connect(theme, &Theme::changed, this, &ProblemsPanel::showPlan);
    showPlan();
}

void ProblemsPanel::showPlan() {
    const auto giveFocus = keptFocus(m_list);
    // A row may be in the middle of its own click, which is why it is deleted later.
    if (m_list != nullptr) {
        m_layout->removeWidget(m_list);
        m_list->hide();
        m_list->deleteLater();
    }
    m_list = new QWidget(this);
    auto* rows = makeColumn(m_list, 0);
    m_layout->addWidget(m_list);
    const auto& view = m_document->view();
    m_errors = view == nullptr ? 0 : view->errors;
    m_warnings = view == nullptr ? 0 : view->warnings;
    const std::size_t shown = view == nullptr ? 0 : view->problems.size();
    for (std::size_t i = 0; i < shown; ++i) {
        addRow(view->problems[i]);
    }
    if (view != nullptr && (shown == 0 || shown < view->problemCount)) {
        auto* label =
            withName(makeTextLine(shown == 0 ? tr("No problems")
                                             : tr("and %1 more").arg(view->problemCount - shown),
                                  m_theme->font(TextRole::Tree), m_list, QPalette::PlaceholderText),
                     "problems_note");
        label->setContentsMargins(6, 6, 6, 6);
        rows->addWidget(label);
    }
    rows->addStretch(1);
    m_list->show();
    giveFocus(m_list, this);
    Q_EMIT countsChanged(m_errors, m_warnings);
}

int ProblemsPanel::neededHeight() const {
    const QMargins margins = m_layout->contentsMargins();
    const int room = width() - margins.left() - margins.right() - 4;
    const QLayout* rows = m_list->layout();
    const int height = rows->hasHeightForWidth() ? rows->totalHeightForWidth(room)
                                                 : rows->totalSizeHint().height();
    return height + margins.top() + margins.bottom() + 4;
}

void ProblemsPanel::addRow(const PlanProblem& problem) {
    auto* row = new ProblemRow(m_theme, problem.issue, problem.fixes, m_list);
    m_list->layout()->addWidget(row);
    connect(row, &ProblemRow::activated, this,
            [this, module = problem.issue.module] { selectModule(module); });
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
