// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a load that its worker does before the first byte, and after the last.
#include "widgets/session/load_controller_job.h"

namespace stowage {

void releaseLoad(std::shared_ptr<LoadedModel> model, const LoadBackends& backends) {
    model.reset();
    for (const auto& device : backends.devices) {
        device->emptyCache();
    }
    releaseHostCaches();
}

Error loadCancelledError() {
    return makeError(ErrorCode::Cancelled, "The load was cancelled.");
}

Result<void> LoadController::Job::makeSchedule() {
    ScheduleOptions options;
    options.method = request.method;
    options.offloadFolder = request.offloadFolder;
    options.rates = rates;
    options.ramLimit = request.ramLimit;
    if (loaded != nullptr) {
        auto changed = planChange(*loaded, plan, backends.states(), options);
        if (!changed) {
            return changed.unexpected();
        }
        change = std::move(*changed);
        schedule = change->moves;
        return {};
    }
    auto scheduled = makeLoadSchedule(plan, checkpoint, options);
    if (!scheduled) {
        return scheduled.unexpected();
    }
    schedule = *scheduled;
    return {};
}

LoadOutcome LoadController::Job::carryOut(const LoadOptions& options, const PauseGate& gate,
                                          std::stop_token stop, const ProgressSink& progress) {
    if (!change) {
        return runLoadJob(schedule, backends, options, gate, std::move(stop), progress);
    }
    LoadOutcome outcome =
        applyChange(*change, loaded, backends, options, gate, std::move(stop), progress);
    if (outcome.model != nullptr) {
        loaded.reset();  // here: pages go back at some GB/s
    }
    return outcome;
}

Result<void> LoadController::Job::prepare(const BackendFactory& factory, std::stop_token stop) {
    if (loaded == nullptr) {
        auto made = factory(plan->request.devices);
        if (!made) {
            return made.unexpected();
        }
        backends = std::move(*made);
    }
    if (stop.stop_requested()) {
        return Unexpected{loadCancelledError()};
    }
    if (auto made = makeSchedule(); !made) {
        return made;
    }
    if (request.preflight == PreflightRule::Refuse) {
        refusal = refuseLoad(request, schedule);
    }
    if (refusal && change) {
        refusal->nearest.reset();  // only one way leads from what is loaded
    }
    if (refusal) {
        return fail(ErrorCode::DeviceOutOfMemory, refusal->objections.front().text);
    }
    // Here rather than in the job, so that the run's clock starts when the load does.
    backends.tensors->warmUp();
    if (stop.stop_requested()) {
        return Unexpected{loadCancelledError()};
    }
    before = takeSnapshot(backends.devices);
    return {};
}

}  // namespace stowage
