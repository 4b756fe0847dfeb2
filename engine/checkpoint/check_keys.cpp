// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/check_keys.h"

#include "engine/base/name_hash.h"
#include "engine/checkpoint/key_proposals.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

bool isNeeded(const TensorSpec& tensor) {
    return tensor.kind == TensorKind::Parameter || tensor.persistent;
}

KeyCheck checkKeys(const ModuleTree& tree, std::span<const StoredTensor> tensors,
                   const std::string& treeFile,
                   const std::function<bool(const std::string&)>& isIgnored) {
    KeyCheck check;
    check.treeFile = treeFile;
    NameTable<std::string_view, const StoredTensor*> stored;
    stored.reserve(tensors.size());
    for (const StoredTensor& tensor : tensors) {
        const auto own = tree.findTensor(tensor.name);
        const bool isKept = own && isNeeded(tree.tensor(*own));
        if (!isKept && isIgnored && isIgnored(tensor.name)) {
            check.ignored.push_back(tensor.name);
            continue;
        }
        stored.emplace(tensor.name, &tensor);
        if (!own) {
            check.unexpected.push_back(tensor.name);
        }
    }
    std::vector<bool> isThere(tree.storageCount(), false);
    for (const TensorSpec& spec : tree.tensors()) {
        const auto found = stored.find(spec.name);
        if (found == stored.end()) {
            continue;
        }
        isThere[spec.storage.index()] = true;
        const StoredTensor& tensor = *found->second;
        if (tensor.shape != spec.shape || tensor.dtype != spec.dtype) {
            check.mismatched.push_back(
                {spec.name, tensor.dtype, spec.dtype, tensor.shape, spec.shape});
        }
    }
    for (const TensorSpec& spec : tree.tensors()) {
        if (isNeeded(spec) && !isThere[spec.storage.index()]) {
            isThere[spec.storage.index()] = true;  // of tied names the owner's is listed
            check.missing.push_back(spec.name);
        }
    }
    if (!check.missing.empty() && !check.unexpected.empty()) {
        check.proposals = proposeRenamings(tree, tensors, check);
    }
    return check;
}

}  // namespace stowage
