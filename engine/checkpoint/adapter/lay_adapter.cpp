// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter/lay_adapter.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/model/module_tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// A tensor of an adapter and what it is called inside the layer that it belongs to.
struct AdapterPart {
    std::string name;  ///< "lora_A.weight", "lora_embedding_B"
    const StoredTensor* stored = nullptr;
};

/// An adapter's tensors by what they do. Points into the checkpoint that it was made of.
struct AdapterKeys {
    std::map<std::string, std::vector<AdapterPart>> layers;  ///< by path of the changed module
    std::vector<AdapterPart> others;  ///< under the names that they have in the model
};

constexpr std::string_view kPeftPrefix = "base_model.model.";
/// What PEFT writes of a LoRA layer behind the module's path: the state dict's names without the
/// adapter's own.
constexpr std::array<std::string_view, 6> kParts = {"lora_A.weight",    "lora_B.weight",
                                                    "lora_B.bias",      "lora_embedding_A",
                                                    "lora_embedding_B", "lora_magnitude_vector"};
/// Names in LoRA files of kohya's scripts and of older releases of diffusers.
constexpr std::array<std::string_view, 3> kForeign = {"lora_down", "lora.down", "_lora.up"};

const AdapterPart* partNamed(const std::vector<AdapterPart>& parts, std::string_view name) {
    const auto found = std::ranges::find(parts, name, &AdapterPart::name);
    return found == parts.end() ? nullptr : &*found;
}

/// Both halves must be there and have the rank in common: of A the first size, of B the second.
Result<void> checkPair(const std::string& path, const std::vector<AdapterPart>& parts,
                       const std::string& file) {
    const bool isEmbedding = partNamed(parts, "lora_embedding_A") != nullptr ||
                             partNamed(parts, "lora_embedding_B") != nullptr;
    const std::string aName = isEmbedding ? "lora_embedding_A" : "lora_A.weight";
    const std::string bName = isEmbedding ? "lora_embedding_B" : "lora_B.weight";
    const AdapterPart* const a = partNamed(parts, aName);
    const AdapterPart* const b = partNamed(parts, bName);
    if (a == nullptr || b == nullptr) {
        return fail(ErrorCode::Malformed,
                    say("%1 is truncated or damaged: the tensor \"%3\" for %2 is missing; fetch "
                        "the adapter again.",
                        file, quotedForMessage(path), (a == nullptr ? aName : bName)),
                    file, path);
    }
    const auto& ofA = a->stored->shape;
    const auto& ofB = b->stored->shape;
    if (ofA.size() < 2 || ofB.size() < 2 || ofA[0] != ofB[1] || ofA[0] <= 0) {
        return fail(ErrorCode::Malformed,
                    say("%1 is damaged: for %2, \"%3\" has the shape [%4] and \"%5\" has the shape "
                        "[%6]; these shapes have no common rank.",
                        file, quotedForMessage(path), aName, joinedText(ofA, ", "), bName,
                        joinedText(ofB, ", ")),
                    file, path);
    }
    return {};
}

/// Sorts the tensors of an adapter's file, whose names may begin with PEFT's "base_model.model.".
/// Errors: Malformed (no LoRA at all, half a pair, matrices that do not belong together),
/// Unsupported (names as other programs write them).
Result<AdapterKeys> sortAdapterKeys(const Checkpoint& weights) {
    AdapterKeys keys;
    for (const StoredTensor& tensor : weights.tensors) {
        std::string_view name = tensor.name;
        if (std::ranges::any_of(kForeign,
                                [&](auto word) { return name.find(word) != name.npos; })) {
            return fail(ErrorCode::Unsupported,
                        say("%1 uses the tensor names of other programs (%2); load the adapter "
                            "with diffusers and save it with save_lora_weights(), which writes the "
                            "names that Stowage reads.",
                            weights.path, quotedForMessage(tensor.name)),
                        weights.path, tensor.name);
        }
        if (name.starts_with(kPeftPrefix)) {
            name.remove_prefix(kPeftPrefix.size());
        }
        const auto* const part = std::ranges::find_if(kParts, [&](std::string_view end) {
            return name.size() > end.size() + 1 && name.ends_with(end) &&
                   name[name.size() - end.size() - 1] == '.';
        });
        if (part == kParts.end()) {
            keys.others.push_back({std::string(name), &tensor});
        } else {
            keys.layers[std::string(name.substr(0, name.size() - part->size() - 1))].push_back(
                {std::string(*part), &tensor});
        }
    }
    if (keys.layers.empty()) {
        return fail(ErrorCode::Malformed,
                    say("%1 is not a LoRA adapter: none of its tensors is named lora_A or lora_B.",
                        weights.path),
                    weights.path);
    }
    for (auto& [path, parts] : keys.layers) {
        // In the order in which a layer registers them, not in the file's.
        std::ranges::sort(parts, {}, [](const AdapterPart& part) {
            return std::ranges::find(kParts, part.name) - kParts.begin();
        });
        STOWAGE_TRY(checkPair(path, parts, weights.path));
    }
    return keys;
}

/// New names of modules and tensors below those that were wrapped: "q_proj.weight" becomes
/// "q_proj.base_layer.weight".
class WrappedNames {
public:
    /// What lies below `path` lies below its child `child` from now on.
    void wrap(const std::string& path, const std::string& child) { m_children[path] = child; }
    [[nodiscard]] std::string of(std::string_view name) const;

private:
    std::unordered_map<std::string, std::string> m_children;
};

/// A tensor of an adapter under its name in the model.
struct LaidTensor {
    std::string name;
    const StoredTensor* stored = nullptr;
};

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
                        say("The adapter's \"%1\" for %2 has the shape [%3], but the module has %4 "
                            "inputs and %5 outputs: the adapter was created for another model.",
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

/// The module of a draft at a path; null where there is none.
ModuleDraft* moduleAt(ModuleDraft& root, std::string_view path) {
    ModuleDraft* module = &root;
    while (module != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        module = childNamed(*module, path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return module;
}

/// Makes a module a LoRA layer of peft.tuners.lora, or gives a LoRA layer a further adapter, and
/// returns the names of its tensors. Errors: KeyMismatch (other widths than the module's),
/// Unsupported (a class that LoRA does not change).
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
                        ? say("The adapter changes %1, which is of the class %2; Stowage applies "
                              "LoRA only to linear layers, embeddings and convolutions.",
                              quotedForMessage(path), quotedForMessage(base.className))
                        : say("The adapter changes %1, which is the same module as %2; Stowage "
                              "applies LoRA only to modules that occur once in the model.",
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

/// Makes a module a ModulesToSaveWrapper with a copy of it under the adapter's name, or gives one a
/// further copy.
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

constexpr std::size_t kMostNamed = 4;  ///< further modules are only counted

/// The model while an adapter is laid over it.
class Laying {
public:
    Laying(const Checkpoint& checkpoint, std::shared_ptr<const ModuleTree> tree,
           const AdapterFiles& files, const std::string& name)
        : m_base(checkpoint), m_tree(*tree), m_files(files), m_draft(draftOf(*tree)) {
        m_adapter.name = name;
        m_adapter.before = std::move(tree);
    }

    [[nodiscard]] Result<void> lay(const AdapterKeys& keys);
    [[nodiscard]] Result<Checkpoint> finish(const std::string& path);

private:
    [[nodiscard]] Result<void> checkModules(const AdapterKeys& keys);
    [[nodiscard]] Result<void> layOther(const AdapterPart& part);
    [[nodiscard]] std::optional<std::string> savedModule(std::string_view tensor) const;
    void count(const std::vector<AdapterPart>& parts);
    void renameKeyCheck(KeyCheck& check) const;
    void addMissing(KeyCheck& check, const Checkpoint& adapted) const;
    [[nodiscard]] Checkpoint joinedFiles() const;
    void renameRelations();

    const Checkpoint& m_base;
    const ModuleTree& m_tree;
    const AdapterFiles& m_files;
    ModelDraft m_draft;
    WrappedNames m_names;
    Adapter m_adapter;
    std::vector<LaidTensor> m_laid;
    std::unordered_set<std::string> m_replaced;  ///< tensors of the model, by their new names
    std::vector<std::string> m_copies;           ///< modules saved whole: the path of the copy
};

Result<void> Laying::checkModules(const AdapterKeys& keys) {
    std::vector<std::string> absent;
    for (const auto& [path, parts] : keys.layers) {
        if (moduleAt(m_draft.root, path) == nullptr) {
            absent.push_back(quotedForMessage(path));
        }
    }
    if (absent.empty()) {
        return {};
    }
    const std::string& file = m_files.weights->path;
    const std::string& base = m_files.base;
    const Message names = listedNames(absent, kMostNamed);
    const std::size_t count = keys.layers.size();
    const Message what =
        count == 1 ? say("%1 changes one module, %2, which the model does not have", file, names)
                   : say("%1 changes %2 modules, but the model lacks %3", file, count, names);
    return fail(ErrorCode::KeyMismatch,
                base.empty()
                    ? say("%1; open the adapter's base model.", what)
                    : say("%1; the adapter was created for %2.", what, quotedForMessage(base)),
                file, absent.front());
}

void Laying::count(const std::vector<AdapterPart>& parts) {
    for (const AdapterPart& part : parts) {
        if (part.name == "lora_A.weight" || part.name == "lora_embedding_A") {
            const std::int64_t rank = part.stored->shape[0];
            m_adapter.rankFrom = m_adapter.modules == 0 ? rank : std::min(m_adapter.rankFrom, rank);
            m_adapter.rankTo = std::max(m_adapter.rankTo, rank);
        }
    }
    ++m_adapter.modules;
}

/// Which module that modules_to_save names a tensor belongs to, by PEFT's rule: the path is the
/// name or ends in it behind a dot.
std::optional<std::string> Laying::savedModule(std::string_view tensor) const {
    for (std::size_t dot = tensor.find('.'); dot != std::string_view::npos;
         dot = tensor.find('.', dot + 1)) {
        const std::string_view path = tensor.substr(0, dot);
        const bool isSaved = std::ranges::any_of(
            m_files.wholeModules,
            [path](const std::string& name) { return path == name || path.ends_with("." + name); });
        if (isSaved) {
            return std::string(path);
        }
    }
    return std::nullopt;
}

/// A tensor of a module that was saved whole, or one in the place of the model's: a trained bias,
/// an embedding that a LoRA layer of it saves along.
Result<void> Laying::layOther(const AdapterPart& part) {
    const std::string& file = m_files.weights->path;
    if (const auto saved = savedModule(part.name)) {
        ModuleDraft* const module = moduleAt(m_draft.root, *saved);
        if (module == nullptr) {
            return fail(ErrorCode::KeyMismatch,
                        say("%1 contains the whole module %2, which the model does not have; open "
                            "the model for which the adapter was created.",
                            file, quotedForMessage(*saved)),
                        file, part.name);
        }
        const std::string copy = *saved + ".modules_to_save." + m_adapter.name;
        if (std::ranges::find(m_copies, copy) == m_copies.end()) {
            makeSavedModule(*module, *saved, m_adapter.name, m_names);
            m_copies.push_back(copy);
        }
        m_laid.push_back({copy + part.name.substr(saved->size()), part.stored});
        return {};
    }
    std::string name = part.name;
    constexpr std::string_view kBase = ".base_layer.";
    if (const std::size_t base = name.find(kBase); base != std::string::npos) {
        name.replace(base, kBase.size(), ".");
    }
    auto own = m_tree.findTensor(name);
    own = own ? own : m_tree.findTensor(part.name);
    if (!own || m_tree.tensor(*own).shape != part.stored->shape) {
        const std::string held = quotedForMessage(part.name);
        const std::string shape = joinedText(part.stored->shape, ", ");
        return fail(ErrorCode::KeyMismatch,
                    own ? say("%1 contains the tensor %2 with the shape [%3], but the shape in the "
                              "model is [%4]; open the model for which the adapter was created.",
                              file, held, shape, joinedText(m_tree.tensor(*own).shape, ", "))
                        : say("%1 contains the tensor %2 with the shape [%3], which the model does "
                              "not have; open the model for which the adapter was created.",
                              file, held, shape),
                    file, part.name);
    }
    const std::string laid = m_names.of(m_tree.tensor(*own).name);
    m_replaced.insert(laid);
    m_laid.push_back({laid, part.stored});
    return {};
}

Result<void> Laying::lay(const AdapterKeys& keys) {
    STOWAGE_TRY(checkModules(keys));
    for (const auto& [path, parts] : keys.layers) {
        count(parts);
        auto laid = makeLoraLayer(*moduleAt(m_draft.root, path), path, parts, m_adapter.name,
                                  m_files.hasDropout, m_names);
        STOWAGE_TRY(laid);
        m_laid.insert(m_laid.end(), laid->begin(), laid->end());
    }
    for (const AdapterPart& part : keys.others) {
        STOWAGE_TRY(layOther(part));
    }
    for (const LaidTensor& tensor : m_laid) {
        m_adapter.parameters += elementCount(tensor.stored->shape);
        m_adapter.bytes += tensor.stored->location.length;
    }
    return {};
}

void Laying::renameRelations() {
    for (auto& group : m_draft.tied) {
        std::ranges::transform(group, group.begin(),
                               [this](auto& name) { return m_names.of(name); });
    }
    for (auto& group : m_draft.welded) {
        std::ranges::transform(group, group.begin(),
                               [this](auto& path) { return m_names.of(path); });
    }
}

void Laying::renameKeyCheck(KeyCheck& check) const {
    for (auto* const names : {&check.missing, &check.initialised}) {
        std::ranges::transform(*names, names->begin(),
                               [this](auto& name) { return m_names.of(name); });
        std::erase_if(*names, [this](const auto& name) { return m_replaced.contains(name); });
    }
    for (KeyMismatch& mismatch : check.mismatched) {
        mismatch.name = m_names.of(mismatch.name);
    }
    std::erase_if(check.mismatched,
                  [this](const auto& each) { return m_replaced.contains(each.name); });
}

/// What a copy of a module needs and the adapter's file does not hold.
void Laying::addMissing(KeyCheck& check, const Checkpoint& adapted) const {
    std::unordered_set<std::string_view> there;
    for (const LaidTensor& tensor : m_laid) {
        there.insert(tensor.name);
    }
    for (const TensorSpec& spec : adapted.describedTree->tensors()) {
        const bool isOfCopy = std::ranges::any_of(m_copies, [&spec](const std::string& copy) {
            return spec.name.starts_with(copy + ".");
        });
        if (isOfCopy && isNeeded(spec) && !there.contains(spec.name)) {
            check.missing.push_back(spec.name);
        }
    }
}

/// The files of both, with the tensors under their names in the adapted model.
Checkpoint Laying::joinedFiles() const {
    Checkpoint adapted = m_base;
    if (m_base.tensors.empty()) {
        return adapted;
    }
    for (StoredTensor& tensor : adapted.tensors) {
        tensor.name = m_names.of(tensor.name);
    }
    std::erase_if(adapted.tensors,
                  [this](const StoredTensor& tensor) { return m_replaced.contains(tensor.name); });
    Checkpoint own = *m_files.weights;
    own.tensors.clear();
    for (const LaidTensor& laid : m_laid) {
        own.tensors.push_back(*laid.stored);
        own.tensors.back().name = laid.name;
    }
    appendTensors(adapted, own);
    return adapted;
}

Result<Checkpoint> Laying::finish(const std::string& path) {
    renameRelations();
    Checkpoint adapted = joinedFiles();
    auto tree = ModuleTreeBuilder::build(std::move(m_draft), m_files.weights->path);
    STOWAGE_TRY(tree);
    adapted.describedTree = std::move(*tree);
    // Of a model without weights the adapter's are not loaded either: it is only planned.
    if (!adapted.tensors.empty()) {
        KeyCheck check = m_base.keyCheck ? *m_base.keyCheck : KeyCheck{};
        check.treeFile = m_base.keyCheck ? check.treeFile : m_base.path;
        renameKeyCheck(check);
        addMissing(check, adapted);
        adapted.keyCheck = std::make_shared<const KeyCheck>(std::move(check));
    }
    m_adapter.path = path;
    m_adapter.base = m_files.base;
    m_adapter.alpha = m_files.alpha;
    std::vector<Adapter> adapters = m_base.adapters ? *m_base.adapters : std::vector<Adapter>();
    adapters.push_back(m_adapter);
    adapted.adapters = std::make_shared<const std::vector<Adapter>>(std::move(adapters));
    return adapted;
}

/// PyTorch keeps an adapter in a ModuleDict, whose keys have no dots; each once.
Result<void> checkName(const Checkpoint& checkpoint, const std::string& name) {
    const bool isTaken =
        checkpoint.adapters &&
        std::ranges::find(*checkpoint.adapters, name, &Adapter::name) != checkpoint.adapters->end();
    if (isTaken || name.empty() || name.find('.') != std::string::npos) {
        return fail(ErrorCode::InvalidArgument,
                    isTaken ? say("An adapter cannot be named %1, because another adapter has this "
                                  "name; give the adapter another name.",
                                  quotedForMessage(name))
                            : say("An adapter cannot be named %1: the name contains a dot or is "
                                  "empty; give the adapter another name.",
                                  quotedForMessage(name)),
                    {}, name);
    }
    return {};
}

}  // namespace

Result<Checkpoint> layAdapter(const Checkpoint& checkpoint, std::shared_ptr<const ModuleTree> tree,
                              const AdapterFiles& files, const std::string& name,
                              const std::string& path) {
    STOWAGE_TRY(checkName(checkpoint, name));
    const auto keys = sortAdapterKeys(*files.weights);
    STOWAGE_TRY(keys);
    Laying laying(checkpoint, std::move(tree), files, name);
    STOWAGE_TRY(laying.lay(*keys));
    return laying.finish(path);
}

}  // namespace stowage
