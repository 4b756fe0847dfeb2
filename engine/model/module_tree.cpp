// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/module_tree.h"

#include "engine/base/integers.h"
#include "engine/base/name_table.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace stowage {
namespace {

Unexpected notOne(Message message, const std::string& name) {
    return fail(ErrorCode::Malformed, std::move(message), {}, name);
}

constexpr unsigned kMaxDepth = 256;

/// A header of 100 MB names a million tensors, each in a module of its own.
constexpr std::size_t kMaxModules = std::size_t{1} << 21;

/// `same_as` can double a tree at every level, so that a small text could ask for any size.
constexpr std::size_t kMaxModulesWithCopies = std::size_t{1} << 19;

constexpr std::size_t kMaxTensors = std::size_t{1} << 22;

/// Of what copies repeat, a name of a megabyte a thousand times, say; real ones take some KiB.
constexpr std::size_t kMaxCopiedBytes = std::size_t{32} << 20;

/// Deep trees of long names would square the size of their paths.
constexpr std::size_t kMaxPathBytes = std::size_t{1} << 28;

Unexpected malformed(Message message, const std::string& key) {
    return fail(ErrorCode::Malformed, std::move(message), {}, key);
}

Unexpected tooLarge(Message message) {
    return fail(ErrorCode::LimitExceeded, std::move(message));
}

/// The tree while it is built: what TreeAssembler fills and Totals reads.
struct Parts {
    std::vector<ModuleNode> nodes;
    std::vector<std::string> paths;
    std::vector<TensorSpec> tensors;
    std::unordered_map<std::string, ModuleId> moduleByPath;
    std::unordered_map<std::string, TensorId> tensorByName;
};

std::string joined(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
}

/// How many modules and tensors a draft describes, without what copies add.
struct DraftSize {
    std::size_t modules = 0;
    std::size_t tensors = 0;
};

void measure(const ModuleDraft& draft, DraftSize& size, unsigned depth) {
    ++size.modules;
    size.tensors += draft.parameters.size() + draft.buffers.size();
    // Deeper ones are refused.
    for (const ModuleDraft& child : draft.children) {
        if (depth < kMaxDepth) {
            measure(child, size, depth + 1);
        }
    }
}

/// Flattens the draft into preorder and expands modules that are registered twice. The draft is
/// used up on the way, so that it and the tree are never in memory together.
class TreeAssembler {
public:
    explicit TreeAssembler(Parts& parts) : m_parts(parts) {}

    void expect(const DraftSize& size) {
        const std::size_t modules = std::min(size.modules, kMaxModules);
        const std::size_t tensors = std::min(size.tensors, kMaxTensors);
        m_parts.nodes.reserve(modules);
        m_parts.paths.reserve(modules);
        m_parts.moduleByPath.reserve(modules);
        m_parts.tensors.reserve(tensors);
        m_parts.tensorByName.reserve(tensors);
    }

    Result<void> addModule(ModuleDraft& draft, ModuleId parent, std::string path, unsigned depth) {
        if (depth > kMaxDepth) {
            return tooLarge(say("The module tree is deeper than %1 levels at %2.", kMaxDepth,
                                quotedForMessage(path)));
        }
        if (!draft.sameAs.empty()) {
            return addCopy(draft, parent, path);
        }
        const auto id = addNode(parent, std::move(draft.name), std::move(draft.className),
                                std::move(path), kMaxModules);
        STOWAGE_TRY(id);
        for (const TensorKind kind : {TensorKind::Parameter, TensorKind::Buffer}) {
            auto& list = kind == TensorKind::Parameter ? draft.parameters : draft.buffers;
            for (ModuleDraft::Tensor& tensor : list) {
                STOWAGE_TRY(addTensor(*id, tensor, kind));
            }
            list = {};
        }
        STOWAGE_TRY(addChildren(draft, *id, depth));
        closeNode(*id);
        return {};
    }

private:
    Result<void> addChildren(ModuleDraft& draft, ModuleId id, unsigned depth) {
        for (ModuleDraft& child : draft.children) {
            const std::string& path = m_parts.paths[id.index()];
            if (child.name.empty() || child.name.find('.') != std::string::npos) {
                return malformed(say("The module %1 has a child named %2; a name must not be empty "
                                     "and must not contain a dot.",
                                     quotedForMessage(path), quotedForMessage(child.name)),
                                 path);
            }
            STOWAGE_TRY(addModule(child, id, joined(path, child.name), depth + 1));
            child = {};
        }
        return {};
    }

    Result<ModuleId> addNode(ModuleId parent, std::string name, std::string className,
                             std::string path, std::size_t maxModules) {
        m_pathBytes += path.size();
        if (m_parts.nodes.size() >= maxModules || m_pathBytes > kMaxPathBytes) {
            return tooLarge(
                say("The module tree has more than %1 modules or more than 256 MiB of names.",
                    maxModules));
        }
        const ModuleId id{static_cast<std::uint32_t>(m_parts.nodes.size())};
        if (!m_parts.moduleByPath.emplace(path, id).second) {
            return malformed(say("The module %1 occurs twice.", quotedForMessage(path)), path);
        }
        if (isCrowded(m_parts.moduleByPath, path)) {
            return tooAlike(path);
        }
        ModuleNode& node = m_parts.nodes.emplace_back();
        node.id = id;
        node.parent = parent;
        node.name = std::move(name);
        node.className = std::move(className);
        node.firstTensor = TensorId{static_cast<std::uint32_t>(m_parts.tensors.size())};
        m_parts.paths.push_back(std::move(path));
        return id;
    }

    void closeNode(ModuleId id) {
        ModuleNode& node = m_parts.nodes[id.index()];
        node.subtreeEnd = ModuleId{static_cast<std::uint32_t>(m_parts.nodes.size())};
        node.subtreeTensorCount =
            static_cast<std::uint32_t>(m_parts.tensors.size() - node.firstTensor.index());
    }

    Result<void> addSpec(TensorSpec spec) {
        if (m_parts.tensors.size() >= kMaxTensors) {
            return tooLarge(say("The module tree has more than %1 tensors.", kMaxTensors));
        }
        const TensorId id{static_cast<std::uint32_t>(m_parts.tensors.size())};
        if (!m_parts.tensorByName.emplace(spec.name, id).second) {
            return malformed(say("The tensor %1 occurs twice.", quotedForMessage(spec.name)),
                             spec.name);
        }
        if (isCrowded(m_parts.tensorByName, spec.name)) {
            return tooAlike(spec.name);
        }
        m_parts.nodes[spec.module.index()].ownTensorCount += 1;
        m_parts.tensors.push_back(std::move(spec));
        return {};
    }

    /// The trees' tables have std's hash: looking for one of a million such names takes minutes.
    static Unexpected tooAlike(const std::string& name) {
        return tooLarge(say(
            "The module tree has hundreds of names like %1 whose hash values collide; rename them.",
            quotedForMessage(name)));
    }

    Result<void> addTensor(ModuleId module, ModuleDraft::Tensor& tensor, TensorKind kind) {
        TensorSpec spec;
        spec.name = joined(m_parts.paths[module.index()], tensor.name);
        spec.dtype = tensor.dtype;
        spec.shape = std::move(tensor.shape);
        spec.kind = kind;
        spec.persistent = tensor.persistent;
        spec.packed = std::move(tensor.packed);
        spec.ownDtype = tensor.ownDtype;
        spec.keptFloat32 = tensor.keptFloat32;
        spec.module = module;
        spec.storage = StorageId{static_cast<std::uint32_t>(m_parts.tensors.size())};
        const auto byteSize = checkedByteSize(spec.dtype, spec.shape);
        if (!byteSize) {
            return malformed(say("The shape of %1 is negative or its size exceeds 2^63 bytes.",
                                 quotedForMessage(spec.name)),
                             spec.name);
        }
        spec.byteSize = *byteSize;
        return addSpec(std::move(spec));
    }

    /// Repeats the finished subtree of an earlier module under another path.
    Result<void> addCopy(const ModuleDraft& draft, ModuleId parent, const std::string& path) {
        const auto target = m_parts.moduleByPath.find(draft.sameAs);
        if (target == m_parts.moduleByPath.end() ||
            !m_parts.nodes[target->second.index()].subtreeEnd.isValid()) {
            return malformed(say("The module %1 is declared to be the same as %2, which is not an "
                                 "earlier module.",
                                 quotedForMessage(path), quotedForMessage(draft.sameAs)),
                             path);
        }
        const ModuleId first = target->second;
        const ModuleId end = m_parts.nodes[first.index()].subtreeEnd;
        const auto shift = static_cast<std::uint32_t>(m_parts.nodes.size()) - first.value;
        const std::string firstPath = m_parts.paths[first.index()];
        std::vector<ModuleId> copies;
        for (ModuleId source = first; source < end; source = ModuleId{source.value + 1}) {
            const ModuleNode original = m_parts.nodes[source.index()];
            const bool isTop = source == first;
            const ModuleId copyParent = isTop ? parent : ModuleId{original.parent.value + shift};
            const std::string copyPath =
                path + m_parts.paths[source.index()].substr(firstPath.size());
            if (!chargeCopy(sizeof(ModuleNode) + 2 * copyPath.size())) {
                return tooManyCopies(path);
            }
            const auto id = addNode(copyParent, isTop ? draft.name : original.name,
                                    original.className, copyPath, kMaxModulesWithCopies);
            STOWAGE_TRY(id);
            m_parts.nodes[id->index()].sameAs =
                original.sameAs.isValid() ? original.sameAs : source;
            STOWAGE_TRY(copyTensors(original, source, *id));
            copies.push_back(*id);
        }
        for (const ModuleId id : copies) {
            ModuleNode& node = m_parts.nodes[id.index()];
            const ModuleNode& original = m_parts.nodes[id.index() - shift];
            node.subtreeEnd = ModuleId{original.subtreeEnd.value + shift};
            node.subtreeTensorCount = original.subtreeTensorCount;
        }
        return {};
    }

    Result<void> copyTensors(const ModuleNode& original, ModuleId source, ModuleId copy) {
        const std::string sourcePath = m_parts.paths[source.index()];
        const std::string copyPath = m_parts.paths[copy.index()];
        for (std::uint32_t i = 0; i < original.ownTensorCount; ++i) {
            TensorSpec spec = m_parts.tensors[original.firstTensor.index() + i];
            const std::size_t cut = sourcePath.empty() ? 0 : sourcePath.size() + 1;
            spec.name = joined(copyPath, spec.name.substr(cut));
            spec.module = copy;
            if (!chargeCopy(sizeof(TensorSpec) + 2 * spec.name.size() +
                            spec.shape.size() * sizeof(std::int64_t))) {
                return tooManyCopies(copyPath);
            }
            STOWAGE_TRY(addSpec(std::move(spec)));
        }
        return {};
    }

    bool chargeCopy(std::size_t bytes) {
        m_copiedBytes += bytes;
        return m_copiedBytes <= kMaxCopiedBytes;
    }
    static Unexpected tooManyCopies(const std::string& path) {
        return tooLarge(
            say("The module tree copies more than 32 MiB of modules (\"same_as\"); the limit is "
                "exceeded at %1.",
                quotedForMessage(path)));
    }

    Parts& m_parts;
    std::size_t m_pathBytes = 0;
    std::size_t m_copiedBytes = 0;
};

ModuleId commonAncestor(const std::vector<ModuleNode>& nodes, ModuleId a, ModuleId b) {
    while (a != b) {
        // In preorder an ancestor always has the smaller id.
        ModuleId& deeper = a.value > b.value ? a : b;
        deeper = nodes[deeper.index()].parent;
    }
    return a;
}

/// Sums bytes and parameters. A tensor that occurs twice below a module is counted once there:
/// each pair of neighbouring occurrences is taken off at their common ancestor, from where the
/// sums run upwards.
Result<void> sumUp(Parts& parts, const std::vector<std::vector<TensorId>>& tied) {
    std::uint64_t total = 0;
    for (const TensorSpec& spec : parts.tensors) {
        const auto sum = checkedAdd<std::uint64_t>(total, spec.byteSize);
        if (!sum || *sum > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return malformed(say("The tensors of this model add up to more than 2^63 bytes."),
                             spec.name);
        }
        total = *sum;
        ModuleNode& node = parts.nodes[spec.module.index()];
        node.ownBytes += spec.byteSize;
        node.subtreeBytes += spec.byteSize;
        node.subtreeParameters += parameterCount(spec);
    }
    // Differences may pass below zero before the children are added: unsigned sums wrap back.
    for (const auto& group : tied) {
        const TensorSpec* previousParameter = nullptr;
        for (std::size_t i = 0; i < group.size(); ++i) {
            const TensorSpec& spec = parts.tensors[group[i].index()];
            if (i > 0) {
                const TensorSpec& previous = parts.tensors[group[i - 1].index()];
                const ModuleId common = commonAncestor(parts.nodes, previous.module, spec.module);
                parts.nodes[common.index()].subtreeBytes -= spec.byteSize;
                if (previous.module == spec.module) {
                    parts.nodes[common.index()].ownBytes -= spec.byteSize;
                }
            }
            if (spec.kind != TensorKind::Parameter) {
                continue;
            }
            if (previousParameter != nullptr) {
                const ModuleId common =
                    commonAncestor(parts.nodes, previousParameter->module, spec.module);
                parts.nodes[common.index()].subtreeParameters -= parameterCount(spec);
            }
            previousParameter = &spec;
        }
    }
    for (std::size_t i = parts.nodes.size(); i-- > 1;) {
        ModuleNode& parent = parts.nodes[parts.nodes[i].parent.index()];
        parent.subtreeBytes += parts.nodes[i].subtreeBytes;
        parent.subtreeParameters += parts.nodes[i].subtreeParameters;
    }
    return {};
}

/// The source of each group of tied names: the one that the ties name first and tie to no other,
/// else the first in the walk.
std::vector<TensorId> tieSources(const std::vector<std::vector<TensorId>>& groups,
                                 const std::vector<std::vector<std::string>>& ties,
                                 const Parts& parts) {
    std::unordered_map<std::uint32_t, TensorId> sources;  // by storage
    for (const std::vector<std::string>& names : ties) {
        if (names.empty()) {
            continue;
        }
        const TensorId first = parts.tensorByName.at(names.front());
        const auto [known, isNew] =
            sources.try_emplace(parts.tensors[first.index()].storage.value, first);
        const bool isTied =
            std::ranges::any_of(names, [&, source = known->second](const auto& name) {
                return parts.tensorByName.at(name) == source;
            });
        if (!isNew && isTied) {
            known->second = first;
        }
    }
    std::vector<TensorId> result;
    for (const std::vector<TensorId>& group : groups) {
        const auto found = sources.find(parts.tensors[group.front().index()].storage.value);
        result.push_back(found == sources.end() ? group.front() : found->second);
    }
    return result;
}

Result<std::vector<std::vector<ModuleId>>> weldedModules(
    const std::vector<std::vector<std::string>>& groups, const Parts& parts) {
    std::vector<std::vector<ModuleId>> welded;
    for (const std::vector<std::string>& paths : groups) {
        std::vector<ModuleId> modules;
        for (const std::string& path : paths) {
            const auto module = parts.moduleByPath.find(path);
            if (module == parts.moduleByPath.end()) {
                return notOne(
                    say("\"welded\" names the module %1, which is not in the module tree.",
                        quotedForMessage(path)),
                    path);
            }
            modules.push_back(module->second);
        }
        std::ranges::sort(modules);
        modules.erase(std::ranges::unique(modules).begin(), modules.end());
        if (modules.size() > 1) {
            welded.push_back(std::move(modules));
        }
    }
    return welded;
}

/// Joins the storages of tied names, then numbers all storages in the order of the walk. Both
/// tables are borrowed; each tensor comes with a storage of its own.
class StorageJoiner {
public:
    using TensorsByName = std::unordered_map<std::string, TensorId>;

    StorageJoiner(std::vector<TensorSpec>& tensors, const TensorsByName& byName)
        : m_tensors(tensors), m_byName(byName), m_parent(tensors.size()) {
        std::iota(m_parent.begin(), m_parent.end(), 0U);
    }

    /// Makes the tensors of these names one.
    /// Errors: Malformed (an unknown name, another shape or dtype than the first's).
    Result<void> tie(const std::vector<std::string>& group) {
        const TensorSpec* owner = nullptr;
        for (const std::string& name : group) {
            const auto found = m_byName.find(name);
            if (found == m_byName.end()) {
                return notOne(
                    say("The tied tensor %1 is not in the module tree.", quotedForMessage(name)),
                    name);
            }
            const TensorSpec& spec = m_tensors[found->second.index()];
            if (owner == nullptr) {
                owner = &spec;
                continue;
            }
            if (spec.dtype != owner->dtype || spec.shape != owner->shape) {
                return notOne(say("The tensors %1 and %2 are declared to be the same, but differ "
                                  "in shape or dtype.",
                                  quotedForMessage(owner->name), quotedForMessage(name)),
                              name);
            }
            join(owner->storage.value, spec.storage.value);
        }
        return {};
    }

    /// Writes each tensor's storage and returns how many there are and the groups of names that
    /// share one.
    std::pair<std::uint32_t, std::vector<std::vector<TensorId>>> finish() {
        constexpr std::uint32_t kUnset = StorageId::kNone;
        std::vector<std::uint32_t> number(m_parent.size(), kUnset);
        std::vector<std::uint32_t> uses;  // of each storage
        uses.reserve(m_parent.size());
        for (TensorSpec& spec : m_tensors) {
            std::uint32_t& assigned = number[find(spec.storage.value)];
            if (assigned == kUnset) {
                assigned = static_cast<std::uint32_t>(uses.size());
                uses.push_back(0);
            }
            spec.storage = StorageId{assigned};
            ++uses[assigned];
        }
        // Most storages have one name: only the others get a list.
        std::vector<std::vector<TensorId>> groups;
        std::ranges::fill(number, kUnset);
        for (std::uint32_t i = 0; i < m_tensors.size(); ++i) {
            const std::uint32_t storage = m_tensors[i].storage.value;
            if (uses[storage] < 2) {
                continue;
            }
            if (number[storage] == kUnset) {
                number[storage] = static_cast<std::uint32_t>(groups.size());
                groups.emplace_back();
            }
            groups[number[storage]].push_back(TensorId{i});
        }
        return {static_cast<std::uint32_t>(uses.size()), std::move(groups)};
    }

private:
    std::uint32_t find(std::uint32_t i) {
        while (m_parent[i] != i) {
            m_parent[i] = m_parent[m_parent[i]];
            i = m_parent[i];
        }
        return i;
    }

    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        m_parent[std::max(a, b)] = std::min(a, b);
    }

    std::vector<TensorSpec>& m_tensors;
    const TensorsByName& m_byName;
    std::vector<std::uint32_t> m_parent;
};

}  // namespace

std::span<const TensorSpec> ModuleTree::ownTensors(ModuleId id) const {
    const ModuleNode& module = node(id);
    return tensors().subspan(module.firstTensor.index(), module.ownTensorCount);
}

std::span<const TensorSpec> ModuleTree::subtreeTensors(ModuleId id) const {
    const ModuleNode& module = node(id);
    return tensors().subspan(module.firstTensor.index(), module.subtreeTensorCount);
}

std::vector<ModuleId> ModuleTree::children(ModuleId id) const {
    std::vector<ModuleId> result;
    const ModuleId end = node(id).subtreeEnd;
    for (ModuleId child{id.value + 1}; child < end; child = node(child).subtreeEnd) {
        result.push_back(child);
    }
    return result;
}

std::optional<ModuleId> ModuleTree::findModule(std::string_view path) const {
    const auto found = m_moduleByPath.find(std::string(path));
    return found == m_moduleByPath.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TensorId> ModuleTree::findTensor(std::string_view name) const {
    const auto found = m_tensorByName.find(std::string(name));
    return found == m_tensorByName.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ModuleId> owningModule(const ModuleTree* tree, std::string_view tensor) {
    if (tree == nullptr) {
        return {};
    }
    const std::size_t dot = tensor.rfind('.');
    return tree->findModule(dot == std::string_view::npos ? std::string_view()
                                                          : tensor.substr(0, dot));
}

Result<std::shared_ptr<const ModuleTree>> ModuleTreeBuilder::build(ModelDraft draft) {
    if (!draft.root.name.empty() || !draft.root.sameAs.empty()) {
        return malformed(
            say("The root of a module tree must not have a \"name\" or a \"same_as\"."),
            draft.root.name);
    }
    Parts parts;
    TreeAssembler assembler(parts);
    DraftSize size;
    measure(draft.root, size, 0);
    assembler.expect(size);
    STOWAGE_TRY(assembler.addModule(draft.root, ModuleId{}, {}, 0));
    StorageJoiner joiner(parts.tensors, parts.tensorByName);
    for (const auto& group : draft.tied) {
        STOWAGE_TRY(joiner.tie(group));
    }
    auto [storageCount, tiedGroups] = joiner.finish();
    STOWAGE_TRY(sumUp(parts, tiedGroups));
    auto welded = weldedModules(draft.welded, parts);
    STOWAGE_TRY(welded);
    std::shared_ptr<ModuleTree> tree(new ModuleTree);
    tree->m_welded = std::move(*welded);
    if (!draft.areTiesDeclared) {
        draft.tied.clear();
    }
    tree->m_tieSources = tieSources(tiedGroups, draft.tied, parts);
    tree->m_nodes = std::move(parts.nodes);
    tree->m_paths = std::move(parts.paths);
    tree->m_tensors = std::move(parts.tensors);
    tree->m_moduleByPath = std::move(parts.moduleByPath);
    tree->m_tensorByName = std::move(parts.tensorByName);
    tree->m_tied = std::move(tiedGroups);
    tree->m_storageCount = storageCount;
    tree->m_noSplit = std::move(draft.noSplitClasses);
    tree->m_guessed = std::move(draft.guessedClasses);
    tree->m_architecture = std::move(draft.architecture);
    tree->m_isDtypeAssumed = draft.isDtypeAssumed;
    return std::shared_ptr<const ModuleTree>(std::move(tree));
}

Result<std::shared_ptr<const ModuleTree>> ModuleTreeBuilder::build(ModelDraft draft,
                                                                   const std::string& file) {
    auto tree = build(std::move(draft));
    if (!tree) {
        Error error = tree.error();
        error.file = file;
        error.message = say("%1: %2", file, std::move(error.message));
        return Unexpected{std::move(error)};
    }
    return tree;
}

namespace {

void addNew(std::vector<std::string>& names, const std::vector<std::string>& more) {
    for (const std::string& name : more) {
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
}

/// `prefix` and a name below it; a root's own name is "".
std::string under(const std::string& prefix, std::string_view name) {
    if (prefix.empty() || name.empty()) {
        return prefix + std::string(name);
    }
    return prefix + "." + std::string(name);
}

}  // namespace

ModuleDraft moduleDraft(const ModuleTree& tree, ModuleId id, const std::string& prefix) {
    const ModuleNode& node = tree.node(id);
    ModuleDraft draft;
    draft.name = node.name;
    if (node.sameAs.isValid()) {
        draft.sameAs = under(prefix, tree.path(node.sameAs));
        return draft;
    }
    draft.className = node.className;
    const std::size_t cut = tree.path(id).empty() ? 0 : tree.path(id).size() + 1;
    for (const TensorSpec& spec : tree.ownTensors(id)) {
        auto& tensors = spec.kind == TensorKind::Parameter ? draft.parameters : draft.buffers;
        tensors.push_back({spec.name.substr(cut),
                           spec.dtype,
                           spec.shape,
                           spec.persistent,
                           {},
                           spec.ownDtype,
                           spec.keptFloat32});
    }
    for (const ModuleId child : tree.children(id)) {
        draft.children.push_back(moduleDraft(tree, child, prefix));
    }
    return draft;
}

void addRelations(const ModuleTree& tree, const std::string& prefix, ModelDraft& draft) {
    for (std::size_t i = 0; i < tree.tiedGroups().size(); ++i) {
        const TensorId source = tree.tieSources()[i];
        auto& names = draft.tied.emplace_back();
        names.push_back(under(prefix, tree.tensor(source).name));
        for (const TensorId tensor : tree.tiedGroups()[i]) {
            if (tensor != source) {
                names.push_back(under(prefix, tree.tensor(tensor).name));
            }
        }
    }
    for (const auto& group : tree.weldedGroups()) {
        auto& paths = draft.welded.emplace_back();
        for (const ModuleId module : group) {
            paths.push_back(under(prefix, tree.path(module)));
        }
    }
    addNew(draft.noSplitClasses, tree.noSplitClasses());
    addNew(draft.guessedClasses, tree.guessedClasses());
}

ModelDraft draftOf(const ModuleTree& tree) {
    ModelDraft draft;
    draft.root = moduleDraft(tree, ModuleTree::root(), "");
    draft.architecture = tree.architecture();
    draft.isDtypeAssumed = tree.isDtypeAssumed();
    addRelations(tree, "", draft);
    return draft;
}

std::vector<ModuleId> elementsOfList(const ModuleTree& tree, ModuleId list) {
    std::vector<ModuleId> children = tree.children(list);
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (tree.node(children[i]).name != std::to_string(i)) {
            return {};
        }
    }
    return children;
}

}  // namespace stowage
