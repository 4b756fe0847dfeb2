// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/lesson_outline.h"

#include "engine/load/program/load_schedule.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/write/file_set_writer.h"
#include "engine/checkpoint/write/sample_layout.h"
#include "engine/load/program/program_prediction.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

namespace stowage {

namespace {

struct StepRow {
    LessonStep step;
    std::optional<LoadMethod> method;
};

constexpr std::array kRows{StepRow{LessonStep::Checkpoint, std::nullopt},
                           StepRow{LessonStep::Naive, LoadMethod::Naive},
                           StepRow{LessonStep::Sequential, LoadMethod::Sequential},
                           StepRow{LessonStep::Meta, LoadMethod::Meta},
                           StepRow{LessonStep::Mmap, LoadMethod::Mmap},
                           StepRow{LessonStep::PerTensor, LoadMethod::PerTensor},
                           StepRow{LessonStep::Sharded, LoadMethod::Sharded},
                           StepRow{LessonStep::Streamed, LoadMethod::Streamed},
                           StepRow{LessonStep::SeveralDevices, LoadMethod::Streamed}};

constexpr auto kSteps = [] {
    std::array<LessonStep, kRows.size()> steps{};
    std::ranges::transform(kRows, steps.begin(), &StepRow::step);
    return steps;
}();

constexpr std::array kSizes{LessonSize::Small124M, LessonSize::Medium355M, LessonSize::Large774M,
                            LessonSize::Xl1558M};

struct SizeNames {
    std::string_view name;
    std::string_view architecture;
};

/// In the order of the enumerators.
constexpr SizeNames kSizeNames[] = {{"124M", "raschka-gpt2"},
                                    {"355M", "raschka-gpt2-medium"},
                                    {"774M", "raschka-gpt2-large"},
                                    {"1558M", "raschka-gpt2-xl"}};

const SizeNames& namesOf(LessonSize size) {
    return kSizeNames[static_cast<std::size_t>(size)];
}

/// What `sample` would write: the tensors in the order of the state dict.
std::vector<TensorToWrite> tensorsOf(LessonSize size) {
    SampleOptions options;
    options.arch = lessonArchitecture(size);
    options.format = CheckpointFormat::TorchZip;
    auto layout = layOutSample(options);
    return layout ? std::move(layout->tensors) : std::vector<TensorToWrite>();
}

std::vector<std::uint64_t> bytesOf(const std::vector<TensorToWrite>& tensors) {
    std::vector<std::uint64_t> bytes;
    for (const TensorToWrite& tensor : tensors) {
        bytes.push_back(elementCount(tensor.shape) * storedBits(tensor.dtype) / 8);
    }
    return bytes;
}

std::uint64_t summedBytes(LessonSize size) {
    const std::vector<std::uint64_t> bytes = bytesOf(tensorsOf(size));
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

/// In which shard each tensor lies.
std::vector<std::uint32_t> shardsOf(const std::vector<std::uint64_t>& bytes,
                                    std::uint64_t shardBytes) {
    std::vector<std::uint32_t> shards(bytes.size(), 0);
    const std::vector<PartFile> parts = splitIntoShards(bytes, shardBytes);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (const std::size_t tensor : parts[part].tensors) {
            shards[tensor] = static_cast<std::uint32_t>(part);
        }
    }
    return shards;
}

/// Where each tensor begins in its file: in a PyTorch file one after the other as they come, in
/// safetensors shards by name, as their writer sorts tensors of one dtype.
std::vector<std::uint64_t> offsetsOf(const std::vector<TensorToWrite>& tensors,
                                     const std::vector<std::uint64_t>& bytes,
                                     const std::vector<std::uint32_t>& shards, LessonFiles files) {
    constexpr std::uint64_t kAlignment = 64;  // of records in a PyTorch file
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (files == LessonFiles::Shards) {
        std::ranges::sort(order, {},
                          [&](std::size_t i) { return std::string_view(tensors[i].name); });
    }
    std::vector<std::uint64_t> offsets(tensors.size(), 0);
    std::map<std::uint32_t, std::uint64_t> ends;  // by shard
    for (const std::size_t i : order) {
        std::uint64_t& end = ends[shards[i]];
        offsets[i] = end;
        end += (bytes[i] + kAlignment - 1) / kAlignment * kAlignment;
    }
    return offsets;
}

}  // namespace

std::span<const LessonStep> allLessonSteps() {
    return kSteps;
}

std::optional<LoadMethod> methodOf(LessonStep step) {
    return std::ranges::find(kRows, step, &StepRow::step)->method;
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

std::span<const LessonSize> allLessonSizes() {
    return kSizes;
}

std::string_view lessonSizeName(LessonSize size) {
    return namesOf(size).name;
}

std::string_view lessonArchitecture(LessonSize size) {
    return namesOf(size).architecture;
}

std::uint64_t lessonWeightBytes(LessonSize size) {
    // Asked for with every picture of a table; a constant of the layout.
    static const std::array<std::uint64_t, kSizes.size()> kBytes = [] {
        std::array<std::uint64_t, kSizes.size()> bytes{};
        std::ranges::transform(kSizes, bytes.begin(), summedBytes);
        return bytes;
    }();
    return kBytes[static_cast<std::size_t>(size)];
}

std::uint64_t lessonShardLimit(LessonSize size) {
    constexpr std::uint64_t kShards = 6;  // enough to see one after the other
    return std::min(kGiB, lessonWeightBytes(size) / kShards);
}

std::shared_ptr<const Checkpoint> describedLessonModel(LessonSize size, LessonFiles files) {
    const std::vector<TensorToWrite> tensors = tensorsOf(size);
    const std::vector<std::uint64_t> bytes = bytesOf(tensors);
    const bool isOne = files == LessonFiles::One;
    const std::vector<std::uint32_t> shards = isOne ? std::vector<std::uint32_t>(bytes.size(), 0)
                                                    : shardsOf(bytes, lessonShardLimit(size));
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->path = std::string(lessonArchitecture(size));
    checkpoint->format = isOne ? CheckpointFormat::TorchZip : CheckpointFormat::SafetensorsShards;
    const std::vector<std::uint64_t> offsets = offsetsOf(tensors, bytes, shards, files);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        checkpoint->tensors.push_back(StoredTensor{tensors[i].name,
                                                   tensors[i].dtype,
                                                   tensors[i].shape,
                                                   {},
                                                   TensorLocation{shards[i], offsets[i], bytes[i]},
                                                   0});
    }
    if (auto tree = buildModuleTree(*checkpoint)) {
        checkpoint->describedTree = std::move(*tree);
    }
    checkpoint->format = CheckpointFormat::TreeJson;  // there is nothing to read
    return checkpoint;
}

std::optional<LessonSize> lessonSizeOf(const Checkpoint& checkpoint) {
    std::map<std::string_view, const StoredTensor*> stored;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        stored.emplace(tensor.name, &tensor);
    }
    const auto isIn = [&stored](const TensorToWrite& tensor) {
        const auto found = stored.find(tensor.name);
        return found != stored.end() && found->second->dtype == tensor.dtype &&
               found->second->shape == tensor.shape;
    };
    for (const LessonSize size : kSizes) {
        const std::vector<TensorToWrite> tensors = tensorsOf(size);
        if (tensors.size() == stored.size() && std::ranges::all_of(tensors, isIn)) {
            return size;
        }
    }
    return std::nullopt;
}

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
    const auto plan = request.tree == nullptr
                          ? Result<std::shared_ptr<const PlacementPlan>>(
                                fail(ErrorCode::Internal, say("There is no module tree.")))
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
            "The %1 model does not fit on the GPU with any method; use a larger GPU or a smaller "
            "model.",
            size);
    }
    if (offer.needsMemory > room.memoryFree) {
        return say(
            "The %1 model needs %2 of RAM (including the memory of a simulated GPU), but only %3 "
            "is free; close other programs, choose a smaller model, or use a dry run.",
            size, formatSize(offer.needsMemory), formatSize(room.memoryFree));
    }
    const std::uint64_t needed = offer.fileBytes + kLessonMargin;
    if (needed > room.diskFree) {
        return say(
            "The files of the %1 model need %2 on disk (the model in three formats, and some "
            "reserve), but only %3 is free; free some space, choose a smaller model, or use a dry "
            "run.",
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
        offer.sentence = say("At this size, the model does not fit on the GPU with %1.",
                             joinedText(offer.refused, ", ", loadMethodName));
    }
    return offer;
}

}  // namespace

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
