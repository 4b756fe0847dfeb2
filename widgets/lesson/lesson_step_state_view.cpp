// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of a step shows of the session: texts, what runs, what was found.
#include "widgets/lesson/lesson_look.h"
#include "widgets/lesson/lesson_question.h"
#include "widgets/lesson/lesson_step_view.h"
#include "widgets/lesson/lesson_words.h"
#include "widgets/models/table_unit.h"
#include "widgets/session/lesson_session.h"
#include "widgets/views/chart_units.h"
#include "widgets/views/widget_style.h"

#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace stowage {
namespace {

using State = LessonStepState::State;

void showText(QLabel* label, const QString& text) {
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

/// The part's share of the whole; nothing where the whole is not known.
std::optional<double> shareOf(const Progress& progress) {
    return progress.bytesTotal == 0 ? std::nullopt
                                    : std::optional(static_cast<double>(progress.bytesDone) /
                                                    static_cast<double>(progress.bytesTotal));
}

/// A neighbour's button: never wider than half of a narrow page.
QString shortTitle(LessonStep step) {
    return lessonStepNumbered(step).simplified();
}

}  // namespace

void LessonStepView::applyType() {
    m_title->setFont(m_type->font(LessonText::Title));
    m_number->setFont(m_type->font(LessonText::Caption));
    for (QLabel* label : {m_body, m_guessResult, m_result, m_sentence}) {
        label->setFont(m_type->font(LessonText::Body));
    }
    m_fact->setFont(m_type->font(LessonText::Body, true));
    m_whyTitle->setFont(m_type->font(LessonText::Body, true));
    for (QLabel* label : {m_guess, m_status, m_phases, m_forward, m_reasons}) {
        label->setFont(m_type->font(LessonText::Table));
    }
    for (QWidget* widget : {static_cast<QWidget*>(m_predict), static_cast<QWidget*>(m_snap),
                            static_cast<QWidget*>(m_run), static_cast<QWidget*>(m_stepThrough),
                            static_cast<QWidget*>(m_cancel), static_cast<QWidget*>(m_previous),
                            static_cast<QWidget*>(m_next), static_cast<QWidget*>(m_copyCode),
                            static_cast<QWidget*>(m_saveModule)}) {
        widget->setFont(m_type->font(LessonText::Table));
    }
    // As the style sheet writes the button that goes on.
    m_run->setFont(m_type->font(LessonText::Table, true));
    showIndicator(m_snap, m_type->colors());
    updateGeometry();
    refresh();
}

void LessonStepView::refresh() {
    const LessonStepState& state = m_session->step(m_session->current());
    if (m_shown != state.step || m_shownSize != m_session->setup().size) {
        showStep();
    } else if (m_shownAnswer != state.answer) {
        m_shownAnswer = state.answer;  // recalled, or forgotten
        m_question->show(m_texts, state.answer);
    }
    showRun(state);
    showFindings(state);
    showNavigation();
}

void LessonStepView::showStep() {
    const LessonStepState& state = m_session->step(m_session->current());
    const bool another = m_shown != state.step;
    m_shown = state.step;
    m_shownSize = m_session->setup().size;
    m_texts = lessonTexts(state.step, lessonFacts(*m_shownSize));
    m_title->setText(lessonStepHeading(state.step));
    m_number->setText(
        tr("step %1 of %2").arg(lessonStepNumber(state.step)).arg(allLessonSteps().size()));
    m_body->setText(m_texts.body);
    m_code->setLines(lessonCode(state.step));
    m_shownAnswer = state.answer;
    m_question->show(m_texts, state.answer);
    if (another) {
        m_scroll->verticalScrollBar()->setValue(0);
        m_question->setLettersShown(false);
        setPrediction(LessonPrediction::Off);
        Q_EMIT lettersRequested(false);
    }
}

void LessonStepView::showRun(const LessonStepState& state) {
    const bool loads = methodOf(state.step).has_value();
    const bool busy = m_session->isRunning() || m_session->isStepping();
    const bool mine = m_session->running() == state.step;
    const bool isLooked = m_session->files() != LessonSession::Files::Unknown;
    const bool dry = m_session->setup().kind == LessonSetup::Kind::DryRun;
    m_predict->setVisible(loads);
    m_predict->setEnabled(!busy && state.run == nullptr);
    showGuess(state);
    m_run->setText(!loads ? (m_session->files() == LessonSession::Files::Ready
                                 ? tr("Files are ready")
                                 : tr("Make the model's file"))
                   : dry  ? (state.run != nullptr ? tr("Walk again") : tr("Walk through (dry run)"))
                          : (state.run != nullptr ? tr("Run again") : tr("Run")));
    const bool made = !loads && (m_session->files() == LessonSession::Files::Ready || dry);
    m_run->setVisible(!mine && !(dry && !loads));
    m_run->setEnabled(!busy && !made && isLooked);
    m_stepThrough->setVisible(loads && !dry);
    m_stepThrough->setEnabled(!busy && isLooked);
    m_cancel->setVisible(mine);
    if (busy != m_clock.isActive()) {
        busy ? m_clock.start() : m_clock.stop();
    }
    showProgress();
}

void LessonStepView::showGuess(const LessonStepState& state) {
    const bool isPredicting = m_prediction == LessonPrediction::On;
    m_snap->setVisible(isPredicting);
    m_fields->setVisible(isPredicting);
    m_fields->showGuess(state.guess);
    QStringList sentences;
    if (isPredicting) {
        sentences.append(tr("Type the peaks, or drag the markers in the charts. Your guess: %1.")
                             .arg(lessonPeaksText(state.guess)));
    }
    if (state.run == nullptr) {
        sentences.append(lessonAttemptsText(state));
    }
    showText(m_guess, sentences.join(QLatin1Char(' ')).trimmed());
}

void LessonStepView::showProgress() {
    const LessonStepState& state = m_session->step(m_session->current());
    const bool mine = m_session->running() == state.step;
    m_progress->setVisible(mine);
    if (!mine) {
        const auto other = m_session->running();
        showText(m_status, other ? tr("%1 is running.").arg(shortTitle(*other)) : QString());
        return;
    }
    const Progress& progress = m_session->progress();
    const auto share = shareOf(progress);
    constexpr int kParts = 1000;
    m_progress->setRange(0, share ? kParts : 0);
    m_progress->setValue(share ? static_cast<int>(*share * kParts) : 0);
    QStringList parts{QString::fromStdString(progress.phase)};
    if (parts.front().isEmpty()) {
        parts.front() = lessonStateText(state);
    }
    if (share) {
        parts.append(tr("%1 of %2")
                         .arg(sizeText(static_cast<double>(progress.bytesDone)),
                              sizeText(static_cast<double>(progress.bytesTotal))));
    }
    parts.append(formatSeconds(m_session->elapsedSeconds()));
    showText(m_status, parts.join(QStringLiteral(" · ")));
}

void LessonStepView::showFindings(const LessonStepState& state) {
    const Tokens& colors = m_type->colors();
    const bool bad = state.state == State::Failed;
    const bool refused = state.state == State::Refused;
    const bool foretold = state.state == State::NotRun && !state.preflight.refusal.empty();
    const QString fate = state.preflight.isOnlyOverRamLimit ? tr("Would be stopped: %1")
                                                            : tr("Would be refused: %1");
    showText(m_sentence,
             foretold ? fate.arg(QString::fromStdString(state.preflight.refusal)) : state.sentence);
    setTextColor(m_sentence, bad                   ? colors.error
                             : refused || foretold ? colors.warning
                                                   : colors.text);
    // The line with the model's own figures says what the learner is to predict; limits are what
    // the prediction starts from.
    const bool isKnown = state.run != nullptr || !methodOf(state.step);
    showText(m_fact, isKnown ? lessonFact(m_texts, state) : severalDevicesLimits(state));
    showText(m_result, lessonResultText(state, m_session->setup()));
    showText(m_phases, lessonPhasesText(state));
    QString guessed = lessonGuessText(state);
    if (!guessed.isEmpty() && state.guesses.size() > 1) {
        guessed += QLatin1Char('\n') + lessonAttemptsText(state);
    }
    showText(m_guessResult, guessed);
    showText(m_forward, lessonForwardText(state));
    const bool wrong = state.run != nullptr && state.run->figures.forward &&
                       !state.run->figures.forward->why.empty();
    setTextColor(m_forward, wrong ? colors.error : colors.secondaryText);
    setTextColor(m_phases, colors.secondaryText);
    setTextColor(m_status, colors.secondaryText);
    QStringList reasons;
    for (const PeakReason& reason : state.reasons) {
        reasons.append(lessonReasonText(reason));
    }
    showText(m_reasons, reasons.join(QLatin1Char('\n')));
    m_whyTitle->setVisible(!reasons.isEmpty());
    m_question->setAnswerable(isKnown);
}

void LessonStepView::showNavigation() {
    const int index = lessonStepNumber(m_session->current()) - 1;
    const auto steps = allLessonSteps();
    const auto show = [&](QPushButton* button, int at, const QString& name) {
        const bool there = at >= 0 && at < static_cast<int>(steps.size());
        button->setVisible(there);
        if (there) {
            const QString title = shortTitle(steps[static_cast<std::size_t>(at)]);
            button->setText(title);
            button->setAccessibleName(name.arg(title));
        }
    };
    const bool mirrored = isRightToLeft();
    m_previous->setIcon(m_type->theme().icon(mirrored ? QStringLiteral("chevron_right")
                                                      : QStringLiteral("chevron_left")));
    m_next->setIcon(m_type->theme().icon(mirrored ? QStringLiteral("chevron_left")
                                                  : QStringLiteral("chevron_right")));
    m_next->setLayoutDirection(mirrored ? Qt::LeftToRight : Qt::RightToLeft);
    show(m_previous, index - 1, tr("Previous step: %1"));
    show(m_next, index + 1, tr("Next step: %1"));
}

}  // namespace stowage
