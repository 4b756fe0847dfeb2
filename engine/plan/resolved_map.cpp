// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/resolved_map.h"

#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace stowage {

std::uint32_t TensorPlaces::indexOf(DeviceId device) {
    const auto found = std::find(devices.begin(), devices.end(), device);
    if (found == devices.end()) {
        devices.push_back(device);
        return static_cast<std::uint32_t>(devices.size() - 1);
    }
    return static_cast<std::uint32_t>(found - devices.begin());
}

ResolvedMap::ResolvedMap(const ModuleTree& tree, const DeviceMap& map,
                         std::span<const TreeItem> items)
    : m_map(map.flattened()), m_modules(tree.nodes().size(), kNone) {
    findItems(tree, items);
    placeTensors(tree);
}

void ResolvedMap::findItems(const ModuleTree& tree, std::span<const TreeItem> items) {
    const auto take = [&](TreeItem item, std::uint32_t place) {
        if (!item.isTensor) {
            m_modules[item.id] = place;
            return;
        }
        if (m_tensors.empty()) {
            m_tensors.resize(tree.tensors().size(), kNone);
        }
        m_tensors[item.id] = place;
    };
    const bool areKnown = items.size() == m_map.size();
    std::uint32_t place = 0;
    for (const auto& [path, device] : m_map.entries()) {
        if (areKnown) {
            take(items[place], place);
            ++place;
            continue;
        }
        const auto module = tree.findModule(path);
        const auto tensor = tree.findTensor(path);
        if (module) {
            take(TreeItem::of(*module), place);
        }
        if (tensor) {
            take(TreeItem::of(*tensor), place);
        }
        if (!module && !tensor) {
            m_unknown.push_back(place);
        }
        ++place;
    }
}

void ResolvedMap::placeTensors(const ModuleTree& tree) {
    // A map from a file may name any number of devices.
    std::unordered_map<DeviceId, std::uint32_t> indices;
    std::vector<std::uint32_t> entryDevices;
    entryDevices.reserve(m_map.size());
    for (const auto& [path, device] : m_map.entries()) {
        const auto [index, isNew] =
            indices.try_emplace(device, static_cast<std::uint32_t>(m_places.devices.size()));
        if (isNew) {
            m_places.devices.push_back(device);
        }
        entryDevices.push_back(index->second);
    }
    std::vector<std::uint32_t> modules(tree.nodes().size(), TensorPlaces::kNowhere);
    m_places.tensors.resize(tree.tensors().size(), TensorPlaces::kNowhere);
    for (const ModuleNode& node : tree.nodes()) {
        std::uint32_t& device = modules[node.id.index()];
        if (const std::uint32_t own = m_modules[node.id.index()]; own != kNone) {
            device = entryDevices[own];
        } else if (node.parent.isValid()) {
            device = modules[node.parent.index()];
        }
        const auto first =
            m_places.tensors.begin() + static_cast<std::ptrdiff_t>(node.firstTensor.index());
        std::fill(first, first + node.ownTensorCount, device);
    }
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        if (m_tensors[i] != kNone) {
            m_places.tensors[i] = entryDevices[m_tensors[i]];
        }
    }
    // Only where keys are no part of the tree can one of them be a prefix of a tensor's name.
    for (std::uint32_t i = 0; !m_unknown.empty() && i < m_places.tensors.size(); ++i) {
        if (hasDottedName(tree, TensorId{i})) {
            const auto device = m_map.deviceOf(tree.tensor(TensorId{i}).name);
            m_places.tensors[i] = device ? indices.at(*device) : TensorPlaces::kNowhere;
        }
    }
}

std::vector<std::string> ResolvedMap::unknownKeys() const {
    std::vector<std::string> keys;
    for (const std::uint32_t place : m_unknown) {
        keys.push_back(m_map.entries()[place].first);
    }
    return keys;
}

std::optional<std::uint32_t> ResolvedMap::entryOf(TreeItem item) const {
    const std::vector<std::uint32_t>& entries = item.isTensor ? m_tensors : m_modules;
    const std::uint32_t place = entries.empty() ? kNone : entries[item.id];
    return place == kNone ? std::nullopt : std::optional(place);
}

std::vector<std::pair<TensorId, DeviceId>> tensorsTakenByHooks(const ModuleTree& tree,
                                                               const DeviceMap& map) {
    std::vector<std::pair<TensorId, DeviceId>> taken;
    for (const auto& [path, device] : map.entries()) {
        const auto tensor = tree.findModule(path) ? std::nullopt : tree.findTensor(path);
        if (!tensor || device == DeviceId::disk()) {
            continue;
        }
        const auto module = map.deviceOf(tree.path(tree.tensor(*tensor).module));
        if (module && *module != device) {
            taken.push_back({*tensor, *module});
        }
    }
    return taken;
}

namespace {

using PathSet = std::unordered_set<std::string>;

/// True where a path strictly above `path` is in the set.
bool hasAbove(const PathSet& set, const std::string& path) {
    if (path.empty()) {
        return false;
    }
    for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 0;
         dot = path.rfind('.', dot - 1)) {
        if (set.contains(path.substr(0, dot))) {
            return true;
        }
    }
    return set.contains("");
}

/// The moves that no later one undoes, in order.
ModuleMoves effectiveMoves(const ModuleMoves& moves) {
    PathSet later;
    ModuleMoves kept;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
        if (!later.contains(move->first) && !hasAbove(later, move->first)) {
            kept.push_back(*move);
        }
        later.insert(move->first);
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
}

/// True where the node lies in the subtree of `top`.
bool isInside(const ModuleTree& tree, ModuleId top, ModuleId id) {
    return id >= top && id < tree.node(top).subtreeEnd;
}

/// The groups whose owner lies at or below the module: groups stand in the order of their owners.
std::span<const std::vector<TensorId>> groupsOwnedBelow(const ModuleTree& tree, ModuleId top) {
    const auto& groups = tree.tiedGroups();
    const auto startsBefore = [&tree](const std::vector<TensorId>& group, ModuleId module) {
        return tree.tensor(group.front()).module < module;
    };
    const auto first = std::lower_bound(groups.begin(), groups.end(), top, startsBefore);
    const auto last =
        std::lower_bound(first, groups.end(), tree.node(top).subtreeEnd, startsBefore);
    return {first, last};
}

/// Adds the modules that hold nothing but weights tied to moved ones.
ModuleMoves withTiedFollowers(const ModuleTree& tree, const ModuleMoves& moves,
                              const std::vector<TensorId>& owners) {
    if (tree.tiedGroups().empty()) {
        return moves;
    }
    ModuleMoves result = moves;
    PathSet moved;
    for (const auto& [path, device] : moves) {
        moved.insert(path);
    }
    for (const auto& [path, device] : moves) {
        const auto module = tree.findModule(path);
        if (!module) {
            continue;
        }
        for (const std::vector<TensorId>& group : groupsOwnedBelow(tree, *module)) {
            for (const TensorId member : group) {
                const ModuleId follower = tree.tensor(member).module;
                const auto tensors = tree.subtreeTensors(follower);
                const bool follows = !isInside(tree, *module, follower) &&
                                     std::ranges::all_of(tensors, [&](const TensorSpec& tensor) {
                                         const TensorId owner = owners[tensor.storage.index()];
                                         return isInside(tree, *module, tree.tensor(owner).module);
                                     });
                if (follows && moved.insert(tree.path(follower)).second) {
                    result.emplace_back(tree.path(follower), device);
                }
            }
        }
    }
    return result;
}

/// The largest modules without weights between a module and the next weights before and behind it.
std::vector<ModuleId> weightlessBeside(const ModuleTree& tree, ModuleId module) {
    std::vector<ModuleId> found;
    const auto count = static_cast<std::uint32_t>(tree.nodes().size());
    for (ModuleId at = tree.node(module).subtreeEnd; at.value < count;) {
        const ModuleNode& node = tree.node(at);
        if (node.subtreeTensorCount == 0) {
            found.push_back(at);
            at = node.subtreeEnd;
        } else if (node.ownTensorCount == 0) {
            ++at.value;  // its first child runs before what it holds further on
        } else {
            break;
        }
    }
    for (std::uint32_t back = module.value; back > 1;) {
        ModuleId at{back - 1};
        if (isInside(tree, at, module)) {
            if (tree.node(at).ownTensorCount > 0) {
                break;
            }
            back = at.value;
            continue;
        }
        if (tree.node(at).subtreeTensorCount > 0) {
            break;
        }
        while (tree.node(at).parent != ModuleTree::root() &&
               tree.node(tree.node(at).parent).subtreeTensorCount == 0) {
            at = tree.node(at).parent;
        }
        found.push_back(at);
        back = at.value;
    }
    return found;
}

/// One object lays one list of moves over one map.
class MoveLayer {
public:
    MoveLayer(const ModuleTree& tree, const ResolvedMap& base, ModuleMoves moves)
        : m_tree(tree), m_base(base), m_moves(std::move(moves)), m_places(base.places()) {
        m_targets.reserve(m_moves.size());
        for (const auto& [path, device] : m_moves) {
            m_targets.push_back({tree.findModule(path), tree.findTensor(path)});
        }
    }

    MovedMap lay(const ModuleMoves& pins) {
        for (std::size_t i = 0; i < m_moves.size(); ++i) {
            const auto& [module, tensor] = m_targets[i];
            if (module) {
                moveModule(*module, m_moves[i].second);
            }
            if (tensor) {
                m_places.tensors[tensor->index()] = m_places.indexOf(m_moves[i].second);
            }
        }
        addWeightlessNeighbours(pins);
        eraseUnknownBelow();
        std::sort(m_changes.erased.begin(), m_changes.erased.end());
        const auto last = std::unique(m_changes.erased.begin(), m_changes.erased.end());
        m_changes.erased.erase(last, m_changes.erased.end());
        for (std::size_t i = 0; i < m_moves.size(); ++i) {
            setEntry(m_moves[i], m_targets[i]);
        }
        std::ranges::sort(m_changes.replaced,
                          [](const auto& a, const auto& b) { return a.first < b.first; });
        return {m_base.map().changed(std::move(m_changes)), std::move(m_places)};
    }

private:
    /// What a move's path is.
    struct Target {
        std::optional<ModuleId> module;
        std::optional<TensorId> tensor;
    };

    void addWeightlessNeighbours(const ModuleMoves& pins) {
        PathSet settled;
        for (const ModuleMoves* entries : {&std::as_const(m_moves), &pins}) {
            for (const auto& [path, device] : *entries) {
                settled.insert(path);
            }
        }
        const std::size_t asked = m_moves.size();
        for (std::size_t i = 0; i < asked; ++i) {
            if (!m_targets[i].module) {
                continue;
            }
            for (const ModuleId module : weightlessBeside(m_tree, *m_targets[i].module)) {
                const std::string& path = m_tree.path(module);
                const auto device = hasAbove(settled, path) ? std::nullopt : followed(module);
                if (device && settled.insert(path).second) {
                    m_moves.emplace_back(path, *device);
                    m_targets.push_back({module, std::nullopt});
                }
            }
        }
    }

    /// The device that a module without weights goes to: that of the weights before it, else of
    /// those behind it; nothing where either still lies with it.
    std::optional<DeviceId> followed(ModuleId module) const {
        const std::uint32_t first = m_tree.node(module).firstTensor.value;
        const auto own = m_base.map().deviceOf(m_tree.path(module));
        std::optional<DeviceId> target;
        if (!own) {
            return std::nullopt;  // the map leaves it out, and nobody asked for it
        }
        if (first < m_tree.tensors().size()) {
            target = m_places.of(TensorId{first});
            if (target == own) {
                return std::nullopt;
            }
        }
        if (first > 0) {
            const auto before = m_places.of(TensorId{first - 1});
            if (before == own) {
                return std::nullopt;
            }
            target = before ? before : target;
        }
        return target;
    }

    void eraseUnknownBelow() {
        if (m_base.unknownEntries().empty()) {
            return;
        }
        PathSet moved;
        for (const auto& [path, device] : m_moves) {
            moved.insert(path);
        }
        for (const std::uint32_t place : m_base.unknownEntries()) {
            if (hasAbove(moved, entryAt(place).first)) {
                m_changes.erased.push_back(place);
            }
        }
    }

    void moveModule(ModuleId module, DeviceId device) {
        const ModuleNode& node = m_tree.node(module);
        const auto first =
            m_places.tensors.begin() + static_cast<std::ptrdiff_t>(node.firstTensor.index());
        std::fill(first, first + node.subtreeTensorCount, m_places.indexOf(device));
        const auto erase = [this](TreeItem item) {
            if (const auto place = m_base.entryOf(item)) {
                m_changes.erased.push_back(*place);
            }
        };
        for (ModuleId below{module.value + 1}; below < node.subtreeEnd; ++below.value) {
            erase(TreeItem::of(below));
        }
        for (std::uint32_t i = 0; i < node.subtreeTensorCount; ++i) {
            erase(TreeItem::of(TensorId{node.firstTensor.value + i}));
        }
    }

    /// In its own place where the map has the path and no move above took it away, else at the end.
    void setEntry(const DeviceMap::Entry& move, const Target& target) {
        const auto& [module, tensor] = target;
        auto place = module ? m_base.entryOf(TreeItem::of(*module)) : std::nullopt;
        if (!place && tensor) {
            place = m_base.entryOf(TreeItem::of(*tensor));
        }
        const auto& erased = m_changes.erased;
        if (!place || std::binary_search(erased.begin(), erased.end(), *place)) {
            m_changes.added.push_back(move);
        } else if (entryAt(*place).second != move.second) {
            m_changes.replaced.emplace_back(*place, move);
        }
    }

    const DeviceMap::Entry& entryAt(std::uint32_t place) const {
        return m_base.map().entries()[place];
    }

    const ModuleTree& m_tree;
    const ResolvedMap& m_base;
    ModuleMoves m_moves;
    std::vector<Target> m_targets;  ///< of the moves, in their order
    TensorPlaces m_places;
    DeviceMapChanges m_changes;
};

}  // namespace

bool isAtOrBelow(std::string_view path, std::string_view top) {
    return top.empty() ||
           (path.starts_with(top) && (path.size() == top.size() || path[top.size()] == '.'));
}

MovedMap applyMoves(const ModuleTree& tree, const ResolvedMap& base, const ModuleMoves& moves,
                    const std::vector<TensorId>& owners, const ModuleMoves& pins) {
    if (moves.empty()) {
        return {base.map(), base.places()};
    }
    ModuleMoves effective = effectiveMoves(withTiedFollowers(tree, effectiveMoves(moves), owners));
    return MoveLayer(tree, base, std::move(effective)).lay(pins);
}

DeviceMap withMoves(const ModuleTree& tree, const DeviceMap& map, const ModuleMoves& moves) {
    if (moves.empty()) {
        return map;
    }
    return applyMoves(tree, ResolvedMap(tree, map), moves, storageOwners(tree)).map;
}

}  // namespace stowage
