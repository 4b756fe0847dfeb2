// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// find_tied_parameters: groups of names, each sorted as byte strings, in the order of the first
/// name in the walk (Accelerate's own order is random, docs/spec/placement.md §3). Parameters only.
[[nodiscard]] std::vector<std::vector<TensorId>> findTiedParameters(const ModuleTree& tree);

/// Finds the tied groups that a module takes part in. Accelerate asks for every module whether
/// "name." is a *substring* of "member."; an index over the names' components keeps that from
/// being a scan of all groups, and a table of their lengths and last letters from being a look-up
/// for modules that no group can hold. `tree` must outlive the index.
class TieIndex {
public:
    /// `groups`: findTiedParameters, or the groups of declaredTies.
    TieIndex(const ModuleTree& tree, std::vector<std::vector<TensorId>> groups);

    struct Relevant {
        std::vector<std::uint32_t> groups;  ///< some members inside, some not
        std::vector<TensorId> outside;      ///< the members that are not inside, group by group
    };
    [[nodiscard]] Relevant relevantTo(std::string_view name) const;
    [[nodiscard]] const std::vector<std::vector<TensorId>>& groups() const { return m_groups; }

private:
    using GroupsByText = std::unordered_map<std::string_view, std::vector<std::uint32_t>>;

    void indexComponents();
    void indexSuffixes();
    /// Groups that may have `name` inside: those of its rarest component.
    [[nodiscard]] const std::vector<std::uint32_t>* candidates(std::string_view name) const;
    [[nodiscard]] static std::size_t shapeOf(std::string_view component);

    const ModuleTree& m_tree;
    std::vector<std::vector<TensorId>> m_groups;
    /// Components of members' names → groups, ascending. The texts lie in the tree.
    GroupsByText m_groupsByComponent;
    /// Every suffix of every component: what the first component of a name may match.
    GroupsByText m_groupsBySuffix;
    /// Shapes of all suffixes: a name whose last component has another shape is in no group.
    std::vector<bool> m_shapes;
};

}  // namespace stowage
