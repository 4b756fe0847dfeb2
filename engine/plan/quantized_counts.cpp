// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/quantized_counts.h"

#include "engine/model/quantization_names.h"
#include "engine/plan/plan_strategy.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/reference_ties.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// Each name is looked for in each tensor's: more than a real model needs is not done.
constexpr std::size_t kMostComparisons = 20'000'000;

ReferenceNumber numberOf(double value) {
    return {value, value != std::floor(value)};
}

/// Of the dtype that Accelerate would be told: int8, CustomDtype.FP8, INT4, INT2.
ReferenceNumber smallBytes(const Quantization& quantization) {
    constexpr double kBitsOfByte = 8;
    // Three bits have no dtype of their own; four hold them.
    const unsigned bits = quantization.bits == 3 ? 4 : quantization.bits;
    const double bytes = bits / kBitsOfByte;
    return {bytes, bytes < 1};
}

void eraseAll(std::string& text, std::string_view part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) {
        text.erase(at, part.size());
    }
}

/// True where PreTrainedModel.base_model_prefix names no child: a base model, or a class that has
/// its parts itself, as T5's.
bool isBaseModel(const ModuleTree& tree) {
    constexpr std::array<std::string_view, 7> kPrefixes = {
        "model", "transformer", "gpt_neox", "distilbert", "bert", "roberta", "vit"};
    const auto children = tree.children(ModuleTree::root());
    const bool isLibrarys = !tree.architecture().empty() && tree.architecture() != "raschka-gpt2";
    return isLibrarys && std::none_of(children.begin(), children.end(), [&](ModuleId child) {
               return std::find(kPrefixes.begin(), kPrefixes.end(), tree.node(child).name) !=
                      kPrefixes.end();
           });
}

/// utils/bnb.py's get_keys_to_not_convert: tied tensors and the last child of the model.
std::vector<std::string> acceleratesSkipped(const ModuleTree& tree) {
    std::vector<std::string> names;
    for (const std::vector<TensorId>& group : findTiedParameters(tree)) {
        for (const TensorId tensor : group) {
            names.push_back(tree.tensor(tensor).name);
        }
    }
    if (names.empty() && isBaseModel(tree)) {
        return names;
    }
    const auto children = tree.children(ModuleTree::root());
    if (!children.empty()) {
        names.push_back(tree.node(children.back()).name);
    }
    for (std::string& name : names) {
        eraseAll(name, ".weight");
        eraseAll(name, ".bias");
    }
    return names;
}

void countAsAccelerate(ReferenceDtypes& dtypes, const PlacementRequest& request,
                       const QuantizedWeights& quantized) {
    const ModuleTree& tree = *request.tree;
    const double beside =
        accelerateElementBytes(request.constraints.dtype.value_or(DType::Float16));
    dtypes.dtype = smallBytes(quantized.quantization());
    const auto& named = quantized.quantization().skippedModules;
    std::vector<std::string> skipped = named ? *named : acceleratesSkipped(tree);
    skipped.resize(std::min(skipped.size(), kMostComparisons / (tree.tensors().size() + 1)));
    for (const TensorSpec& tensor : tree.tensors()) {
        const bool isSkipped =
            tensor.kind == TensorKind::Parameter &&
            std::any_of(skipped.begin(), skipped.end(), [&tensor](const std::string& name) {
                return tensor.name.find(name) != std::string::npos;
            });
        if (isSkipped) {
            dtypes.special.emplace(tensor.name, numberOf(beside));
        }
    }
}

/// What transformers counts for a quantised weight and its scales.
ReferenceNumber transformersBytes(const Quantization& quantization, const QuantizedParts& parts,
                                  std::uint64_t elements) {
    constexpr double kHalf = 0.5;
    const auto count = static_cast<double>(elements);
    if (isFourBit(quantization.method)) {
        return {count * kHalf, true};
    }
    if (quantization.method == QuantizationMethod::Int8) {
        return {count, false};
    }
    if (quantization.method == QuantizationMethod::Fp8 && quantization.declaredBy.empty()) {
        // Scales are parameters of the quantised module too: a byte an element, like the weight.
        double all = 0;
        for (const QuantizedPart& part : parts) {
            all += static_cast<double>(part.elements);
        }
        return {all, false};
    }
    return {static_cast<double>(parts.bytes()), false};
}

void countAsTransformers(ReferenceDtypes& dtypes, const ModuleTree& tree,
                         const QuantizedWeights& quantized) {
    std::vector<ReferenceNumber> counted(tree.tensors().size(), ReferenceNumber{-1, false});
    for (std::uint32_t i = 0; i < counted.size(); ++i) {
        const TensorId id{i};
        if (quantized.contains(id)) {
            counted[i] = transformersBytes(quantized.quantization(), quantized.partsOf(tree, id),
                                           storedElements(tree.tensor(id)));
        }
    }
    dtypes.counted = std::make_shared<const std::vector<ReferenceNumber>>(std::move(counted));
}

}  // namespace

ReferenceDtypes countedDtypes(const PlacementRequest& request, const QuantizedWeights* quantized) {
    ReferenceDtypes dtypes = requestedDtypes(request);
    if (quantized == nullptr) {
        return dtypes;
    }
    if (dtypes.rules == ReferenceRules::Transformers) {
        countAsTransformers(dtypes, *request.tree, *quantized);
    } else {
        countAsAccelerate(dtypes, request, *quantized);
    }
    return dtypes;
}

ReferenceBudgets quantizersBudgets(const PlacementRequest& request, ReferenceBudgets budgets) {
    constexpr double kShare = 0.90;
    const auto& quantization = request.constraints.quantization;
    if (request.rules == PlacementRules::Transformers && quantization &&
        isBitsAndBytes(quantization->method)) {
        for (auto& [key, bytes] : budgets) {
            bytes = {bytes.value * kShare, true};
        }
    }
    return budgets;
}

}  // namespace stowage
