// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/report/load_figures.h"
#include "engine/run/models/logits.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/compute.h"
#include "engine/run/weights/weight_source.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// The sizes of a from-scratch GPT, as "Build a Large Language Model (From Scratch)" writes it.
struct GptShape {
    std::int64_t vocabulary = 0;
    std::int64_t context = 0;  ///< longest prompt
    std::int64_t width = 0;
    std::int64_t inner = 0;  ///< of the feed-forward layers
    std::int64_t layers = 0;
    std::int64_t heads = 0;
};

/// What dtypes a forward pass takes its weights in.
enum class GptDTypes {
    Computable,  ///< float32, bfloat16 and float16
    Float32,     ///< the lesson's, whose logits are held against float32's
};

/// Reads the sizes from the tensors' own shapes and the number of heads from the config.json beside
/// the checkpoint (`n_heads`); without one a head is 64 wide, as in every GPT-2. Checks name, shape
/// and dtype of every tensor that the forward pass will use, so that the pass itself need not.
/// `checkpointPath`: what the person opened. Errors: Unsupported (another architecture, a
/// dtype that is not among `dtypes`), KeyMismatch (a tensor is missing or has another shape, or
/// config.json belongs to another model), InvalidArgument (heads that do not divide the width),
/// Malformed (config.json).
[[nodiscard]] Result<GptShape> readGptShape(const WeightSource& source,
                                            const std::string& checkpointPath,
                                            GptDTypes dtypes = GptDTypes::Computable);

/// The from-scratch GPT of "Build a Large Language Model (From Scratch)": tok_emb and pos_emb, each
/// of trf_blocks (norm1, att, norm2, ff, two shortcuts), final_norm and out_head.
[[nodiscard]] std::unique_ptr<RunModel> makeFromScratchGpt(const GptShape& shape);

/// One prompt through the from-scratch GPT of "Build a Large Language Model (From Scratch)":
/// tok_emb and pos_emb, each of trf_blocks (norm1, att, norm2, ff, two shortcuts), final_norm and
/// out_head, in float32, layer by layer. Before a module runs, its weights are borrowed; right
/// after, they are given back. Activations follow the weights from device to device.
///
/// Blocks; run it in a worker. Stops between two modules and while weights are brought in.
/// `progress`: phase "forward", the bytes of the weights used, items are modules.
/// Errors: InvalidArgument (an empty prompt, a token outside of the vocabulary, a prompt longer
/// than the context), Cancelled, those of borrowing and of the arithmetic. Never throws.
[[nodiscard]] Result<ForwardReport> runGptForward(const GptShape& shape,
                                                  std::span<const std::int64_t> tokens,
                                                  WeightSource& source, Compute& compute,
                                                  const std::stop_token& stop,
                                                  const ProgressSink& progress);

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
