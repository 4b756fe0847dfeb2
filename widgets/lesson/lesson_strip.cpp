// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_strip.h"

#include "widgets/session/lesson_session.h"

#include <QKeyEvent>
#include <QStyle>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kGap = 6;

}  // namespace

LessonStrip::LessonStrip(LessonSession* session, const LessonType* type, QWidget* parent)
    : QWidget(parent), m_session(session), m_type(type) {
    setObjectName(QStringLiteral("lesson_strip"));
    setAccessibleName(tr("Steps of the lesson"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    for (const LessonStep step : allLessonSteps()) {
        auto* card = new LessonCard(step, type, this);
        card->installEventFilter(this);
        connect(card, &QAbstractButton::clicked, this,
                [this, step] { m_session->setCurrent(step); });
        m_cards.push_back(card);
    }
    connect(session, &LessonSession::changed, this, &LessonStrip::refresh);
    connect(session, &LessonSession::currentChanged, this, &LessonStrip::refresh);
    connect(type, &LessonType::changed, this, &LessonStrip::refresh);
    refresh();
}

void LessonStrip::setPrediction(LessonPrediction ofCurrent) {
    if (ofCurrent != m_prediction) {
        m_prediction = ofCurrent;
        refresh();
    }
}

void LessonStrip::refresh() {
    for (LessonCard* card : m_cards) {
        const bool current = card->step() == m_session->current();
        card->show(m_session->step(card->step()), m_session->setup(),
                   current ? m_prediction : LessonPrediction::Off);
        card->setCurrent(current);
    }
    updateGeometry();
    arrange();
}

int LessonStrip::columnsFor(int width) const {
    int least = 1;
    for (const LessonCard* card : m_cards) {
        least = std::max(least, card->leastWidth());
    }
    const int gap = m_type->px(kGap);
    const int count = static_cast<int>(m_cards.size());
    const int most = std::clamp((width + gap) / (least + gap), 1, count);
    // As even as the rows can be: 5 and 4, never 8 and 1.
    const int rows = (count + most - 1) / most;
    return (count + rows - 1) / rows;
}

int LessonStrip::cardHeight(int cardWidth) const {
    int height = 0;
    for (const LessonCard* card : m_cards) {
        height = std::max(height, card->heightForWidth(cardWidth));
    }
    return height;
}

int LessonStrip::heightForWidth(int width) const {
    const int columns = columnsFor(width);
    const int gap = m_type->px(kGap);
    const int rows = (static_cast<int>(m_cards.size()) + columns - 1) / columns;
    const int cardWidth = (width + gap) / columns - gap;
    return rows * (cardHeight(cardWidth) + gap) - gap;
}

QSize LessonStrip::sizeHint() const {
    return {m_type->px(1200), heightForWidth(std::max(width(), m_type->px(400)))};
}

QSize LessonStrip::minimumSizeHint() const {
    int least = 1;
    for (const LessonCard* card : m_cards) {
        least = std::max(least, card->leastWidth());
    }
    return {least, cardHeight(least)};
}

void LessonStrip::arrange() {
    const int columns = columnsFor(width());
    const int gap = m_type->px(kGap);
    const int cardWidth = (width() + gap) / columns - gap;
    const int height = cardHeight(cardWidth);
    for (int i = 0; i < static_cast<int>(m_cards.size()); ++i) {
        const int column = i % columns;
        // What is left over goes to the last column, so that the strip ends with the page.
        const int last = column == columns - 1 ? width() - column * (cardWidth + gap) : cardWidth;
        const QRect place(column * (cardWidth + gap), (i / columns) * (height + gap), last, height);
        m_cards[static_cast<std::size_t>(i)]->setGeometry(
            QStyle::visualRect(layoutDirection(), rect(), place));
    }
}

void LessonStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

bool LessonStrip::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const auto at = std::ranges::find(m_cards, watched);
    if (at == m_cards.end()) {
        return QWidget::eventFilter(watched, event);
    }
    const int columns = columnsFor(width());
    const int forward = isRightToLeft() ? -1 : 1;
    const int count = static_cast<int>(m_cards.size());
    int index = static_cast<int>(at - m_cards.begin());
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Right:
            index += forward;
            break;
        case Qt::Key_Left:
            index -= forward;
            break;
        case Qt::Key_Down:
            index += columns;
            break;
        case Qt::Key_Up:
            index -= columns;
            break;
        case Qt::Key_Home:
            index = 0;
            break;
        case Qt::Key_End:
            index = count - 1;
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            (*at)->click();
            return true;
        default:
            return QWidget::eventFilter(watched, event);
    }
    if (index >= 0 && index < count) {
        m_cards[static_cast<std::size_t>(index)]->setFocus(Qt::TabFocusReason);
    }
    return true;
}

}  // namespace stowage
