// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/new_model_result.h"

#include "widgets/support/icons.h"
#include "widgets/views/widget_style.h"

#include <QFontMetrics>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QVBoxLayout>

namespace stowage {
namespace {

constexpr int kTextLeft = 38;
constexpr int kIcon = 18;
constexpr int kLines = 3;

}  // namespace

NewModelResult::NewModelResult(const Theme* theme, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_figures(new QLabel(this)), m_details(new QLabel(this)) {
    setObjectName(QStringLiteral("new_model_result"));
    m_figures->setObjectName(QStringLiteral("new_model_figures"));
    m_details->setObjectName(QStringLiteral("new_model_details"));
    for (QLabel* label : {m_figures, m_details}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kTextLeft, 8, 10, 8);
    layout->setSpacing(2);
    layout->addWidget(m_figures);
    layout->addWidget(m_details);
    layout->addStretch(1);
    connect(theme, &Theme::changed, this, &NewModelResult::applyTheme);
    applyTheme();
}

void NewModelResult::showFigures(const QString& figures, const QString& details) {
    m_isError = false;
    m_figures->setText(figures);
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    setAccessibleName(figures);
    setAccessibleDescription(details);
    setStale(false);
}

void NewModelResult::showError(const QString& sentence) {
    m_isError = true;
    m_figures->setText(tr("These sizes make no model"));
    m_details->setText(sentence);
    m_details->show();
    setAccessibleName(m_figures->text());
    setAccessibleDescription(sentence);
    setStale(false);
}

void NewModelResult::setStale(bool stale) {
    m_isStale = stale;
    applyTheme();
}

QString NewModelResult::text() const {
    return m_figures->text() + QLatin1Char('\n') + m_details->text();
}

void NewModelResult::applyTheme() {
    const Tokens& colors = m_theme->colors();
    const QFont details = m_theme->font(TextRole::Tree);
    m_figures->setFont(m_theme->font(TextRole::Verdict));
    m_details->setFont(details);
    setTextColor(m_figures, m_isStale ? colors.secondaryText : colors.text);
    setTextColor(m_details, m_isError && !m_isStale ? colors.text : colors.secondaryText);
    const int line = QFontMetrics(details).lineSpacing();
    setMinimumHeight(kLines * line + 20);
    update();
}

void NewModelResult::paintEvent(QPaintEvent*) {
    const Tokens& colors = m_theme->colors();
    const QColor line = m_isError ? colors.error : colors.border;
    const QColor ground = m_isError ? colors.errorGround : colors.alternate;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius,
                            metrics::kRadius);
    const QRect mark(12, 9, kIcon, kIcon);
    paintIcon(painter, QStyle::visualRect(layoutDirection(), rect(), mark),
              m_isError ? QStringLiteral("error") : QStringLiteral("info"),
              m_isError ? colors.error : colors.secondaryText, ground);
}

}  // namespace stowage
