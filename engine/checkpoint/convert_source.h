// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/convert_plan.h"
#include "engine/checkpoint/tensor_reader.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// The bytes of a conversion's tensors: read from the checkpoint, gathered, cast. One thread; both
/// arguments must outlive it.
class ConvertSource {
public:
    ConvertSource(const Checkpoint& checkpoint, const ConvertPlan& plan)
        : m_checkpoint(checkpoint), m_plan(plan), m_reader(checkpoint) {}

    /// Bytes from `offset` on of tensor `index` of the plan, whole elements.
    /// Errors: Truncated, ReadFailed.
    [[nodiscard]] Result<void> fill(std::size_t index, std::uint64_t offset,
                                    std::span<std::byte> target);

private:
    const Checkpoint& m_checkpoint;
    const ConvertPlan& m_plan;
    TensorReader m_reader;
    std::vector<std::byte> m_uncast;
};

/// Sixteen hexadecimal digits that change with path, size or time of any file of the checkpoint.
/// Errors: FileNotFound, PermissionDenied, ReadFailed.
[[nodiscard]] Result<std::string> sourceState(const Checkpoint& checkpoint);

/// Sixteen hexadecimal digits that change with anything the plan would write.
[[nodiscard]] std::string contentsOf(const ConvertPlan& plan);

/// A small file that belongs to a model.
struct CompanionFile {
    std::string name;
    std::string text;
};

/// `config.json` beside the checkpoint's weights (and beside their folder, where that is called
/// model_parameters), and the `.tree.json` there that was taken as their model, unless tensors are
/// cast.
[[nodiscard]] std::vector<CompanionFile> companionsOf(const Checkpoint& checkpoint,
                                                      const ConvertPlan& plan);

}  // namespace stowage
