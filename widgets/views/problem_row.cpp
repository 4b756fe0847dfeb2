// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/problem_row.h"

#include "widgets/support/icons.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace stowage {
namespace {

constexpr int kIcon = 14;
constexpr int kTextLeft = 26;

}  // namespace

QString severityIcon(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return QStringLiteral("error");
        case Severity::Warning:
            return QStringLiteral("warning");
        case Severity::Hint:
            break;
    }
    return QStringLiteral("waiting");
}

QColor severityColor(Severity severity, const Tokens& colors) {
    switch (severity) {
        case Severity::Error:
            return colors.error;
        case Severity::Warning:
            return colors.warning;
        case Severity::Hint:
            break;
    }
    return colors.secondaryText;
}

ProblemRow::ProblemRow(const Theme* theme, const PlanIssue& issue, std::vector<ProblemFix> fixes,
                       QWidget* parent)
    : QFrame(parent), m_theme(theme), m_severity(issue.severity), m_fixes(std::move(fixes)) {
    setObjectName(QStringLiteral("problem_row"));
    const QString text = QString::fromStdString(issue.text);
    setAccessibleName(QString::fromLatin1(severityName(issue.severity)) + QStringLiteral(": ") +
                      text);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(issue.module.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kTextLeft, 4, 8, 5);
    layout->setSpacing(1);
    auto* label = new QLabel(text, this);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setFont(theme->font(TextRole::Tree));
    layout->addWidget(label);
    if (!m_fixes.empty()) {
        QStringList links;
        for (std::size_t i = 0; i < m_fixes.size(); ++i) {
            links.append(
                QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>")
                    .arg(i)
                    .arg(theme->colors().accent.name(), m_fixes[i].text.toHtmlEscaped()));
        }
        auto* fixLabel = new QLabel(links.join(QStringLiteral(" &nbsp; ")), this);
        fixLabel->setObjectName(QStringLiteral("problem_fixes"));
        fixLabel->setTextFormat(Qt::RichText);
        fixLabel->setWordWrap(true);
        fixLabel->setFont(theme->font(TextRole::Tree, true));
        fixLabel->setTextInteractionFlags(Qt::LinksAccessibleByMouse |
                                          Qt::LinksAccessibleByKeyboard);
        connect(fixLabel, &QLabel::linkActivated, this,
                [this](const QString& link) { Q_EMIT fixRequested(m_fixes[link.toUInt()].edit); });
        layout->addWidget(fixLabel);
    }
}

void ProblemRow::paintEvent(QPaintEvent*) {
    const Tokens& colors = m_theme->colors();
    QPainter painter(this);
    if (hasFocus()) {
        painter.fillRect(rect(), colors.selectedRow);
    }
    painter.setPen(colors.softBorder);
    painter.drawLine(0, height() - 1, width(), height() - 1);
    paintIcon(painter, QRect(6, 6, kIcon, kIcon), severityIcon(m_severity),
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

}  // namespace stowage
