// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_sizes.h"
#include "engine/plan/reference_types.h"

#include <cstdint>
#include <list>
#include <map>
#include <set>
#include <vector>

namespace stowage {

/// The room that Accelerate keeps for the largest remaining layer, with its staleness: the value
/// is refreshed only when all layers of that size were popped, or a module was split
/// (placement.md §7.2). Refreshing costs the number of to-do entries that hold such a layer,
/// not a walk over everything that is left.
class ReferenceReserve {
public:
    ReferenceReserve(const ModuleTree& tree, const ReferenceSizes& sizes,
                     const NoSplitClasses& noSplit);

    /// Keep the set of modules on the to-do list.
    void moduleAdded(ModuleId module);
    void moduleRemoved(ModuleId module);

    /// The first value: over the whole list, in which bare tensors are layers too.
    void startWith(const std::vector<ReferenceItem>& items);
    /// Takes `popped` and all below it out of the names; true where none is left.
    [[nodiscard]] bool popNames(ReferenceItem popped);
    /// The value anew, over the modules on the list; `todo` is that list in order.
    void refresh(const std::list<ReferenceItem>& todo);

    [[nodiscard]] ReferenceNumber value() const { return m_value; }

private:
    /// Largest layer below every module, itself included.
    void computeBest();
    void openAncestorOf(ModuleId popped);
    [[nodiscard]] ReferenceNumber firstOfValue(const std::list<ReferenceItem>& todo,
                                               double value) const;

    const ModuleTree& m_tree;
    const ReferenceSizes& m_sizes;
    const NoSplitClasses& m_noSplit;
    std::vector<double> m_best;
    std::map<double, std::set<std::uint32_t>> m_modulesByBest;
    ReferenceNumber m_value;
    /// Modules whose layers of size m_value are the names; disjoint subtrees.
    std::set<std::uint32_t> m_names;
    std::set<std::uint32_t> m_tensorNames;
};

}  // namespace stowage
