// SPDX-License-Identifier: GPL-3.0-or-later
// One random case: estimated, loaded, run; then with one small segment less.
#include "tests/bench/capacity_trials.h"

#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/device/allocator_model.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/place/place.h"
#include "engine/run/run_job.h"
#include "engine/run/run_setting.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <utility>

namespace stowage::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Peaks {
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
};

/// What a load and a run came to.
struct Attempt {
    bool ranOutOfMemory = false;
    std::string why;
    std::string objection;  ///< for which the load would be refused, were it not forced
    unsigned window = 0;
    std::map<DeviceId, Peaks> peaks;
};

class Trial {
public:
    Trial(CapacityCase what, const TrialMachine& machine) : m_machine(machine) {
        m_trial.what = std::move(what);
        m_capacities = capacitiesOf(m_trial.what.request);
    }

    Result<CapacityTrial> run() {
        STOWAGE_TRY(estimateBoth());
        for (const DeviceEstimate& device : m_trial.replayed->devices) {
            const bool isUsed = device.device.id.isGpu() && device.peakReserved > 0;
            if (isUsed) {
                m_capacities[device.device.id] = device.needed() + device.device.usedByOthers;
                m_used.push_back(device.device.id);
            }
        }
        STOWAGE_TRY(asSmallAsPredicted());
        if (!m_used.empty() && m_trial.failures.empty()) {
            STOWAGE_TRY(withLess());
        }
        return std::move(m_trial);
    }

private:
    using Capacities = std::map<DeviceId, std::uint64_t>;

    static Capacities capacitiesOf(const PlacementRequest& request) {
        Capacities capacities;
        for (const DeviceInfo& device : request.devices) {
            capacities[device.id] = device.capacity.value_or(0);
        }
        return capacities;
    }

    [[nodiscard]] std::vector<DeviceInfo> devicesWith(const Capacities& capacities) const {
        std::vector<DeviceInfo> devices = m_trial.what.request.devices;
        for (DeviceInfo& device : devices) {
            device.capacity = capacities.at(device.id);
        }
        return devices;
    }

    Result<std::shared_ptr<const PlacementPlan>> planWith(const Capacities& capacities) const {
        PlacementRequest request = m_trial.what.request;
        request.devices = devicesWith(capacities);
        return place(request);
    }

    Result<std::shared_ptr<const CapacityEstimate>> estimateWith(const Capacities& capacities,
                                                                 bool byFormula = false) const {
        const auto plan = planWith(capacities);
        STOWAGE_TRY(plan);
        EstimateInput input{*plan, m_trial.what.checkpoint, m_trial.what.workload};
        input.byFormula = byFormula;
        return estimateCapacity(input);
    }

    Result<void> estimateBoth() {
        const Clock::time_point begin = Clock::now();
        auto replayed = estimateWith(m_capacities);
        STOWAGE_TRY(replayed);
        m_trial.replaySeconds = std::chrono::duration<double>(Clock::now() - begin).count();
        m_trial.replayed = std::move(*replayed);
        auto formula = estimateWith(m_capacities, true);
        STOWAGE_TRY(formula);
        m_trial.formula = std::move(*formula);
        if (m_trial.replayed->devices.front().basis != EstimateBasis::Replay) {
            return fail(ErrorCode::Internal, "It was not replayed.");
        }
        if (m_trial.replayed->verdict == Verdict::DoesNotFit) {
            return fail(ErrorCode::Internal, "It fits no machine: " + m_trial.what.text());
        }
        return {};
    }

    void failed(std::string sentence) { m_trial.failures.push_back(std::move(sentence)); }

    [[nodiscard]] unsigned windowOf(const CapacityEstimate& estimate) const {
        return estimate.prefetchWindow.value_or(m_trial.what.request.prefetchWindow);
    }

    /// GPUs that have what the estimate says they need, and no byte more.
    Result<void> asSmallAsPredicted() {
        const auto plan = planWith(m_capacities);
        STOWAGE_TRY(plan);
        const auto again = estimateWith(m_capacities);
        STOWAGE_TRY(again);
        if ((*again)->verdict == Verdict::DoesNotFit) {
            failed("on GPUs of the size that it says, the estimate says no: " +
                   estimateSentence(**again).english());
        }
        if ((*again)->prefetchWindow != m_trial.replayed->prefetchWindow) {
            failed("on GPUs of the size that it says, the estimate takes another window");
        }
        auto attempt = attemptOf(*plan, m_capacities, windowOf(*m_trial.replayed));
        STOWAGE_TRY(attempt);
        m_trial.ranOutOfMemory = attempt->ranOutOfMemory;
        if (!attempt->objection.empty()) {
            failed("refused: " + attempt->objection);
        }
        if (attempt->ranOutOfMemory) {
            failed("out of memory: " + attempt->why);
            return {};
        }
        comparePeaks(*attempt);
        return {};
    }

    void comparePeaks(const Attempt& attempt) {
        m_trial.wasExact = true;
        for (const DeviceEstimate& device : m_trial.replayed->devices) {
            if (!device.device.id.isGpu()) {
                continue;
            }
            const Peaks peaks = attempt.peaks.at(device.device.id);
            const bool isExact =
                peaks.allocated == device.peakAllocated && peaks.reserved == device.peakReserved;
            const bool isBelow =
                peaks.allocated <= device.peakAllocated && peaks.reserved <= device.peakReserved;
            m_trial.wasExact = m_trial.wasExact && isExact;
            if (!isExact && !(m_trial.what.model.isMixture && isBelow)) {
                failed(deviceName(device.device.id) + " allocated " + groupedText(peaks.allocated) +
                       " instead of " + groupedText(device.peakAllocated) + ", reserved " +
                       groupedText(peaks.reserved) + " instead of " +
                       groupedText(device.peakReserved) + ", window " +
                       std::to_string(attempt.window));
            }
        }
    }

    /// One small segment less on one of the GPUs.
    Result<void> withLess() {
        CaseRandom random(m_trial.what.seed + 7);
        CapacityTrial::Less less{m_used[random.below(m_used.size())]};
        Capacities capacities = m_capacities;
        capacities[less.device] -= allocator_rules::kSmallSegment;
        const auto estimate = estimateWith(capacities);
        STOWAGE_TRY(estimate);
        less.saidNo = (*estimate)->verdict == Verdict::DoesNotFit;
        less.tookSmallerWindow =
            !less.saidNo && (*estimate)->prefetchWindow < m_trial.replayed->prefetchWindow;
        if (!less.saidNo && !less.tookSmallerWindow) {
            failed("with one small segment less the estimate still says yes");
        }
        const auto plan = planWith(capacities);
        STOWAGE_TRY(plan);
        const auto forced = attemptOf(*plan, capacities, windowOf(*m_trial.replayed));
        STOWAGE_TRY(forced);
        less.ranOutOfMemory = forced->ranOutOfMemory;
        if (less.tookSmallerWindow && forced->ranOutOfMemory) {
            m_trial.ranOutOfMemory = true;
            failed("out of memory where the estimate takes a smaller window: " + forced->why);
        }
        m_trial.less = less;
        return {};
    }

    [[nodiscard]] RunOptions optionsFor(const PlacementPlan& plan, const RunTraits& traits,
                                        unsigned window) const {
        const Workload& work = m_trial.what.workload;
        RunOptions options;
        options.request.tokens.assign(work.prompt, 0);
        for (std::size_t i = 0; i < options.request.tokens.size(); ++i) {
            options.request.tokens[i] = static_cast<std::int64_t>(i % 90);
        }
        const std::size_t needed = std::min(traits.needed.size(), options.request.tokens.size());
        for (std::size_t i = 0; i < needed; ++i) {
            options.request.tokens[work.prompt - needed + i] = traits.needed[i].token;
        }
        options.request.alongside.assign(work.batch - 1, options.request.tokens);
        options.request.generate = static_cast<std::int64_t>(work.generate);
        options.request.outputs = traits.isGenerative ? Outputs::Last : Outputs::All;
        options.window = window;
        options.executionDevice = plan.request.executionDevice;
        options.hooks = plan.request.hooks;
        options.offloadBuffers = plan.request.constraints.offloadBuffers;
        options.threads = 1;
        options.compute = m_machine.compute;
        return options;
    }

    /// Loads and runs on simulated GPUs of these capacities.
    Result<Attempt> attemptOf(const std::shared_ptr<const PlacementPlan>& plan,
                              const Capacities& capacities, unsigned window) const {
        const auto schedule = makeLoadSchedule(plan, m_trial.what.checkpoint, {});
        STOWAGE_TRY(schedule);
        auto devices = makeDevices(devicesWith(capacities));
        STOWAGE_TRY(devices);
        const LoadBackends backends{std::move(*devices), m_machine.tensors};
        const PauseGate gate;
        Attempt attempt;
        for (const PlanIssue& issue : loadObjections(**schedule)) {
            attempt.objection += issue.text.english() + " ";
        }
        LoadOptions loading;
        loading.sampleIntervalSeconds = 10;
        const LoadOutcome load = runLoadJob(*schedule, backends, loading, gate, {}, {});
        if (load.report.stopped) {
            return stoppedBy(std::move(attempt), *load.report.stopped);
        }
        takePeaks(attempt, backends);
        RunSetting setting = runSettingOf(**schedule);
        const DescribedWeights weights(setting);
        const auto model = runModelOf(*m_trial.what.checkpoint, weights);
        STOWAGE_TRY(model);
        const RunReport report = runLoaded(
            *load.model, backends, optionsFor(*plan, (*model)->traits(), window), gate, {}, {});
        if (report.stopped) {
            return stoppedBy(std::move(attempt), *report.stopped);
        }
        attempt.window = report.window;
        takePeaks(attempt, backends);
        return attempt;
    }

    static Result<Attempt> stoppedBy(Attempt attempt, const Error& error) {
        attempt.ranOutOfMemory = error.code == ErrorCode::DeviceOutOfMemory;
        attempt.why = error.message;
        return attempt.ranOutOfMemory ? Result<Attempt>(std::move(attempt))
                                      : Result<Attempt>(Unexpected{error});
    }

    static void takePeaks(Attempt& attempt, const LoadBackends& backends) {
        for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
            const AllocatorStatistics statistics = device->statistics();
            Peaks& peaks = attempt.peaks[device->info().id];
            peaks.allocated = std::max(peaks.allocated, statistics.peakAllocated);
            peaks.reserved = std::max(peaks.reserved, statistics.peakReserved);
        }
    }

    const TrialMachine& m_machine;
    CapacityTrial m_trial;
    Capacities m_capacities;
    std::vector<DeviceId> m_used;
};

}  // namespace

Result<CapacityTrial> tryCapacity(std::uint64_t seed, const TrialMachine& machine, CasePlan plan) {
    const std::string folder = machine.folder + "/case-" + std::to_string(seed);
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    auto drawn = makeCapacityCase(seed, folder, plan);
    auto trial = drawn ? Trial(*drawn, machine).run() : Result<CapacityTrial>(drawn.unexpected());
    if (!trial) {
        Error error = trial.error();
        error.message =
            (drawn ? drawn->text() : std::string("no case")) + ": " + error.message.english();
        trial = Unexpected{std::move(error)};
    }
    std::filesystem::remove_all(folder, failure);
    return trial;
}

}  // namespace stowage::bench
