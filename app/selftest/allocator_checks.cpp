// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/selftest/check_groups.h"
#include "engine/base/byte_size.h"
#include "engine/checkpoint/sample_layout.h"
#include "engine/device/allocator_model.h"
#include "engine/load/described_checkpoint.h"
#include "engine/plan/placement_plan.h"

#include <array>
#include <utility>

namespace stowage {

namespace {

constexpr const char* kGroup = "allocator";

/// Three live blocks of `request` bytes take `segments` segments of `segmentBytes`.
struct SegmentCase {
    const char* text;
    std::uint64_t request;
    std::size_t segments;
    std::uint64_t segmentBytes;
};
constexpr std::array kSegmentCases{
    SegmentCase{"3 × 512 B take 1 segment of 2 MiB", 512, 1, 2 * kMiB},
    SegmentCase{"3 × 1 MiB take 2 of 2 MiB", kMiB, 2, 2 * kMiB},
    SegmentCase{"3 × (1 MiB + 512 B) take 1 of 20 MiB", kMiB + 512, 1, 20 * kMiB},
    SegmentCase{"3 × (10 MiB − 512 B) take 2 of 20 MiB", 10 * kMiB - 512, 2, 20 * kMiB},
    SegmentCase{"3 × (10 MiB + 512 B) take 3 of 12 MiB", 10 * kMiB + 512, 3, 12 * kMiB},
};

struct Peak {
    std::uint64_t allocated;
    std::uint64_t reserved;
};
/// What the lesson's model takes, by what is alive at once: exact bytes as PyTorch's allocator
/// gives them.
struct LessonModel {
    const char* arch;
    Peak applyOrder;
    Peak treeOrder;
    Peak oneAtATime;
    Peak both;
};
constexpr std::array kLessonModels{
    LessonModel{"raschka-gpt2",
                {706'701'312, 731'906'048},
                {707'225'600, 731'906'048},
                {861'890'560, 887'095'296},
                {1'414'975'488, 1'461'714'944}},
    LessonModel{"raschka-gpt2-medium",
                {1'725'808'640, 1'730'150'400},
                {1'725'808'640, 1'730'150'400},
                {1'931'661'312, 1'937'768'448},
                {3'451'617'280, 3'460'300'800}},
    LessonModel{"raschka-gpt2-large",
                {3'581'196'288, 3'762'290'688},
                {3'581'982'720, 3'741'319'168},
                {3'839'145'984, 4'020'240'384},
                {7'163'179'008, 7'501'512'704}},
    LessonModel{"raschka-gpt2-xl",
                {6'888'695'808, 6'962'544'640},
                {6'889'187'328, 6'962'544'640},
                {7'210'340'864, 7'285'506'048},
                {13'777'883'136, 13'904'117'760}},
};

const Peak& expectedPeak(const LessonModel& model, LoadMethod method) {
    switch (method) {
        case LoadMethod::Naive:
        case LoadMethod::Meta:
            return model.both;
        case LoadMethod::Sequential:
            return model.oneAtATime;
        case LoadMethod::Mmap:
        case LoadMethod::Sharded:
            return model.treeOrder;
        case LoadMethod::PerTensor:
        case LoadMethod::Streamed:
            break;
    }
    return model.applyOrder;
}

std::string peakText(std::uint64_t allocated, std::uint64_t reserved) {
    return std::to_string(allocated) + " / " + std::to_string(reserved);
}

Result<std::string> checkSegments(const SegmentCase& wanted) {
    AllocatorModel model;
    for (int i = 0; i < 3; ++i) {
        if (const auto block = model.allocate(wanted.request); !block) {
            return block.unexpected();
        }
    }
    const std::uint64_t reserved = model.statistics().reserved;
    if (model.segments().size() != wanted.segments ||
        reserved != wanted.segments * wanted.segmentBytes) {
        return checkFailed(std::to_string(model.segments().size()) + " segments, " +
                           checkSize(reserved) + " in all");
    }
    return checkSize(reserved) + " reserved";
}

/// The module tree of a sample that is not written.
Result<std::shared_ptr<const ModuleTree>> treeOf(const char* arch) {
    SampleOptions options;
    options.arch = arch;
    const Result<SampleLayout> layout = layOutSample(options);
    if (!layout) {
        return layout.unexpected();
    }
    Checkpoint checkpoint;
    for (const TensorToWrite& tensor : layout->tensors) {
        StoredTensor stored;
        stored.name = tensor.name;
        stored.dtype = tensor.dtype;
        stored.shape = tensor.shape;
        checkpoint.tensors.push_back(std::move(stored));
    }
    return buildModuleTree(checkpoint);
}

Result<std::string> checkPeaks(const LessonModel& model) {
    auto tree = treeOf(model.arch);
    if (!tree) {
        return tree.unexpected();
    }
    PlacementRequest request;
    request.tree = *tree;
    request.devices = *parseSimulatedGpus("16GiB");
    request.devices = withHostAndDisk(std::move(request.devices), HostMemory{});
    request.budgets = defaultBudgets(request.devices, 0);
    const auto plan = place(request);
    if (!plan) {
        return plan.unexpected();
    }
    for (const LoadMethod method : allLoadMethods()) {
        ScheduleOptions options;
        options.method = method;
        options.dryRun = true;
        const auto schedule = makeLoadSchedule(*plan, describedCheckpoint(**tree), options);
        if (!schedule) {
            return schedule.unexpected();
        }
        const PredictedPeak& peak = (*schedule)->predictedPeaks.at(DeviceId::gpu(0));
        const Peak& wanted = expectedPeak(model, method);
        if (peak.allocated != wanted.allocated || peak.reserved != wanted.reserved) {
            return checkFailed(std::string(loadMethodName(method)) + " peaks at " +
                               peakText(peak.allocated, peak.reserved) + " bytes instead of " +
                               peakText(wanted.allocated, wanted.reserved));
        }
    }
    return peakText(model.applyOrder.allocated, model.applyOrder.reserved) + " to " +
           peakText(model.both.allocated, model.both.reserved) + " bytes";
}

}  // namespace

void checkAllocator(CheckList& checks) {
    for (const SegmentCase& wanted : kSegmentCases) {
        checks.run(kGroup, wanted.text, [&] { return checkSegments(wanted); });
    }
    for (const LessonModel& model : kLessonModels) {
        checks.run(kGroup, std::string("the seven methods' peaks for ") + model.arch,
                   [&] { return checkPeaks(model); });
    }
}

}  // namespace stowage
