// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/report/load_figures.h"
#include "engine/run/compute.h"
#include "engine/run/logits.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

struct Checkpoint;
struct LoadBackends;
class LoadedModel;

struct ForwardOptions {
    std::vector<std::int64_t> tokens{1, 2, 3};  ///< the lesson's prompt
    /// A `.npy` to hold the logits against, as referenceLogits() writes it; "" for none.
    std::string referencePath;
    std::shared_ptr<Compute> compute = nullptr;  ///< null: openCompute()
};

/// A forward pass through a model just loaded, on the devices where its weights lie, and how its
/// logits compare with the reference. Logits that do not agree are no error: `agrees` is false
/// and `why` tells it. Afterwards the devices hold what they held before; what they keep cached
/// may be more. Blocks.
/// Errors: those of readGptShape(), runGptForward(), readLogitsFile() and openCompute().
[[nodiscard]] Result<ForwardFigures> forwardAfterLoad(
    const LoadedModel& model, const LoadBackends& backends, const Checkpoint& checkpoint,
    const ForwardOptions& options, const std::stop_token& stop, const ProgressSink& progress);

/// The pass behind it, with all logits and every module's time.
[[nodiscard]] Result<ForwardReport> forwardLoaded(
    const LoadedModel& model, const LoadBackends& backends, const Checkpoint& checkpoint,
    const ForwardOptions& options, const std::stop_token& stop, const ProgressSink& progress);

struct ReferenceOptions {
    std::vector<std::int64_t> tokens{1, 2, 3};
    std::string path;                                  ///< `.npy` to write; "" writes none
    std::shared_ptr<TensorBackend> tensors = nullptr;  ///< null: openTensorBackend()
    std::shared_ptr<Compute> compute = nullptr;        ///< null: openCompute()
};

/// The reference: a pass on the CPU over an independent read of the checkpoint's files
/// (FileWeights), which holds no more of it in memory than its largest module. Blocks. Errors: as
/// forwardAfterLoad(), and those of writeLogitsFile().
[[nodiscard]] Result<ForwardReport> referenceLogits(std::shared_ptr<const Checkpoint> checkpoint,
                                                    const ReferenceOptions& options,
                                                    const std::stop_token& stop,
                                                    const ProgressSink& progress);

}  // namespace stowage
