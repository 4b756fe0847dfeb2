// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/run/logits.h"
#include "engine/run/run_model.h"
#include "engine/run/weight_source.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

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
class FromScratchGpt : public RunModel {
public:
    explicit FromScratchGpt(const GptShape& shape);

    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages({"tok_emb", "pos_emb"}, "trf_blocks", traits().layers,
                              {"final_norm", "out_head"});
    }
    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override;
    [[nodiscard]] bool dividesByLayers() const override { return true; }
    [[nodiscard]] Next forwardLayers(ModulePass& pass, std::span<const std::int64_t> tokens,
                                     Outputs outputs, LayerRange layers, Next x) const override;

private:
    [[nodiscard]] Next attend(ModulePass& pass, std::int64_t layer, const std::string& path,
                              const Next& x) const;
    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, Next x) const;

    std::int64_t m_heads;
};

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

}  // namespace stowage
