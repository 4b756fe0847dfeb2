// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/described_checkpoint.h"

#include <vector>

namespace stowage {

std::shared_ptr<const Checkpoint> describedCheckpoint(const ModuleTree& tree) {
    /// Where a real file's tensors begin; no dtype is wider.
    constexpr std::uint64_t kAlignment = 64;
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->format = CheckpointFormat::TreeJson;
    std::vector<bool> isStored(tree.storageCount(), false);
    std::uint64_t at = 0;
    for (const TensorSpec& spec : tree.tensors()) {
        if (isStored[spec.storage.index()] || !spec.persistent) {
            continue;
        }
        isStored[spec.storage.index()] = true;
        checkpoint->tensors.push_back(StoredTensor{
            spec.name, spec.dtype, spec.shape, {}, TensorLocation{0, at, spec.byteSize}, 0});
        at += (spec.byteSize + kAlignment - 1) / kAlignment * kAlignment;
    }
    return checkpoint;
}

}  // namespace stowage
