// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/dock_title.h"

#include "widgets/support/icons.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace stowage {
namespace {

constexpr int kLeft = 9;
constexpr int kIcon = 14;
constexpr int kButton = 22;

}  // namespace

PanelFrame::PanelFrame(const Theme* theme, QWidget* content, Edges edges, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_edges(edges) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(1, edges == Edges::All ? 1 : 0, 1, 1);
    layout->addWidget(content);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PanelFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(m_theme->colors().border);
    // Below a title its own line is the upper edge.
    painter.drawRect(rect().adjusted(0, m_edges == Edges::All ? 0 : -1, -1, -1));
}

DockTitle::DockTitle(const Theme* theme, QDockWidget* dock)
    : QWidget(dock), m_theme(theme), m_dock(dock) {
    m_float = makeButton(tr("Float %1").arg(dock->windowTitle()));
    m_close = makeButton(tr("Close %1").arg(dock->windowTitle()));
    m_float->setObjectName(dock->objectName() + QStringLiteral("_float"));
    m_close->setObjectName(dock->objectName() + QStringLiteral("_close"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setSpacing(0);
    layout->addStretch(1);
    layout->addWidget(m_float);
    layout->addWidget(m_close);
    connect(m_float, &QToolButton::clicked, dock,
            [dock] { dock->setFloating(!dock->isFloating()); });
    connect(m_close, &QToolButton::clicked, dock, &QWidget::close);
    connect(theme, &Theme::changed, this, &DockTitle::applyTheme);
    applyTheme();
}

QToolButton* DockTitle::makeButton(const QString& name) {
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setFixedSize(kButton, kButton);
    button->setIconSize(QSize(kIcon, kIcon));
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void DockTitle::applyTheme() {
    m_float->setIcon(m_theme->icon(QStringLiteral("float")));
    m_close->setIcon(m_theme->icon(QStringLiteral("close")));
    update();
}

void DockTitle::setCounts(int errors, int warnings) {
    m_errors = errors;
    m_warnings = warnings;
    update();
}

QSize DockTitle::sizeHint() const {
    return {160, metrics::kDockTitle};
}

QSize DockTitle::minimumSizeHint() const {
    return {80, metrics::kDockTitle};
}

int DockTitle::paintCount(QPainter& painter, int x, const QString& icon, const QColor& color,
                          int count) const {
    if (count == 0) {
        return x;
    }
    paintIcon(painter, QRect(x, (height() - kIcon) / 2, kIcon, kIcon), icon, color,
              m_theme->colors().window);
    const QString text = QString::number(count);
    painter.setFont(m_theme->font(TextRole::Tree));
    painter.drawText(QRect(x + kIcon + 4, 0, width(), height()), Qt::AlignVCenter | Qt::AlignLeft,
                     text);
    return x + kIcon + 4 + painter.fontMetrics().horizontalAdvance(text) + 10;
}

void DockTitle::paintEvent(QPaintEvent*) {
    const Tokens& colors = m_theme->colors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.window);
    painter.setPen(colors.border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setPen(colors.text);
    painter.setFont(m_theme->font(TextRole::Tree, true));
    const QString title = m_dock->windowTitle();
    painter.drawText(rect().adjusted(kLeft, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, title);
    int x = kLeft + painter.fontMetrics().horizontalAdvance(title) + 12;
    x = paintCount(painter, x, QStringLiteral("error"), colors.error, m_errors);
    paintCount(painter, x, QStringLiteral("warning"), colors.warning, m_warnings);
}

}  // namespace stowage
