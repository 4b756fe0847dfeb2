// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_charts.h"
#include "widgets/lesson/lesson_inputs.h"
#include "widgets/lesson/lesson_step_texts.h"
#include "widgets/lesson/lesson_style.h"

#include <QPlainTextEdit>
#include <QTimer>
#include <QWidget>

#include <optional>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace stowage {

class FlowLayout;
class LessonSession;

/// Some lines of Python, all of them in sight: as tall as they are many, in smaller type where they
/// are long; what is longer yet goes on in the next line. What is copied has them as they are.
class LessonCode : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit LessonCode(const LessonType* type, QWidget* parent = nullptr);
    void setLines(const QString& lines);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyType();
    void fit();

    const LessonType* m_type;
};

/// The page of the current step: what happens, the lines of Python, the learner's guess, Run, what
/// was found, the question, and why. Below it the ways to the neighbours.
class LessonStepView : public QWidget {
    Q_OBJECT
public:
    LessonStepView(LessonSession* session, const LessonType* type, QWidget* parent = nullptr);

    [[nodiscard]] LessonGuessMode prediction() const { return m_prediction; }
    /// What the page's own content scrolls in.
    [[nodiscard]] QScrollArea* scroll() const { return m_scroll; }
    [[nodiscard]] LessonQuestion* question() const { return m_question; }
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// A digit that was typed while the learner predicts belongs to a field; false: nobody
    /// predicts.
    bool takeKey(QKeyEvent* event, LessonPeak peak);

Q_SIGNALS:
    /// The file that the lines of Python import is to be saved.
    void saveModuleRequested();
    void predictionChanged(LessonGuessMode prediction);
    void snapChanged(LessonSnap snap);
    /// The letters in the chart shall be highlighted, or no longer.
    void lettersRequested(bool shown);
    /// An explanation of the step's page is to be seen, as soon as the layouts have made room for
    /// it.
    void explained(const QWidget* explanation);

private:
    QWidget* makeContent();
    void makeHead(QVBoxLayout* layout);
    void makeRun(QVBoxLayout* layout);
    void makeFindings(QVBoxLayout* layout);
    QWidget* makeNavigation();
    void connectControls();
    void applyType();
    void refresh();
    void showStep();
    void showRun(const LessonStepState& state);
    void showProgress();
    void showFindings(const LessonStepState& state);
    void showNavigation();
    void setPrediction(LessonGuessMode prediction);
    void showGuess(const LessonStepState& state);
    void go(int by);
    void runStep();

    LessonSession* m_session;
    const LessonType* m_type;
    std::optional<LessonStep> m_shown;
    std::optional<LessonSize> m_shownSize;
    std::optional<int> m_shownAnswer;
    LessonTexts m_texts;
    LessonGuessMode m_prediction = LessonGuessMode::Off;

    QScrollArea* m_scroll = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_number = nullptr;
    QLabel* m_body = nullptr;
    QLabel* m_fact = nullptr;
    LessonCode* m_code = nullptr;
    QPushButton* m_copyCode = nullptr;
    QPushButton* m_saveModule = nullptr;
    QPushButton* m_predict = nullptr;
    LessonGuessFields* m_fields = nullptr;
    QCheckBox* m_snap = nullptr;
    QLabel* m_guess = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_stepThrough = nullptr;
    QPushButton* m_cancel = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_result = nullptr;
    QLabel* m_phases = nullptr;
    QLabel* m_guessResult = nullptr;
    QLabel* m_forward = nullptr;
    LessonQuestion* m_question = nullptr;
    QLabel* m_whyTitle = nullptr;
    QLabel* m_reasons = nullptr;
    QPushButton* m_previous = nullptr;
    QPushButton* m_next = nullptr;
    QTimer m_clock;
};

}  // namespace stowage
