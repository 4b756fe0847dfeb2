// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_session.h"

#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/host_memory.h"
#include "engine/device/this_machine.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/load/report/load_events.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_plan.h"
#include "widgets/charts/chart_curves.h"
#include "widgets/lesson/lesson_files.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QFile>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

/// Whose texts these are, for the catalogues.
struct PreparationTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonSession)
};

DeviceInfo hostOf(LessonSetup::Kind kind) {
    if (kind == LessonSetup::Kind::DryRun) {
        DeviceInfo host;
        host.id = DeviceId::cpu();
        host.name = "CPU";
        return host;
    }
    return describeHost(readHostMemory());
}

/// What a step of the lesson plans on: the setup's GPU, this machine's memory, a disk. A dry run
/// has a host without a limit, as it is for models larger than the machine.
std::vector<DeviceInfo> lessonDevices(const LessonSetup& setup) {
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = "Disk";
    return {setup.gpu, hostOf(setup.kind), disk};
}

MemoryBudget budgetOf(DeviceId device, double bytes) {
    return {device, std::floor(bytes), {}, false};
}

/// How far the parts are from thirds, the worst of them; nothing where a device gets none.
std::optional<double> distanceFromThirds(const PlacementPlan& plan, double weights) {
    double worst = 0;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.weights <= 0) {
            return std::nullopt;
        }
        worst = std::max(worst, std::abs(placement.weights / weights - 1.0 / 3));
    }
    return worst;
}

/// The planner keeps room for the largest layer on GPU and CPU as long as something lies beyond
/// them, so that a limit of a third would get less: several limits are tried.
Result<std::shared_ptr<const PlacementPlan>> planInThirds(PlacementRequest request,
                                                          const std::stop_token& stop) {
    const auto weights = static_cast<double>(request.tree->totalBytes());
    const DeviceInfo& gpu = request.devices.front();
    const double most = gpu.freeBytes() ? static_cast<double>(*gpu.freeBytes()) : weights;
    constexpr std::array kMore{0.0, 0.12, 0.24};  // of the weights: up to the largest layer
    request.budgetsAreDefaults = false;
    std::shared_ptr<const PlacementPlan> best;
    double leastDistance = 1;
    for (const double onGpu : kMore) {
        for (const double onCpu : kMore) {
            request.budgets = {budgetOf(gpu.id, std::min(most, (1.0 / 3 + onGpu) * weights)),
                               budgetOf(DeviceId::cpu(), (1.0 / 3 + onCpu) * weights)};
            auto plan = place(request, stop);
            STOWAGE_TRY(plan);
            const auto distance = distanceFromThirds(**plan, weights);
            if (distance && *distance < leastDistance) {
                leastDistance = *distance;
                best = *plan;
            }
        }
    }
    if (best == nullptr) {
        return fail(
            ErrorCode::InvalidPlan,
            PreparationTexts::tr("No part of the model fits on %1, which has %2 of free memory; "
                                 "choose a larger GPU for this step.")
                .arg(translated(deviceLabel(gpu.id)), QString::fromStdString(formatSize(most)))
                .toStdString());
    }
    return best;
}

QString gib(std::uint64_t bytes) {
    return QString::fromStdString(formatGiB(static_cast<double>(bytes))) + QStringLiteral(" GiB");
}

/// What the method needs of the GPU, and what would help in the lesson, where nobody can move
/// layers.
Message gpuRefusal(const LoadSchedule& schedule, DeviceId gpu) {
    std::optional<std::uint64_t> free;
    for (const DevicePlacement& placement : schedule.plan->placements) {
        if (placement.device.id == gpu && placement.device.freeBytes()) {
            free = *placement.device.freeBytes();
        }
    }
    const QString form =
        free
            ? PreparationTexts::tr("Loading with “%1” needs %2 of memory on %3, which has %4 free.")
            : PreparationTexts::tr(
                  "Loading with “%1” needs %2 of memory on %3, which has less memory free.");
    QString needs =
        form.arg(QString::fromUtf8(loadMethodName(schedule.method)),
                 gib(schedule.prediction->peaks.at(gpu).reserved), translated(deviceLabel(gpu)));
    if (free) {
        needs = needs.arg(gib(*free));
    }
    const auto other = nearestWorkingMethod(schedule, std::nullopt);
    const QString wayOut =
        other ? PreparationTexts::tr(
                    "Choose a larger GPU or a smaller model above; the load method “%1” fits "
                    "without such a change.")
                    .arg(QString::fromUtf8(loadMethodName(*other)))
              : PreparationTexts::tr(
                    "Choose a larger GPU or a smaller model above, or go to step 9, which uses the "
                    "CPU and the disk as well.");
    return joinedSentences({needs, wayOut}).toStdString();
}

/// preflightOf(), with words of the lesson where the GPU has no room: what would help here.
MethodPreflight lessonPreflight(const LoadSchedule& schedule, LessonStep step) {
    MethodPreflight preflight = preflightOf(schedule);
    if (step == LessonStep::SeveralDevices || schedule.prediction->shortages.empty()) {
        return preflight;
    }
    preflight.refusal = gpuRefusal(schedule, schedule.prediction->shortages.front().device);
    for (const PlanIssue& issue : loadObjections(schedule)) {
        if (!issue.device || !issue.device->isGpu()) {
            preflight.refusal = joined({preflight.refusal, issue.text}, " ");
        }
    }
    return preflight;
}

/// Plans and schedules a step over a checkpoint, real or described; for a step that loads.
/// Errors: those of buildModuleTree(), lessonPlan(), makeLoadSchedule().
Result<std::shared_ptr<const LoadSchedule>> scheduleLessonStep(
    const LessonScheduling& how, LessonStep step,
    const std::shared_ptr<const Checkpoint>& checkpoint, const std::stop_token& stop) {
    const auto tree = buildModuleTree(*checkpoint);
    STOWAGE_TRY(tree);
    const auto plan = lessonPlan(how.setup, step, *tree, stop);
    STOWAGE_TRY(plan);
    ScheduleOptions options;
    options.method = methodOf(step).value_or(LoadMethod::Streamed);
    // Named but never made: the process that loads makes one of its own beside it.
    options.offloadFolder = how.folder + "/offload";
    options.dryRun = how.setup.kind == LessonSetup::Kind::DryRun;
    options.rates = how.rates;
    options.ramLimit = how.setup.ramLimit;
    options.describedSource = DescribedSource{LessonFileStore(how.folder).existingFolder(),
                                              how.setup.cache == PageCacheState::Warm ? 1.0 : 0.0};
    return makeLoadSchedule(*plan, checkpoint, options);
}

/// The checkpoint that a step loads from, as if its files were there: for predictions.
std::shared_ptr<const Checkpoint> describedLessonFiles(LessonSize size, LessonStep step) {
    const LessonForm form = lessonFormOf(step);
    auto described = describedLessonModel(
        size, form == LessonForm::Shards ? LessonFiles::Shards : LessonFiles::One);
    if (form != LessonForm::PerTensor) {
        return described;
    }
    auto files = std::make_shared<Checkpoint>(*described);
    std::uint32_t file = 0;
    for (StoredTensor& tensor : files->tensors) {
        tensor.location.shard = file++;
        tensor.location.offset = 0;
    }
    return files;
}

/// Free where the files go, with what they take already: they would be used again.
std::uint64_t diskRoom(const LessonFileStore& files, std::uint64_t keptBytes) {
    const auto free = freeSpaceBytes(files.existingFolder());
    return keptBytes + (free ? *free : 0);
}

using State = LessonStepState::State;

/// Why a load that came to its end does not count; "" where it does.
QString objectionTo(const LoadFigures& figures) {
    if (figures.state != LoadEnding::Done) {
        const QString why = figures.why.empty() ? PreparationTexts::tr("The load did not finish.")
                                                : translatedText(figures.why);
        return figures.state != LoadEnding::Failed || figures.stoppedAt.empty()
                   ? why
                   : PreparationTexts::tr("%1 The load was stopped at %2.")
                         .arg(why, translated(figures.stoppedAt));
    }
    if (!figures.verified.value_or(false)) {
        return PreparationTexts::tr("The loaded bytes were not compared with the file.");
    }
    if (!figures.forward) {
        return PreparationTexts::tr("There was no forward pass after the load.");
    }
    if (!figures.forward->agrees.value_or(false)) {
        return figures.forward->why.empty()
                   ? PreparationTexts::tr("The logits of the forward pass were not compared.")
                   : QString::fromStdString(figures.forward->why);
    }
    return {};
}

/// The walk's points on a time axis.
struct DryRunTime {
    std::vector<double> seconds;  ///< by row of the prediction
    bool isKnown = false;         ///< else they stand for bytes
};

DryRunTime timeOf(const PredictedCurves& prediction) {
    DryRunTime time{timesFromRates(prediction), true};
    if (time.seconds.empty()) {
        time = {timesFromBytes(prediction), false};
        for (double& second : time.seconds) {
            second /= kDryRunRate;
        }
    }
    return time;
}

LoadCurves curvesOf(const PredictedCurves& prediction, const DryRunTime& time) {
    LoadCurves curves;
    for (std::size_t row = 0; row < prediction.rows(); ++row) {
        LoadEvent event;
        event.seconds = time.seconds[row];
        for (const auto& [device, columns] : prediction.gpus) {
            event.devices.push_back({device, static_cast<std::uint64_t>(columns.allocated[row]),
                                     static_cast<std::uint64_t>(columns.reserved[row])});
        }
        event.hostAnon = prediction.hostAnon[row];
        event.hostFile = prediction.hostFile[row];
        appendEvent(curves, event);
    }
    return curves;
}

/// Where the phases begin and end on the walk's time: a dry run's own record does not know.
void setPhaseTimes(std::vector<LoadPhase>& phases, const PredictedCurves& prediction,
                   const DryRunTime& time) {
    const auto at = [&](std::size_t phase) {
        const std::size_t row = phase < prediction.phases.size() ? prediction.phases[phase].firstRow
                                                                 : prediction.rows();
        return time.seconds.empty() ? 0.0 : time.seconds[std::min(row, prediction.rows() - 1)];
    };
    for (std::size_t i = 0; i < phases.size(); ++i) {
        phases[i].begin = at(i);
        phases[i].end = std::max(at(i), at(i + 1));
    }
}

Result<LoadRecord> recordOf(const LessonScheduling& how, const LoadReport& report,
                            const LoadSchedule& schedule) {
    LoadRecord record;
    record.source = LoadRecordSource::Comparison;
    record.date = recordDateNow();
    record.modelName = lessonModelName(how.setup.size);
    record.cache = pageCacheStateName(how.setup.cache);
    setPlan(record, *schedule.plan);
    STOWAGE_TRY(setLoadReport(record, report, schedule));
    return record;
}

QString remarkOn(const DryRunTime& time) {
    return time.isKnown ? QString()
                        : PreparationTexts::tr(
                              "This machine has not been measured (stowagectl devices --measure), "
                              "so the time axis shows moved bytes instead of seconds.");
}

LessonPreparation endedWith(LessonOutcome outcome) {
    LessonPreparation preparation;
    preparation.ended = std::move(outcome);
    return preparation;
}

LessonOutcome refusedStep(LessonStep step, const MethodPreflight& preflight) {
    return endedStep(step, State::Refused, translated(preflight.refusal));
}

/// Fills what follows from the files at `model`. Errors end the step.
Result<void> prepareOrder(LessonPreparation& preparation, const LessonTask& task,
                          const std::string& model, const std::stop_token& stop) {
    const auto checkpoint = openCheckpoint(model, stop);
    STOWAGE_TRY(checkpoint);
    auto schedule = scheduleLessonStep(task.how, task.step, *checkpoint, stop);
    STOWAGE_TRY(schedule);
    preparation.schedule = std::move(*schedule);
    auto folder = LessonLoadFolder::make(task.how.folder);
    STOWAGE_TRY(folder);
    preparation.folder = std::move(*folder);
    LoadProcessRequest& order = preparation.order;
    order.plan = preparation.schedule->plan;
    order.model = QString::fromStdString(model);
    order.checkpoint = *checkpoint;
    order.folder = preparation.folder->path();
    order.method = preparation.schedule->method;
    order.cache = task.how.setup.cache;
    order.verify = true;
    order.ramLimit = task.how.setup.ramLimit;
    order.force = isOnlyRamLimitExceeded(*preparation.schedule);
    order.forward = {1, 2, 3};  // the prompt of the lesson's forward pass
    order.reference =
        QString::fromStdString(LessonFileStore(task.how.folder).referencePath(task.how.setup.size));
    return requireOneKindOfGpu(*order.plan);
}

}  // namespace

Result<std::shared_ptr<const PlacementPlan>> lessonPlan(const LessonSetup& setup, LessonStep step,
                                                        std::shared_ptr<const ModuleTree> tree,
                                                        const std::stop_token& stop) {
    PlacementRequest request;
    request.tree = std::move(tree);
    request.devices = lessonDevices(setup);
    if (step == LessonStep::SeveralDevices) {
        return planInThirds(std::move(request), stop);
    }
    // All of it on the GPU, as the step's text and code have it: where it has no room, the step is
    // refused instead of spilling to the CPU.
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", setup.gpu.id}});
    return place(request, stop);
}

PredictedStep predictStep(const LessonScheduling& how, LessonStep step,
                          const std::stop_token& stop) {
    PredictedStep predicted;
    predicted.step = step;
    const auto method = methodOf(step);
    if (!method) {
        return predicted;
    }
    if (step != LessonStep::SeveralDevices) {
        predicted.published = publishedFigures(*method, how.setup.size);
    }
    predicted.preflight.method = *method;
    const auto schedule =
        scheduleLessonStep(how, step, describedLessonFiles(how.setup.size, step), stop);
    if (!schedule) {
        predicted.preflight.refusal = schedule.error().message;
        return predicted;
    }
    predicted.schedule = *schedule;
    predicted.preflight = lessonPreflight(**schedule, step);
    if (how.setup.cache == PageCacheState::AsIs) {
        predicted.preflight.seconds.reset();  // it depends on what the cache happens to hold
    }
    return predicted;
}

LessonMachineCheck checkLessonMachine(LessonScheduling how, LessonSizeChoice choice,
                                      const std::stop_token& stop) {
    const LessonFileStore files(how.folder);
    LessonMachineCheck found;
    found.keptBytes = files.keptBytes();
    const LessonRoom room{hostBudgetBytes(readHostMemory()).value_or(0),
                          diskRoom(files, found.keptBytes)};
    found.offers = lessonOffers(how.setup.gpu, room);
    if (choice == LessonSizeChoice::Propose) {
        how.setup.size = proposedSize(found.offers).value_or(how.setup.size);
    }
    found.setup = how.setup;
    found.isModelThere = files.find(how.setup.size, LessonForm::Whole).has_value();
    for (const LessonStep step : allLessonSteps()) {
        if (stop.stop_requested()) {
            break;
        }
        found.steps.push_back(predictStep(how, step, stop));
    }
    return found;
}

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
                     translated(error.message));
}

LessonOutcome judgeLoad(LessonStep step, LessonSize size, LoadRecord record,
                        std::shared_ptr<const LoadSchedule> schedule) {
    const QString objection = objectionTo(record.figures);
    if (record.figures.state == LoadEnding::Refused) {
        return endedStep(step, State::Refused, objection);
    }
    LessonOutcome outcome =
        endedStep(step, objection.isEmpty() ? State::Done : State::Failed, objection);
    const LoadFigures& figures = record.figures;
    outcome.isWhole = figures.forward || figures.state == LoadEnding::Done ||
                      figures.state == LoadEnding::Differs;
    if (outcome.isWhole) {
        outcome.figures = lessonFigures(record, size);
        outcome.reasons = peakReasons(record, *schedule, outcome.figures);
        outcome.schedule = std::move(schedule);
    }
    // Where the process left no load at all there is nothing to keep.
    if (outcome.isWhole || figures.seconds) {
        outcome.run = std::make_shared<const LoadRecord>(std::move(record));
    }
    return outcome;
}

LessonOutcome dryRunStep(const LessonScheduling& how, LessonStep step,
                         const std::stop_token& stop) {
    PredictedStep predicted = predictStep(how, step, stop);
    if (!methodOf(step)) {
        return endedStep(step, State::Done, {});
    }
    if (!predicted.schedule || !predicted.preflight.refusal.empty()) {
        LessonOutcome refused = refusedStep(step, predicted.preflight);
        refused.predicted = std::move(predicted);
        return refused;
    }
    const auto schedule = predicted.schedule;
    auto record = recordOf(how, dryRunReport(*schedule), *schedule);
    if (!record) {
        return endedStep(step, record.error());
    }
    const PredictedCurves prediction = predictedCurves(schedule);
    const DryRunTime time = timeOf(prediction);
    record->curves = curvesOf(prediction, time);
    setPhaseTimes(record->figures.phases, prediction, time);
    LessonOutcome outcome = endedStep(step, State::Done, remarkOn(time));
    outcome.predicted = std::move(predicted);
    outcome.isWhole = true;
    outcome.figures = lessonFigures(*record, how.setup.size);
    outcome.reasons = peakReasons(*record, *schedule, outcome.figures);
    if (!time.isKnown) {
        for (PeakReason& reason : outcome.reasons) {
            reason.seconds.reset();  // of an axis that counts bytes
        }
    }
    outcome.schedule = schedule;
    outcome.run = std::make_shared<const LoadRecord>(std::move(*record));
    return outcome;
}

LessonPreparation prepareStep(const LessonTask& task, const std::stop_token& stop,
                              const ProgressSink& progress) {
    if (task.how.setup.kind == LessonSetup::Kind::DryRun) {
        return endedWith(dryRunStep(task.how, task.step, stop));
    }
    PredictedStep predicted = predictStep(task.how, task.step, stop);
    const bool diesAtLimit =
        predicted.schedule != nullptr && isOnlyRamLimitExceeded(*predicted.schedule);
    if (!predicted.preflight.refusal.empty() && !diesAtLimit) {
        LessonOutcome refused = refusedStep(task.step, predicted.preflight);
        refused.predicted = std::move(predicted);
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
    preparation.predicted = std::move(predicted);
    return preparation;
}

}  // namespace stowage
