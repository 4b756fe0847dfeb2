// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/module_tree.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stowage {

/// ModuleTree::architecture() of a pipeline of diffusers: the root's children are its models.
inline constexpr std::string_view kPipelineArchitecture = "diffusers-pipeline";
[[nodiscard]] inline bool isPipeline(const ModuleTree& tree) {
    return tree.architecture() == kPipelineArchitecture;
}

/// ModuleTree::architecture() of several models that a person plans together on the same devices:
/// the root's children are these tenants.
inline constexpr std::string_view kTenantsArchitecture = "tenants";
[[nodiscard]] inline bool isOfTenants(const ModuleTree& tree) {
    return tree.architecture() == kTenantsArchitecture;
}
/// Whether the root's children are whole models: of a pipeline or tenants.
[[nodiscard]] inline bool isOfSeveralModels(const ModuleTree& tree) {
    return isPipeline(tree) || isOfTenants(tree);
}

/// The model that a module belongs to, as the node of its top: of several models the root's child
/// that holds it, else the root. Models are called one by one, not in the tree's order.
[[nodiscard]] ModuleId modelOf(const ModuleTree& tree, ModuleId module);

/// Which of several models a module belongs to, counted from 0; nothing of one model, and of the
/// root that holds them.
[[nodiscard]] std::optional<std::size_t> modelNumber(const ModuleTree& tree, ModuleId module);

/// A whole model under the name that it has among others.
struct NamedTree {
    std::string name;  ///< "text_encoder"
    std::shared_ptr<const ModuleTree> tree;
};

/// One tree of several models: each is a child of the root under its name, with its own ties and
/// welds; no-split classes are those of all. `className` and `architecture` are the root's.
/// Errors: those of ModuleTreeBuilder.
[[nodiscard]] Result<std::shared_ptr<const ModuleTree>> joinTrees(std::span<const NamedTree> models,
                                                                  const std::string& className,
                                                                  const std::string& architecture);

}  // namespace stowage
