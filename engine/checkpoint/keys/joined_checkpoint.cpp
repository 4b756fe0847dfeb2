// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/joined_checkpoint.h"

#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace stowage {
namespace {

void addNames(std::vector<std::string>& names, const std::vector<std::string>& more,
              const std::string& prefix) {
    for (const std::string& name : more) {
        names.push_back(prefix + name);
    }
}

void addCheck(KeyCheck& joined, const NamedCheckpoint& model) {
    const std::string prefix = model.name + ".";
    if (model.checkpoint->tensors.empty()) {
        for (const TensorSpec& spec : model.tree->tensors()) {
            if (isNeeded(spec)) {
                joined.missing.push_back(prefix + spec.name);
            }
        }
        return;
    }
    if (model.checkpoint->keyCheck == nullptr) {
        return;
    }
    const KeyCheck& check = *model.checkpoint->keyCheck;
    addNames(joined.missing, check.missing, prefix);
    addNames(joined.unexpected, check.unexpected, prefix);
    addNames(joined.initialised, check.initialised, prefix);
    addNames(joined.ignored, check.ignored, prefix);
    for (KeyMismatch mismatch : check.mismatched) {
        mismatch.name = prefix + mismatch.name;
        joined.mismatched.push_back(std::move(mismatch));
    }
    for (const KeyRename& key : check.renamed) {
        joined.renamed.push_back({prefix + key.from, prefix + key.to});
    }
}

bool isOfPickles(CheckpointFormat format) {
    return format == CheckpointFormat::TorchZip || format == CheckpointFormat::TorchShards ||
           format == CheckpointFormat::TorchLegacy || format == CheckpointFormat::TorchScript;
}

}  // namespace

void appendTensors(Checkpoint& joined, const Checkpoint& other) {
    const auto firstShard = static_cast<std::uint32_t>(joined.shards.size());
    std::uint64_t lastStorage = 0;
    for (const StoredTensor& tensor : joined.tensors) {
        lastStorage = std::max(lastStorage, tensor.storageKey);
    }
    if (isOfPickles(joined.format) || isOfPickles(other.format)) {
        joined.format = CheckpointFormat::TorchShards;
    } else if (!other.tensors.empty()) {
        joined.format = CheckpointFormat::SafetensorsShards;
    }
    for (TensorLocation difference : other.differences) {
        difference.shard += firstShard;
        joined.differences.push_back(difference);
    }
    joined.shards.insert(joined.shards.end(), other.shards.begin(), other.shards.end());
    for (StoredTensor tensor : other.tensors) {
        tensor.location.shard += firstShard;
        tensor.storageKey += tensor.storageKey == 0 ? 0 : lastStorage;
        joined.tensors.push_back(std::move(tensor));
    }
}

Result<Checkpoint> joinCheckpoints(std::span<const NamedCheckpoint> models, const std::string& path,
                                   const std::string& className, const std::string& architecture) {
    Checkpoint joined;
    joined.path = path;
    joined.format = CheckpointFormat::TreeJson;
    KeyCheck check;
    check.treeFile = path;
    std::vector<NamedTree> trees;
    for (const NamedCheckpoint& model : models) {
        trees.push_back({model.name, model.tree});
        Checkpoint named = *model.checkpoint;
        for (StoredTensor& tensor : named.tensors) {
            tensor.name = model.name + "." + tensor.name;
        }
        appendTensors(joined, named);
        addCheck(check, model);
        for (const Message& warning : model.checkpoint->warnings) {
            joined.warnings.push_back(say("%1: %2", model.name, warning));
        }
        if (model.checkpoint->declaredQuantization && model.checkpoint->tensors.empty()) {
            joined.warnings.push_back(say(
                "%1 has no weights, so the quantisation that its config.json declares is ignored.",
                model.name));
        }
        if (!joined.unknownModel) {
            joined.unknownModel = model.checkpoint->unknownModel;
        }
        if (joined.elsewhere == nullptr) {
            joined.elsewhere = model.checkpoint->elsewhere;
        }
    }
    auto tree = joinTrees(trees, className, architecture);
    STOWAGE_TRY(tree);
    joined.describedTree = std::move(*tree);
    if (!joined.tensors.empty()) {
        joined.keyCheck = std::make_shared<const KeyCheck>(std::move(check));
    }
    return joined;
}

}  // namespace stowage
