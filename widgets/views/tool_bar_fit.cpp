// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tool_bar_fit.h"

#include "widgets/views/fitting_label.h"

#include <QAction>
#include <QEvent>
#include <QLayout>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// What a label keeps before buttons give up their texts for it.
constexpr int kLabelRoom = 130;
constexpr int kSlack = 12;

/// What the text of a button adds to its width, as QToolButton counts it.
int textWidth(const QToolButton& button) {
    const QFontMetrics metrics(button.font());
    return metrics.size(Qt::TextShowMnemonic, button.text()).width() +
           2 * metrics.horizontalAdvance(u' ') + 4;
}

}  // namespace

ToolBarFit::ToolBarFit(QToolBar* bar, QList<QToolButton*> giving)
    : QObject(bar), m_bar(bar), m_giving(std::move(giving)) {
    if (auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setAccessibleName(tr("More tools"));
        more->setToolTip(tr("More tools"));
    }
    bar->installEventFilter(this);
}

bool ToolBarFit::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return QObject::eventFilter(watched, event);
}

int ToolBarFit::widthWithTexts() const {
    int width = kSlack;
    for (QAction* action : m_bar->actions()) {
        const QWidget* item = m_bar->widgetForAction(action);
        if (item == nullptr || !action->isVisible()) {
            continue;
        }
        width += m_bar->layout()->spacing();
        if (qobject_cast<const FittingLabel*>(item) != nullptr) {
            width += std::min(item->sizeHint().width(), kLabelRoom);
        } else {
            width += std::max(item->sizeHint().width(), item->minimumWidth());
        }
    }
    for (const QToolButton* button : m_giving) {
        width += button->toolButtonStyle() == Qt::ToolButtonIconOnly ? textWidth(*button) : 0;
    }
    return width;
}

void ToolBarFit::fit() {
    int excess = widthWithTexts() - m_bar->width();
    for (QToolButton* button : std::as_const(m_giving)) {
        const auto style = excess > 0 ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon;
        excess -= excess > 0 ? textWidth(*button) : 0;
        if (button->toolButtonStyle() != style) {
            button->setToolButtonStyle(style);
        }
    }
}

}  // namespace stowage
