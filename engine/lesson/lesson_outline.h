// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/device/device_info.h"
#include "engine/load/program/load_method.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

struct LoadSchedule;

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

/// The described model wholly on `gpu` (taken as GPU 0), loaded by each method in the order of
/// allLoadMethods(): dry runs with their predictions, `sharded` from shards. Takes some
/// milliseconds a method. Empty only where the model itself could not be described.
[[nodiscard]] std::vector<std::shared_ptr<const LoadSchedule>> lessonPredictions(
    LessonSize size, const DeviceInfo& gpu);

/// What this machine has for the lesson, measured by the caller; bytes.
struct LessonRoom {
    std::uint64_t memoryFree = 0;  ///< the host's budget: available, and what its group leaves
    std::uint64_t diskFree = 0;    ///< where the files go; files of the size that lie there count
};

/// Whether a size can be taught here, found by predictions: nothing is read or written.
struct LessonOffer {
    LessonSize size = LessonSize::Small124M;
    /// Of all its files: the .pth, a file for each tensor, and the shards.
    std::uint64_t fileBytes = 0;
    /// The method that needs most of this machine: host memory and the pages behind a simulated
    /// GPU, with kLessonMargin. Methods that the GPU refuses need nothing.
    std::uint64_t needsMemory = 0;
    bool fits = false;                ///< memory and disk have the room, and the GPU for one method
    std::vector<LoadMethod> refused;  ///< by the GPU's capacity, in the order of the lesson
    Message sentence;                 ///< why it does not fit, or what the GPU refuses; else ""
};

/// What a lesson leaves of memory, and of the disk, to everything else on the machine.
inline constexpr std::uint64_t kLessonMargin = std::uint64_t{512} << 20U;

/// Every size on that GPU, in order of size. Takes some ten milliseconds: run it in a worker.
[[nodiscard]] std::vector<LessonOffer> lessonOffers(const DeviceInfo& gpu, const LessonRoom& room);

/// The largest size that fits with every method; else the largest that fits; nothing where none.
[[nodiscard]] std::optional<LessonSize> proposedSize(const std::vector<LessonOffer>& offers);

}  // namespace stowage
