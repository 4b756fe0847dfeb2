// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter/lora_layers.h"

#include "engine/base/strings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace stowage {
namespace {

ModuleDraft* childNamed(ModuleDraft& module, std::string_view name) {
    const auto found = std::ranges::find(module.children, name, &ModuleDraft::name);
    return found == module.children.end() ? nullptr : &*found;
}

ModuleDraft named(std::string name, std::string className) {
    ModuleDraft draft;
    draft.name = std::move(name);
    draft.className = std::move(className);
    return draft;
}

/// The kinds of modules that peft.tuners.lora.layer changes.
enum class LoraKind { Linear, Transposed, Embedding, Conv };

struct LoraClass {
    LoraKind kind = LoraKind::Linear;
    std::string className;  ///< of the layer around it
    std::string magnitude;  ///< of DoRA's magnitudes
};

/// What becomes of a module with this weight; nothing for those that LoRA does not change.
/// Subclasses are told by their names' ends.
std::optional<LoraClass> loraClassOf(const ModuleDraft& base, std::size_t dimensions) {
    const std::string& name = base.className;
    if (name == "Conv1D" && dimensions == 2) {
        return LoraClass{LoraKind::Transposed, "Linear", "DoraLinearLayer"};
    }
    if (name.ends_with("Linear") && dimensions == 2) {
        return LoraClass{LoraKind::Linear, "Linear", "DoraLinearLayer"};
    }
    if (name.ends_with("Embedding") && dimensions == 2) {
        return LoraClass{LoraKind::Embedding, "Embedding", "DoraEmbeddingLayer"};
    }
    for (const auto& [end, size] :
         {std::pair("Conv1d", 3), std::pair("Conv2d", 4), std::pair("Conv3d", 5)}) {
        if (name.ends_with(end) && dimensions == static_cast<std::size_t>(size)) {
            return LoraClass{LoraKind::Conv, end, "Dora" + std::string(end) + "Layer"};
        }
    }
    return std::nullopt;
}

/// The widths that go in and come out, as the layer's matrices see them.
std::pair<std::int64_t, std::int64_t> widthsOf(LoraKind kind,
                                               const std::vector<std::int64_t>& weight) {
    const bool isTransposed = kind == LoraKind::Transposed || kind == LoraKind::Embedding;
    return isTransposed ? std::pair(weight[0], weight[1]) : std::pair(weight[1], weight[0]);
}

Result<void> checkWidths(const std::string& path, const std::vector<AdapterPart>& parts,
                         std::pair<std::int64_t, std::int64_t> widths) {
    for (const AdapterPart& part : parts) {
        const auto& shape = part.stored->shape;
        const bool isA = part.name == "lora_A.weight" || part.name == "lora_embedding_A";
        const bool isB = part.name == "lora_B.weight" || part.name == "lora_embedding_B";
        const std::int64_t wanted = isA ? widths.first : widths.second;
        if ((isA && shape[1] != wanted) || (isB && shape[0] != wanted)) {
            return fail(ErrorCode::KeyMismatch,
                        say("The adapter's \"%1\" of %2 is [%3], and the module has %4 inputs and "
                            "%5 outputs: the adapter was made for another model.",
                            part.name, quotedForMessage(path), joinedText(shape, ", "),
                            widths.first, widths.second),
                        {}, path);
        }
    }
    return {};
}

bool isLoraLayer(ModuleDraft& module) {
    return childNamed(module, "base_layer") != nullptr && childNamed(module, "lora_A") != nullptr;
}

/// The children of LoraLayer in the order in which it registers them.
void wrapBase(ModuleDraft& module, const LoraClass& around) {
    ModuleDraft layer = named(module.name, around.className);
    module.name = "base_layer";
    layer.children.push_back(std::move(module));
    for (const char* const child : {"lora_dropout", "lora_A", "lora_B"}) {
        layer.children.push_back(named(child, "ModuleDict"));
    }
    for (const char* const child : {"lora_embedding_A", "lora_embedding_B"}) {
        layer.children.push_back(named(child, "ParameterDict"));
    }
    layer.children.push_back(named("lora_magnitude_vector", "ModuleDict"));
    module = std::move(layer);
}

/// Puts one of the adapter's tensors where the layer keeps it; gives its name in the layer.
std::string addPart(ModuleDraft& layer, const AdapterPart& part, const std::string& adapter,
                    const LoraClass& around) {
    const std::string dict = part.name.substr(0, part.name.find('.'));
    ModuleDraft& holder = *childNamed(layer, dict);
    const StoredTensor& stored = *part.stored;
    if (dict.starts_with("lora_embedding")) {
        holder.parameters.push_back({adapter, stored.dtype, stored.shape});
        return dict + "." + adapter;
    }
    const bool isMagnitude = dict == "lora_magnitude_vector";
    const std::string tensor = isMagnitude ? "weight" : part.name.substr(part.name.find('.') + 1);
    ModuleDraft* owner = childNamed(holder, adapter);
    if (owner == nullptr) {
        const bool isConv = around.kind == LoraKind::Conv;
        holder.children.push_back(named(adapter, isMagnitude ? around.magnitude
                                                 : isConv    ? around.className
                                                             : "Linear"));
        owner = &holder.children.back();
    }
    owner->parameters.push_back({tensor, stored.dtype, stored.shape});
    return dict + "." + adapter + "." + tensor;
}

}  // namespace

std::string WrappedNames::of(std::string_view name) const {
    std::string result;
    std::size_t taken = 0;
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos;
         dot = name.find('.', dot + 1)) {
        if (const auto found = m_children.find(std::string(name.substr(0, dot)));
            found != m_children.end()) {
            result += std::string(name.substr(taken, dot - taken)) + "." + found->second;
            taken = dot;
        }
    }
    return result + std::string(name.substr(taken));
}

ModuleDraft* moduleAt(ModuleDraft& root, std::string_view path) {
    ModuleDraft* module = &root;
    while (module != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        module = childNamed(*module, path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return module;
}

Result<std::vector<LaidTensor>> makeLoraLayer(ModuleDraft& module, const std::string& path,
                                              const std::vector<AdapterPart>& parts,
                                              const std::string& adapter, bool hasDropout,
                                              WrappedNames& names) {
    const bool isLayer = isLoraLayer(module);
    const ModuleDraft& base = isLayer ? *childNamed(module, "base_layer") : module;
    const auto weight = std::ranges::find(base.parameters, "weight", &ModuleDraft::Tensor::name);
    const auto around =
        weight == base.parameters.end() ? std::nullopt : loraClassOf(base, weight->shape.size());
    if (!around || !module.sameAs.empty()) {
        return fail(ErrorCode::Unsupported,
                    module.sameAs.empty()
                        ? say("The adapter changes %1, which is of the class %2; Stowage lays LoRA "
                              "over linear layers, embeddings and convolutions.",
                              quotedForMessage(path), quotedForMessage(base.className))
                        : say("The adapter changes %1, which is the same module as %2; Stowage "
                              "lays LoRA over modules that stand in one place.",
                              quotedForMessage(path), quotedForMessage(module.sameAs)),
                    {}, path);
    }
    STOWAGE_TRY(checkWidths(path, parts, widthsOf(around->kind, weight->shape)));
    if (!isLayer) {
        wrapBase(module, *around);
        names.wrap(path, "base_layer");
    }
    childNamed(module, "lora_dropout")
        ->children.push_back(named(adapter, hasDropout ? "Dropout" : "Identity"));
    std::vector<LaidTensor> laid;
    for (const AdapterPart& part : parts) {
        laid.push_back({path + "." + addPart(module, part, adapter, *around), part.stored});
    }
    return laid;
}

void makeSavedModule(ModuleDraft& module, const std::string& path, const std::string& adapter,
                     WrappedNames& names) {
    if (childNamed(module, "original_module") == nullptr) {
        ModuleDraft wrapper = named(module.name, "ModulesToSaveWrapper");
        module.name = "original_module";
        wrapper.children.push_back(std::move(module));
        wrapper.children.push_back(named("modules_to_save", "ModuleDict"));
        module = std::move(wrapper);
        names.wrap(path, "original_module");
    }
    ModuleDraft copy = *childNamed(module, "original_module");
    copy.name = adapter;
    childNamed(module, "modules_to_save")->children.push_back(std::move(copy));
}

}  // namespace stowage
