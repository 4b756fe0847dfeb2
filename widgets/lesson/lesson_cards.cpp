// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_parts.h"

#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"
#include "widgets/support/formats.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace stowage {
namespace {

using State = LessonStepState::State;

constexpr int kCardGap = 6;

const QString kOpen = QStringLiteral("?");

/// As wide as a figure can be: what a step finds does not change how tall the strip is.
const QString kWidest = QStringLiteral("88.88");

QString sentenceOf(const LessonStepState& state) {
    return state.sentence.isEmpty() ? translated(state.preflight.refusal) : state.sentence;
}

}  // namespace

LessonCard::LessonCard(LessonStep step, const LessonType* type, QWidget* parent)
    : QAbstractButton(parent), m_step(step), m_type(type) {
    setObjectName(QStringLiteral("lesson_card_") + QString::fromUtf8(lessonStepName(step)));
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::ClickFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_texts.name = lessonStepNumbered(step);
    m_texts.subtitle = lessonStepSubtitle(step);
    connect(type, &LessonType::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void LessonCard::show(const LessonStepState& state, const LessonSetup& setup,
                      LessonGuessMode prediction) {
    m_texts.figures.clear();
    m_texts.time.clear();
    m_texts.icon = lessonStateIcon(state);
    const bool dry = setup.kind == LessonSetup::Kind::DryRun;
    m_texts.areMeasured = state.run != nullptr && !dry;
    if (state.run != nullptr) {
        m_texts.figures = {tr("VRAM %1").arg(lessonGiB(state.figures.vram)),
                           tr("RAM %1").arg(lessonGiB(state.figures.ramAnonymous))};
        m_texts.time = dry                     ? tr("forecast")
                       : state.figures.seconds ? formatSeconds(*state.figures.seconds)
                                               : QString();
    } else if (m_step == LessonStep::Checkpoint) {
        m_texts.figures = {lessonSizeText(setup.size)};
    } else if (prediction == LessonGuessMode::On) {
        m_texts.figures = {tr("your turn")};
    } else {
        m_texts.figures = {tr("VRAM %1").arg(kOpen), tr("RAM %1").arg(kOpen)};
    }
    const bool isRefusalPredicted =
        state.state == State::NotRun && !state.preflight.refusal.empty();
    if (isRefusalPredicted || (state.state != State::NotRun && state.state != State::Done)) {
        m_texts.time = lessonStateText(state);
    }
    setAccessibleName(tr("Step %1, %2").arg(m_texts.name, lessonStateText(state)));
    setAccessibleDescription(
        (QStringList{m_texts.subtitle, m_texts.time} + m_texts.figures).join(listSeparator()));
    const QString sentence = sentenceOf(state);
    setToolTip(sentence.isEmpty() ? m_texts.subtitle : sentence);
    updateGeometry();
    update();
}

void LessonCard::setCurrent(bool current) {
    m_isCurrent = current;
    setChecked(current);
    // One stop of the Tab key for the whole strip; arrows go on from there.
    setFocusPolicy(current ? Qt::StrongFocus : Qt::ClickFocus);
    update();
}

int LessonCard::leastWidth() const {
    const QFontMetrics names(m_type->font(LessonText::Table, true));
    const QFontMetrics figures(m_type->font(LessonText::Caption, true));
    int widest = names.horizontalAdvance(m_texts.name) + m_type->px(kCardGap + kIcon);
    // Broken wherever it may be: Japanese and Chinese have no spaces.
    widest = std::max(
        widest,
        figures.boundingRect(QRect(0, 0, 1, 10'000), Qt::TextWordWrap, m_texts.subtitle).width());
    for (const QString& figure : m_texts.figures) {
        widest = std::max(widest, figures.horizontalAdvance(figure));
    }
    return widest + 2 * m_type->px(kInset);
}

QSize LessonCard::sizeHint() const {
    constexpr int kWantedWidth = 180;
    const int width = std::max(leastWidth(), m_type->px(kWantedWidth));
    return {width, heightForWidth(width)};
}

int LessonCard::heightForWidth(int width) const {
    return layOut(width, nullptr);
}

int LessonCard::layOutFigures(int x, int y, int width, QPainter* painter) const {
    const ThemeColors& colors = m_type->colors();
    const QFont plain = m_type->font(LessonText::Caption);
    const QFont strong = m_type->font(LessonText::Caption, true);
    const QFontMetrics metrics(strong);
    int left = 0;
    for (const QString& figure : m_texts.figures) {
        QString widest = figure;
        const int needed = metrics.horizontalAdvance(
            figure.endsWith(kOpen) ? widest.replace(kOpen, kWidest) : figure);
        if (left > 0 && left + needed > width) {
            left = 0;
            y += metrics.height();
        }
        if (painter != nullptr) {
            painter->setFont(m_texts.areMeasured ? strong : plain);
            painter->setPen(m_texts.areMeasured ? colors.text : colors.secondaryText);
            painter->drawText(placed({x + left, y, width - left, metrics.height()}),
                              static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter), figure);
        }
        left += needed + m_type->px(kCardGap + 2);
    }
    return y + metrics.height();
}

QRect LessonCard::placed(const QRect& at) const {
    return QStyle::visualRect(layoutDirection(), rect(), at);
}

int LessonCard::layOutName(int y, int inner, QPainter* painter) const {
    const ThemeColors& colors = m_type->colors();
    const int inset = m_type->px(kInset);
    const int icon = m_type->px(kIcon);
    const QFont font = m_type->font(LessonText::Table, true);
    const int height = QFontMetrics(font).height();
    if (painter != nullptr) {
        painter->setFont(font);
        painter->setPen(colors.text);
        painter->drawText(placed({inset, y, inner - icon, height}),
                          static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter), m_texts.name);
        const QRect place = placed({inset + inner - icon, y + (height - icon) / 2, icon, icon});
        const QColor color = m_texts.icon == QLatin1String("error")  ? colors.error
                             : m_texts.icon == QLatin1String("good") ? colors.good
                                                                     : colors.secondaryText;
        if (!m_texts.icon.isEmpty()) {
            paintIcon(*painter, place, m_texts.icon, color, colors.base);
        }
    }
    return y + height + m_type->px(1);
}

int LessonCard::layOutLine(int y, int inner, QPainter* painter) const {
    const ThemeColors& colors = m_type->colors();
    const int inset = m_type->px(kInset);
    const QFontMetrics small(m_type->font(LessonText::Caption));
    const int line = small.height();
    const QPixmap sample = lessonLineSample(m_step, *m_type, devicePixelRatioF());
    const QSize size = sample.deviceIndependentSize().toSize();
    if (painter != nullptr) {
        const QRect place(inset, y + (line - size.height()) / 2, size.width(), size.height());
        painter->drawPixmap(placed(place).topLeft(), sample);
    }
    const int used = m_step == LessonStep::Checkpoint ? 0 : size.width() + m_type->px(kCardGap);
    // Where the word of the state finds no room beside the sample, it has a line of its own.
    if (used + small.horizontalAdvance(m_texts.time) > inner) {
        y += line;
    }
    if (painter != nullptr) {
        painter->setFont(m_type->font(LessonText::Caption));
        painter->setPen(m_texts.icon == QLatin1String("error") ? colors.error
                                                               : colors.secondaryText);
        painter->drawText(placed({inset, y, inner, line}),
                          static_cast<int>(Qt::AlignTrailing | Qt::AlignVCenter), m_texts.time);
    }
    return y + line + m_type->px(2);
}

int LessonCard::layOut(int width, QPainter* painter) const {
    const int inset = m_type->px(kInset);
    const int inner = std::max(1, width - 2 * inset);
    int y = layOutName(m_type->px(kPadding), inner, painter);
    const QFont caption = m_type->font(LessonText::Caption);
    const int subtitle =
        QFontMetrics(caption)
            .boundingRect(QRect(0, 0, inner, 1000), Qt::TextWordWrap, m_texts.subtitle)
            .height();
    if (painter != nullptr) {
        painter->setFont(caption);
        painter->setPen(m_type->colors().secondaryText);
        paintProse(*painter, placed({inset, y, inner, subtitle}), Qt::AlignLeading,
                   m_texts.subtitle);
    }
    y = layOutLine(y + subtitle + m_type->px(2), inner, painter);
    return layOutFigures(inset, y, inner, painter) + m_type->px(kPadding);
}

void LessonCard::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = m_type->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = m_isCurrent ? 2 : 1;
    const QRectF frame = QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2);
    painter.setPen(QPen(m_isCurrent ? colors.accent : colors.border, width));
    painter.setBrush(underMouse() && !m_isCurrent ? colors.alternate : colors.base);
    painter.drawRoundedRect(frame, metrics::kRadius, metrics::kRadius);
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame.adjusted(3, 3, -3, -3), 2, 2);
    }
    layOut(this->width(), &painter);
}

void LessonCard::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void LessonCard::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

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

void LessonStrip::setPrediction(LessonGuessMode ofCurrent) {
    if (ofCurrent != m_prediction) {
        m_prediction = ofCurrent;
        refresh();
    }
}

void LessonStrip::refresh() {
    for (LessonCard* card : m_cards) {
        const bool current = card->step() == m_session->current();
        card->show(m_session->step(card->step()), m_session->setup(),
                   current ? m_prediction : LessonGuessMode::Off);
        card->setCurrent(current);
    }
    updateGeometry();
    arrange();
}

int LessonStrip::leastCardWidth() const {
    int least = 1;
    for (const LessonCard* card : m_cards) {
        least = std::max(least, card->leastWidth());
    }
    return least;
}

int LessonStrip::columnsFor(int width) const {
    const int least = leastCardWidth();
    const int gap = m_type->px(kCardGap);
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
    const int gap = m_type->px(kCardGap);
    const int rows = (static_cast<int>(m_cards.size()) + columns - 1) / columns;
    const int cardWidth = (width + gap) / columns - gap;
    return rows * (cardHeight(cardWidth) + gap) - gap;
}

QSize LessonStrip::sizeHint() const {
    return {m_type->px(1200), heightForWidth(std::max(width(), m_type->px(400)))};
}

QSize LessonStrip::minimumSizeHint() const {
    const int least = leastCardWidth();
    return {least, cardHeight(least)};
}

void LessonStrip::arrange() {
    const int columns = columnsFor(width());
    const int gap = m_type->px(kCardGap);
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
    const auto at = std::ranges::find(m_cards, watched);
    if (event->type() != QEvent::KeyPress || at == m_cards.end()) {
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
