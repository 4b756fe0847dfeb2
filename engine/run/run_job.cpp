// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_job.h"

#include "engine/plan/offload_window.h"
#include "engine/run/run_monitor.h"
#include "engine/run/run_setting.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

namespace stowage {

namespace {

constexpr double kSampleSeconds = 0.01;

unsigned threadsFor(const RunOptions& options) {
    const unsigned cores = std::max(std::thread::hardware_concurrency(), 1U);
    return options.threads > 0 ? options.threads : std::max(cores - 1, 1U);
}

/// Sets how many threads compute for as long as a run lasts: one core is left to what brings
/// weights in.
class ComputeThreads {
public:
    ComputeThreads(Compute& compute, unsigned threads)
        : m_compute(compute), m_before(compute.threads()) {
        m_compute.setThreads(threads);
    }
    ~ComputeThreads() { m_compute.setThreads(m_before); }
    ComputeThreads(const ComputeThreads&) = delete;
    ComputeThreads& operator=(const ComputeThreads&) = delete;

private:
    Compute& m_compute;
    unsigned m_before;
};

/// Layers that are brought in ahead: those asked for, or as many as the plan's verdict says that
/// there is room for. With none each module's weights come alone, where a whole layer would fail.
unsigned windowFor(const PlacementPlan& plan, const RunOptions& options) {
    const bool isPlans =
        !options.executionDevice || *options.executionDevice == plan.executionDevice();
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
        m_report.prompt = m_options.request.tokens;
        m_report.window = windowFor(*m_model.schedule().plan, m_options);
        m_report.threads = threadsFor(m_options);
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
        const ComputeThreads threads(compute, m_report.threads);
        if (!m_options.sampler) {
            m_sampler->setDevices(m_backends.devices);
        }
        LoadedWeights weights(m_model, m_backends, compute, m_options.executionDevice);
        m_report.executionDevice = weights.execution();
        m_report.hooks = m_options.hooks;
        m_report.hookRuling = rulingFor(m_model, m_options);
        if (Result<void> skips =
                checkSkipKeys(m_options.hooks.skipKeys, m_report.hookRuling.computingDevices);
            !skips) {
            return skips;
        }
        const auto model =
            runModelOf(*m_model.schedule().checkpoint, weights, m_options.configText);
        if (!model) {
            return model.unexpected();
        }
        if (Result<void> checked = checkRequest((*model)->traits(), m_options.request); !checked) {
            return checked;
        }
        m_report.family = (*model)->traits().family;
        m_report.givesLogits = (*model)->traits().givesLogits;
        m_report.predicted = prediction(**model);
        m_monitor.emplace((*model)->stages(), m_backends, *m_sampler, m_gate,
                          m_options.timeline.get(), m_progress);
        m_monitor->start(passes());
        return passThrough(**model, weights, compute, *m_monitor);
    }

    /// What it should take; nothing where that cannot be told.
    [[nodiscard]] std::optional<RunPrediction> prediction(const RunModel& model) const {
        RunSetting setting = runSettingOf(m_model.schedule(), m_backends);
        setting.executionDevice = m_report.executionDevice;
        setting.offloadBuffers = m_options.offloadBuffers;
        setting.window = m_report.window;
        setting.threads = m_report.threads;
        setting.rates = m_options.rates;
        setting.preload = m_report.hookRuling.groups;
        auto predicted = predictRun(model, setting, m_options.request);
        return predicted ? std::optional(std::move(*predicted)) : std::nullopt;
    }

    [[nodiscard]] std::uint64_t passes() const {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(m_options.request.generate, 1));
    }

    /// What it borrowed and kept is given back when it returns, but the buffers that stay.
    Result<void> passThrough(const RunModel& model, LoadedWeights& weights, Compute& compute,
                             RunMonitor& monitor) {
        if (!m_options.offloadBuffers) {
            if (Result<void> kept = weights.keepBuffers(m_stop); !kept) {
                return kept;
            }
        }
        PrefetchOptions ahead{m_report.window, passes(), model.traits().onDemand,
                              m_report.hookRuling.groups};
        ahead.transferred = [&monitor](std::uint64_t pass, std::size_t stage,
                                       const WeightTransfer& transfer) {
            monitor.transferred(pass, stage, transfer);
        };
        PrefetchedWeights source(weights, model.stages(), std::move(ahead));
        Result<RunOutcome> outcome =
            runModel(model, m_options.request, source, compute, m_stop, {}, surroundings(monitor));
        Result<void> done = outcome ? Result<void>() : told(outcome.error(), monitor);
        if (outcome) {
            m_report.numbers = std::move(outcome->numbers);
        }
        m_report.prefetch = source.figures();
        monitor.finish(m_report);
        return done;
    }

    RunSurroundings surroundings(RunMonitor& monitor) {
        RunSurroundings around;
        around.devices = &m_backends;
        around.gate = &m_gate;
        around.passBegins = [&](std::uint32_t pass, std::size_t tokens) {
            monitor.passBegins(pass, tokens);
        };
        around.entering = [&](const std::string& module) { monitor.entering(module); };
        around.stepped = [&](const ForwardStep& step) { monitor.stepped(step); };
        around.chosen = [this](std::int64_t token) {
            m_report.generated.push_back(token);
            if (m_options.chosen) {
                m_options.chosen(token);
            }
        };
        return around;
    }

    /// A device that runs out: where, and what to change.
    Result<void> told(Error error, const RunMonitor& monitor) {
        m_report.stoppedAt = monitor.module();
        m_report.stopped = error;
        if (error.code == ErrorCode::DeviceOutOfMemory) {
            error.message = "At " + monitor.module() + ": " + error.message +
                            " A shorter prompt needs less room, too.";
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
        RunReport report;
        report.prompt = options.request.tokens;
        report.stopped = makeError(ErrorCode::OutOfMemory,
                                   std::string("The run could not go on: ") + failure.what());
        return report;
    }
}

}  // namespace stowage
