// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/exchange/pipeline_split.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// What a GGUF file of the model calls the tensors of a tree, by TensorId: full names such as
/// "blk.3.ffn_gate_exps.weight". Several tensors (a layer's experts) may become one, and one may
/// become several (gate and up projection in one matrix); none: such a file has no place for it.
using GgufNames = std::vector<std::vector<std::string>>;

/// The names by resources/exchange/gguf_names.json; a tree of a GGUF file's own names has them
/// already. `facts` may be null.
/// Error: Unsupported, for a family that is not in the list.
[[nodiscard]] Result<GgufNames> ggufNames(const ModuleTree& tree, const LayerChain& chain,
                                          const ModelFacts* facts);

/// One "pattern=buffer" of -ot.
struct TensorOverride {
    std::string pattern;  ///< found anywhere in a tensor's name
    DeviceId device;
    friend bool operator==(const TensorOverride&, const TensorOverride&) = default;
};

/// What decides in llama.cpp where a tensor lies: load_tensors() of src/llama-model.cpp and the
/// overrides of src/llama-model-loader.cpp, of which the first whose pattern is found wins.
struct LlamaCppSettings {
    std::vector<DeviceId> gpus;  ///< CUDA0, CUDA1 …
    /// -ngl: so many of the layers and the output, which counts as one behind them, lie on GPUs,
    /// counted from the end.
    std::size_t gpuLayers = 0;
    std::vector<double> split;  ///< -ts: shares of those by GPU; empty: all alike
    std::vector<TensorOverride> overrides;
};

/// The device of every tensor; what stands before the layers lies on the CPU unless an override
/// names it. Of a tensor that becomes several in the file the first one's.
/// Error: InvalidArgument, for a pattern that is no regular expression, or one that counts ("{3}")
/// or refers back, whose search could take for ever.
[[nodiscard]] Result<StoragePlaces> llamaCppPlaces(const ModuleTree& tree, const LayerChain& chain,
                                                   const GgufNames& names,
                                                   const LlamaCppSettings& settings);

/// The devices that a plan gives to the tensors of a GGUF file, by the names there without "weight"
/// and "bias": where several of the model become one, that of most of their bytes. The disk is the
/// CPU here, which maps the file.
[[nodiscard]] std::vector<std::pair<std::string, DeviceId>> ggufPlaces(const PlacementPlan& plan,
                                                                       const GgufNames& names);

/// The fewest overrides that put these tensors there: layers that are alike have one pattern, and
/// what is special comes first.
[[nodiscard]] std::vector<TensorOverride> overridesFor(
    const std::vector<std::pair<std::string, DeviceId>>& places);

/// How llama.cpp calls a type of cache: "q8_0"; "" where it has none.
[[nodiscard]] std::string_view llamaCppCacheType(KvType type);

/// Shares of these GPUs by free memory, as llama.cpp does without -ts.
[[nodiscard]] std::vector<double> sharesByMemory(const std::vector<DeviceInfo>& devices,
                                                 const std::vector<DeviceId>& gpus);
[[nodiscard]] std::vector<DeviceId> gpusAmong(const std::vector<DeviceInfo>& devices);

}  // namespace stowage
