// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_question.h"

#include "widgets/lesson/flow_layout.h"
#include "widgets/views/widget_style.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace stowage {
namespace {

constexpr int kGap = 8;

}  // namespace

LessonQuestion::LessonQuestion(const LessonType* type, QWidget* parent)
    : QWidget(parent),
      m_type(type),
      m_question(new QLabel(this)),
      m_hint(new QLabel(this)),
      m_check(new QPushButton(tr("Check answer"), this)),
      m_letters(new QPushButton(tr("Show in chart"), this)),
      m_explanation(new QLabel(this)) {
    setObjectName(QStringLiteral("lesson_question_box"));
    m_question->setObjectName(QStringLiteral("lesson_question"));
    m_question->setWordWrap(true);
    m_hint->setObjectName(QStringLiteral("lesson_question_hint"));
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setText(tr("The question comes after the run: it is about points of the curve."));
    m_explanation->setObjectName(QStringLiteral("lesson_explanation"));
    m_explanation->setWordWrap(true);
    m_check->setObjectName(QStringLiteral("lesson_check"));
    m_check->setProperty("primary", true);
    m_letters->setObjectName(QStringLiteral("lesson_show"));
    m_letters->setCheckable(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
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
    m_buttons = new FlowLayout(kGap, kGap, m_buttonRow);
    m_buttons->addWidget(m_check);
    m_buttons->addWidget(m_letters);
    layout->addWidget(m_buttonRow);
    layout->addWidget(m_hint);
    layout->addWidget(m_explanation);
    connect(m_check, &QPushButton::clicked, this, &LessonQuestion::check);
    connect(m_letters, &QPushButton::toggled, this, &LessonQuestion::lettersRequested);
    connect(type, &LessonType::changed, this, &LessonQuestion::applyType);
    applyType();
}

void LessonQuestion::applyType() {
    m_question->setFont(m_type->font(LessonText::Body, true));
    m_explanation->setFont(m_type->font(LessonText::Body));
    m_hint->setFont(m_type->font(LessonText::Caption));
    for (QPushButton* button : {m_check, m_letters}) {
        button->setFont(m_type->font(LessonText::Table));
    }
    // As the style sheet writes the button that goes on.
    m_check->setFont(m_type->font(LessonText::Table, true));
    m_buttons->setGaps(m_type->px(kGap), m_type->px(kGap));
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
