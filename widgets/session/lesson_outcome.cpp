// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_outcome.h"

#include <QCoreApplication>

#include <utility>

namespace stowage {
namespace {

using State = LessonStepState::State;

QString translate(const char* text) {
    return QCoreApplication::translate("stowage::LessonSession", text);
}

/// Why a load that came to its end does not count; "" where it does.
QString objectionTo(const RunFigures& figures) {
    if (figures.state != RunState::Done) {
        const QString why = figures.why.empty() ? translate("The load did not come to its end.")
                                                : QString::fromStdString(figures.why);
        return figures.state != RunState::Failed || figures.stoppedAt.empty()
                   ? why
                   : translate("%1 It was stopped at %2.")
                         .arg(why, QString::fromStdString(figures.stoppedAt));
    }
    if (!figures.verified.value_or(false)) {
        return translate("The loaded bytes were not compared with the file.");
    }
    if (!figures.forward) {
        return translate("There was no forward pass after the load.");
    }
    if (!figures.forward->agrees.value_or(false)) {
        return figures.forward->why.empty()
                   ? translate("The logits of the forward pass were not compared.")
                   : QString::fromStdString(figures.forward->why);
    }
    return {};
}

}  // namespace

std::string lessonModelName(LessonSize size) {
    return std::string(lessonArchitecture(size));
}

LessonOutcome endedStep(LessonStep step, State state, const QString& sentence) {
    LessonOutcome outcome;
    outcome.step = step;
    outcome.state = state;
    outcome.sentence = sentence;
    return outcome;
}

LessonOutcome endedStep(LessonStep step, const Error& error) {
    if (error.code == ErrorCode::Cancelled) {
        return endedStep(step, State::Cancelled, {});
    }
    // No room on the disk is known before anything is read, as what the pre-flight says.
    return endedStep(step, error.code == ErrorCode::DiskFull ? State::Refused : State::Failed,
                     QString::fromStdString(error.message));
}

LessonOutcome judgeRun(LessonStep step, LessonSize size, RunRecord record,
                       std::shared_ptr<const LoadSchedule> schedule) {
    const QString objection = objectionTo(record.figures);
    if (record.figures.state == RunState::Refused) {
        return endedStep(step, State::Refused, objection);
    }
    LessonOutcome outcome =
        endedStep(step, objection.isEmpty() ? State::Done : State::Failed, objection);
    const RunFigures& figures = record.figures;
    outcome.isWhole =
        figures.forward || figures.state == RunState::Done || figures.state == RunState::Differs;
    if (outcome.isWhole) {
        outcome.figures = lessonFigures(record, size);
        outcome.reasons = peakReasons(record, *schedule, outcome.figures);
        outcome.schedule = std::move(schedule);
    }
    // Where the process left no load at all there is nothing to keep.
    if (outcome.isWhole || figures.seconds) {
        outcome.run = std::make_shared<const RunRecord>(std::move(record));
    }
    return outcome;
}

}  // namespace stowage
