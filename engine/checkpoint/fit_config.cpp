// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/fit_config.h"

#include "engine/checkpoint/check_keys.h"
#include "engine/checkpoint/key_check_text.h"
#include "engine/checkpoint/pretrained_names.h"
#include "engine/checkpoint/stored_draft.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

/// A file of many tensors may have a module for each of them.
constexpr std::size_t kModulesATensor = 4;
constexpr std::string_view kFrequencies = "rotary_emb.inv_freq";
constexpr std::string_view kPositions = "position_ids";
constexpr std::string_view kBookFamily = "raschka-gpt2";
constexpr std::string_view kMask = ".att.mask";
constexpr std::string_view kEmbedding = "tok_emb.weight";
constexpr std::string_view kHead = "out_head.weight";

/// A draft of the model, in one layout, and how much of the file it names.
struct Candidate {
    ModelDraft draft;
    const ArchitectureLayout* layout = nullptr;
    std::size_t found = 0;
};

class ConfigFitter {
public:
    ConfigFitter(const ConfigModel& model, std::span<const StoredTensor> tensors)
        : m_model(model), m_tensors(tensors.begin(), tensors.end()) {}

    Result<FittedModel> fit() {
        auto candidate = chooseLayout();
        if (!candidate) {
            return candidate.unexpected();
        }
        ModelDraft& draft = candidate->draft;
        noteLayout(*candidate);
        if (draft.architecture == kBookFamily) {
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
        if (!tree) {
            return tree.unexpected();
        }
        m_fitted.tree = std::move(*tree);
        check();
        noteOtherClass();
        m_fitted.className = m_model.className;
        m_fitted.tensors = std::move(m_tensors);
        return std::move(m_fitted);
    }

private:
    Result<Candidate> candidateOf(const ArchitectureLayout* layout) const {
        const std::size_t most = layout == nullptr
                                     ? kMaxConfigModules
                                     : kMaxConfigModules + kModulesATensor * m_tensors.size();
        auto draft = draftOf(m_model, layout, most);
        if (!draft) {
            return draft.unexpected();
        }
        Candidate candidate{std::move(*draft), layout, 0};
        const DraftTensors state = stateDictOf(candidate.draft.root);
        const PretrainedNames names(m_model.family.loading, m_model.className, state);
        candidate.found = static_cast<std::size_t>(std::ranges::count_if(
            m_tensors, [&names](const auto& tensor) { return !names.find(tensor.name).empty(); }));
        return candidate;
    }

    /// The class's own layout, unless the file has more keys of another one.
    Result<Candidate> chooseLayout() const {
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

    void noteLayout(const Candidate& candidate) {
        if (candidate.layout != nullptr) {
            m_fitted.notes.push_back(
                "The file holds " + candidate.layout->name + ", as older releases registered " +
                m_model.className + ", and so does the tree; transformers 5 has one parameter " +
                "for all experts of a layer, with the same bytes, as the tree of " + m_model.file +
                " alone shows.");
        }
    }

    void noteRenamed() {
        const std::vector<RenamedKey>& renamed = m_fitted.check.renamed;
        if (!renamed.empty()) {
            m_fitted.notes.push_back(
                std::to_string(renamed.size()) +
                (renamed.size() == 1 ? " key of the file has" : " keys of the file have") +
                " another name in " + m_model.className + ", and from_pretrained's rule for it " +
                "was followed: " + renamed.front().stored + " is " + renamed.front().model +
                " there.");
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
        m_fitted.notes.push_back(m_model.file + " says " + declared + " and the file holds " +
                                 stored + ": the model is planned and loaded as stored; --dtype " +
                                 declared + " casts it, as from_pretrained does.");
    }

    void noteQuantized(const QuantizedTensors& quantized) {
        if (quantized.added > 0) {
            m_fitted.notes.push_back(
                m_model.file + " declares quantised weights: " + std::to_string(quantized.added) +
                " tensors of the file that " + m_model.className + " does not register, as " +
                quantized.example + ", stand in its modules as they are stored.");
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
                m_fitted.notes.push_back("The file lacks " + firstNames(check.missing) + " of " +
                                         m_model.className +
                                         ", which from_pretrained would initialise anew; " + other +
                                         " finds all its tensors: --class " + other + ".");
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
