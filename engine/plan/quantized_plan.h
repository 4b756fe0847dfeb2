// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/model/quantized_weights.h"
#include "engine/plan/accelerate/max_memory.h"
#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/placement_request.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// How Accelerate's and transformers' planners count a model that is to be quantised, which is not
/// what it will weigh. `quantized` is what the request's quantisation makes of its tree, null where
/// there is none: then these are the rules and the dtype of the request.
///
/// Accelerate (utils/bnb.py, get_quantized_model_device_map): every floating tensor as if it had
/// the small dtype (a CustomDtype), without scales; parameters of skipped modules in the planned
/// dtype, float16 where none is named. For methods that Accelerate knows nothing of the same is
/// counted with the dtype that has their bits.
/// MXFP4 is counted by both as the module registers it that transformers puts in the place of
/// gpt-oss's experts (Mxfp4GptOssExperts): blocks as bytes, biases in float32, and no scales, which
/// are no parameters.
/// transformers (HfQuantizer.param_element_size of 5.23): quantised weights with the quantizer's
/// bytes an element, everything else with its own; methods without such a number, and what a
/// configuration declares, with the tensors that replace them.
[[nodiscard]] AccelerateDtypes countedDtypes(const PlacementRequest& request,
                                             const QuantizedWeights* quantized);

/// The request's quantisation as it is once the model is loaded: nothing where transformers
/// 5.24 undoes it for the whole model because of the GPU that is current, the first one (FP8 below
/// compute capability 8.9, what a config.json declares as MXFP4 below 7.5), or as there is none
/// (FP8 that is declared). Cards that the catalogue does not know undo nothing; nor do engines with
/// kernels of their own (vLLM, SGLang, llama.cpp).
[[nodiscard]] std::optional<Quantization> appliedQuantization(const PlacementRequest& request);

/// The compute capability that decides whether transformers undoes the quantisation, where nobody
/// knows it. A lack of room is certain all the same, as the unquantised weights are larger.
[[nodiscard]] std::optional<MissingFact> quantizationInDoubt(const PlacementPlan& plan);

/// Whether the library refuses the quantisation where the map names a GPU and also the CPU or the
/// disk.
[[nodiscard]] bool keepsToGpus(const PlacementRequest& request);

/// The budgets that placement works with: transformers leaves a tenth of each to what bitsandbytes
/// needs while it quantises (adjust_max_memory), after balancing.
[[nodiscard]] MaxMemory quantizersBudgets(const PlacementRequest& request, MaxMemory budgets);

/// What one should know of a quantised plan: that nothing of the model is of the kind that the
/// method takes, that experts in one parameter stay as they are, that the library refuses to
/// quantise with parts on the CPU or the disk or puts MXFP4's experts on a GPU all the same, that
/// or where it undoes FP8 and MXFP4, and where the other rules' library chooses other modules.
/// Empty for a plan that is not quantised.
[[nodiscard]] std::vector<PlanIssue> quantizedIssues(const PlacementPlan& plan);

/// Bytes of all weights as the model's configuration declares them. `starting` is what a plan of
/// the model starts with; nothing where there is none (the files hold the weights so already) or
/// the method cannot be planned.
[[nodiscard]] std::optional<std::uint64_t> declaredBytes(
    const ModuleTree& tree, const std::optional<Quantization>& starting);

/// "fp8, 8.79 GiB (declared by config.json)"; empty where nothing is declared (null).
[[nodiscard]] Message declaredText(const ModuleTree& tree, const Quantization* declared,
                                   const std::optional<Quantization>& starting);

/// "nf4, planned, not loaded: 224 modules quantised, 1 as it is (lm_head)"; "" for a plan that is
/// not quantised.
[[nodiscard]] Message quantizationLine(const PlacementPlan& plan);

/// Why a quantised plan is not loaded and what to do: for whoever is asked to load one.
[[nodiscard]] Message quantizedLoadRefusal(const PlacementPlan& plan);

/// The bytes that the strategy counted for the whole model; beside the exact ones.
[[nodiscard]] double countedBytes(const PlacementPlan& plan);

}  // namespace stowage
