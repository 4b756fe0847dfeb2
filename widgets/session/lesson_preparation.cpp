// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_preparation.h"

#include <QFile>

#include <utility>

namespace stowage {
namespace {

using State = LessonStepState::State;

LessonPreparation endedWith(LessonOutcome outcome) {
    LessonPreparation preparation;
    preparation.ended = std::move(outcome);
    return preparation;
}

LessonOutcome refusedStep(LessonStep step, const MethodPreflight& preflight) {
    return endedStep(step, State::Refused, QString::fromStdString(preflight.refusal));
}

/// Fills what follows from the files at `model`. Errors end the step.
Result<void> prepareOrder(LessonPreparation& preparation, const LessonTask& task,
                          const std::string& model, const std::stop_token& stop) {
    const auto checkpoint = openCheckpoint(model, stop);
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    auto schedule = scheduleLessonStep(task.how, task.step, *checkpoint, stop);
    if (!schedule) {
        return schedule.unexpected();
    }
    preparation.schedule = std::move(*schedule);
    auto folder = LessonRunFolder::make(task.how.folder);
    if (!folder) {
        return folder.unexpected();
    }
    preparation.folder = std::move(*folder);
    const QString place = preparation.folder->path();
    ComparisonOrder& order = preparation.order;
    order.plan = preparation.schedule->plan;
    order.model = QString::fromStdString(model);
    order.folder = place;
    order.method = preparation.schedule->method;
    order.cache = task.how.setup.cache;
    order.verify = true;
    order.ramLimit = task.how.setup.ramLimit;
    order.force = isOnlyRamLimitExceeded(*preparation.schedule);
    order.forward = lessonPrompt();
    order.events = place + QStringLiteral("/events.jsonl");
    order.reference =
        QString::fromStdString(LessonFileStore(task.how.folder).referencePath(task.how.setup.size));
    preparation.hasReference = QFile::exists(order.reference);
    return prepareComparison(order);
}

}  // namespace

QString temporaryFolderOf(const LessonPreparation& preparation) {
    return preparation.folder->temporaryFolder();
}

const std::vector<std::int64_t>& lessonPrompt() {
    static const std::vector<std::int64_t> kPrompt{1, 2, 3};
    return kPrompt;
}

QStringList referenceArguments(const ComparisonOrder& order, const QString& file) {
    return {QStringLiteral("reference"),
            QStringLiteral("--json"),
            QStringLiteral("--tokens=") + promptText(order.forward),
            QStringLiteral("--"),
            order.model,
            file};
}

LessonPreparation prepareStep(const LessonTask& task, const std::stop_token& stop,
                              const ProgressSink& progress) {
    if (task.how.setup.kind == LessonSetup::Kind::DryRun) {
        return endedWith(walkStep(task.how, task.step, stop));
    }
    ForeseenStep foreseen = foreseeStep(task.how, task.step, stop);
    const bool diesAtLimit =
        foreseen.schedule != nullptr && isOnlyRamLimitExceeded(*foreseen.schedule);
    if (!foreseen.preflight.refusal.empty() && !diesAtLimit) {
        LessonOutcome refused = refusedStep(task.step, foreseen.preflight);
        refused.foreseen = std::move(foreseen);
        return endedWith(std::move(refused));
    }
    const LessonFileStore files(task.how.folder);
    const auto model = files.make(task.how.setup.size, lessonFormOf(task.step), stop, progress);
    if (!model) {
        return endedWith(endedStep(task.step, model.error()));
    }
    if (!methodOf(task.step)) {
        return endedWith(endedStep(task.step, State::Done, {}));
    }
    LessonPreparation preparation;
    if (const auto done = prepareOrder(preparation, task, *model, stop); !done) {
        return endedWith(endedStep(task.step, done.error()));
    }
    // Writing the files took its time, in which memory may have gone.
    if (const auto preflight = lessonPreflight(*preparation.schedule, task.step);
        !preflight.refusal.empty() && !preparation.order.force) {
        return endedWith(refusedStep(task.step, preflight));
    }
    preparation.foreseen = std::move(foreseen);
    return preparation;
}

}  // namespace stowage
