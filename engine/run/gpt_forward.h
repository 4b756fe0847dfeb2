// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/progress.h"
#include "engine/run/forward_report.h"
#include "engine/run/gpt_shape.h"

#include <cstdint>
#include <span>
#include <stop_token>

namespace stowage {

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
