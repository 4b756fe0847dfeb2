// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_method.h"

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

}  // namespace stowage
