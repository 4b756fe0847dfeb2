// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_state.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/lesson/lesson_texts.h"

#include <QRadioButton>
#include <QWidget>

#include <array>
#include <optional>

class QKeyEvent;
class QLabel;
class QLineEdit;
class QPushButton;

namespace stowage {

/// What was typed as a peak, bytes: "12.8" and "12,8" are GiB, a unit may follow ("700 MiB").
/// Nothing for an empty text or one that is no size.
[[nodiscard]] std::optional<double> guessFromText(const QString& text);

/// Which of the two peaks that a step has.
enum class LessonPeak { Vram, Ram };

/// The two peaks that the learner predicts, as fields. Return goes on to the field that is still
/// empty, and enters the guess where both are filled.
class LessonGuessFields : public QWidget {
    Q_OBJECT
public:
    explicit LessonGuessFields(const LessonType* type, QWidget* parent = nullptr);

    /// Shows a guess that was made elsewhere; what is being typed stays where it says the same.
    void showGuess(const LessonGuess& guess);
    /// To the first field that says nothing yet.
    void takeFocus();
    /// Takes a digit that was typed somewhere else on the page.
    void takeKey(QKeyEvent* event, LessonPeak peak);

Q_SIGNALS:
    /// The learner typed another guess.
    void guessChanged(const LessonGuess& guess);
    /// The learner is done with it.
    void entered();

private:
    struct Field {
        QLabel* label = nullptr;
        QLineEdit* edit = nullptr;
    };

    void applyType();
    void markErrors();
    void goOn(const QLineEdit* from);
    [[nodiscard]] LessonGuess typed() const;

    const LessonType* m_type;
    std::array<Field, 2> m_fields;  ///< VRAM, RAM
    QLabel* m_unit;
};

/// One answer to a question: a radio button whose text wraps, so that no word is cut at any size
/// of type.
class LessonOption : public QRadioButton {
    Q_OBJECT
public:
    /// What the check said of it.
    enum class Mark { None, Right, Wrong };

    explicit LessonOption(const LessonType* type, QWidget* parent = nullptr);

    void setMark(Mark mark);
    [[nodiscard]] Mark mark() const { return m_mark; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool hitButton(const QPoint& position) const override;

private:
    static constexpr int kPadding = 3;
    [[nodiscard]] int textLeft() const;

    const LessonType* m_type;
    Mark m_mark = Mark::None;
};

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
    void offerWhy(bool offered);

Q_SIGNALS:
    /// The learner had an option checked.
    void answered(int option);
    void lettersRequested(bool shown);
    /// The reasons are to be shown without an answer.
    void whyRequested();

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
    QPushButton* m_why;
    QLabel* m_explanation;
    FlowLayout* m_buttons = nullptr;
    QWidget* m_buttonRow = nullptr;
};

}  // namespace stowage
