// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/quantized_plan.h"

#include "engine/base/byte_size.h"
#include "engine/model/quantization.h"
#include "engine/plan/accelerate/tied_parameters.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// Each name is looked for in each tensor's: more than a real model needs is not done.
constexpr std::size_t kMostComparisons = 20'000'000;

PythonNumber numberOf(double value) {
    return {value, value != std::floor(value)};
}

/// The rules and the dtype that the request asks for.
AccelerateDtypes requestedDtypes(const PlacementRequest& request) {
    AccelerateDtypes dtypes;
    const bool isTransformers = request.rules == PlacementRules::Transformers;
    dtypes.rules = isTransformers ? PlannerRules::Transformers : PlannerRules::Accelerate;
    if (request.constraints.dtype) {
        const double bytes = isTransformers ? storedBits(*request.constraints.dtype) / 8.0
                                            : accelerateElementBytes(*request.constraints.dtype);
        dtypes.dtype = PythonNumber{bytes, bytes != std::floor(bytes)};
    }
    return dtypes;
}

/// Of the dtype that Accelerate would be told: int8, CustomDtype.FP8, INT4, INT2.
PythonNumber smallBytes(const Quantization& quantization) {
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
    return isLibrarys && std::ranges::none_of(children, [&](ModuleId child) {
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

void countAsAccelerate(AccelerateDtypes& dtypes, const PlacementRequest& request,
                       const QuantizedWeights& quantized) {
    const ModuleTree& tree = *request.tree;
    const double beside =
        accelerateElementBytes(request.constraints.dtype.value_or(DType::Float16));
    dtypes.dtype = smallBytes(quantized.quantization());
    const auto& named = quantized.quantization().skippedModules;
    std::vector<std::string> skipped = named ? *named : acceleratesSkipped(tree);
    skipped.resize(std::min(skipped.size(), kMostComparisons / (tree.tensors().size() + 1)));
    for (const TensorSpec& tensor : tree.tensors()) {
        const bool isSkipped = tensor.kind == TensorKind::Parameter &&
                               std::ranges::any_of(skipped, [&tensor](const std::string& name) {
                                   return tensor.name.find(name) != std::string::npos;
                               });
        if (isSkipped) {
            dtypes.special.emplace(tensor.name, numberOf(beside));
        }
    }
}

/// What transformers counts for a quantised weight and its scales.
PythonNumber transformersBytes(const Quantization& quantization, const QuantizedParts& parts,
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

void countAsTransformers(AccelerateDtypes& dtypes, const ModuleTree& tree,
                         const QuantizedWeights& quantized) {
    std::vector<PythonNumber> counted(tree.tensors().size(), PythonNumber{-1, false});
    for (std::uint32_t i = 0; i < counted.size(); ++i) {
        const TensorId id{i};
        if (quantized.contains(id)) {
            counted[i] = transformersBytes(quantized.quantization(), quantized.partsOf(tree, id),
                                           storedElements(tree.tensor(id)));
        }
    }
    dtypes.counted = std::make_shared<const std::vector<PythonNumber>>(std::move(counted));
}

constexpr std::size_t kPlanMostNamed = 3;

std::string modulesText(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " module" : " modules");
}

/// "lm_head, score and 12 more".
std::string namesText(const ModuleTree& tree, const std::vector<ModuleId>& modules) {
    std::string text;
    for (std::size_t i = 0; i < std::min(modules.size(), kPlanMostNamed); ++i) {
        text += (i == 0 ? "" : ", ") + tree.path(modules[i]);
    }
    if (modules.size() > kPlanMostNamed) {
        text += " and " + std::to_string(modules.size() - kPlanMostNamed) + " more";
    }
    return text;
}

std::string libraryOf(QuantizationMethod method) {
    return isBitsAndBytes(method) ? "bitsandbytes" : "transformers";
}

/// What stays as it is although it is most of the model: parameters of three dimensions.
void addExperts(const PlacementPlan& plan, const QuantizedWeights& quantized,
                std::vector<PlanIssue>& issues) {
    const ModuleTree& tree = *plan.request.tree;
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    const TensorSpec* first = nullptr;
    for (std::uint32_t i = 0; i < tree.tensors().size(); ++i) {
        const TensorSpec& tensor = tree.tensors()[i];
        if (tensor.kind == TensorKind::Parameter && tensor.shape.size() == 3 &&
            isFloatingPoint(tensor.dtype) && !quantized.contains(TensorId{i})) {
            first = first == nullptr ? &tensor : first;
            bytes += plannedBytes(plan, tensor);
            ++count;
        }
    }
    if (first != nullptr) {
        issues.push_back({Severity::Warning, "quantised_experts", tree.path(first->module),
                          std::nullopt, static_cast<double>(bytes),
                          std::to_string(count) + " parameters of three dimensions (" +
                              first->name + (count == 1 ? "" : " and others") + ", " +
                              formatSize(static_cast<double>(bytes)) +
                              ") stay as they are: the experts of a layer are no Linear modules in "
                              "transformers 5, and " +
                              std::string(quantizationName(quantized.quantization().method)) +
                              " quantises only those. Plan in a smaller dtype, or with fp8."});
    }
}

/// from_pretrained raises where bitsandbytes would have to quantise beside GPUs; on the CPU alone
/// it works. fp8 refuses it only where it quantises while it loads.
bool isRefusedOffGpu(const PlacementPlan& plan) {
    const Quantization& quantization = *plan.request.constraints.quantization;
    const bool isTransformers = plan.request.rules == PlacementRules::Transformers;
    if (isBitsAndBytes(quantization.method)) {
        // Accelerate converts to 8 bit there, and refuses 4 bit alone.
        return isTransformers || isFourBit(quantization.method);
    }
    return quantization.method == QuantizationMethod::Fp8 && quantization.declaredBy.empty();
}

void addOffload(const PlacementPlan& plan, std::vector<PlanIssue>& issues) {
    const auto isOff = [](DeviceId device) {
        return device == DeviceId::cpu() || device == DeviceId::disk();
    };
    const auto& entries = plan.map.entries();
    const auto off =
        std::ranges::find_if(entries, [&](const auto& entry) { return isOff(entry.second); });
    const bool isCpuAlone = std::ranges::all_of(
        entries, [](const auto& entry) { return entry.second == DeviceId::cpu(); });
    if (off == entries.end() || isCpuAlone || !isRefusedOffGpu(plan)) {
        return;
    }
    const bool isTransformers = plan.request.rules == PlacementRules::Transformers;
    issues.push_back(
        {Severity::Warning, "quantised_offload", off->first, off->second, 0,
         std::string(isTransformers ? "from_pretrained" : "load_and_quantize_model") +
             " refuses this map: it does not quantise to " +
             std::string(quantizationName(plan.request.constraints.quantization->method)) +
             " what lies on the CPU or the disk (" +
             (off->first.empty() ? "the whole model" : off->first) +
             " first). Give the GPUs more room."});
}

/// Where Accelerate's own load_and_quantize_model would choose other modules.
void addOtherChoice(const PlacementPlan& plan, const QuantizedWeights& quantized,
                    std::vector<PlanIssue>& issues) {
    const ModuleTree& tree = *plan.request.tree;
    const auto& modules = quantized.modules();
    const auto convs = static_cast<std::size_t>(std::ranges::count_if(
        modules, [&tree](ModuleId module) { return tree.node(module).className == "Conv1D"; }));
    if (plan.request.rules == PlacementRules::Accelerate && convs > 0 &&
        isBitsAndBytes(quantized.quantization().method)) {
        issues.push_back(
            planIssue(Severity::Hint, "quantised_conv1d", std::nullopt, 0,
                      modulesText(convs) +
                          " of the class Conv1D are quantised as from_pretrained does it; "
                          "Accelerate's own load_and_quantize_model leaves them as they are."));
    }
}

/// Why a model full of linear layers may have none that count: "; FalconLinear is …".
std::string otherLinear(const ModuleTree& tree) {
    for (const ModuleNode& node : tree.nodes()) {
        if (node.className.ends_with("Linear") && node.className != "Linear") {
            return "; " + node.className + " is a class of its own, which it leaves alone";
        }
    }
    return {};
}

void addChoice(const PlacementPlan& plan, const QuantizedWeights& quantized,
               std::vector<PlanIssue>& issues) {
    if (quantized.modules().empty()) {
        issues.push_back(planIssue(
            Severity::Warning, "quantised_nothing", std::nullopt, 0,
            "Nothing of this model is quantised: " + libraryOf(quantized.quantization().method) +
                " takes modules of " +
                (isBitsAndBytes(quantized.quantization().method) ? "the classes Linear and Conv1D"
                                                                 : "the class Linear") +
                " that hold a weight in floating point, and there are none beside those that "
                "stay as they are" +
                otherLinear(*plan.request.tree) + "."));
    } else if (quantized.isGuessed()) {
        issues.push_back(
            planIssue(Severity::Hint, "quantised_guess", std::nullopt, 0,
                      "The classes of this model's modules are not known; weights of two "
                      "dimensions are taken for Linear modules by their names. Give its "
                      "config.json or .tree.json to be sure."));
    }
    addOtherChoice(plan, quantized, issues);
}

}  // namespace

AccelerateDtypes countedDtypes(const PlacementRequest& request, const QuantizedWeights* quantized) {
    AccelerateDtypes dtypes = requestedDtypes(request);
    if (quantized == nullptr) {
        return dtypes;
    }
    if (dtypes.rules == PlannerRules::Transformers) {
        countAsTransformers(dtypes, *request.tree, *quantized);
    } else {
        countAsAccelerate(dtypes, request, *quantized);
    }
    return dtypes;
}

MaxMemory quantizersBudgets(const PlacementRequest& request, MaxMemory budgets) {
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

std::vector<PlanIssue> quantizedIssues(const PlacementPlan& plan) {
    std::vector<PlanIssue> issues;
    if (const QuantizedWeights* const quantized = quantizedWeights(plan)) {
        addOffload(plan, issues);
        addExperts(plan, *quantized, issues);
        addChoice(plan, *quantized, issues);
    }
    return issues;
}

std::string quantizationLine(const PlacementPlan& plan) {
    const QuantizedWeights* const quantized = quantizedWeights(plan);
    if (quantized == nullptr) {
        return {};
    }
    const Quantization& quantization = quantized->quantization();
    std::string text = quantizationText(quantization) +
                       ", planned, not loaded: " + modulesText(quantized->modules().size()) +
                       " quantised";
    if (const auto& skipped = quantized->skipped(); !skipped.empty()) {
        text += ", " + std::to_string(skipped.size()) + " as " +
                (skipped.size() == 1 ? "it is (" : "they are (") +
                namesText(*plan.request.tree, skipped) + ")";
    }
    // The file's name alone: a path makes a line of any length.
    const std::string& file = quantization.declaredBy;
    return file.empty() ? text : text + "; declared by " + file.substr(file.rfind('/') + 1);
}

std::string quantizedLoadRefusal(const PlacementPlan& plan) {
    const auto& quantization = plan.request.constraints.quantization;
    return "This plan reckons with " + (quantization ? quantizationText(*quantization) : "") +
           ", which Stowage plans and does not load; plan without a quantisation to load the "
           "weights as they are.";
}

double countedBytes(const PlacementPlan& plan) {
    return plan.strategyResult != nullptr ? plan.strategyResult->facts->model.sizes().total().value
                                          : 0;
}

}  // namespace stowage
