// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/page_cache.h"
#include "engine/device/device_info.h"
#include "engine/lesson/lesson_size.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

class QSettings;

namespace stowage {

/// A simulated card of 16 GiB with the usual context overhead: what the lesson begins with.
[[nodiscard]] DeviceInfo defaultLessonGpu();

/// The conditions of a lesson: what is loaded, where to, from which page cache.
struct LessonSetup {
    enum class Kind {
        Real,    ///< files are made and really loaded
        DryRun,  ///< forecasts only, no file and no byte; labelled so everywhere
    };
    LessonSize size = LessonSize::Small124M;
    DeviceInfo gpu = defaultLessonGpu();  ///< the one GPU; simulated or a real card
    PageCacheState cache = PageCacheState::Cold;
    Kind kind = Kind::Real;
    /// The most RAM that a step may hold (engine/load/ram_limit.h), bytes; nothing: what there is.
    std::optional<std::uint64_t> ramLimit{};
};

/// What tells setups apart, "1558M, simulated 17179869184 B, cold, real": equal where steps taken
/// under one are steps of the other.
[[nodiscard]] QString lessonSetupKey(const LessonSetup& setup);

/// Keeps a setup under "lesson/…"; a real card by its identity.
void saveLessonSetup(QSettings& settings, const LessonSetup& setup);

/// The kept setup; nothing where none is kept, or its real card is not among `realGpus`.
[[nodiscard]] std::optional<LessonSetup> savedLessonSetup(const QSettings& settings,
                                                          const std::vector<DeviceInfo>& realGpus);

}  // namespace stowage
