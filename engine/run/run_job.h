// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/execute/loaded_model.h"
#include "engine/plan/dispatch_model.h"
#include "engine/run/models/pipeline_stage.h"
#include "engine/run/run_generation.h"
#include "engine/run/run_report.h"
#include "engine/telemetry/timeline.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage {

struct Checkpoint;
struct LoadBackends;

/// How a loaded model is run.
struct RunOptions {
    RunRequest request;
    unsigned window = 2;  ///< stages prefetched while one computes; 0: none
    /// Where offloaded layers run; nothing: the map's lowest-numbered GPU, else the CPU.
    std::optional<DeviceId> executionDevice{};
    /// Accelerate's arguments of the same names; a main device wins over `executionDevice` where
    /// hooks are attached.
    HookOptions hooks{};
    /// Buffers of offloaded modules travel with their weights; else they stay on the execution
    /// device. Accelerate's `offload_buffers`.
    bool offloadBuffers = false;
    unsigned threads = 0;  ///< that compute; 0: one fewer than there are cores, at least one
    /// What this machine can do, for the prediction; nothing: it has no times.
    std::optional<MachineRates> rates{};
    /// Each token as it is chosen, from the run's thread; may be empty.
    std::function<void(std::int64_t token)> chosen{};
    std::string configText{};  ///< instead of the configuration beside the weights; "": that one
    std::shared_ptr<Compute> compute = nullptr;        ///< null: openCompute()
    std::shared_ptr<MemorySampler> sampler = nullptr;  ///< one that runs already; may be null
    std::shared_ptr<Timeline> timeline = nullptr;      ///< filled while it runs; may be null
    /// The loaded model is one stage of a larger one; null: it is whole.
    std::shared_ptr<const StagedRun> staged = nullptr;
};

/// The model behind a checkpoint, ready to be run, with the tensors as `source` has them: by its
/// configuration's model_type, or a from-scratch GPT by its key names and shapes. `configFile`:
/// where a given `configText` stands, for messages.
/// Errors: those of makeRunModel() and readGptShape(); Unsupported where nothing says what the
/// model is.
[[nodiscard]] Result<std::unique_ptr<RunModel>> runModelOf(const Checkpoint& checkpoint,
                                                           const WeightSource& source,
                                                           const std::string& configText = {},
                                                           const std::string& configFile = {});

/// Really runs a loaded model. Blocks; run it in a worker. Modules run where their weights lie,
/// those on the CPU or on disk on the execution device, their weights brought in just before and
/// given back after; what a module computes is allocated on its device. Logits come back to the
/// host, where the tokens came from. Stops and pauses between two modules and while weights are
/// brought in. Afterwards the devices hold what they held before; what they keep cached may be
/// more. Failures are in `report.stopped`, with the figures until then. Never throws.
[[nodiscard]] RunReport runLoaded(const LoadedModel& model, const LoadBackends& backends,
                                  const RunOptions& options, const PauseGate& gate,
                                  std::stop_token stop, const ProgressSink& progress);

}  // namespace stowage
