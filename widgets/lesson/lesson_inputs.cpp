// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_inputs.h"

#include "engine/base/byte_size.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/style_sheet.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyle>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

constexpr int kFieldGap = 6;

/// Room for "700.25 MiB".
constexpr int kDigits = 8;

QString shownGuess(const std::optional<double>& bytes) {
    return bytes ? QString::fromStdString(formatGiB(*bytes)) : QString();
}

constexpr int kCircle = 14;

constexpr int kOptionGap = 9;

constexpr int kQuestionGap = 8;

}  // namespace

std::optional<double> guessFromText(const QString& text) {
    QString size = text.simplified().remove(QLatin1Char(' '));
    size.replace(QLatin1Char(','), QLatin1Char('.'));
    bool isNumber = false;
    const double plain = size.toDouble(&isNumber);
    if (isNumber) {
        return plain >= 0 && std::isfinite(plain)
                   ? std::optional(std::round(plain * static_cast<double>(kGiB)))
                   : std::nullopt;
    }
    const auto parsed = parseAccelerateSize(size.toStdString());
    return parsed ? std::optional(parsed->bytes) : std::nullopt;
}

LessonGuessFields::LessonGuessFields(const LessonType* type, QWidget* parent)
    : QWidget(parent), m_type(type), m_unit(new QLabel(tr("GiB"), this)) {
    auto* layout = makeRow(this, kFieldGap);
    const std::array<std::pair<const char*, QString>, 2> names{
        {{"lesson_guess_vram", tr("VRAM")}, {"lesson_guess_ram", tr("RAM (anonymous)")}}};
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        Field& field = m_fields[i];
        field.label = new QLabel(names[i].second, this);
        field.edit = new QLineEdit(this);
        field.edit->setObjectName(QString::fromLatin1(names[i].first));
        field.edit->setAccessibleName(tr("Peak of %1, your guess in GiB").arg(names[i].second));
        field.label->setBuddy(field.edit);
        addWidgets(layout, {field.label, field.edit});
        connect(field.edit, &QLineEdit::textEdited, this, [this] {
            markErrors();
            Q_EMIT guessChanged(typed());
        });
        connect(field.edit, &QLineEdit::returnPressed, this,
                [this, edit = field.edit] { goOn(edit); });
    }
    layout->addWidget(m_unit);
    connect(type, &LessonType::changed, this, &LessonGuessFields::applyType);
    applyType();
}

void LessonGuessFields::applyType() {
    const QFont font = m_type->font(LessonText::Table);
    m_unit->setFont(font);
    for (const Field& field : m_fields) {
        field.label->setFont(font);
        field.edit->setFont(font);
        field.edit->setFixedWidth(QFontMetrics(font).horizontalAdvance(QLatin1Char('8')) * kDigits +
                                  m_type->px(2 * kFieldGap));
    }
}

LessonGuess LessonGuessFields::typed() const {
    return {.vram = guessFromText(m_fields[0].edit->text()),
            .ram = guessFromText(m_fields[1].edit->text())};
}

void LessonGuessFields::markErrors() {
    for (const Field& field : m_fields) {
        const bool bad = !field.edit->text().trimmed().isEmpty() &&
                         !guessFromText(field.edit->text()).has_value();
        setStyleProperty(field.edit, "invalid", bad);
        field.edit->setToolTip(bad ? tr("A number of GiB, or a size with its unit: 700 MiB")
                                   : QString());
    }
}

void LessonGuessFields::showGuess(const LessonGuess& guess) {
    const std::array<std::optional<double>, 2> shown{guess.vram, guess.ram};
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        QLineEdit* const edit = m_fields[i].edit;
        const auto there = guessFromText(edit->text());
        // A text that is no size yet is being typed.
        const bool isTyping = edit->hasFocus() && !edit->text().isEmpty() && !there && !shown[i];
        if (!isTyping && there != shown[i] && edit->text() != shownGuess(shown[i])) {
            edit->setText(shownGuess(shown[i]));
        }
    }
    markErrors();
}

void LessonGuessFields::takeFocus() {
    for (const Field& field : m_fields) {
        if (field.edit->text().isEmpty()) {
            field.edit->setFocus(Qt::OtherFocusReason);
            return;
        }
    }
    m_fields[0].edit->setFocus(Qt::OtherFocusReason);
    m_fields[0].edit->selectAll();
}

void LessonGuessFields::takeKey(QKeyEvent* event, LessonPeak peak) {
    QLineEdit* const edit = m_fields[static_cast<std::size_t>(peak)].edit;
    edit->setFocus(Qt::OtherFocusReason);
    edit->selectAll();
    QApplication::sendEvent(edit, event);
}

void LessonGuessFields::goOn(const QLineEdit* from) {
    const LessonGuess guess = typed();
    QLineEdit* const other = m_fields[from == m_fields[0].edit ? 1 : 0].edit;
    if (guess.vram && guess.ram) {
        Q_EMIT entered();
    } else if (other->text().isEmpty()) {
        other->setFocus(Qt::TabFocusReason);
    }
}

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
    return m_type->px(kCircle + kOptionGap);
}

int LessonOption::heightForWidth(int width) const {
    // As when it is marked as right, which is in bold.
    const QFontMetrics metrics(m_type->font(LessonText::Body, true));
    const int room = std::max(1, width - textLeft() - m_type->px(kCircle));
    const int words =
        metrics.boundingRect(QRect(0, 0, room, 10'000), Qt::TextWordWrap, text()).height();
    return std::max(words, m_type->px(kCircle)) + 2 * m_type->px(kPadding);
}

QSize LessonOption::sizeHint() const {
    constexpr int kWantedWidth = 320;
    const int width = m_type->px(kWantedWidth);
    return {width, heightForWidth(width)};
}

QSize LessonOption::minimumSizeHint() const {
    const QFontMetrics metrics(m_type->font(LessonText::Body, true));
    // Broken wherever it may be: Japanese and Chinese have no spaces.
    const int widest =
        metrics.boundingRect(QRect(0, 0, 1, 10'000), Qt::TextWordWrap, text()).width();
    return {textLeft() + m_type->px(kCircle) + widest, metrics.height()};
}

bool LessonOption::hitButton(const QPoint& position) const {
    return rect().contains(position);
}

void LessonOption::paintEvent(QPaintEvent*) {
    static constexpr double kDot = 0.5;  // of the circle
    const ThemeColors& colors = m_type->colors();
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
    paintProse(painter, words, Qt::AlignLeading | Qt::AlignTop, text());
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

LessonQuestion::LessonQuestion(const LessonType* type, QWidget* parent)
    : QWidget(parent),
      m_type(type),
      m_question(withName(new ProseLabel(this), "lesson_question")),
      m_hint(withName(new ProseLabel(this), "lesson_question_hint")),
      m_check(new QPushButton(tr("Check answer"), this)),
      m_letters(new QPushButton(tr("Show in chart"), this)),
      m_why(withName(new QPushButton(tr("Show why"), this), "lesson_show_why")),
      m_explanation(withName(new ProseLabel(this), "lesson_explanation")) {
    setObjectName(QStringLiteral("lesson_question_box"));
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setText(
        tr("You can answer the question after the run, because the question is about points of the "
           "curve."));
    m_check->setObjectName(QStringLiteral("lesson_check"));
    m_check->setProperty("primary", true);
    m_letters->setObjectName(QStringLiteral("lesson_show"));
    m_letters->setCheckable(true);
    auto* layout = makeColumn(this, kQuestionGap);
    layout->addWidget(m_question);
    for (int i = 0; i < kOptions; ++i) {
        auto* option = new LessonOption(type, this);
        option->setObjectName(QStringLiteral("lesson_option_%1").arg(i));
        connect(option, &QAbstractButton::toggled, this, [this] {
            m_check->setEnabled(true);
            clearMarks();
        });
        m_options[static_cast<std::size_t>(i)] = option;
        layout->addWidget(option);
    }
    m_buttonRow = new QWidget(this);
    m_buttons = new FlowLayout(kQuestionGap, kQuestionGap, m_buttonRow);
    addWidgets(m_buttons, {m_check, m_letters, m_why});
    addWidgets(layout, {m_buttonRow, m_hint, m_explanation});
    connect(m_check, &QPushButton::clicked, this, &LessonQuestion::check);
    connect(m_letters, &QPushButton::toggled, this, &LessonQuestion::lettersRequested);
    connect(m_why, &QPushButton::clicked, this, &LessonQuestion::whyRequested);
    connect(type, &LessonType::changed, this, &LessonQuestion::applyType);
    applyType();
}

void LessonQuestion::applyType() {
    m_question->setFont(m_type->font(LessonText::Body, true));
    m_explanation->setFont(m_type->font(LessonText::Body));
    m_hint->setFont(m_type->font(LessonText::Caption));
    for (QPushButton* button : {m_check, m_letters, m_why}) {
        button->setFont(m_type->font(LessonText::Table));
    }
    // As the style sheet writes the button that goes on.
    m_check->setFont(m_type->font(LessonText::Table, true));
    m_buttons->setGaps(m_type->px(kQuestionGap), m_type->px(kQuestionGap));
    for (LessonOption* option : m_options) {
        option->setFont(m_type->font(LessonText::Body));
        option->updateGeometry();
        option->update();
    }
}

void LessonQuestion::show(const LessonTexts& texts, const std::optional<int>& answer) {
    m_texts = texts;
    m_question->setText(texts.question);
    for (int i = 0; i < kOptions; ++i) {
        LessonOption* option = m_options[static_cast<std::size_t>(i)];
        const QSignalBlocker quiet(option);
        option->setText(texts.options.value(i));
        option->setAccessibleName(texts.options.value(i));
        // A group of exclusive buttons has always one checked, unless it is none for a moment.
        option->setAutoExclusive(false);
        option->setChecked(answer == i);
        option->setAutoExclusive(true);
        option->updateGeometry();
    }
    m_check->setEnabled(answer.has_value());
    clearMarks();
    if (answer) {
        explain(*answer);
    }
}

void LessonQuestion::setAnswerable(bool answerable) {
    m_letters->setEnabled(answerable);
    m_hint->setVisible(!answerable);
    m_question->setVisible(answerable);
    m_buttonRow->setVisible(answerable);
    for (LessonOption* option : m_options) {
        option->setVisible(answerable);
    }
    m_explanation->setVisible(answerable && !m_explanation->text().isEmpty());
}

void LessonQuestion::offerWhy(bool offered) {
    m_why->setVisible(offered);
}

void LessonQuestion::setLettersShown(bool shown) {
    const QSignalBlocker quiet(m_letters);
    m_letters->setChecked(shown);
}

void LessonQuestion::clearMarks() {
    for (LessonOption* option : m_options) {
        option->setMark(LessonOption::Mark::None);
    }
    m_explanation->clear();
    m_explanation->hide();
}

void LessonQuestion::explain(int option) {
    const bool right = option == m_texts.right;
    m_options[static_cast<std::size_t>(option)]->setMark(right ? LessonOption::Mark::Right
                                                               : LessonOption::Mark::Wrong);
    m_explanation->setText(m_texts.explanations.value(option));
    setTextColor(m_explanation, right ? m_type->colors().good : m_type->colors().text);
    m_explanation->show();
}

void LessonQuestion::check() {
    const auto chosen = std::ranges::find_if(m_options, &QAbstractButton::isChecked);
    if (chosen == m_options.end()) {
        return;
    }
    const int option = static_cast<int>(chosen - m_options.begin());
    explain(option);
    Q_EMIT answered(option);
}

}  // namespace stowage
