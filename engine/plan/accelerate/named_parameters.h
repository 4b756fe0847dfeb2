// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// The walks of torch.nn.Module that Accelerate uses (docs/spec/placement.md §0), over a
/// ModuleTree.

/// The module object behind a node: the first node of the same object.
[[nodiscard]] ModuleId moduleObject(const ModuleTree& tree, ModuleId module);

/// True where a tensor's own name, below its module, has a dot in it.
[[nodiscard]] bool hasDottedName(const ModuleTree& tree, TensorId tensor);

/// named_children(): each object once per parent.
[[nodiscard]] std::vector<ModuleId> visibleChildren(const ModuleTree& tree, ModuleId module);

/// What several names of one tensor are while planning goes on.
enum class TiedTensors {
    OneObject,  ///< tied already: seen once, under the first name
    Separate,   ///< declared as tied, yet objects of their own
};
[[nodiscard]] constexpr TiedTensors tiedTensorsOf(PlannerRules rules) {
    return rules == PlannerRules::Transformers ? TiedTensors::Separate : TiedTensors::OneObject;
}

/// named_parameters(recurse=False) or named_buffers(recurse=False): each object once.
[[nodiscard]] std::vector<TensorId> directTensors(const ModuleTree& tree, ModuleId module,
                                                  TensorKind kind,
                                                  TiedTensors tied = TiedTensors::OneObject);

/// named_parameters() or named_buffers(), relative to `top`: each module and each tensor object
/// once, under the first of its names.
[[nodiscard]] std::vector<TensorId> uniqueTensorsBelow(const ModuleTree& tree, ModuleId top,
                                                       TensorKind kind,
                                                       TiedTensors tied = TiedTensors::OneObject);

/// What replaces a module that Accelerate splits: direct parameters, then children.
[[nodiscard]] std::vector<TreeItem> splitItems(const ModuleTree& tree, ModuleId module,
                                               TiedTensors tied = TiedTensors::OneObject);

/// What planning starts from: direct parameters of the root, its children, its direct buffers.
[[nodiscard]] std::vector<TreeItem> rootItems(const ModuleTree& tree,
                                              TiedTensors tied = TiedTensors::OneObject);

/// find_tied_parameters: groups of names, each sorted as byte strings, in the order of the first
/// name in the walk (Accelerate's own order is random, docs/spec/placement.md §3). Parameters only.
[[nodiscard]] std::vector<std::vector<TensorId>> findTiedParameters(const ModuleTree& tree);

/// Finds the tied groups that a module takes part in. Accelerate asks for every module whether
/// "name." is a *substring* of "member."; an index over the names' components keeps that from
/// being a scan of all groups, and a table of their lengths and last letters from being a look-up
/// for modules that no group can hold. `tree` must outlive the index.
class TieIndex {
public:
    /// `groups`: findTiedParameters, or declaredTies.
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
