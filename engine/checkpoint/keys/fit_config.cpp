// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/fit_config.h"

#include "engine/base/name_table.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/model/architecture_file.h"
#include "engine/model/dtype.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace stowage {

/// The tensors of a draft by their full names. They lie in the draft, which must outlive the table
/// and keep its modules.
using DraftTensors = NameTable<std::string, ModuleDraft::Tensor*>;

/// Under which of the model's names from_pretrained (transformers 5) looks for a file's key: old
/// names become the present ones, and the prefix that a head puts before the keys of its base model
/// comes before them or off them. "": under none.
/// Source: rename_source_key() and convert_and_load_state_dict_in_model() of core_model_loading.py.
class PretrainedNames {
public:
    /// All arguments must outlive the names.
    PretrainedNames(const ArchitectureLoading& loading, std::string_view className,
                    const DraftTensors& state)
        : m_loading(loading), m_prefix(loading.basePrefixFor(className)), m_state(state) {}

    std::string find(std::string_view key) const {
        const std::string present = m_loading.presentName(key);
        std::string found = withPrefix(present);
        // A name that looks old and is the model's own.
        return found.empty() && present != key ? withPrefix(std::string(key)) : found;
    }

private:
    std::string withPrefix(const std::string& name) const {
        if (!m_prefix.empty()) {
            const std::string prefix = m_prefix + ".";
            if (name.starts_with(prefix) && m_state.contains(name.substr(prefix.size()))) {
                return name.substr(prefix.size());
            }
            if (m_state.contains(prefix + name)) {
                return prefix + name;
            }
        }
        return m_state.contains(name) ? name : std::string();
    }

    const ArchitectureLoading& m_loading;
    const std::string& m_prefix;
    const DraftTensors& m_state;
};

/// What takeQuantizedTensors() did.
struct QuantizedTensors {
    std::size_t added = 0;  ///< tensors of the file that the class does not register
    std::string example;    ///< the first of them
};

namespace {

void addTensors(ModuleDraft& module, const std::string& path, DraftTensors& state) {
    const std::string before = path.empty() ? path : path + ".";
    for (ModuleDraft::Tensor& tensor : module.parameters) {
        state.emplace(before + tensor.name, &tensor);
    }
    for (ModuleDraft::Tensor& tensor : module.buffers) {
        if (tensor.persistent) {
            state.emplace(before + tensor.name, &tensor);
        }
    }
    for (ModuleDraft& child : module.children) {
        addTensors(child, before + child.name, state);
    }
}

/// A stored tensor that the class does not register, and where it goes.
struct Addition {
    ModuleDraft* module = nullptr;  ///< the deepest module of the draft on its way
    std::string_view rest;          ///< of the name, below that module
    const StoredTensor* tensor = nullptr;
    std::vector<std::int64_t> packed = {0};  ///< TensorSpec::packed
};

/// The deepest module that a tensor's name goes through.
Addition placeOf(ModuleDraft& root, const StoredTensor& tensor) {
    Addition place{&root, tensor.name, &tensor};
    while (true) {
        const std::size_t dot = place.rest.find('.');
        if (dot == std::string_view::npos) {
            return place;
        }
        const std::string_view name = place.rest.substr(0, dot);
        const auto child = std::ranges::find(place.module->children, name, &ModuleDraft::name);
        if (child == place.module->children.end()) {
            return place;
        }
        place.module = &*child;
        place.rest.remove_prefix(dot + 1);
    }
}

/// Puts a tensor below a module, through modules without a class where its name has more dots.
void addBelow(const Addition& place) {
    constexpr std::size_t kFew = 8;
    ModuleDraft* at = place.module;
    std::string_view rest = place.rest;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
        const std::string_view name = rest.substr(0, dot);
        // There are a few of these; a file of thousands that took turns would make names twice,
        // which the tree's builder refuses.
        const std::size_t count = at->children.size();
        const auto first = at->children.end() - static_cast<std::ptrdiff_t>(std::min(kFew, count));
        auto child = std::find_if(first, at->children.end(),
                                  [name](const ModuleDraft& one) { return one.name == name; });
        if (child == at->children.end()) {
            at->children.emplace_back().name = name;
            child = at->children.end() - 1;
        }
        at = &*child;
        rest.remove_prefix(dot + 1);
    }
    at->parameters.push_back(
        {std::string(rest), place.tensor->dtype, place.tensor->shape, true, place.packed});
}

using StoredByName = NameTable<std::string_view, const StoredTensor*>;

/// Makes the parameters of a quantised module those of the file; those that the file has under
/// other names go to `removed`.
void takeOwn(ModuleDraft& module, const std::string& path, const StoredByName& stored,
             std::vector<ModuleDraft::Tensor>& removed) {
    std::erase_if(module.parameters, [&](ModuleDraft::Tensor& own) {
        const auto found = stored.find(path + "." + own.name);
        if (found == stored.end()) {
            removed.push_back(own);
            return true;
        }
        own.dtype = found->second->dtype;
        if (own.shape != found->second->shape) {
            own.packed = own.packed.value_or(std::exchange(own.shape, found->second->shape));
        }
        return false;
    });
}

/// The shape of the weight that is packed in a tensor, whose name contains the weight's ("qweight",
/// "weight_packed", "gate_up_proj_blocks"), or which is the first of a module with one weight. Each
/// is given once.
std::vector<std::int64_t> packedIn(std::string_view name,
                                   std::vector<ModuleDraft::Tensor>& removed) {
    auto found = std::ranges::find_if(removed, [name](const ModuleDraft::Tensor& own) {
        return name.find(own.name) != std::string_view::npos;
    });
    found = found == removed.end() && removed.size() == 1 ? removed.begin() : found;
    return found == removed.end() ? std::vector<std::int64_t>{0} : std::exchange(found->shape, {0});
}

/// Whether a quantised module may hold the tensor: "qweight", or "weight.quant_state.nf4", which
/// bitsandbytes names after the weight that it belongs to.
bool isPlausible(const Addition& addition) {
    constexpr std::ptrdiff_t kMostDots = 2;
    const std::string_view rest = addition.rest;
    if (rest.empty() || rest.front() == '.' || rest.back() == '.' ||
        rest.find("..") != std::string_view::npos ||
        std::count(rest.begin(), rest.end(), '.') > kMostDots) {
        return false;
    }
    const std::size_t dot = rest.find('.');
    return dot == std::string_view::npos ||
           std::ranges::any_of(addition.module->parameters,
                               [&](const auto& own) { return own.name == rest.substr(0, dot); });
}

/// A file of many tensors may have a module for each of them.
constexpr std::size_t kModulesATensor = 4;

constexpr std::string_view kFrequencies = "rotary_emb.inv_freq";

constexpr std::string_view kPositions = "position_ids";

constexpr std::string_view kMask = ".att.mask";

constexpr std::string_view kEmbedding = "tok_emb.weight";

constexpr std::string_view kHead = "out_head.weight";

/// A draft of the model, in one layout, and how much of the file it names.
struct LayoutCandidate {
    ModelDraft draft;
    const ArchitectureLayout* layout = nullptr;
    std::size_t found = 0;
};

/// The draft's parameters and persistent buffers: its state dict.
DraftTensors stateDictOf(ModuleDraft& root) {
    DraftTensors state;
    addTensors(root, {}, state);
    return state;
}

/// Gives a checkpoint's tensors the model's names; of two that would get the same one the first
/// does. Returns what was changed.
std::vector<KeyRename> takePretrainedNames(std::vector<StoredTensor>& tensors,
                                           const PretrainedNames& names) {
    NameTable<std::string, std::size_t> taken;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        taken.emplace(tensors[i].name, i);
    }
    std::vector<KeyRename> renamed;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::string name = names.find(tensors[i].name);
        if (name.empty() || name == tensors[i].name || !taken.emplace(name, i).second) {
            continue;
        }
        renamed.push_back({std::exchange(tensors[i].name, std::move(name)), {}});
        renamed.back().to = tensors[i].name;
    }
    return renamed;
}

/// Gives the draft's tensors the dtypes under which the file stores them, tied names the same one:
/// what is planned and loaded is what is stored. `state` is the draft's; tensors have the model's
/// names. Blocks of GGUF are no dtype of a model and change nothing.
void takeStoredDtypes(ModelDraft& draft, const DraftTensors& state,
                      std::span<const StoredTensor> tensors) {
    StoredByName stored;
    for (const StoredTensor& tensor : tensors) {
        stored.emplace(tensor.name, &tensor);
        const auto own = state.find(tensor.name);
        if (own != state.end() && !elementBlock(tensor.dtype)) {
            own->second->dtype = tensor.dtype;
        }
    }
    for (const std::vector<std::string>& names : draft.tied) {
        const auto first = std::ranges::find_if(
            names, [&stored](const std::string& name) { return stored.contains(name); });
        const auto source = first == names.end() ? state.end() : state.find(*first);
        for (const std::string& name : names) {
            if (const auto own = state.find(name); own != state.end() && source != state.end()) {
                own->second->dtype = source->second->dtype;
            }
        }
    }
}

/// A quantised file holds other tensors than the class registers: packed weights, scales, zero
/// points. Those that belong to one of the draft's modules are put into it, as parameters; what
/// such a module then finds in the file with another shape or dtype is as in the file, and what it
/// does not find is taken out. `ignored` keys are left alone.
QuantizedTensors takeQuantizedTensors(ModelDraft& draft, std::span<const StoredTensor> tensors,
                                      const NameTable<std::string, bool>& ignored) {
    QuantizedTensors result;
    const DraftTensors state = stateDictOf(draft.root);
    StoredByName stored;
    std::vector<Addition> additions;
    for (const StoredTensor& tensor : tensors) {
        stored.emplace(tensor.name, &tensor);
        if (state.contains(tensor.name) || ignored.contains(tensor.name)) {
            continue;
        }
        const Addition place = placeOf(draft.root, tensor);
        if (place.module != &draft.root && isPlausible(place)) {
            additions.push_back(place);
        }
    }
    // First what the modules have themselves: adding children moves those of the same parent.
    std::map<const ModuleDraft*, std::vector<ModuleDraft::Tensor>> removed;
    for (Addition& addition : additions) {
        const std::string& name = addition.tensor->name;
        std::vector<ModuleDraft::Tensor>& own = removed[addition.module];
        takeOwn(*addition.module, name.substr(0, name.size() - addition.rest.size() - 1), stored,
                own);
        addition.packed = packedIn(addition.rest, own);
    }
    for (const Addition& addition : additions) {
        Addition place = placeOf(draft.root, *addition.tensor);
        place.packed = addition.packed;
        addBelow(place);
        result.example = result.added++ == 0 ? addition.tensor->name : result.example;
    }
    return result;
}

class ConfigFitter {
public:
    ConfigFitter(const ConfigModel& model, std::span<const StoredTensor> tensors)
        : m_model(model), m_tensors(tensors.begin(), tensors.end()) {}

    Result<FittedModel> fit() {
        constexpr std::string_view kFromScratchGpt = "raschka-gpt2";
        auto candidate = chooseLayout();
        STOWAGE_TRY(candidate);
        ModelDraft& draft = candidate->draft;
        draft.isDtypeAssumed = false;  // the file has the dtypes
        noteLayout(*candidate);
        if (draft.architecture == kFromScratchGpt) {
            leaveOutMasks(draft.root, {});
            shareHead(draft);
        }
        {
            const DraftTensors state = stateDictOf(draft.root);
            const PretrainedNames names(m_model.family.loading, m_model.className, state);
            m_fitted.check.renamed = takePretrainedNames(m_tensors, names);
            noteRenamed();
            noteDtype(state);
            takeStoredDtypes(draft, state, m_tensors);
        }
        if (m_model.isQuantized) {
            noteQuantized(takeQuantizedTensors(draft, m_tensors, ignoredNames()));
        }
        auto tree = ModuleTreeBuilder::build(std::move(draft), m_model.file);
        STOWAGE_TRY(tree);
        m_fitted.tree = std::move(*tree);
        check();
        noteOtherClass();
        m_fitted.className = m_model.className;
        m_fitted.tensors = std::move(m_tensors);
        return std::move(m_fitted);
    }

private:
    Result<LayoutCandidate> candidateOf(const ArchitectureLayout* layout) const {
        const std::size_t most = layout == nullptr
                                     ? kMaxConfigModules
                                     : kMaxConfigModules + kModulesATensor * m_tensors.size();
        auto draft = draftOf(m_model, layout, most);
        STOWAGE_TRY(draft);
        LayoutCandidate candidate{std::move(*draft), layout, 0};
        const DraftTensors state = stateDictOf(candidate.draft.root);
        const PretrainedNames names(m_model.family.loading, m_model.className, state);
        candidate.found = static_cast<std::size_t>(std::ranges::count_if(
            m_tensors, [&names](const auto& tensor) { return !names.find(tensor.name).empty(); }));
        return candidate;
    }

    /// The class's own layout, unless the file has more keys of another one.
    Result<LayoutCandidate> chooseLayout() const {
        auto best = candidateOf(nullptr);
        for (const ArchitectureLayout& layout : m_model.family.layouts) {
            if (!best || best->found == m_tensors.size()) {
                break;
            }
            // Another layout is a matter of the file's tensors: one that cannot be is not taken.
            auto other = candidateOf(&layout);
            if (other && other->found > best->found) {
                best = std::move(other);
            }
        }
        return best;
    }

    /// Where the file has no mask at all; one that lacks some is not complete.
    void leaveOutMasks(ModuleDraft& module, const std::string& path) {
        const auto isMask = [](const StoredTensor& tensor) { return tensor.name.ends_with(kMask); };
        if (path.empty() && std::ranges::any_of(m_tensors, isMask)) {
            return;
        }
        std::erase_if(module.buffers, [&](const ModuleDraft::Tensor& buffer) {
            const std::string name = path + buffer.name;
            return name.ends_with(kMask) && (m_fitted.leftOut.push_back(name), true);
        });
        for (ModuleDraft& child : module.children) {
            leaveOutMasks(child, path + child.name + ".");
        }
    }

    /// A head that is not there is the embedding, as in GPT-2.
    void shareHead(ModelDraft& draft) {
        const auto isThere = [this](std::string_view name) {
            return std::ranges::find(m_tensors, name, &StoredTensor::name) != m_tensors.end();
        };
        if (isThere(kEmbedding) && !isThere(kHead)) {
            draft.tied.push_back({std::string(kEmbedding), std::string(kHead)});
            m_fitted.leftOut.emplace_back(kHead);
        }
    }

    void noteLayout(const LayoutCandidate& candidate) {
        if (candidate.layout != nullptr) {
            m_fitted.notes.push_back(say(
                "The file contains %1, like %2 in older releases of transformers, and the module "
                "tree follows the file. In transformers 5, one parameter of the same size contains "
                "all experts of a layer; a module tree built only from %3 shows this parameter.",
                candidate.layout->name, m_model.className, m_model.file));
        }
    }

    void noteRenamed() {
        const std::vector<KeyRename>& renamed = m_fitted.check.renamed;
        if (!renamed.empty()) {
            const KeyRename& first = renamed.front();
            m_fitted.notes.push_back(
                renamed.size() == 1
                    ? say("%1 key of the file has another name in %2 and was renamed by the rules "
                          "of from_pretrained: %3 became %4.",
                          renamed.size(), m_model.className, first.from, first.to)
                    : say("%1 keys of the file have other names in %2 and were renamed by the "
                          "rules of from_pretrained: for example, %3 became %4.",
                          renamed.size(), m_model.className, first.from, first.to));
        }
    }

    /// Says it once where the configuration names another dtype than the file has.
    void noteDtype(const DraftTensors& state) {
        if (!m_model.declaredDtype || m_model.isQuantized) {
            return;
        }
        std::size_t floating = 0;
        std::vector<const StoredTensor*> other;
        for (const StoredTensor& tensor : m_tensors) {
            const auto own = state.find(tensor.name);
            if (own == state.end() || !isFloatingPoint(tensor.dtype) ||
                !isFloatingPoint(own->second->dtype)) {
                continue;
            }
            ++floating;
            if (tensor.dtype != own->second->dtype && tensor.dtype != *m_model.declaredDtype) {
                other.push_back(&tensor);
            }
        }
        // Some tensors in another precision are a choice of whoever saved them.
        if (2 * other.size() <= floating) {
            return;
        }
        const std::string declared(dtypeName(*m_model.declaredDtype));
        const std::string stored(dtypeName(other.front()->dtype));
        m_fitted.notes.push_back(
            say("%1 specifies the dtype %2, but the file contains %3. The model is planned and "
                "loaded as stored; --dtype %2 casts the model, as from_pretrained does.",
                m_model.file, declared, stored));
    }

    void noteQuantized(const QuantizedTensors& quantized) {
        if (quantized.added > 0) {
            m_fitted.notes.push_back(
                quantized.added == 1
                    ? say("%1 declares quantised weights. %2 tensor of the file that %3 does not "
                          "register (%4) is added to its module as stored.",
                          m_model.file, quantized.added, m_model.className, quantized.example)
                    : say("%1 declares quantised weights. %2 tensors of the file that %3 does not "
                          "register (such as %4) are added to their modules as stored.",
                          m_model.file, quantized.added, m_model.className, quantized.example));
        }
    }

    /// Keys that from_pretrained leaves out without a word. Two kinds are known by the class's own
    /// buffers: frequencies, which each layer had before the model had them, and positions.
    /// Source: _adjust_missing_and_unexpected_keys() of modeling_utils.py.
    NameTable<std::string, bool> ignoredNames() const {
        NameTable<std::string, bool> ignored;
        for (const StoredTensor& tensor : m_tensors) {
            if (m_model.family.loading.ignores(tensor.name, m_model.className)) {
                ignored.emplace(tensor.name, true);
            }
        }
        return ignored;
    }

    bool isLeftOver(const std::string& key) const {
        const bool isPosition = key == kPositions || key.ends_with("." + std::string(kPositions));
        return m_model.family.loading.ignores(key, m_model.className) ||
               (m_hasFrequencies && key.find(kFrequencies) != std::string::npos) ||
               (m_hasPositions && isPosition);
    }

    void check() {
        const ModuleTree& tree = *m_fitted.tree;
        for (const TensorSpec& tensor : tree.tensors()) {
            const bool isBuffer = tensor.kind == TensorKind::Buffer;
            m_hasFrequencies |= isBuffer && tensor.name.ends_with(kFrequencies);
            m_hasPositions |= isBuffer && tensor.name.ends_with(kPositions);
        }
        KeyCheck checked = checkKeys(tree, m_tensors, m_model.file,
                                     [this](const auto& key) { return isLeftOver(key); });
        checked.renamed = std::move(m_fitted.check.renamed);
        m_fitted.check = std::move(checked);
        for (const StoredTensor& tensor : m_tensors) {
            const auto own = tree.findTensor(tensor.name);
            m_fitted.agreeing += own && tree.tensor(*own).shape == tensor.shape ? 1U : 0U;
        }
    }

    /// How many tensors of the class the file lacks; nothing where it cannot be built.
    std::optional<std::size_t> lackingIn(const std::string& className) const {
        ConfigModel model = m_model;
        model.className = className;
        auto draft = draftOf(model);
        if (!draft) {
            return std::nullopt;
        }
        const DraftTensors state = stateDictOf(draft->root);
        const PretrainedNames names(model.family.loading, model.className, state);
        NameTable<std::string, bool> there;
        for (const StoredTensor& tensor : m_tensors) {
            there.emplace(names.find(tensor.name), true);
        }
        for (const std::vector<std::string>& tied : draft->tied) {
            const bool isThere = std::ranges::any_of(
                tied, [&there](const std::string& name) { return there.contains(name); });
            for (std::size_t i = 0; isThere && i < tied.size(); ++i) {
                there.emplace(tied[i], true);
            }
        }
        return static_cast<std::size_t>(std::ranges::count_if(
            state, [&there](const auto& entry) { return !there.contains(entry.first); }));
    }

    /// A head that the file has not is newly initialised by the library; another class of the
    /// family may find all that it needs.
    void noteOtherClass() {
        const KeyCheck& check = m_fitted.check;
        if (check.missing.empty() || m_fitted.agreeing == 0) {
            return;
        }
        for (const std::string& other : m_model.family.models) {
            if (other != m_model.className && lackingIn(other) == std::size_t{0}) {
                m_fitted.notes.push_back(
                    say("The file lacks tensors of %2 (%1), which from_pretrained would newly "
                        "initialise. With the class %3, all tensors are found (--class %3).",
                        firstNames(check.missing), m_model.className, other));
                return;
            }
        }
    }

    const ConfigModel& m_model;
    std::vector<StoredTensor> m_tensors;
    FittedModel m_fitted;
    bool m_hasFrequencies = false;
    bool m_hasPositions = false;
};

}  // namespace

Result<FittedModel> fitConfig(const ConfigModel& model, std::span<const StoredTensor> tensors) {
    return ConfigFitter(model, tensors).fit();
}

}  // namespace stowage
