// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_foresight.h"

#include "engine/base/atomic_file_writer.h"
#include "engine/device/host_memory.h"

#include <utility>

namespace stowage {
namespace {

/// Free where the files go, with what they take already: they would be used again.
std::uint64_t diskRoom(const LessonFileStore& files, std::uint64_t keptBytes) {
    const auto free = freeSpaceBytes(files.existingFolder());
    return keptBytes + (free ? *free : 0);
}

}  // namespace

ForeseenStep foreseeStep(const LessonScheduling& how, LessonStep step,
                         const std::stop_token& stop) {
    ForeseenStep foreseen;
    foreseen.step = step;
    const auto method = methodOf(step);
    if (!method) {
        return foreseen;
    }
    if (step != LessonStep::SeveralDevices) {
        foreseen.published = publishedFigures(*method, how.setup.size);
    }
    foreseen.preflight.method = *method;
    const auto schedule =
        scheduleLessonStep(how, step, describedLessonFiles(how.setup.size, step), stop);
    if (!schedule) {
        foreseen.preflight.refusal = schedule.error().message;
        return foreseen;
    }
    foreseen.schedule = *schedule;
    foreseen.preflight = lessonPreflight(**schedule, step);
    if (how.setup.cache == PageCacheState::AsIs) {
        foreseen.preflight.seconds.reset();  // it depends on what the cache happens to hold
    }
    return foreseen;
}

LessonLook lookAtMachine(LessonScheduling how, LessonSizeChoice choice,
                         const std::stop_token& stop) {
    const LessonFileStore files(how.folder);
    LessonLook look;
    look.keptBytes = files.keptBytes();
    const LessonRoom room{hostBudgetBytes(readHostMemory()).value_or(0),
                          diskRoom(files, look.keptBytes)};
    look.offers = lessonOffers(how.setup.gpu, room);
    if (choice == LessonSizeChoice::Propose) {
        how.setup.size = proposedSize(look.offers).value_or(how.setup.size);
    }
    look.setup = how.setup;
    look.isModelThere = files.find(how.setup.size, LessonForm::Whole).has_value();
    for (const LessonStep step : allLessonSteps()) {
        if (stop.stop_requested()) {
            break;
        }
        look.steps.push_back(foreseeStep(how, step, stop));
    }
    return look;
}

}  // namespace stowage
