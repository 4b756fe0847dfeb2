// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/quantized_plan.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/card_catalogue.h"
#include "engine/model/quantization.h"
#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
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

/// What Mxfp4GptOssExperts registers. Of a dtype that is planned, Accelerate takes the smaller.
void countAsRegistered(AccelerateDtypes& dtypes, const ModuleTree& tree,
                       const QuantizedWeights& quantized) {
    constexpr PythonNumber kFloat32{4, false};
    const bool mayBeLess = dtypes.dtype && dtypes.rules == PlannerRules::Accelerate;
    const PythonNumber biases = mayBeLess ? pythonMin(*dtypes.dtype, kFloat32) : kFloat32;
    std::vector<PythonNumber> counted(tree.tensors().size(), PythonNumber{-1, false});
    for (std::uint32_t i = 0; i < counted.size(); ++i) {
        const TensorId id{i};
        const TensorSpec& tensor = tree.tensor(id);
        if (quantized.contains(id)) {
            const QuantizedPart blocks = quantized.partsOf(tree, id).front();
            counted[i] = {static_cast<double>(blocks.bytes), false};
        } else if (quantized.becomesFloat32(tensor.module)) {
            counted[i] = PythonNumber{static_cast<double>(storedElements(tensor)), false} * biases;
        }
    }
    dtypes.counted = std::make_shared<const std::vector<PythonNumber>>(std::move(counted));
}

/// "lm_head, score and 12 more".
Message namesText(const ModuleTree& tree, const std::vector<ModuleId>& modules) {
    constexpr std::size_t kMostNamed = 3;
    std::vector<std::string> paths;
    for (const ModuleId module : modules) {
        paths.push_back(tree.path(module));
    }
    return listedNames(paths, kMostNamed);
}

std::string libraryOf(QuantizationMethod method) {
    return isBitsAndBytes(method) ? "bitsandbytes" : "transformers";
}

/// What stays as it is although it is most of the model: parameters of three dimensions.
void addExperts(const PlacementPlan& plan, const QuantizedWeights& quantized,
                std::vector<PlanIssue>& issues) {
    if (quantized.quantization().method == QuantizationMethod::Mxfp4) {
        return;  // it is for experts
    }
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
        const std::string size = formatSize(static_cast<double>(bytes));
        const auto method = quantizationName(quantized.quantization().method);
        issues.push_back(
            {Severity::Warning, "quantised_experts", tree.path(first->module), std::nullopt,
             static_cast<double>(bytes),
             count == 1
                 ? say("%1 three-dimensional parameter (%2, %3) is not quantised: the experts of a "
                       "layer are not Linear modules in transformers 5, so %4 does not quantise "
                       "these experts. Plan in a smaller dtype, or with fp8.",
                       count, first->name, size, method)
                 : say("%1 three-dimensional parameters (%2 and others, %3) are not quantised: the "
                       "experts of a layer are not Linear modules in transformers 5, so %4 does "
                       "not quantise these experts. Plan in a smaller dtype, or with fp8.",
                       count, first->name, size, method)});
    }
}

/// Whether transformers loads the plan, and not an engine with kernels of its own.
bool isByTransformers(const PlacementRequest& request) {
    const std::string engine = request.workload ? request.workload->engine : std::string();
    return engine != "vllm" && engine != "sglang" && engine != "llama.cpp";
}

/// from_pretrained raises where bitsandbytes would have to quantise beside GPUs; on the CPU alone
/// it works. fp8 refuses it only where it quantises while it loads.
bool isRefusedOffGpu(const PlacementRequest& request) {
    const Quantization& quantization = *request.constraints.quantization;
    const bool isTransformers = request.rules == PlacementRules::Transformers;
    if (isBitsAndBytes(quantization.method)) {
        // Accelerate converts to 8 bit there, and refuses 4 bit alone.
        return isTransformers || isFourBit(quantization.method);
    }
    return quantization.method == QuantizationMethod::Fp8 && quantization.declaredBy.empty();
}

/// A map that the library refuses is none that fits.
Severity refusalOf(const PlacementRequest& request) {
    return isByTransformers(request) ? Severity::Error : Severity::Warning;
}

/// A key of the map; the whole model's is "".
Message entryText(const std::string& key) {
    return key.empty() ? Message(phrase("the whole model")) : Message(key);
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
    if (off == entries.end() || isCpuAlone || !isRefusedOffGpu(plan.request)) {
        return;
    }
    const bool isTransformers = plan.request.rules == PlacementRules::Transformers;
    issues.push_back(
        {refusalOf(plan.request), "quantised_offload", off->first, off->second, 0,
         say("%1 refuses this map because it does not quantise to %2 if any weights are on the CPU "
             "or the disk (first entry: %3). Give the GPUs more memory or higher limits.",
             std::string_view(isTransformers ? "from_pretrained" : "load_and_quantize_model"),
             quantizationName(plan.request.constraints.quantization->method),
             entryText(off->first))});
}

/// The model's bytes with these weights quantised; null: as if nothing were.
double bytesOf(const PlacementPlan& plan, const QuantizedWeights* quantized) {
    const ModuleTree& tree = *plan.request.tree;
    double bytes = 0;
    for (std::size_t storage = 0; storage < plan.storageOwners.size(); ++storage) {
        bytes += static_cast<double>(
            plannedBytes(tree, plan.storageOwners[storage],
                         {plan.request.constraints.dtype, quantized, plan.request.rules}));
    }
    return bytes;
}

/// swizzle_mxfp4_convertops() of integrations/mxfp4.py takes what lies on the CPU, or is on its way
/// to the disk, to the current GPU, where it stays: it is no parameter any more that a hook moves.
void addMxfp4Offload(const PlacementPlan& plan, const QuantizedWeights& quantized,
                     std::vector<PlanIssue>& issues) {
    const ModuleTree& tree = *plan.request.tree;
    const TensorSpec* first = nullptr;
    std::optional<DeviceId> device;
    double bytes = 0;
    for (std::size_t storage = 0; storage < plan.storageOwners.size(); ++storage) {
        const TensorId owner = plan.storageOwners[storage];
        const auto place = plan.storageDevices[storage];
        if (place && !place->isGpu() && quantized.contains(owner)) {
            first = first == nullptr ? &tree.tensor(owner) : first;
            device = device.value_or(*place);
            bytes += static_cast<double>(quantized.bytesOf(owner));
        }
    }
    if (first != nullptr) {
        issues.push_back({Severity::Warning, "quantised_offload", tree.path(first->module), device,
                          bytes,
                          say("from_pretrained does not follow this map. It places the MXFP4 "
                              "experts on the current GPU, usually the first GPU, and keeps the "
                              "experts on that GPU. This includes the experts that the map puts on "
                              "the CPU and the disk (first module: %1, %2 in total). Give the GPUs "
                              "more memory or higher limits, or plan without a quantisation.",
                              tree.path(first->module), formatSize(bytes))});
    }
}

constexpr unsigned kLeastForFp8 = 89;

/// From which compute capability on transformers leaves a method as it is; 0: it never looks.
unsigned leastCapability(const Quantization& quantization) {
    constexpr unsigned kMxfp4 = 75;
    return quantization.method == QuantizationMethod::Fp8 ? kLeastForFp8
           : quantization.method == QuantizationMethod::Mxfp4 && !quantization.declaredBy.empty()
               ? kMxfp4
               : 0;
}

bool isFp8(const TensorSpec& tensor) {
    return tensor.kind == TensorKind::Parameter && tensor.dtype == DType::Float8E4M3FN;
}

/// Whether the tree is of a file whose weights transformers' fp8 made: it has scales as well.
bool holdsFp8(const ModuleTree& tree) {
    return std::ranges::any_of(tree.tensors(), isFp8) &&
           std::ranges::any_of(tree.tensors(),
                               [](const TensorSpec& tensor) { return tensor.packed.has_value(); });
}

/// Bytes that its weights take more once they are bfloat16.
double undoneFp8(const ModuleTree& tree) {
    double bytes = 0;
    for (const TensorSpec& tensor : tree.tensors()) {
        bytes += isFp8(tensor) ? static_cast<double>(tensor.byteSize) : 0;
    }
    return bytes;
}

std::string capabilityText(unsigned number) {
    return std::to_string(number / 10) + "." + std::to_string(number % 10);
}

/// The GPU that is current for transformers, the first one; null where there is none.
const DeviceInfo* currentGpu(const PlacementRequest& request) {
    const auto gpu = std::ranges::find_if(request.devices, &DeviceId::isGpu, &DeviceInfo::id);
    return gpu == request.devices.end() ? nullptr : &*gpu;
}

const CatalogueCard* currentCard(const PlacementRequest& request) {
    const DeviceInfo* const gpu = currentGpu(request);
    const auto& catalogue = deviceCatalogue();
    return gpu == nullptr || !catalogue ? nullptr : cardOfDevice(*catalogue, *gpu);
}

/// The compute capability of the current GPU; 0: there is none, or the catalogue does not know.
unsigned currentCapability(const PlacementRequest& request) {
    const CatalogueCard* const card = currentCard(request);
    return card == nullptr ? 0 : card->computeCapability;
}

/// What validate_environment() and what follows it (quantizers/quantizer_mxfp4.py) make of MXFP4
/// where its kernels do not run, and where they quantise while the model is loaded.
void addMxfp4Limits(const PlacementPlan& plan, const QuantizedWeights& quantized,
                    std::vector<PlanIssue>& issues) {
    const bool isDeclared = !quantized.quantization().declaredBy.empty();
    const bool hasGpu = currentGpu(plan.request) != nullptr;
    const bool isCapable = currentCapability(plan.request) > 0;  // else it would be undone
    const double bytes = bytesOf(plan, nullptr);
    const Message without =
        isDeclared
            ? say("otherwise from_pretrained undoes the quantisation, and the model needs %1. Plan "
                  "without a quantisation to see the placement of the unquantised model.",
                  formatSize(bytes))
            : say("otherwise from_pretrained refuses this quantisation.");
    issues.push_back(planIssue(
        hasGpu ? Severity::Hint : Severity::Warning, "quantised_undone", std::nullopt, bytes,
        isCapable ? say("On this GPU, transformers supports MXFP4 only with Triton 3.4 and the "
                        "package \"kernels\"; %1",
                        without)
        : hasGpu
            ? say("transformers supports MXFP4 on GPUs of compute capability 7.5 or above (T4, "
                  "A100, H100) or on Intel GPUs, with Triton and the package \"kernels\"; %1",
                  without)
            : say("Without a GPU, transformers supports MXFP4 only with use_kernels=True, Triton "
                  "and the package \"kernels\"; %1",
                  without)));
    const auto& entries = plan.map.entries();
    const auto onDisk = std::ranges::find_if(
        entries, [](const auto& entry) { return entry.second == DeviceId::disk(); });
    if (!isDeclared && onDisk != entries.end()) {
        issues.push_back({refusalOf(plan.request), "quantised_offload", onDisk->first,
                          onDisk->second, 0,
                          say("from_pretrained refuses this map because it does not quantise to "
                              "mxfp4 if any weights are on the disk (first entry: %1). Give the "
                              "GPUs and the CPU more memory or higher limits.",
                              entryText(onDisk->first))});
    } else if (isDeclared && hasGpu) {
        addMxfp4Offload(plan, quantized, issues);
    }
}

/// Names a quantisation that is undone, and the size without it.
PlanIssue undoneIssue(const PlacementPlan& plan) {
    const Quantization& quantization = *plan.request.constraints.quantization;
    const unsigned capability = currentCapability(plan.request);
    const double bytes = bytesOf(plan, nullptr);
    const std::string_view method = quantizationName(quantization.method);
    return planIssue(
        Severity::Warning, "quantised_undone", std::nullopt, bytes,
        capability == 0
            ? say("Without a GPU, transformers undoes %1: the model is planned unquantised, with "
                  "%2 of weights.",
                  method, formatSize(bytes))
            : say("transformers undoes %1 for the whole model because GPU 0 has compute capability "
                  "%2, but at least %3 is required. The model is planned unquantised, with %4 of "
                  "weights. Put a newer GPU first, or choose another quantisation.",
                  method, capabilityText(capability), capabilityText(leastCapability(quantization)),
                  formatSize(bytes)));
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
                      convs == 1 ? say("%1 module of the class Conv1D is planned as quantised, "
                                       "because from_pretrained quantises it. Accelerate's "
                                       "load_and_quantize_model does not quantise this module.",
                                       convs)
                                 : say("%1 modules of the class Conv1D are planned as quantised, "
                                       "because from_pretrained quantises them. Accelerate's "
                                       "load_and_quantize_model does not quantise these modules.",
                                       convs)));
    }
}

/// Why a model full of linear layers may have none that count: "FalconLinear is …".
Message otherLinear(const ModuleTree& tree) {
    for (const ModuleNode& node : tree.nodes()) {
        if (node.className.ends_with("Linear") && node.className != "Linear") {
            return say("%1 is a different class, whose modules are not quantised", node.className);
        }
    }
    return {};
}

/// Why the method takes nothing of this model.
Message nothingText(const ModuleTree& tree, QuantizationMethod method) {
    if (method == QuantizationMethod::Mxfp4) {
        return phrase(
            "No weights of this model are quantised: transformers' MXFP4 quantises only "
            "floating-point experts of gpt-oss (class GptOssExperts), and the model has no such "
            "module that may be quantised.");
    }
    const Message why = isBitsAndBytes(method)
                            ? say("No weights of this model are quantised: %1 quantises only "
                                  "floating-point weights of Linear and Conv1D modules, and the "
                                  "model has no such module that may be quantised",
                                  libraryOf(method))
                            : say("No weights of this model are quantised: %1 quantises only "
                                  "floating-point weights of Linear modules, and the model has no "
                                  "such module that may be quantised",
                                  libraryOf(method));
    return say("%1.", joined({why, otherLinear(tree)}, "; "));
}

void addChoice(const PlacementPlan& plan, const QuantizedWeights& quantized,
               std::vector<PlanIssue>& issues) {
    if (quantized.modules().empty()) {
        issues.push_back(
            planIssue(Severity::Warning, "quantised_nothing", std::nullopt, 0,
                      nothingText(*plan.request.tree, quantized.quantization().method)));
    } else if (quantized.isGuessed()) {
        issues.push_back(planIssue(
            Severity::Hint, "quantised_guess", std::nullopt, 0,
            phrase("The classes of this model's modules are not known. Two-dimensional weights are "
                   "assumed to belong to Linear modules if their names suggest it. Provide the "
                   "config.json or .tree.json of the model to be sure.")));
    }
    addOtherChoice(plan, quantized, issues);
}

}  // namespace

AccelerateDtypes countedDtypes(const PlacementRequest& request, const QuantizedWeights* quantized) {
    AccelerateDtypes dtypes = requestedDtypes(request);
    if (quantized == nullptr) {
        return dtypes;
    }
    if (quantized->quantization().method == QuantizationMethod::Mxfp4) {
        countAsRegistered(dtypes, *request.tree, *quantized);
    } else if (dtypes.rules == PlannerRules::Transformers) {
        countAsTransformers(dtypes, *request.tree, *quantized);
    } else {
        countAsAccelerate(dtypes, request, *quantized);
    }
    return dtypes;
}

std::optional<Quantization> appliedQuantization(const PlacementRequest& request) {
    const auto& quantization = request.constraints.quantization;
    const unsigned least = quantization ? leastCapability(*quantization) : 0;
    if (least == 0 || !isByTransformers(request)) {
        return quantization;
    }
    if (currentGpu(request) == nullptr) {
        const bool isUndone =
            quantization->method == QuantizationMethod::Fp8 && !quantization->declaredBy.empty();
        return isUndone ? std::nullopt : quantization;
    }
    const unsigned capability = currentCapability(request);
    return capability > 0 && capability < least ? std::nullopt : quantization;
}

std::optional<MissingFact> quantizationInDoubt(const PlacementPlan& plan) {
    const PlacementRequest& request = plan.request;
    const QuantizedWeights* const quantized = quantizedWeights(plan);
    const bool isOfFile =
        !request.constraints.quantization && !request.constraints.dtype && holdsFp8(*request.tree);
    const unsigned least = isOfFile               ? kLeastForFp8
                           : quantized != nullptr ? leastCapability(quantized->quantization())
                                                  : 0;
    const unsigned capability = currentCapability(request);
    if (capability >= least || !isByTransformers(request)) {
        return std::nullopt;
    }
    const bool isUnknown = currentGpu(request) != nullptr && capability == 0;
    const double bytes = bytesOf(plan, quantized);
    const std::string now = formatSize(bytes);
    if (isOfFile && !isUnknown) {
        return MissingFact{
            say("the placement of the loaded weights: transformers undoes fp8 on these devices, so "
                "the weights need %1 instead of %2",
                formatSize(bytes + undoneFp8(*request.tree)), now),
            say("Open the model's config.json alone to plan with the sizes of the loaded weights, "
                "or choose a dtype (--dtype, or Type in the window).")};
    }
    // A GPU without a card is taken for a current one: MXFP4 needs no more.
    const bool isCurrent = !isOfFile && currentCard(request) == nullptr &&
                           quantized->quantization().method == QuantizationMethod::Mxfp4;
    if (!isUnknown || isCurrent) {
        return std::nullopt;
    }
    const auto method = isOfFile ? QuantizationMethod::Fp8 : quantized->quantization().method;
    return MissingFact{
        say("the compute capability of GPU 0: below %1, transformers undoes %2, and the weights "
            "need %3 instead of %4",
            capabilityText(least), quantizationName(method),
            formatSize(isOfFile ? bytes + undoneFp8(*request.tree) : bytesOf(plan, nullptr)), now),
        say("Name the card (--gpus rtx-4090), or plan without quantisation (--quantize none).")};
}

bool keepsToGpus(const PlacementRequest& request) {
    return request.constraints.quantization && appliedQuantization(request) &&
           isByTransformers(request) && isRefusedOffGpu(request);
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
        if (quantized->quantization().method == QuantizationMethod::Mxfp4 &&
            !quantized->modules().empty()) {
            addMxfp4Limits(plan, *quantized, issues);
        }
        addChoice(plan, *quantized, issues);
    } else if (plan.request.constraints.quantization && !appliedQuantization(plan.request)) {
        issues.push_back(undoneIssue(plan));
    }
    return issues;
}

std::optional<std::uint64_t> declaredBytes(const ModuleTree& tree,
                                           const std::optional<Quantization>& starting) {
    if (!starting || starting->method == QuantizationMethod::Other) {
        return std::nullopt;
    }
    const QuantizedWeights quantized(tree, *starting);
    std::uint64_t bytes = 0;
    for (const TensorId owner : storageOwners(tree)) {
        bytes += plannedBytes(tree, owner, {std::nullopt, &quantized});
    }
    return bytes;
}

Message declaredText(const ModuleTree& tree, const Quantization* declared,
                     const std::optional<Quantization>& starting) {
    if (declared == nullptr) {
        return {};
    }
    const auto bytes = declaredBytes(tree, starting);
    const Message text = quantizationText(*declared);
    return bytes ? say("%1, %2 (declared by config.json)", text, formatSize(*bytes))
                 : say("%1 (declared by config.json)", text);
}

Message quantizationLine(const PlacementPlan& plan) {
    const QuantizedWeights* const quantized = quantizedWeights(plan);
    if (quantized == nullptr) {
        return {};
    }
    const Quantization& quantization = quantized->quantization();
    const std::size_t count = quantized->modules().size();
    Message text = count == 1 ? say("%1 (planned, not loaded): %2 module is quantised",
                                    quantizationText(quantization), count)
                              : say("%1 (planned, not loaded): %2 modules are quantised",
                                    quantizationText(quantization), count);
    if (const auto& skipped = quantized->skipped(); !skipped.empty()) {
        const std::string names = namesText(*plan.request.tree, skipped);
        text = skipped.size() == 1
                   ? say("%1, %2 is not quantised (%3)", text, skipped.size(), names)
                   : say("%1, %2 are not quantised (%3)", text, skipped.size(), names);
    }
    // The file's name alone: a path makes a line of any length.
    const std::string& file = quantization.declaredBy;
    return file.empty() ? text : say("%1; declared by %2", text, file.substr(file.rfind('/') + 1));
}

Message quantizedLoadRefusal(const PlacementPlan& plan) {
    const auto& quantization = plan.request.constraints.quantization;
    return say(
        "This plan assumes %1, which Stowage can plan but not load. Plan without a quantisation to "
        "load the unchanged weights.",
        quantization ? quantizationText(*quantization) : Message());
}

double countedBytes(const PlacementPlan& plan) {
    return plan.strategyResult != nullptr ? plan.strategyResult->facts->model.sizes().total().value
                                          : 0;
}

}  // namespace stowage
