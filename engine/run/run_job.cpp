// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_job.h"

#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/forward_estimate.h"
#include "engine/run/models/run_model.h"
#include "engine/run/prefetched_weights.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_replay.h"
#include "engine/run/run_setting.h"
#include "engine/run/stage_channel.h"
#include "engine/run/staged_model.h"
#include "engine/telemetry/memory_sampler.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// The phases of a run on the sampler's clock, and in its progress.
inline constexpr Phrase kPrefillPhase = phrase("prefill");
inline constexpr Phrase kDecodePhase = phrase("decode");

namespace {

double seconds(Timeline::Clock::duration time) {
    return std::chrono::duration<double>(time).count();
}

constexpr double kSampleSeconds = 0.01;

/// Layers that are prefetched: those asked for, or as many as the plan's verdict says that
/// there is room for. With none each module's weights come alone, where a whole layer would fail.
unsigned windowFor(const PlacementPlan& plan, const RunOptions& options) {
    const bool isPlans =
        (!options.executionDevice || *options.executionDevice == plan.executionDevice()) &&
        options.hooks.offloaded == plan.request.hooks.offloaded;
    return isPlans ? offloadWindow(plan, options.window).window.value_or(options.window)
                   : options.window;
}

HookRuling rulingFor(const LoadedModel& model, const RunOptions& options) {
    const PlacementPlan& plan = *model.schedule().plan;
    return ruleHooks(*plan.request.tree, plan.map, options.hooks, options.executionDevice);
}

/// A main device that hooks know of is where offloaded weights are used.
RunOptions withHooks(const LoadedModel& model, RunOptions options) {
    if (options.hooks.mainDevice && rulingFor(model, options).attached) {
        options.executionDevice = options.hooks.mainDevice;
    }
    return options;
}

/// Watches one run: passes, stages, transfers, the peaks of devices and host, progress, and the
/// timeline. transferred() may be called from any thread, the rest from the run's own.
class RunMonitor {
public:
    /// `gate` tells the pauses; `timeline` may be null. All but the first must outlive the monitor.
    RunMonitor(std::vector<RunStage> stages, const LoadBackends& backends, MemorySampler& sampler,
               const PauseGate& gate, Timeline* timeline, const ProgressSink& sink)
        : m_stages(std::move(stages)),
          m_backends(backends),
          m_sampler(sampler),
          m_gate(gate),
          m_timeline(timeline),
          m_throttle(sink) {}

    /// Takes the baselines and starts the clock.
    void start(const RunRequest& request) {
        m_prefillPasses = request.prefillPasses();
        m_baseline = m_sampler.sampleThoroughly().process;
        m_sampler.resetPeaks();
        for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
            device->resetPeaks();
            m_allocatedBefore[device->info().id] = device->statistics().allocated;
        }
        m_progress.itemsTotal = request.passes() * m_stages.size();
        m_begin = Clock::now();
        m_heldBefore = m_gate.heldSeconds();
    }

    void passBegins(std::uint32_t pass, std::size_t tokens) {
        endPass();
        if (pass == 0 || pass == m_prefillPasses) {  // each kind of pass is one phase
            m_progress.phase = pass == 0 ? kPrefillPhase : kDecodePhase;
            if (pass > 0) {
                m_sampler.endPhase();
            }
            m_sampler.beginPhase(m_progress.phase);
        }
        m_pass = pass;
        m_stage = 0;
        m_passBegin = Clock::now();
        m_passes.push_back({tokens, seconds(m_passBegin - m_begin) - held(), 0});
    }

    void entering(const std::string& module) {
        m_stage = stageOf(module);
        m_progress.currentItem = module;
        m_progress.itemsDone = m_pass * m_stages.size() + m_stage;
        m_throttle.report(m_progress);
    }

    void stepped(const ForwardStep& step) {
        // A step holds no pause in itself: the run waits before it.
        const double passed = seconds(m_passBegin - m_begin) - held();
        const std::string& stage = m_stages[m_stage].name;
        if (m_layers.empty() || m_layers.back().pass != m_pass || m_layers.back().module != stage) {
            const bool isFirst = m_layers.empty() || m_layers.back().pass != m_pass;
            // What lies between two modules, as adding what goes round a layer, is the later
            // layer's.
            const double begin = isFirst ? passed + step.begin : m_layers.back().end;
            m_layers.push_back({stage, step.device, m_pass, begin, 0, 0, 0, 0, 0});
        }
        RunLayerFigures& layer = m_layers.back();
        layer.device = step.device;
        layer.end = passed + step.end;
        layer.waitedSeconds += step.transferSeconds;
        layer.bytesMoved += step.bytesMoved;
        layer.computeSeconds = layer.end - layer.begin - layer.waitedSeconds;
        if (m_timeline != nullptr) {
            tell(step, stage);
        }
    }

    void transferred(std::uint64_t pass, std::size_t stage, const WeightTransfer& transfer) {
        const double took = seconds(transfer.end - transfer.begin);
        {
            const std::scoped_lock lock(m_mutex);
            Moved& moved = m_moved[{pass, stage}];
            moved.seconds += took;
            moved.bytes += transfer.bytes;
            const bool isRead = transfer.kind == SpanKind::Disk;
            m_lanes[{transfer.kind, isRead ? DeviceId::disk() : transfer.device}].add(
                seconds(transfer.begin - m_begin), seconds(transfer.end - m_begin));
            // What reaches a GPU comes over its link; what the host takes comes from disk.
            if ((transfer.kind == SpanKind::HostToDevice) == transfer.device.isGpu()) {
                Moved& to = m_movedTo[transfer.device];
                to.seconds += took;
                to.bytes += transfer.bytes;
            }
        }
        if (m_timeline != nullptr) {
            m_timeline->add({transfer.kind, transfer.device, m_stages[stage].name,
                             std::string(transfer.tensor), static_cast<std::uint32_t>(pass),
                             transfer.bytes, m_timeline->secondsAt(transfer.begin),
                             m_timeline->secondsAt(transfer.end)});
        }
    }

    /// The module that runs, or ran last.
    [[nodiscard]] const std::string& module() const { return m_progress.currentItem; }

    /// The run itself is over: its seconds, passes, layers and peaks. Before its memory goes.
    void finish(RunReport& report) {
        report.beganAt = seconds(m_begin.time_since_epoch());
        report.seconds = elapsed();
        report.pausedSeconds = held();
        endPass();
        m_sampler.sampleNow();
        m_sampler.endPhase();
        const MemorySampler::Peaks peaks = m_sampler.peaks();
        report.hostBaseline = m_baseline;
        report.hostPeak = peaks.process;
        report.samples = peaks.samples;
        report.passes = m_passes;
        const std::scoped_lock lock(m_mutex);
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            const auto stage =
                std::ranges::find(m_stages, m_layers[i].module, &RunStage::name) - m_stages.begin();
            const auto moved = m_moved.find({m_layers[i].pass, static_cast<std::size_t>(stage)});
            m_layers[i].transferSeconds = moved != m_moved.end() ? moved->second.seconds : 0;
            report.bytesMoved += m_layers[i].bytesMoved;
        }
        report.layers = m_layers;
        for (const auto& [lane, covered] : m_lanes) {
            report.transfers.push_back({lane.first, lane.second, covered.seconds()});
        }
        std::ranges::stable_partition(report.transfers, [](const TransferFigures& moved) {
            return moved.kind == SpanKind::Disk;
        });
        for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
            DeviceRunFigures figures = figuresOf(*device);
            if (const auto moved = m_movedTo.find(figures.device); moved != m_movedTo.end()) {
                figures.transferSeconds = moved->second.seconds;
                figures.bytesIn = moved->second.bytes;
            }
            report.devices.push_back(std::move(figures));
        }
        m_progress.itemsDone = report.stopped ? m_progress.itemsDone : m_progress.itemsTotal;
        m_throttle.reportFinal(m_progress);
    }

    /// What devices hold once everything of the run is given back.
    void finishDevices(RunReport& report) const {
        for (DeviceRunFigures& figures : report.devices) {
            const AllocatorStatistics statistics = m_backends.find(figures.device)->statistics();
            figures.finalAllocated = statistics.allocated;
            figures.finalReserved = statistics.reserved;
        }
    }

private:
    using Clock = Timeline::Clock;
    struct Moved {
        double seconds = 0;
        std::uint64_t bytes = 0;
    };

    /// Since the run began, without pauses.
    [[nodiscard]] double elapsed() const { return seconds(Clock::now() - m_begin) - held(); }

    [[nodiscard]] double held() const { return m_gate.heldSeconds() - m_heldBefore; }
    /// Modules come in the order of the stages. A table that is used once more at the end, as a
    /// tied head is, belongs to the stage that runs then.
    [[nodiscard]] std::size_t stageOf(const std::string& module) {
        const auto known = m_stageOf.find(module);
        if (known != m_stageOf.end()) {
            return std::max(known->second, m_stage);
        }
        const std::size_t stage = stageWith(m_stages, module).value_or(m_stage);
        m_stageOf.emplace(module, stage);
        return std::max(stage, m_stage);
    }

    void endPass() {
        if (!m_passes.empty()) {
            m_passes.back().end = elapsed();
        }
    }

    void tell(const ForwardStep& step, const std::string& stage) {
        const double origin = m_timeline->secondsAt(m_passBegin);
        TimelineSpan span{SpanKind::Wait,
                          step.device,
                          stage,
                          step.module,
                          m_pass,
                          step.bytesMoved,
                          origin + step.begin,
                          origin + step.begin + step.transferSeconds};
        if (step.transferSeconds > 0) {
            m_timeline->add(span);
        }
        span.kind = SpanKind::Compute;
        span.bytes = 0;
        span.begin = span.end;
        span.end = origin + step.end;
        m_timeline->add(std::move(span));
    }

    [[nodiscard]] DeviceRunFigures figuresOf(DeviceMemory& device) const {
        const DeviceInfo& info = device.info();
        DeviceRunFigures figures;
        figures.device = info.id;
        figures.simulated = info.simulated;
        figures.capacity = info.capacity;
        figures.context = info.context;
        figures.usedByOthers = info.usedByOthers;
        if (const auto before = m_allocatedBefore.find(info.id);
            before != m_allocatedBefore.end()) {
            figures.allocatedBefore = before->second;
        }
        const AllocatorStatistics statistics = device.statistics();
        figures.peakAllocated = statistics.peakAllocated;
        figures.peakReserved = statistics.peakReserved;
        for (const RunLayerFigures& layer : m_layers) {
            figures.computeSeconds += layer.device == info.id ? layer.computeSeconds : 0;
        }
        return figures;
    }

    std::vector<RunStage> m_stages;
    const LoadBackends& m_backends;
    MemorySampler& m_sampler;
    const PauseGate& m_gate;
    Timeline* m_timeline;
    ProgressThrottle m_throttle;
    Progress m_progress;
    std::unordered_map<std::string, std::size_t> m_stageOf;  ///< by module, as they come
    Clock::time_point m_begin;
    double m_heldBefore = 0;  ///< by the gate, when it began
    Clock::time_point m_passBegin;
    std::uint64_t m_prefillPasses = 1;
    std::uint32_t m_pass = 0;
    std::size_t m_stage = 0;
    std::vector<RunPassFigures> m_passes;
    std::vector<RunLayerFigures> m_layers;
    ProcessMemory m_baseline;
    std::map<DeviceId, std::uint64_t> m_allocatedBefore;

    std::mutex m_mutex;                                              ///< guards what is below
    std::map<std::pair<std::uint64_t, std::size_t>, Moved> m_moved;  ///< by pass and stage
    std::map<DeviceId, Moved> m_movedTo;
    std::map<std::pair<SpanKind, DeviceId>, CoveredTime> m_lanes;  ///< seconds since the start
};

/// One run, from its weights to its report.
class RunJob {
public:
    RunJob(const LoadedModel& model, const LoadBackends& backends, const RunOptions& options,
           const PauseGate& gate, std::stop_token stop, const ProgressSink& progress)
        : m_model(model),
          m_backends(backends),
          m_options(withHooks(model, options)),
          m_gate(gate),
          m_stop(std::move(stop)),
          m_progress(progress),
          m_sampler(options.sampler ? options.sampler
                                    : std::make_shared<MemorySampler>(kSampleSeconds)) {}

    RunReport run() {
        m_report = reportOf(m_options.request);
        m_report.window = windowFor(*m_model.schedule().plan, m_options);
        // One core is left to what brings weights in.
        m_report.threads = m_options.threads > 0 ? m_options.threads : usualComputeThreads();
        const auto compute =
            m_options.compute ? Result<std::shared_ptr<Compute>>(m_options.compute) : openCompute();
        if (Result<void> done = compute ? runWith(**compute) : compute.unexpected(); !done) {
            m_report.stopped = done.error();
        }
        if (m_monitor) {
            m_monitor->finishDevices(m_report);  // everything is given back
        }
        return std::move(m_report);
    }

private:
    Result<void> runWith(Compute& compute) {
        STOWAGE_TRY(checkWeights(m_model));
        const ComputeThreads threads(compute, m_report.threads);
        const ComputeSession session(compute);
        if (!m_options.sampler) {
            m_sampler->setDevices(m_backends.devices);
        }
        LoadedWeights weights(m_model, m_backends, compute, m_options.executionDevice,
                              m_options.hooks.offloaded);
        m_report.executionDevice = weights.execution();
        m_report.hooks = m_options.hooks;
        m_report.hookRuling = rulingFor(m_model, m_options);
        STOWAGE_TRY(checkSkipKeys(m_options.hooks.skipKeys, m_report.hookRuling.computingDevices));
        const StagedRun* const staged = m_options.staged.get();
        const auto model = staged != nullptr ? stagedModelOf(*staged, weights, m_options.configText)
                                             : runModelOf(*m_model.schedule().checkpoint, weights,
                                                          m_options.configText);
        STOWAGE_TRY(model);
        STOWAGE_TRY(checkRequest((*model)->traits(), m_options.request));
        m_report.family = (*model)->traits().family;
        m_report.givesLogits = (*model)->traits().givesLogits;
        m_report.decoderTokens = m_options.request.decoderTokensFor((*model)->traits());
        m_report.counted = (*model)->traits().counted;
        m_report.input = (*model)->traits().input;
        if (staged == nullptr) {  // else a pass waits for other processes, and cannot be replayed
            m_report.window = fittingWindow(**model);
            const RunSetting setting = runSetting();
            m_report.predicted = prediction(**model, setting);
            m_report.unused = unusedParameters(setting, (*model)->stages());
        }
        m_monitor.emplace((*model)->stages(), m_backends, *m_sampler, m_gate,
                          m_options.timeline.get(), m_progress);
        m_monitor->start(m_options.request);
        return passThrough(**model, weights, compute, *m_monitor);
    }

    /// As many of the units that were asked for as there is room for beside what this run computes
    /// and keeps.
    [[nodiscard]] unsigned fittingWindow(const RunModel& model) const {
        RunSetting setting = runSetting();
        setting.window = m_options.window;
        const bool travels = std::ranges::any_of(setting.tensors, [&](const RunTensor& tensor) {
            return !tensor.device.isGpu() && tensor.device != setting.offloadedRunsOn(tensor.name);
        });
        const auto fits = [&](const ReplayedDevice& device) {
            const DeviceInfo* const info = setting.find(device.device);
            const auto free = info == nullptr ? std::nullopt : info->freeBytes();
            return !device.device.isGpu() || !free || device.peakReserved <= *free;
        };
        for (; travels && setting.window > 0; --setting.window) {
            const auto replayed = replayRun(model, setting, m_options.request, m_stop);
            if (!replayed) {
                return m_report.window;
            }
            if (std::ranges::all_of(*replayed, fits)) {
                break;
            }
        }
        return travels ? setting.window : m_report.window;
    }

    /// What it should take; nothing where that cannot be told.
    [[nodiscard]] std::optional<RunPrediction> prediction(const RunModel& model,
                                                          const RunSetting& setting) const {
        auto predicted = predictRun(model, setting, m_options.request);
        return predicted ? std::optional(std::move(*predicted)) : std::nullopt;
    }

    [[nodiscard]] RunSetting runSetting() const {
        RunSetting setting = runSettingOf(m_model.schedule(), m_backends);
        setting.executionDevice = m_report.executionDevice;
        setting.offloaded = m_options.hooks.offloaded;
        setting.offloadBuffers = m_options.offloadBuffers;
        setting.window = m_report.window;
        setting.threads = m_report.threads;
        setting.rates = m_options.rates;
        setting.preload = m_report.hookRuling.groups;
        return setting;
    }

    /// What it borrowed and kept is given back when it returns, but the buffers that stay.
    Result<void> passThrough(const RunModel& model, LoadedWeights& weights, Compute& compute,
                             RunMonitor& monitor) {
        if (!m_options.offloadBuffers) {
            STOWAGE_TRY(weights.keepBuffers(m_stop));
        }
        PrefetchOptions ahead{m_report.window, m_options.request.passes(), model.traits().onDemand,
                              m_report.hookRuling.groups};
        ahead.transferred = [&monitor](std::uint64_t pass, std::size_t stage,
                                       const WeightTransfer& transfer) {
            monitor.transferred(pass, stage, transfer);
        };
        weights.lockForCard(m_options.request.passes(), m_stop);
        PrefetchedWeights source(weights, model.stages(), std::move(ahead));
        Result<RunOutcome> outcome =
            runModel(model, m_options.request, source, compute, m_stop, {}, environment(monitor));
        if (outcome && m_options.staged != nullptr) {
            const Result<void> sent = m_options.staged->channel->finish();
            outcome = sent ? std::move(outcome) : Result<RunOutcome>(sent.unexpected());
        }
        if (const Result<void> whole = checkWeights(m_model); outcome && !whole) {
            outcome = whole.unexpected();
        }
        Result<void> done = outcome ? Result<void>() : told(outcome.error(), monitor);
        if (outcome) {
            m_report.numbers = std::move(outcome->numbers);
            if (!nanNote(m_report).empty()) {
                m_report.nanWeights = weightsWithNan(m_model, m_stop);
            }
        }
        m_report.prefetch = source.figures();
        monitor.finish(m_report);
        return done;
    }

    RunEnvironment environment(RunMonitor& monitor) {
        RunEnvironment around;
        around.devices = &m_backends;
        around.gate = &m_gate;
        around.passBegins = [&](std::uint32_t pass, std::size_t tokens) {
            monitor.passBegins(pass, tokens);
        };
        around.entering = [&](const std::string& module) { monitor.entering(module); };
        around.stepped = [&](const ForwardStep& step) { monitor.stepped(step); };
        around.chosen = [this](std::span<const std::int64_t> tokens) {
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                m_report.sequences[i].generated.push_back(tokens[i]);
            }
            if (m_options.chosen) {
                m_options.chosen(tokens.front());
            }
        };
        if (m_options.staged != nullptr) {
            shareTokens(m_options.staged->stage, *m_options.staged->channel, around);
        }
        return around;
    }

    /// The last stage chooses, the others are told.
    static void shareTokens(const PipelineStage& stage, StageChannel& channel,
                            RunEnvironment& around) {
        if (!stage.isLast()) {
            around.askTokens = [&channel, last = stage.count - 1](std::span<std::int64_t> tokens) {
                return channel.receiveNumbers(tokens, last);
            };
            return;
        }
        around.tellTokens = [&channel,
                             stage](std::span<const std::int64_t> tokens) -> Result<void> {
            for (int other = 0; other < stage.number; ++other) {
                STOWAGE_TRY(channel.sendNumbers(tokens, other));
            }
            return {};
        };
    }

    /// A device that runs out: where, and what to change.
    Result<void> told(Error error, const RunMonitor& monitor) {
        m_report.stoppedAt = monitor.module();
        m_report.stopped = error;
        if (error.code == ErrorCode::DeviceOutOfMemory) {
            error.message = joined({say("At %1: %2", monitor.module(), error.message),
                                    say("A shorter prompt needs less memory.")},
                                   " ");
        }
        return Unexpected{std::move(error)};
    }

    const LoadedModel& m_model;
    const LoadBackends& m_backends;
    RunOptions m_options;
    const PauseGate& m_gate;
    std::stop_token m_stop;
    const ProgressSink& m_progress;
    std::shared_ptr<MemorySampler> m_sampler;
    std::optional<RunMonitor> m_monitor;
    RunReport m_report;
};

}  // namespace

RunReport runLoaded(const LoadedModel& model, const LoadBackends& backends,
                    const RunOptions& options, const PauseGate& gate, std::stop_token stop,
                    const ProgressSink& progress) {
    try {
        return RunJob(model, backends, options, gate, std::move(stop), progress).run();
    } catch (const std::exception& failure) {
        RunReport report = reportOf(options.request);
        report.stopped = makeError(ErrorCode::OutOfMemory,
                                   say("The run could not continue: %1", failure.what()));
        return report;
    }
}

}  // namespace stowage
