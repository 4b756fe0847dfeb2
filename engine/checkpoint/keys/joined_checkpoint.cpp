// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/keys/joined_checkpoint.h"

#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <cstdint>
#include <string>
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

/// The tensors and files of one model, under its name. Storages of two models are never the same.
void addTensors(Checkpoint& joined, const NamedCheckpoint& model, std::uint64_t& lastStorage) {
    const auto firstShard = static_cast<std::uint32_t>(joined.shards.size());
    const std::uint64_t storagesBefore = lastStorage;
    const Checkpoint& checkpoint = *model.checkpoint;
    joined.shards.insert(joined.shards.end(), checkpoint.shards.begin(), checkpoint.shards.end());
    for (StoredTensor tensor : checkpoint.tensors) {
        tensor.name = model.name + "." + tensor.name;
        tensor.location.shard += firstShard;
        if (tensor.storageKey != 0) {
            tensor.storageKey += storagesBefore;
            lastStorage = std::max(lastStorage, tensor.storageKey);
        }
        joined.tensors.push_back(std::move(tensor));
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
    for (const RenamedKey& key : check.renamed) {
        joined.renamed.push_back({prefix + key.stored, prefix + key.model});
    }
}

bool isOfPickles(CheckpointFormat format) {
    return format == CheckpointFormat::TorchZip || format == CheckpointFormat::TorchShards ||
           format == CheckpointFormat::TorchLegacy || format == CheckpointFormat::TorchScript;
}

/// Safetensors files as long as all are.
CheckpointFormat formatOf(std::span<const NamedCheckpoint> models) {
    auto format = CheckpointFormat::TreeJson;
    for (const NamedCheckpoint& model : models) {
        if (isOfPickles(model.checkpoint->format)) {
            return CheckpointFormat::TorchShards;
        }
        if (!model.checkpoint->tensors.empty()) {
            format = CheckpointFormat::SafetensorsShards;
        }
    }
    return format;
}

}  // namespace

Result<Checkpoint> joinCheckpoints(std::span<const NamedCheckpoint> models, const std::string& path,
                                   const std::string& className, const std::string& architecture) {
    Checkpoint joined;
    joined.path = path;
    joined.format = formatOf(models);
    KeyCheck check;
    check.treeFile = path;
    std::uint64_t lastStorage = 0;
    std::vector<NamedTree> trees;
    for (const NamedCheckpoint& model : models) {
        trees.push_back({model.name, model.tree});
        addTensors(joined, model, lastStorage);
        addCheck(check, model);
        for (const std::string& warning : model.checkpoint->warnings) {
            joined.warnings.push_back(model.name + ": " + warning);
        }
        if (model.checkpoint->declaredQuantization && model.checkpoint->tensors.empty()) {
            joined.warnings.push_back(model.name +
                                      ": its config.json declares quantised weights, and none are "
                                      "here; it is counted unquantised.");
        }
        if (!joined.unknownModel) {
            joined.unknownModel = model.checkpoint->unknownModel;
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
