// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/lesson/lesson_outline.h"
#include "engine/load/program/load_method.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// A simulated GPU on which nothing runs out of room.
[[nodiscard]] DeviceInfo roomyGpu();

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
