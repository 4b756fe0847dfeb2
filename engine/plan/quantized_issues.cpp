// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/quantized_issues.h"

#include "engine/base/byte_size.h"
#include "engine/model/quantization_names.h"
#include "engine/plan/plan_ground.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace stowage {

namespace {

constexpr std::size_t kMostNamed = 3;

std::string modulesText(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " module" : " modules");
}

/// "lm_head, score and 12 more".
std::string namesText(const ModuleTree& tree, const std::vector<ModuleId>& modules) {
    std::string text;
    for (std::size_t i = 0; i < std::min(modules.size(), kMostNamed); ++i) {
        text += (i == 0 ? "" : ", ") + tree.path(modules[i]);
    }
    if (modules.size() > kMostNamed) {
        text += " and " + std::to_string(modules.size() - kMostNamed) + " more";
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
    const auto off = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return isOff(entry.second); });
    const bool isCpuAlone = std::all_of(entries.begin(), entries.end(), [](const auto& entry) {
        return entry.second == DeviceId::cpu();
    });
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
    const auto convs = static_cast<std::size_t>(std::count_if(
        modules.begin(), modules.end(),
        [&tree](ModuleId module) { return tree.node(module).className == "Conv1D"; }));
    if (plan.request.rules == PlacementRules::Accelerate && convs > 0 &&
        isBitsAndBytes(quantized.quantization().method)) {
        issues.push_back({Severity::Hint,
                          "quantised_conv1d",
                          {},
                          std::nullopt,
                          0,
                          modulesText(convs) +
                              " of the class Conv1D are quantised as from_pretrained does it; "
                              "Accelerate's own load_and_quantize_model leaves them as they are."});
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
        issues.push_back(
            {Severity::Warning,
             "quantised_nothing",
             {},
             std::nullopt,
             0,
             "Nothing of this model is quantised: " + libraryOf(quantized.quantization().method) +
                 " takes modules of " +
                 (isBitsAndBytes(quantized.quantization().method) ? "the classes Linear and Conv1D"
                                                                  : "the class Linear") +
                 " that hold a weight in floating point, and there are none beside those that "
                 "stay as they are" +
                 otherLinear(*plan.request.tree) + "."});
    } else if (quantized.isGuessed()) {
        issues.push_back({Severity::Hint,
                          "quantised_guess",
                          {},
                          std::nullopt,
                          0,
                          "The classes of this model's modules are not known; weights of two "
                          "dimensions are taken for Linear modules by their names. Give its "
                          "config.json or .tree.json to be sure."});
    }
    addOtherChoice(plan, quantized, issues);
}

}  // namespace

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
    return plan.ground != nullptr ? plan.ground->facts->model.sizes().total().value : 0;
}

}  // namespace stowage
