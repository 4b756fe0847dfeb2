// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/giving_scroll.h"

#include "widgets/support/theme.h"

#include <QApplication>
#include <QResizeEvent>
#include <QScrollBar>

namespace stowage {

GivingScroll::GivingScroll(int leastHeight, QWidget* parent)
    : QScrollArea(parent), m_leastHeight(leastHeight) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    viewport()->setAutoFillBackground(false);
    connect(qApp, &QApplication::focusChanged, this, &GivingScroll::showFocused);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &GivingScroll::showFocused);
}

void GivingScroll::setContent(QWidget* content) {
    setWidget(content);
    content->setAutoFillBackground(false);
}

/// The keys bring what they reach into sight, also where all has since been laid out anew; under
/// the pointer nothing may move.
void GivingScroll::showFocused() {
    QWidget* const now = QApplication::focusWidget();
    if (now != nullptr && widget()->isAncestorOf(now) &&
        QApplication::mouseButtons() == Qt::NoButton) {
        ensureWidgetVisible(now);
    }
}

QSize GivingScroll::sizeHint() const {
    return {widget()->sizeHint().width(), widget()->heightForWidth(width())};
}

QSize GivingScroll::minimumSizeHint() const {
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            px(m_leastHeight)};
}

bool GivingScroll::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();  // its text or its buttons are others
    }
    return QScrollArea::event(event);
}

/// What is narrower is higher.
void GivingScroll::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry();
    }
}

}  // namespace stowage
