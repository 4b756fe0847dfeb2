// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/quantized_weights.h"
#include "engine/plan/placement_request.h"
#include "engine/plan/reference_memory.h"
#include "engine/plan/reference_sizes.h"

namespace stowage {

/// How the reference's planners count a model that is to be quantised, which is not what it will
/// weigh. `quantized` is what the request's quantisation makes of its tree, null where there is
/// none: then these are requestedDtypes().
///
/// Accelerate (utils/bnb.py, get_quantized_model_device_map): every floating tensor as if it had
/// the small dtype (a CustomDtype), without scales; parameters of skipped modules in the planned
/// dtype, float16 where none is named. For methods that Accelerate knows nothing of the same is
/// reckoned with the dtype that has their bits.
/// transformers (HfQuantizer.param_element_size of 5.23): quantised weights with the quantizer's
/// bytes an element, everything else with its own; methods without such a number, and what a
/// configuration declares, with the tensors that replace them.
[[nodiscard]] ReferenceDtypes countedDtypes(const PlacementRequest& request,
                                            const QuantizedWeights* quantized);

/// The budgets that placement works with: transformers leaves a tenth of each to what bitsandbytes
/// needs while it quantises (adjust_max_memory), after balancing.
[[nodiscard]] ReferenceBudgets quantizersBudgets(const PlacementRequest& request,
                                                 ReferenceBudgets budgets);

}  // namespace stowage
