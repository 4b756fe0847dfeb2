// SPDX-License-Identifier: GPL-3.0-or-later
// A model's config.json, of which its tree is made.
#include "engine/model/config_tree.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

namespace stowage::fuzz {

void runModelConfig(Input input) {
    const auto tree = treeFromConfig(textOf(input), "config.json");
    if (!tree) {
        checkError(tree.error());
        return;
    }
    checkTreeRoundTrip(**tree);
}

}  // namespace stowage::fuzz
