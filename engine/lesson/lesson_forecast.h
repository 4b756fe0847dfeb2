// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_size.h"
#include "engine/load/load_schedule.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stowage {

/// A simulated GPU on which nothing runs out of room.
[[nodiscard]] DeviceInfo roomyGpu();

/// The described model wholly on `gpu` (taken as GPU 0), loaded by each method in the order of
/// allLoadMethods(): dry runs with their forecasts, `sharded` from shards. Takes some milliseconds
/// a method. Empty only where the model itself could not be described.
[[nodiscard]] std::vector<std::shared_ptr<const LoadSchedule>> lessonForecasts(
    LessonSize size, const DeviceInfo& gpu);

}  // namespace stowage
