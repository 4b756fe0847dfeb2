// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_sizes.h"
#include "engine/plan/reference_todo.h"
#include "engine/plan/reference_types.h"

#include <cstdint>
#include <queue>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// The largest layer at or below every module (placement.md §4), by ModuleId: int or float as the
/// first layer of that size.
[[nodiscard]] std::vector<ReferenceNumber> largestLayerBelow(const ModuleTree& tree,
                                                             const ReferenceSizes& sizes,
                                                             const WholeModules& whole);

/// The room that Accelerate keeps for the largest remaining layer, with its staleness: the value
/// is refreshed only when all layers of that size were popped, or a module was split
/// (placement.md §7.2).
///
/// Modules on the to-do list are counted by the size of their largest layer. The names of a
/// refresh are "all modules with the largest size that were on the list at that moment", so
/// neither a refresh nor a pop walks over them:
///
///     a module is among the names  ⇔  it has that size, was on the list at the last refresh
///                                      and was not popped since
class ReferenceReserve {
public:
    /// `best` is largestLayerBelow.
    ReferenceReserve(const ModuleTree& tree, const ReferenceSizes& sizes, const WholeModules& whole,
                     const std::vector<ReferenceNumber>& best);

    /// Keep the set of modules on the to-do list.
    void moduleAdded(ModuleId module);
    void moduleRemoved(ModuleId module);
    /// The module's parts take its place on the list.
    void moduleOpened(ModuleId module);

    /// The first value: over the whole list, in which bare tensors are layers too.
    void startWith(const std::vector<ReferenceItem>& items);
    /// Takes `popped` and all below it out of the names; true where none is left.
    [[nodiscard]] bool popNames(ReferenceItem popped);
    /// The value anew, over the modules on the list.
    void refresh(const ReferenceTodo& todo);

    [[nodiscard]] ReferenceNumber value() const { return m_value; }

private:
    static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
    /// Modules on the list with largest layers of one size.
    struct Bucket {
        double size = 0;
        std::uint32_t modules = 0;
        std::uint32_t floats = 0;  ///< of these, whose size is a Python float
        bool isQueued = false;
    };
    /// When a module came and went, in changes of the list.
    struct Visit {
        std::uint32_t bucket = kNone;
        std::uint32_t added = 0;
        std::uint32_t removed = 0;
        std::uint32_t popped = 0;
        bool isOnList = false;
    };

    std::uint32_t bucketOf(double size);
    /// The bucket of the largest size on the list; kNone where no module is left.
    std::uint32_t largestBucket();
    [[nodiscard]] bool isName(const Visit& visit) const;
    void namesAre(std::uint32_t bucket);
    void openAncestorOf(ModuleId popped);

    const ModuleTree& m_tree;
    const ReferenceSizes& m_sizes;
    const WholeModules& m_whole;
    const std::vector<ReferenceNumber>& m_best;
    std::vector<Visit> m_visits;  ///< by ModuleId
    std::vector<Bucket> m_buckets;
    std::unordered_map<double, std::uint32_t> m_bucketBySize;
    /// Sizes with their buckets; those that became empty are dropped when they come up.
    std::priority_queue<std::pair<double, std::uint32_t>> m_queue;
    ReferenceNumber m_value;
    std::uint32_t m_now = 1;
    std::uint32_t m_refreshed = 0;         ///< when the names were taken
    std::uint32_t m_nameBucket = kNone;    ///< the bucket that the names are from
    std::uint32_t m_namesLeft = 0;         ///< of the modules
    bool m_mayHaveOpened = false;          ///< a name was taken off the list unpopped
    std::set<std::uint32_t> m_openLayers;  ///< names inside of entries that were opened since
    std::set<std::uint32_t> m_tensorNames;
};

}  // namespace stowage
