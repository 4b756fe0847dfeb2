// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_type.h"
#include "widgets/session/lesson_step_state.h"

#include <QWidget>

#include <array>

class QKeyEvent;
class QLabel;
class QLineEdit;

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

}  // namespace stowage
