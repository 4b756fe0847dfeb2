// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/lesson_offer.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_plan.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

using Schedule = std::shared_ptr<const LoadSchedule>;

DeviceInfo hostWithoutLimit() {
    DeviceInfo host;
    host.id = DeviceId::cpu();
    host.name = "CPU";
    return host;
}

Schedule scheduleOn(const DeviceInfo& gpu, const std::shared_ptr<const Checkpoint>& checkpoint,
                    LoadMethod method) {
    PlacementRequest request;
    request.tree = checkpoint->describedTree;
    request.devices = {gpu, hostWithoutLimit()};
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", gpu.id}});
    const auto plan = request.tree == nullptr ? Result<std::shared_ptr<const PlacementPlan>>(fail(
                                                    ErrorCode::Internal, say("There is no tree.")))
                                              : place(request);
    if (!plan) {
        return nullptr;
    }
    ScheduleOptions options;
    options.method = method;
    options.dryRun = true;
    const auto schedule = makeLoadSchedule(*plan, checkpoint, options);
    return schedule ? *schedule : nullptr;
}

/// The model.pth, one file a tensor, and the shards.
constexpr std::uint64_t kFormats = 3;

Message shortage(const LessonOffer& offer, const LessonRoom& room) {
    const std::string_view size = lessonSizeName(offer.size);
    if (offer.refused.size() == allLoadMethods().size()) {
        return say(
            "The GPU has no room for the %1 model by any method; take a larger GPU or a "
            "smaller model.",
            size);
    }
    if (offer.needsMemory > room.memoryFree) {
        return say(
            "The %1 model needs %2 of memory (the host's part and the pages behind a "
            "simulated GPU), and %3 are free; close other programs, take a smaller model, "
            "or a dry run.",
            size, formatSize(offer.needsMemory), formatSize(room.memoryFree));
    }
    const std::uint64_t needed = offer.fileBytes + kLessonMargin;
    if (needed > room.diskFree) {
        return say(
            "The files of the %1 model need %2 on disk (the model in three formats, and "
            "some room), and %3 are free; make room, take a smaller model, or a dry run.",
            size, formatSize(needed), formatSize(room.diskFree));
    }
    return {};
}

LessonOffer offerOf(LessonSize size, const DeviceInfo& gpu, const LessonRoom& room) {
    LessonOffer offer;
    offer.size = size;
    offer.fileBytes = kFormats * lessonWeightBytes(size);
    for (const auto& schedule : lessonPredictions(size, gpu)) {
        const ProgramPrediction& prediction = *schedule->prediction;
        if (prediction.shortages.empty()) {
            offer.needsMemory = std::max(offer.needsMemory, prediction.peakMachine + kLessonMargin);
        } else {
            offer.refused.push_back(schedule->method);
        }
    }
    offer.sentence = shortage(offer, room);
    offer.fits = offer.sentence.empty();
    if (offer.fits && !offer.refused.empty()) {
        offer.sentence = say("The GPU refuses %1 at this size.",
                             joinedText(offer.refused, ", ", loadMethodName));
    }
    return offer;
}

}  // namespace

DeviceInfo roomyGpu() {
    DeviceInfo gpu;
    gpu.id = DeviceId::gpu(0);
    gpu.name = "Simulated, without a limit";
    gpu.simulated = true;
    return gpu;
}

std::vector<Schedule> lessonPredictions(LessonSize size, const DeviceInfo& gpu) {
    DeviceInfo first = gpu;
    first.id = DeviceId::gpu(0);
    const Schedule whole =
        scheduleOn(first, describedLessonModel(size, LessonFiles::One), LoadMethod::Naive);
    const Schedule sharded =
        scheduleOn(first, describedLessonModel(size, LessonFiles::Shards), LoadMethod::Sharded);
    std::vector<Schedule> schedules;
    if (whole == nullptr || sharded == nullptr) {
        return schedules;
    }
    for (const LoadMethod method : allLoadMethods()) {
        schedules.push_back(method == LoadMethod::Naive     ? whole
                            : method == LoadMethod::Sharded ? sharded
                                                            : scheduleWithMethod(*whole, method));
    }
    return schedules;
}

std::vector<LessonOffer> lessonOffers(const DeviceInfo& gpu, const LessonRoom& room) {
    std::vector<LessonOffer> offers;
    for (const LessonSize size : allLessonSizes()) {
        offers.push_back(offerOf(size, gpu, room));
    }
    return offers;
}

std::optional<LessonSize> proposedSize(const std::vector<LessonOffer>& offers) {
    std::optional<LessonSize> whole;
    std::optional<LessonSize> partly;
    for (const LessonOffer& offer : offers) {
        partly = offer.fits ? std::optional(offer.size) : partly;
        whole = offer.fits && offer.refused.empty() ? std::optional(offer.size) : whole;
    }
    return whole ? whole : partly;
}

}  // namespace stowage
