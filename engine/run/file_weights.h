// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/run/weight_source.h"

#include <memory>
#include <unordered_map>

namespace stowage {

/// The weights as a checkpoint's files hold them, read a second time: fresh descriptors and plain
/// reads of each tensor's own bytes, nothing shared with the loader. One module at a time is in
/// memory; everything runs on the CPU. What a loaded model is held against.
class FileWeights : public WeightSource {
public:
    /// `tree` is the checkpoint's (buildModuleTree), which tells tied names. All but the first two
    /// must outlive the source and the weights borrowed from it.
    FileWeights(std::shared_ptr<const Checkpoint> checkpoint, const ModuleTree& tree,
                TensorBackend& tensors, Compute& compute);

    [[nodiscard]] std::vector<std::string> names() const override { return m_names; }
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override;
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override;

private:
    std::shared_ptr<const Checkpoint> m_checkpoint;
    TensorBackend& m_tensors;
    Compute& m_compute;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_stored;  ///< by name: index of the checkpoint
};

}  // namespace stowage
