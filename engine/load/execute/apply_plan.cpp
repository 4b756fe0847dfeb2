// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/apply_plan.h"

#include "engine/load/execute/placed_model.h"
#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_program.h"
#include "engine/load/program/load_schedule.h"

#include <algorithm>
#include <exception>
#include <unordered_map>
#include <utility>

namespace stowage {

namespace {

const std::string& nameOf(const LoadSchedule& schedule, const ScheduledTensor& tensor) {
    return schedule.plan->request.tree->tensor(tensor.tensor).name;
}

/// By tensor of `whole`, its place in the loaded model where it may stay there.
std::vector<std::uint32_t> whatStays(const LoadedModel& loaded, const LoadSchedule& whole) {
    const LoadSchedule& before = loaded.schedule();
    std::unordered_map<std::string, std::uint32_t> places;
    for (std::uint32_t i = 0; i < before.tensors.size(); ++i) {
        places.emplace(nameOf(before, before.tensors[i]), i);
    }
    const bool isSameModel = before.checkpoint == whole.checkpoint;
    std::vector<std::uint32_t> stays(whole.tensors.size(), kNone);
    for (std::uint32_t i = 0; isSameModel && i < stays.size(); ++i) {
        const ScheduledTensor& wanted = whole.tensors[i];
        const auto found = places.find(nameOf(whole, wanted));
        if (found == places.end()) {
            continue;
        }
        const ScheduledTensor& now = before.tensors[found->second];
        const bool isThere = now.device == wanted.device && now.dtype == wanted.dtype &&
                             now.stored == wanted.stored && now.bytes == wanted.bytes;
        stays[i] = isThere ? found->second : kNone;
    }
    return stays;
}

/// The schedule of those alone that do not stay.
std::shared_ptr<LoadSchedule> movesOf(const LoadSchedule& whole,
                                      const std::vector<std::uint32_t>& stays) {
    auto moves = std::make_shared<LoadSchedule>(whole);
    std::vector<std::uint32_t> numbers(whole.tensors.size(), kNone);
    moves->tensors.clear();
    moves->applyOrder.clear();
    moves->reads.clear();
    moves->totalBytes = 0;
    for (std::uint32_t i = 0; i < whole.tensors.size(); ++i) {
        if (stays[i] == kNone) {
            numbers[i] = static_cast<std::uint32_t>(moves->tensors.size());
            moves->tensors.push_back(whole.tensors[i]);
            moves->totalBytes += whole.stored(i).location.length;
        }
    }
    for (const std::uint32_t i : whole.applyOrder) {
        if (numbers[i] != kNone) {
            moves->applyOrder.push_back(numbers[i]);
        }
    }
    for (ReadStep read : whole.reads) {
        if (numbers[read.scheduled] != kNone) {
            read.scheduled = numbers[read.scheduled];
            moves->reads.push_back(read);
        }
    }
    const bool usesDisk = std::ranges::any_of(moves->tensors, [](const ScheduledTensor& tensor) {
        return tensor.device.kind == DeviceKind::Disk;
    });
    if (!usesDisk) {
        moves->offloadFolder.clear();
        moves->removeOffloadFolder = false;
    }
    return moves;
}

/// A loaded model in which some tensors stayed where they were and others were read again.
class ChangedModel : public LoadedModel {
public:
    /// `moved` holds the tensors that do not stay.
    [[nodiscard]] static Result<std::shared_ptr<LoadedModel>> make(
        const PlanChange& change, const LoadedModel& before, const LoadedModel& moved,
        std::shared_ptr<TensorBackend> backend) {
        auto model = std::make_shared<ChangedModel>(change.whole, std::move(backend));
        auto files = std::make_shared<std::vector<std::shared_ptr<const void>>>();
        *files = {before.offloaded(), moved.offloaded()};
        model->m_files = std::move(files);
        std::uint32_t next = 0;
        for (const std::uint32_t place : change.stays) {
            model->m_tensors.push_back(place == kNone ? moved.tensor(next++)
                                                      : before.tensor(place));
        }
        for (const NamedTensor& named : namedTensors(*change.whole)) {
            const LoadedTensor& tensor = model->m_tensors[named.scheduled];
            if (tensor.memory == nullptr) {
                continue;
            }
            STOWAGE_TRY(model->m_set->add(TensorDescription{
                named.name, tensor.signature.dtype, tensor.signature.shape, 0, tensor.memory}));
        }
        return std::shared_ptr<LoadedModel>(std::move(model));
    }

    ChangedModel(std::shared_ptr<const LoadSchedule> schedule,
                 std::shared_ptr<TensorBackend> backend)
        : m_schedule(std::move(schedule)),
          m_backend(std::move(backend)),
          m_set(m_backend->makeTensorSet()) {}

    [[nodiscard]] const TensorSet& tensors() const override { return *m_set; }
    [[nodiscard]] const LoadSchedule& schedule() const override { return *m_schedule; }
    [[nodiscard]] LoadedTensor tensor(std::uint32_t scheduled) const override {
        return m_tensors[scheduled];
    }
    [[nodiscard]] std::shared_ptr<const void> offloaded() const override { return m_files; }

private:
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::shared_ptr<TensorBackend> m_backend;  ///< outlives its tensors
    std::shared_ptr<const void> m_files;
    std::vector<LoadedTensor> m_tensors;
    std::unique_ptr<TensorSet> m_set;
};

}  // namespace

Result<PlanChange> planChange(const LoadedModel& loaded, std::shared_ptr<const PlacementPlan> plan,
                              std::shared_ptr<const DeviceStates> states,
                              const ScheduleOptions& options) {
    ScheduleOptions wanted = options;
    wanted.method = LoadMethod::Streamed;
    // Not into the folder of what stays: its index would forget them.
    wanted.offloadFolder.clear();
    auto whole = makeLoadSchedule(std::move(plan), loaded.schedule().checkpoint, wanted);
    STOWAGE_TRY(whole);
    PlanChange change;
    change.whole = std::move(*whole);
    change.stays = whatStays(loaded, *change.whole);
    change.moves = scheduleWithStates(*movesOf(*change.whole, change.stays), std::move(states));
    return change;
}

LoadOutcome applyChange(const PlanChange& change, const std::shared_ptr<LoadedModel>& loaded,
                        const LoadBackends& backends, const LoadOptions& options,
                        const PauseGate& gate, std::stop_token stop, const ProgressSink& progress) {
    LoadOutcome outcome =
        runLoadJob(change.moves, backends, options, gate, std::move(stop), progress);
    if (outcome.model == nullptr) {
        return outcome;
    }
    try {
        auto model = ChangedModel::make(change, *loaded, *outcome.model, backends.tensors);
        if (model) {
            outcome.model = std::move(*model);
            return outcome;
        }
        outcome.report.stopped = model.error();
    } catch (const std::exception& error) {
        outcome.report.stopped =
            makeError(ErrorCode::OutOfMemory, say("The plan was not applied: %1.", error.what()));
    }
    outcome.model.reset();
    outcome.report.stoppedAt = phrase("assemble the model");
    return outcome;
}

}  // namespace stowage
