// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tree_text.h"

namespace stowage::test {

std::string treeText(const ModuleTree& tree) {
    std::string text;
    for (const ModuleNode& node : tree.nodes()) {
        text += "[" + tree.path(node.id) + "] " + node.className;
        text += " bytes=" + std::to_string(node.subtreeBytes) +
                " parameters=" + std::to_string(node.subtreeParameters);
        if (node.sameAs.isValid()) {
            text += " same as [" + tree.path(node.sameAs) + "]";
        }
        text += "\n";
        for (const TensorSpec& spec : tree.ownTensors(node.id)) {
            text += "  " + spec.name + " " + std::string(dtypeName(spec.dtype)) + " (";
            for (const std::int64_t size : spec.shape) {
                text += std::to_string(size) + ",";
            }
            text += spec.kind == TensorKind::Parameter ? ")"
                    : spec.persistent                  ? ") buffer"
                                                       : ") buffer, not persistent";
            text += "\n";
        }
    }
    for (const auto& group : tree.tiedGroups()) {
        text += "tied:";
        for (const TensorId id : group) {
            text += " " + tree.tensor(id).name;
        }
        text += "\n";
    }
    for (const std::string& name : tree.noSplitClasses()) {
        text += "no split: " + name + "\n";
    }
    return text;
}

}  // namespace stowage::test
