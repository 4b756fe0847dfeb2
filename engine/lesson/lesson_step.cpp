// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/lesson_step.h"

#include <array>

namespace stowage {
namespace {

constexpr std::array kSteps{
    LessonStep::Checkpoint, LessonStep::Naive,    LessonStep::Sequential,
    LessonStep::Meta,       LessonStep::Mmap,     LessonStep::PerTensor,
    LessonStep::Sharded,    LessonStep::Streamed, LessonStep::SeveralDevices};

}  // namespace

std::span<const LessonStep> allLessonSteps() {
    return kSteps;
}

std::optional<LoadMethod> methodOf(LessonStep step) {
    switch (step) {
        case LessonStep::Checkpoint:
            return std::nullopt;
        case LessonStep::Naive:
            return LoadMethod::Naive;
        case LessonStep::Sequential:
            return LoadMethod::Sequential;
        case LessonStep::Meta:
            return LoadMethod::Meta;
        case LessonStep::Mmap:
            return LoadMethod::Mmap;
        case LessonStep::PerTensor:
            return LoadMethod::PerTensor;
        case LessonStep::Sharded:
            return LoadMethod::Sharded;
        case LessonStep::Streamed:
        case LessonStep::SeveralDevices:
            return LoadMethod::Streamed;
    }
    return std::nullopt;
}

std::string_view lessonStepName(LessonStep step) {
    if (step == LessonStep::Checkpoint) {
        return "checkpoint";
    }
    if (step == LessonStep::SeveralDevices) {
        return "several-devices";
    }
    const auto method = methodOf(step);
    return method ? loadMethodName(*method) : std::string_view();
}

}  // namespace stowage
