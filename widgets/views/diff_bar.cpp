// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/diff_bar.h"

#include "widgets/views/diff_panel.h"
#include "widgets/views/fitting_label.h"
#include "widgets/views/widget_style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace stowage {

DiffBar::DiffBar(PlanComparison* comparison, const Theme* theme, QWidget* parent)
    : QFrame(parent),
      m_comparison(comparison),
      m_theme(theme),
      m_title(new FittingLabel(this)),
      m_total(new FittingLabel(this, Qt::ElideRight)),
      m_use(new QPushButton(tr("Use this"), this)) {
    setObjectName(QStringLiteral("diff_bar"));
    m_title->setObjectName(QStringLiteral("diff_bar_title"));
    m_title->setFont(theme->font(TextRole::Tree, true));
    m_total->setObjectName(QStringLiteral("diff_bar_total"));
    m_total->setFont(theme->font(TextRole::Tree));
    m_use->setObjectName(QStringLiteral("diff_use"));
    m_use->setAccessibleName(tr("Use the compared plan"));
    auto* details = new QPushButton(tr("Details"), this);
    details->setObjectName(QStringLiteral("diff_details"));
    auto* close = new QPushButton(tr("Close"), this);
    close->setObjectName(QStringLiteral("diff_close"));
    close->setAccessibleName(tr("End the comparison"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 6, 4);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_total, 1);
    for (QPushButton* button : {m_use, details, close}) {
        button->setFont(theme->font(TextRole::Tree));
        layout->addWidget(button);
    }
    connect(m_use, &QPushButton::clicked, this, &DiffBar::useRequested);
    connect(details, &QPushButton::clicked, this, &DiffBar::detailsRequested);
    connect(close, &QPushButton::clicked, comparison, &PlanComparison::end);
    connect(comparison, &PlanComparison::changed, this, &DiffBar::showComparison);
    connect(theme, &Theme::changed, this, &DiffBar::showComparison);
    showComparison();
}

void DiffBar::showComparison() {
    setVisible(m_comparison->isActive());
    if (!m_comparison->isActive()) {
        return;
    }
    const Tokens& colors = m_theme->colors();
    m_title->setText(comparisonTitle(*m_comparison));
    const QString total = comparisonTotal(*m_comparison);
    m_total->setText(total);
    setTextColor(m_title, colors.text);
    setTextColor(m_total, m_comparison->isStale() ? colors.secondaryText : colors.text);
    m_use->setVisible(m_comparison->kind() == PlanComparison::Other::Proposed);
    setAccessibleName(m_title->text() + QStringLiteral(": ") + total);
}

void DiffBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colors().selectedRow);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme->colors().accent);
}

}  // namespace stowage
