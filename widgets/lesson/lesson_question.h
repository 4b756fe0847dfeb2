// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_option.h"
#include "widgets/lesson/lesson_texts.h"

#include <QWidget>

#include <array>
#include <optional>

class QLabel;
class QPushButton;

namespace stowage {

class FlowLayout;

/// A question that the chart answers: three options, a check with an explanation of the chosen one,
/// and a button that highlights the letters in the chart.
class LessonQuestion : public QWidget {
    Q_OBJECT
public:
    static constexpr int kOptions = 3;

    explicit LessonQuestion(const LessonType* type, QWidget* parent = nullptr);

    /// Another step's question; `answer`: what was chosen before.
    void show(const LessonTexts& texts, const std::optional<int>& answer);
    /// Whether the chart has something to show: after a run. Before, only a hint is seen, as a
    /// question's words tell where the curve goes.
    void setAnswerable(bool answerable);
    /// Empty and hidden until an option was checked.
    [[nodiscard]] const QLabel* explanation() const { return m_explanation; }
    void setLettersShown(bool shown);

Q_SIGNALS:
    /// The learner had an option checked.
    void answered(int option);
    void lettersRequested(bool shown);

private:
    void applyType();
    void check();
    void explain(int option);
    void clearMarks();

    const LessonType* m_type;
    LessonTexts m_texts;
    QLabel* m_question;
    QLabel* m_hint;
    std::array<LessonOption*, kOptions> m_options{};
    QPushButton* m_check;
    QPushButton* m_letters;
    QLabel* m_explanation;
    FlowLayout* m_buttons = nullptr;
    QWidget* m_buttonRow = nullptr;
};

}  // namespace stowage
