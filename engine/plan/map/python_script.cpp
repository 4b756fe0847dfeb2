// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/map/python_script.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/model/joined_tree.h"
#include "engine/model/quantization.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/map/device_map_text.h"

#include <algorithm>
#include <map>
#include <set>

namespace stowage {

namespace {

constexpr const char* kOffloadFolder = "offload";

/// A comment: text on one line, whatever names it holds.
std::string comment(const std::string& text) {
    std::string line = "# ";
    for (const char c : text) {
        line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return line + "\n";
}

std::string torchDtype(DType dtype) {
    return "torch." + std::string(dtypeName(dtype));
}

std::string namesList(const std::vector<std::string>& names) {
    std::string text = "[";
    for (const std::string& name : names) {
        text += (text.size() > 1 ? ", " : "") + quotedLiteral(name);
    }
    return text + "]";
}

/// The one dtype of all weights, as stored; nothing where there are several, or one that no model
/// computes in.
std::optional<DType> storedDtype(const ModuleTree& tree) {
    std::optional<DType> found;
    for (const TensorSpec& tensor : tree.tensors()) {
        if (tensor.kind != TensorKind::Parameter) {
            continue;
        }
        if (tensor.dtype != DType::Float16 && tensor.dtype != DType::BFloat16 &&
            tensor.dtype != DType::Float32) {
            return std::nullopt;
        }
        if (found && *found != tensor.dtype) {
            return std::nullopt;
        }
        found = tensor.dtype;
    }
    return found;
}

/// What `dtype=` is given; "" where the call does better without it.
std::string dtypeArgument(const PlacementPlan& plan, const PretrainedSource& source) {
    const PlacementConstraints& constraints = plan.request.constraints;
    if (constraints.dtype) {
        return torchDtype(*constraints.dtype);
    }
    if (!source.ggufFile.empty()) {
        return {};
    }
    const auto stored = storedDtype(*plan.request.tree);
    return stored ? torchDtype(*stored) : "\"auto\"";
}

bool usesDevice(const DeviceMap& map, DeviceKind kind) {
    const auto entries = map.entries();
    return std::ranges::any_of(entries,
                               [kind](const auto& entry) { return entry.second.kind == kind; });
}

bool hasGpu(const DeviceMap& map) {
    const auto entries = map.entries();
    return std::ranges::any_of(entries, [](const auto& entry) { return entry.second.isGpu(); });
}

struct Quantizing {
    std::string className;  ///< of the configuration
    std::vector<std::string> arguments;
};

/// What the call must be given so that it quantises as planned; nothing where the model's own
/// config.json says it, or nobody wants it.
std::optional<Quantizing> quantizing(const PlacementPlan& plan, const DeviceMap& map) {
    const auto& quantization = plan.request.constraints.quantization;
    if (!quantization || !quantization->declaredBy.empty()) {
        return std::nullopt;
    }
    const auto add = [](Quantizing& made, const std::string& name, const std::string& value) {
        made.arguments.push_back(name + "=" + value);
    };
    Quantizing made;
    const bool isMxfp4 = quantization->method == QuantizationMethod::Mxfp4;
    if (isMxfp4 || quantization->method == QuantizationMethod::Fp8) {
        made.className = isMxfp4 ? "Mxfp4Config" : "FineGrainedFP8Config";
        if (quantization->blockRows > 0 && quantization->blockColumns > 0) {
            add(made, "weight_block_size",
                "(" + std::to_string(quantization->blockRows) + ", " +
                    std::to_string(quantization->blockColumns) + ")");
        }
        if (quantization->skippedModules) {
            add(made, "modules_to_not_convert", namesList(*quantization->skippedModules));
        }
        return made;
    }
    if (!isBitsAndBytes(quantization->method)) {
        return std::nullopt;
    }
    made.className = "BitsAndBytesConfig";
    if (isFourBit(quantization->method)) {
        add(made, "load_in_4bit", "True");
        add(made, "bnb_4bit_quant_type",
            quotedLiteral(std::string(quantizationName(quantization->method))));
        if (quantization->isDoubleQuantised) {
            add(made, "bnb_4bit_use_double_quant", "True");
        }
        if (quantization->storage != DType::UInt8) {
            add(made, "bnb_4bit_quant_storage", torchDtype(quantization->storage));
        }
    } else {
        add(made, "load_in_8bit", "True");
    }
    if (quantization->skippedModules) {
        add(made, "llm_int8_skip_modules", namesList(*quantization->skippedModules));
    }
    if (hasGpu(map) && (usesDevice(map, DeviceKind::Cpu) || usesDevice(map, DeviceKind::Disk))) {
        add(made, "llm_int8_enable_fp32_cpu_offload", "True");
    }
    return made;
}

/// The limits as they were given, and one for each device of the map that has none: a GPU that a
/// person moved something to. The disk has none for Accelerate, and its free bytes change
/// meanwhile.
std::string maxMemory(const PlacementPlan& plan, const DeviceMap& map) {
    std::vector<MemoryBudget> budgets = plan.request.budgets;
    std::set<DeviceId> used;
    for (const auto& [path, device] : map.entries()) {
        used.insert(device);
    }
    for (const DeviceId device : used) {
        const bool isLimited = std::ranges::any_of(
            budgets, [device](const MemoryBudget& budget) { return budget.device == device; });
        const DevicePlacement* const placement = plan.placement(device);
        const auto free = placement == nullptr ? std::nullopt : placement->device.freeBytes();
        if (!isLimited && free && device != DeviceId::disk()) {
            budgets.push_back({device, static_cast<double>(*free), {}, false});
        }
    }
    std::ranges::stable_sort(budgets, {}, &MemoryBudget::device);
    std::string text;
    for (const MemoryBudget& budget : budgets) {
        text += (text.empty() ? "" : ", ") + deviceLiteral(budget.device) + ": " +
                formatPythonNumber(budget.bytes, budget.isFloat);
    }
    return "{" + text + "}";
}

std::string childPath(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
}

/// The child of a library's module that stands for one whose name it has not: the only one with
/// weights that the other tree has not, where that has one such child too.
std::optional<ModuleId> renamedChild(const ModuleTree& tree, ModuleId parent,
                                     const ModuleTree& library, ModuleId there) {
    const auto onlyOther = [](const ModuleTree& from, ModuleId module, const ModuleTree& other,
                              ModuleId counterpart) {
        std::vector<ModuleId> found;
        for (const ModuleId child : from.children(module)) {
            const std::string path = childPath(other.path(counterpart), from.node(child).name);
            if (from.node(child).subtreeTensorCount > 0 && !other.findModule(path)) {
                found.push_back(child);
            }
        }
        return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
    };
    return onlyOther(tree, parent, library, there) ? onlyOther(library, there, tree, parent)
                                                   : std::nullopt;
}

/// What the library calls a module or tensor of the plan's tree; of one that it holds in a
/// parameter with others (a layer's experts) the module of that.
std::string libraryPath(const ModuleTree& tree, const ModuleTree& library,
                        const std::string& path) {
    ModuleId here = ModuleTree::root();
    ModuleId there = ModuleTree::root();
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string wanted = childPath(library.path(there), path.substr(begin, end - begin));
        auto next = library.findModule(wanted);
        if (!next && library.findTensor(wanted)) {
            return wanted;
        }
        const auto own = tree.findModule(path.substr(0, end));
        next = next ? next : renamedChild(tree, here, library, there);
        if (!next || !own) {
            break;
        }
        here = *own;
        there = *next;
        begin = end + 1;
    }
    return library.path(there);
}

std::uint64_t bytesAt(const ModuleTree& tree, const std::string& path) {
    const auto module = tree.findModule(path);
    const auto tensor = module ? std::nullopt : tree.findTensor(path);
    return module ? tree.node(*module).subtreeBytes : tensor ? tree.tensor(*tensor).byteSize : 0;
}

/// The flat map under the library's names. What it has as one goes to where most of its bytes are
/// planned; `elsewhere` has the others. Entries of nothing, which have no effect, are left out.
DeviceMap libraryMap(const PlacementPlan& plan, const ModuleTree& library,
                     std::vector<PlacedElsewhere>& elsewhere) {
    const ModuleTree& tree = *plan.request.tree;
    const DeviceMap flat = flatMap(tree, plan.map);
    std::map<std::string, std::map<DeviceId, std::uint64_t>> bytes;
    std::vector<std::pair<DeviceMap::Entry, std::string>> entries;
    for (const auto& entry : flat.entries()) {
        if (tree.findModule(entry.first) || tree.findTensor(entry.first)) {
            entries.emplace_back(entry, libraryPath(tree, library, entry.first));
            bytes[entries.back().second][entry.second] += bytesAt(tree, entry.first);
        }
    }
    DeviceMap map;
    for (const auto& [entry, path] : entries) {
        const DeviceId device = std::ranges::max_element(bytes[path], {}, [](const auto& each) {
                                    return each.second;
                                })->first;
        map.set(path, device);
        if (device != entry.second) {
            elsewhere.push_back({entry.first, entry.second, device});
        }
    }
    return map;
}

DeviceMap scriptMap(const PlacementPlan& plan, const PretrainedSource& source) {
    std::vector<PlacedElsewhere> elsewhere;
    return source.libraryTree == nullptr ? flatMap(*plan.request.tree, plan.map)
                                         : libraryMap(plan, *source.libraryTree, elsewhere);
}

/// What stands above the code.
std::string head(const PlacementPlan& plan, const PretrainedSource& source) {
    std::string text =
        comment("Planned by Stowage" + (source.name.empty() ? std::string() : ": " + source.name));
    for (const NotExpressed& part : notExpressed(plan, source)) {
        text += comment(part.what.english() + "; " + part.consequence.english() + ".");
    }
    for (const PlanIssue& issue : plan.issues) {
        if (issue.severity != Severity::Hint) {
            text +=
                comment(std::string(severityName(issue.severity)) + ": " + issue.text.english());
        }
    }
    return text;
}

std::string call(const std::string& function, const std::vector<std::string>& arguments) {
    std::string text = function + "(\n";
    for (const std::string& argument : arguments) {
        text += "    " + argument + ",\n";
    }
    return text + ")\n";
}

bool isOffloaded(const DeviceMap& map) {
    return usesDevice(map, DeviceKind::Cpu) || usesDevice(map, DeviceKind::Disk);
}

/// PEFT lays the adapters over the loaded model, the first by another call than the others. Over
/// an offloaded model the first call needs the map of its modules and, for those on disk, the
/// folder; without, it computes a map of its own and fails at weights on disk.
std::string adapterCode(const PretrainedSource& source, const DeviceMap& map) {
    std::string code;
    for (const auto& [name, path] : source.adapters) {
        const std::string named =
            quotedLiteral(path) + ", adapter_name=" + quotedLiteral(name) + ")\n";
        if (!code.empty()) {
            code += "model.load_adapter(" + named;
        } else if (!isOffloaded(map)) {
            code = "model = PeftModel.from_pretrained(model, " + named;
        } else {
            std::vector<std::string> arguments = {
                "model", quotedLiteral(path), "adapter_name=" + quotedLiteral(name),
                "device_map={(\"base_model.model.\" + name).rstrip(\".\"): device "
                "for name, device in device_map.items()}"};
            if (usesDevice(map, DeviceKind::Disk)) {
                arguments.push_back("offload_folder=" + quotedLiteral(kOffloadFolder));
            }
            code = call("model = PeftModel.from_pretrained", arguments);
        }
    }
    return code.empty() ? code : "\nfrom peft import PeftModel\n\n" + code;
}

/// `key_mapping`: regular expressions and what takes the place of what they match, one after the
/// other. The library lets one that ends in a letter or digit match whole names only.
std::string keyMapping(const PretrainedSource& source) {
    const auto isLetterOrDigit = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    std::set<std::string> patterns;
    std::string text = "{";
    for (const auto& [from, to] : source.renames) {
        std::string pattern = "^";
        for (const char c : from) {
            const bool isPlain =
                isLetterOrDigit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
            pattern += isPlain ? std::string(1, c) : std::string("\\") + c;
        }
        while (isLetterOrDigit(pattern.back()) || !patterns.insert(pattern).second) {
            pattern += "(?:)";
        }
        text += (text.size() > 1 ? ", " : "") + quotedLiteral(pattern) + ": " + quotedLiteral(to);
    }
    return text + "}";
}

/// Where from_pretrained finds the weights.
std::vector<std::string> weightArguments(const PretrainedSource& source) {
    const std::string location = quotedLiteral(source.locationOrPlaceholder());
    if (source.nestedFile.empty()) {
        return {location};
    }
    return {"None", "config=" + location,
            "state_dict=torch.load(" + quotedLiteral(source.nestedFile) +
                ", map_location=\"cpu\")[" + quotedLiteral(source.nestedKey) + "]"};
}

}  // namespace

std::vector<NotExpressed> notExpressed(const PlacementPlan& plan, const PretrainedSource& source) {
    std::vector<NotExpressed> list = source.notExpressed;
    const auto& rules = plan.request.hooks.offloaded;
    if (std::ranges::find(rules, OffloadRule::Mode::Compute, &OffloadRule::mode) != rules.end()) {
        list.push_back(
            {say("Offloaded modules are computed on the CPU (%1)",
                 joinedText(offloadRuleWords(rules), " ")),
             phrase(
                 "Accelerate's hooks copy the weights of offloaded modules to the main device")});
    }
    std::vector<PlacedElsewhere> joined;
    if (source.libraryTree != nullptr) {
        libraryMap(plan, *source.libraryTree, joined);
    }
    const auto isOfAdapter = [](const PlacedElsewhere& part) {
        return part.module.find(".lora_") != std::string::npos ||
               part.module.find(".base_layer") != std::string::npos ||
               part.module.find(".modules_to_save") != std::string::npos;
    };
    if (std::erase_if(joined, isOfAdapter) > 0) {
        list.push_back(
            {phrase("Parts of a LoRA layer are planned on several devices"),
             phrase("PEFT moves an adapter to the device of the module that it changes")});
    }
    if (!source.adapters.empty() && usesDevice(plan.map, DeviceKind::Disk)) {
        list.push_back({phrase("The model has an adapter, and weights of the model are on disk"),
                        phrase("PEFT copies the weight files into a folder below the working "
                               "directory; the copy needs as much space as the weights")});
    }
    if (source.adapters.size() > 1 && isOffloaded(plan.map)) {
        list.push_back(
            {phrase("The model has several adapters, and weights of the model are offloaded"),
             phrase("PEFT loads only the first adapter for offloaded modules; put the modules that "
                    "the other adapters change on GPUs, or load only one adapter")});
    }
    if (!joined.empty()) {
        list.push_back({phrase("Experts of one layer are planned on several devices"),
                        phrase("the library stores the experts in one parameter, on the device "
                               "with most of the experts")});
    }
    const auto& quantization = plan.request.constraints.quantization;
    if (!quantization) {
        return list;
    }
    if (!quantization->declaredBy.empty()) {
        list.push_back(
            {say("The weights are quantised (%1)", quantizationText(*quantization)),
             phrase("from_pretrained reads the quantisation from the config.json of the model")});
    } else if (isBitsAndBytes(quantization->method) && hasGpu(plan.map) && isOffloaded(plan.map)) {
        list.push_back(
            {phrase("In a map with a GPU, weights on the CPU or on disk are planned as quantised"),
             phrase(
                 "the library does not quantise such weights (llm_int8_enable_fp32_cpu_offload)")});
    }
    return list;
}

std::vector<PlacedElsewhere> placedElsewhere(const PlacementPlan& plan,
                                             const PretrainedSource& source) {
    const ModuleTree& tree = *plan.request.tree;
    std::vector<PlacedElsewhere> list;
    if (source.libraryTree != nullptr) {
        libraryMap(plan, *source.libraryTree, list);
    }
    for (const auto& [path, device] : plan.map.entries()) {
        const auto tensor = tree.findModule(path) ? std::nullopt : tree.findTensor(path);
        if (!tensor) {
            continue;
        }
        const auto module = plan.map.deviceOf(tree.path(tree.tensor(*tensor).module));
        if (module && *module != device) {
            list.push_back({path, device, *module});
        }
    }
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        std::optional<DeviceId> first;
        for (const TensorId member : group) {
            const TensorSpec& tensor = tree.tensor(member);
            const auto device = plan.map.deviceOf(tensor.name);
            if (!device || !device->isGpu()) {
                continue;
            }
            first = first.value_or(*device);
            if (*device != *first) {
                list.push_back({tensor.name, *device, *first});
            }
        }
    }
    return list;
}

std::optional<Message> whyNotOneModel(const ModuleTree& tree) {
    if (isOfTenants(tree)) {
        return phrase(
            "This plan has several models, but the exported text loads only one model; open that "
            "model alone.");
    }
    if (!isPipeline(tree)) {
        return std::nullopt;
    }
    return say(
        "%1 is a pipeline of several models, but the exported text loads only one model; open the "
        "folder of one model of the pipeline.",
        tree.node(ModuleTree::root()).className);
}

std::string pythonScript(const PlacementPlan& plan, const PretrainedSource& source) {
    const DeviceMap map = scriptMap(plan, source);
    const std::string dtype = dtypeArgument(plan, source);
    const auto quantized = quantizing(plan, map);
    std::vector<std::string> arguments = weightArguments(source);
    const auto add = [&arguments](const std::string& argument) { arguments.push_back(argument); };
    add("device_map=device_map");
    add("max_memory=max_memory");
    if (!source.renames.empty()) {
        add("key_mapping=" + keyMapping(source));
    }
    if (!source.ggufFile.empty()) {
        add("gguf_file=" + quotedLiteral(source.ggufFile));
    }
    if (!dtype.empty()) {
        add("dtype=" + dtype);
    }
    if (quantized) {
        add("quantization_config=quantization_config");
    }
    if (usesDevice(map, DeviceKind::Disk)) {
        add("offload_folder=" + quotedLiteral(kOffloadFolder));
    }
    if (plan.request.constraints.offloadBuffers) {
        add("offload_buffers=True");
    }
    if (source.runsOwnCode) {
        add("trust_remote_code=True");
    }
    std::string code = "from transformers import " + source.className;
    std::string configuration;
    if (quantized) {
        code += ", " + quantized->className;
        configuration = call("quantization_config = " + quantized->className, quantized->arguments);
    }
    code += "\n\ndevice_map = " + deviceMapToPython(map) +
            "\nmax_memory = " + maxMemory(plan, map) + "\n" + configuration +
            call("model = " + source.className + ".from_pretrained", arguments);
    code += adapterCode(source, map);
    const bool needsTorch = code.find("torch.") != std::string::npos;
    return head(plan, source) + (needsTorch ? "import torch\n" : "") + code;
}

}  // namespace stowage
