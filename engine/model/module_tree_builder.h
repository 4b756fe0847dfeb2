// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/module_tree.h"

#include <memory>
#include <string>
#include <vector>

namespace stowage {

/// A module while a tree is being described: plain nested data, before it becomes a ModuleTree.
struct ModuleDraft {
    struct Tensor {
        std::string name;  ///< last component
        DType dtype = DType::Float32;
        std::vector<std::int64_t> shape;
        bool persistent = true;
    };
    std::string name;
    std::string className;
    std::string sameAs;  ///< full path of an earlier module that this one is; "" otherwise
    std::vector<Tensor> parameters;
    std::vector<Tensor> buffers;
    std::vector<ModuleDraft> children;
};

/// What stands on the root beside the modules.
struct ModelDraft {
    ModuleDraft root;
    std::vector<std::vector<std::string>> tied;  ///< full tensor names, owner first
    std::vector<std::string> noSplitClasses;
    std::vector<std::string> guessedClasses;  ///< those of noSplitClasses that names alone suggest
    std::string architecture;
};

/// Turns a draft into the immutable tree, checking names, sizes and ties. A draft that is moved in
/// is used up on the way: a million tensors are then never in memory twice.
class ModuleTreeBuilder {
public:
    /// Errors: Malformed (duplicate, empty or dotted child names, unknown tie or same_as, ties of
    /// different shape or dtype, negative shapes, size overflow), LimitExceeded (more than 2^21
    /// modules, 2^19 where `sameAs` makes them, or 2^22 tensors, depth over 256).
    [[nodiscard]] static Result<std::shared_ptr<const ModuleTree>> build(ModelDraft draft);
    /// The same for a draft that came from `file`, which errors name.
    [[nodiscard]] static Result<std::shared_ptr<const ModuleTree>> build(ModelDraft draft,
                                                                         const std::string& file);
};

}  // namespace stowage
