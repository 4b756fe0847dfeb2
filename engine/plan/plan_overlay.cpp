// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_overlay.h"

#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace stowage {

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

/// Adds the modules that hold nothing but weights tied to moved ones.
ModuleMoves withTiedFollowers(const ModuleTree& tree, const ModuleMoves& moves) {
    if (tree.tiedGroups().empty()) {
        return moves;
    }
    const std::vector<TensorId> owners = storageOwners(tree);
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
        const auto isInside = [&](ModuleId id) {
            return id >= *module && id < tree.node(*module).subtreeEnd;
        };
        for (const std::vector<TensorId>& group : tree.tiedGroups()) {
            for (const TensorId member : group) {
                const ModuleId follower = tree.tensor(member).module;
                const auto tensors = tree.subtreeTensors(follower);
                const bool follows =
                    !isInside(follower) && isInside(tree.tensor(group.front()).module) &&
                    std::all_of(tensors.begin(), tensors.end(), [&](const TensorSpec& tensor) {
                        return isInside(tree.tensor(owners[tensor.storage.index()]).module);
                    });
                if (follows && moved.insert(tree.path(follower)).second) {
                    result.emplace_back(tree.path(follower), device);
                }
            }
        }
    }
    return result;
}

}  // namespace

bool isAtOrBelow(std::string_view path, std::string_view top) {
    return top.empty() ||
           (path.starts_with(top) && (path.size() == top.size() || path[top.size()] == '.'));
}

DeviceMap withMoves(const ModuleTree& tree, const DeviceMap& map, const ModuleMoves& moves) {
    if (moves.empty()) {
        return map;
    }
    const ModuleMoves effective = effectiveMoves(withTiedFollowers(tree, effectiveMoves(moves)));
    PathSet moved;
    for (const auto& [path, device] : effective) {
        moved.insert(path);
    }
    DeviceMap result;
    for (const auto& [path, device] : map.entries()) {
        if (!hasAbove(moved, path)) {
            result.set(path, device);
        }
    }
    for (const auto& [path, device] : effective) {
        result.set(path, device);
    }
    return result;
}

}  // namespace stowage
