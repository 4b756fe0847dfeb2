// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_option.h"

#include "widgets/support/icons.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kCircle = 14;
constexpr int kGap = 9;
constexpr int kPadding = 3;
constexpr int kWantedWidth = 320;
constexpr double kDot = 0.5;  ///< of the circle

}  // namespace

LessonOption::LessonOption(const LessonType* type, QWidget* parent)
    : QRadioButton(parent), m_type(type) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LessonOption::setMark(Mark mark) {
    m_mark = mark;
    update();
}

int LessonOption::textLeft() const {
    return m_type->px(kCircle + kGap);
}

int LessonOption::heightForWidth(int width) const {
    const QFontMetrics metrics(m_type->font(LessonText::Body));
    const int room = std::max(1, width - textLeft() - m_type->px(kCircle));
    const int words =
        metrics.boundingRect(QRect(0, 0, room, 10'000), Qt::TextWordWrap, text()).height();
    return std::max(words, m_type->px(kCircle)) + 2 * m_type->px(kPadding);
}

QSize LessonOption::sizeHint() const {
    const int width = m_type->px(kWantedWidth);
    return {width, heightForWidth(width)};
}

QSize LessonOption::minimumSizeHint() const {
    const QFontMetrics metrics(m_type->font(LessonText::Body));
    int widest = 0;
    for (const QString& word : text().split(u' ')) {
        widest = std::max(widest, metrics.horizontalAdvance(word));
    }
    return {textLeft() + m_type->px(kCircle) + widest, metrics.height()};
}

bool LessonOption::hitButton(const QPoint& position) const {
    return rect().contains(position);
}

void LessonOption::paintEvent(QPaintEvent*) {
    const Tokens& colors = m_type->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = m_type->font(LessonText::Body, m_mark == Mark::Right);
    const QFontMetrics metrics(font);
    const auto place = [this](const QRect& at) {
        return QStyle::visualRect(layoutDirection(), rect(), at);
    };
    const int padding = m_type->px(kPadding);
    const int side = m_type->px(kCircle);
    const int line = metrics.height();
    const QRectF circle =
        QRectF(place({1, padding + (line - side) / 2, side, side})).adjusted(1, 1, -1, -1);
    painter.setPen(QPen(isChecked() ? colors.accent : colors.secondaryText, m_type->line(1.5)));
    painter.setBrush(colors.base);
    painter.drawEllipse(circle);
    if (isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.accent);
        painter.drawEllipse(circle.center(), circle.width() * kDot / 2, circle.height() * kDot / 2);
    }
    const int room = width() - textLeft() - side;
    const QRect words = place({textLeft(), padding, room, height() - 2 * padding});
    painter.setFont(font);
    painter.setPen(isEnabled() ? colors.text : colors.secondaryText);
    painter.drawText(words, static_cast<int>(Qt::AlignLeading | Qt::AlignTop) | Qt::TextWordWrap,
                     text());
    if (m_mark != Mark::None) {
        const bool right = m_mark == Mark::Right;
        paintIcon(painter, place({width() - side, padding + (line - side) / 2, side, side}),
                  right ? QStringLiteral("good") : QStringLiteral("error"),
                  right ? colors.good : colors.error, colors.base);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

}  // namespace stowage
