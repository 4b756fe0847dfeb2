// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter/lay_adapter.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/adapter/adapter_keys.h"
#include "engine/checkpoint/adapter/lora_layers.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/model/tree_draft.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

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
    const std::string& base = m_files.config.base;
    const Message names = listedNames(absent, kMostNamed);
    const std::size_t count = keys.layers.size();
    const Message what =
        count == 1 ? say("%1 changes one module, %2, which the model has not", file, names)
                   : say("%1 changes %2 modules, of which the model has no %3", file, count, names);
    return fail(ErrorCode::KeyMismatch,
                base.empty() ? say("%1; open the model that the adapter was made for.", what)
                             : say("%1; it was made for %2.", what, quotedForMessage(base)),
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
            m_files.config.wholeModules,
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
                        say("%1 holds the whole module %2, which the model has not.", file,
                            quotedForMessage(*saved)),
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
                    own ? say("%1 holds %2 [%3], which the model has as [%4]; open the model that "
                              "the adapter was made for.",
                              file, held, shape, joinedText(m_tree.tensor(*own).shape, ", "))
                        : say("%1 holds %2 [%3], which the model has not; open the model that the "
                              "adapter was made for.",
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
                                  m_files.config.hasDropout, m_names);
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
    m_adapter.base = m_files.config.base;
    m_adapter.alpha = m_files.config.alpha;
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
        return fail(
            ErrorCode::InvalidArgument,
            isTaken ? say("An adapter cannot be called %1, because another one is; give it another "
                          "name.",
                          quotedForMessage(name))
                    : say("An adapter cannot be called %1: its name has a dot or is empty; give it "
                          "another name.",
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
