// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/load/program/load_method.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace stowage {

/// The steps of the lesson.
enum class LessonStep {
    Checkpoint,  ///< what a checkpoint is, and why a plain load holds the model twice
    Naive,
    Sequential,
    Meta,
    Mmap,
    PerTensor,
    Sharded,
    Streamed,
    SeveralDevices,  ///< one map over a small GPU, the CPU and the disk
};

/// In the order in which they are taught.
[[nodiscard]] std::span<const LessonStep> allLessonSteps();

/// How the step loads; nothing for Checkpoint, which loads nothing.
[[nodiscard]] std::optional<LoadMethod> methodOf(LessonStep step);

/// A stable key: "checkpoint", "naive", …, "several-devices".
[[nodiscard]] std::string_view lessonStepName(LessonStep step);

/// The sizes of the lesson's model: the from-scratch GPT with the shapes of GPT-2, in float32,
/// with query, key and value biases and a causal mask in each block.
enum class LessonSize { Small124M, Medium355M, Large774M, Xl1558M };

/// Ascending.
[[nodiscard]] std::span<const LessonSize> allLessonSizes();

/// "124M", "355M", "774M", "1558M".
[[nodiscard]] std::string_view lessonSizeName(LessonSize size);

/// What `sample --arch` and SampleOptions call it: "raschka-gpt2", …, "raschka-gpt2-xl".
[[nodiscard]] std::string_view lessonArchitecture(LessonSize size);

/// The sum of all tensors' bytes, the masks included.
[[nodiscard]] std::uint64_t lessonWeightBytes(LessonSize size);

/// The limit of a shard where the lesson needs the model in shards: a sixth of it, at most 1 GiB.
[[nodiscard]] std::uint64_t lessonShardLimit(LessonSize size);

/// In how many files a described model lies.
enum class LessonFiles {
    One,
    Shards,  ///< safetensors of lessonShardLimit() bytes at most, a larger tensor alone in one
};

/// The model without a file, for predictions and dry runs: as openCheckpoint() and
/// buildModuleTree() would find it, which is what they make of it. Nothing of it can be read.
[[nodiscard]] std::shared_ptr<const Checkpoint> describedLessonModel(
    LessonSize size, LessonFiles files = LessonFiles::One);

/// Which size a checkpoint has: its tensors' names, shapes and dtypes are exactly that model's.
[[nodiscard]] std::optional<LessonSize> lessonSizeOf(const Checkpoint& checkpoint);

}  // namespace stowage
