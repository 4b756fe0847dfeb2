// SPDX-License-Identifier: GPL-3.0-or-later
// A .tree.json.
#include "engine/model/module_tree_json.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

namespace stowage::fuzz {

void runTreeJson(Input input) {
    const auto tree = parseModuleTreeJson(textOf(input), "model.tree.json");
    if (!tree) {
        checkError(tree.error());
        return;
    }
    for (const TensorSpec& spec : (*tree)->tensors()) {
        require((*tree)->findTensor(spec.name).has_value(), "each tensor is found by its name");
    }
    checkTreeRoundTrip(**tree);
}

}  // namespace stowage::fuzz
