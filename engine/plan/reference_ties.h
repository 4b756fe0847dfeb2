// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_types.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// find_tied_parameters: groups of names, each sorted as byte strings, in the order of the first
/// name in the walk (Accelerate's own order is random, placement.md §3). Parameters only.
[[nodiscard]] std::vector<std::vector<TensorId>> findTiedParameters(const ModuleTree& tree);

/// Finds the tied groups that a module takes part in. Accelerate asks for every module whether
/// "name." is a *substring* of "member."; an index over the names' components keeps that from
/// being a scan of all groups.
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
    /// Groups that may have `name` inside: those of its rarest component.
    [[nodiscard]] const std::vector<std::uint32_t>* candidates(std::string_view name) const;

    const ModuleTree& m_tree;
    std::vector<std::vector<TensorId>> m_groups;
    /// Every suffix of every component of a member's name → groups, ascending.
    std::unordered_map<std::string, std::vector<std::uint32_t>> m_groupsBySuffix;
};

}  // namespace stowage
