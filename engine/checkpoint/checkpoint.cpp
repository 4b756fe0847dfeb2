// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/checkpoint.h"

#include "engine/model/module_tree.h"
#include "engine/model/state_dict_tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

KeyOrder keyOrderOf(const Checkpoint& checkpoint) {
    switch (checkpoint.format) {
        case CheckpointFormat::Safetensors:
        case CheckpointFormat::SafetensorsShards:
        case CheckpointFormat::PerTensor:
        case CheckpointFormat::Npy:
        case CheckpointFormat::NpyFolder:
            return KeyOrder::Sorted;
        case CheckpointFormat::OffloadFolder:
            // Its index follows what was offloaded: a state dict, or a safetensors file by name.
            return std::ranges::is_sorted(checkpoint.tensors, {}, &StoredTensor::name)
                       ? KeyOrder::Sorted
                       : KeyOrder::Registration;
        case CheckpointFormat::TorchZip:
        case CheckpointFormat::TorchShards:
        case CheckpointFormat::TorchLegacy:
        case CheckpointFormat::TorchScript:
        case CheckpointFormat::Gguf:
        case CheckpointFormat::TreeJson:
            break;
    }
    return KeyOrder::Registration;
}

/// The tensors as a state dict; those that share all their bytes get the number of a tie.
std::vector<StateDictEntry> entriesOf(const Checkpoint& checkpoint) {
    using Place = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, DType,
                             std::vector<std::int64_t>, std::vector<std::int64_t>, std::uint64_t>;
    // Most storages have one tensor: only the others are compared.
    std::unordered_map<std::uint64_t, std::uint32_t> uses;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        if (tensor.storageKey != 0) {
            ++uses[tensor.storageKey];
        }
    }
    std::map<Place, std::uint32_t> groups;
    std::vector<StateDictEntry> entries;
    entries.reserve(checkpoint.tensors.size());
    for (const StoredTensor& tensor : checkpoint.tensors) {
        StateDictEntry entry{tensor.name, tensor.dtype, tensor.shape, 0};
        if (tensor.storageKey != 0 && uses[tensor.storageKey] > 1) {
            const Place place{tensor.storageKey,  tensor.location.offset, tensor.location.length,
                              tensor.dtype,       tensor.shape,           tensor.strides,
                              tensor.firstElement};
            const auto number = static_cast<std::uint32_t>(groups.size() + 1);
            entry.tieGroup = groups.try_emplace(place, number).first->second;
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

}  // namespace

const char* checkpointFormatName(CheckpointFormat format) {
    // In the order of the enum.
    constexpr std::array kNames = {"safetensors",    "pytorch",    "tree",    "safetensors-shards",
                                   "pytorch-shards", "per-tensor", "offload", "pytorch-legacy",
                                   "torchscript",    "gguf",       "npy",     "npy-folder"};
    static_assert(kNames.size() == static_cast<std::size_t>(CheckpointFormat::NpyFolder) + 1);
    return kNames[static_cast<std::size_t>(format)];
}

Result<std::shared_ptr<const ModuleTree>> buildModuleTree(const Checkpoint& checkpoint) {
    if (checkpoint.describedTree) {
        return checkpoint.describedTree;
    }
    // The entries go before the tree is built.
    auto draft = draftStateDict(entriesOf(checkpoint), keyOrderOf(checkpoint));
    auto tree = draft ? ModuleTreeBuilder::build(std::move(*draft))
                      : Result<std::shared_ptr<const ModuleTree>>(draft.unexpected());
    if (!tree) {
        Error error = tree.error();
        error.file = checkpoint.path;
        error.message = say("%1: %2", checkpoint.path, error.message);
        return Unexpected{std::move(error)};
    }
    return tree;
}

}  // namespace stowage
