// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/checks/check_list.h"
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/base/checksums.h"
#include "engine/checkpoint/write/sample_layout.h"
#include "engine/device/allocator_model.h"
#include "engine/device/host_memory.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/staging_ring.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_plan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {
namespace {

Result<Message> checkDigest() {
    Sha256 digest;
    constexpr std::string_view kText = "abc";
    digest.add(std::as_bytes(std::span(kText)));
    // FIPS 180-2, appendix B.1.
    const std::string wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    if (digest.hex() != wanted) {
        return checkFailed(say("the SHA-256 of \"abc\" is wrong: %1", digest.hex()));
    }
    return Message(wanted.substr(0, 16) + "…");
}

/// Touched memory must show in RssAnon, in full and nowhere else.
Result<Message> checkOwnMemory() {
    constexpr std::uint64_t kProbeBytes = 64 * kMiB;
    constexpr std::uint64_t kTolerance = 8 * kMiB;
    const ProcessMemoryReader reader;
    const ProcessMemory before = reader.read();
    const Result<HostScratch> scratch = HostScratch::map(kProbeBytes);
    STOWAGE_TRY(scratch);
    std::memset(scratch->bytes().data(), 1, kProbeBytes);
    const ProcessMemory after = reader.read();
    if (!before.anon || !after.anon || !before.shmem || !after.shmem) {
        return checkFailed(say("/proc/self/status does not report both RssAnon and RssShmem"));
    }
    const std::uint64_t anon = *after.anon - std::min(*after.anon, *before.anon);
    const std::uint64_t shmem = *after.shmem - std::min(*after.shmem, *before.shmem);
    const Message figures =
        say("%1 of memory was touched; RssAnon increased by %2 and RssShmem by %3",
            formatSize(kProbeBytes), formatSize(anon), formatSize(shmem));
    const bool isRight =
        anon + kTolerance >= kProbeBytes && anon <= kProbeBytes + kTolerance && shmem <= kTolerance;
    return isRight ? Result<Message>(figures) : checkFailed(figures);
}

Result<Message> checkHostFigures() {
    const HostMemory host = readHostMemory();
    const auto budget = hostBudgetBytes(host);
    if (!host.total || !budget) {
        return checkFailed(
            say("neither /proc/meminfo nor a control group reports how much memory is available; "
                "give --ram to plan"));
    }
    if (*budget > *host.total) {
        return checkFailed(say("%1 is reported as available, but the total is %2",
                               formatSize(*budget), formatSize(*host.total)));
    }
    return say("%1 of %2 is available", formatSize(*budget), formatSize(*host.total));
}

Result<Message> checkChecksum(TensorBackend& tensors, DeviceMemory& host) {
    std::vector<std::byte> bytes(100'003);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(i * 31 + i / 257);
    }
    auto buffer = host.allocate(bytes.size());
    STOWAGE_TRY(buffer);
    STOWAGE_TRY(host.write(**buffer, 0, bytes, {}));
    const std::unique_ptr<TensorSet> set = tensors.makeTensorSet();
    const auto count = static_cast<std::int64_t>(bytes.size());
    STOWAGE_TRY(set->add({"w", DType::UInt8, {count}, 0, *buffer}));
    const Result<std::uint64_t> computed = set->checksum("w");
    ByteChecksum plain;
    plain.add(bytes);
    STOWAGE_TRY(computed);
    if (*computed != plain.value()) {
        return checkFailed(
            say("LibTorch's checksum differs from the checksum that plain loops compute"));
    }
    return say("%1 bytes", bytes.size());
}

constexpr Phrase kAllocatorGroup = phrase("allocator");

/// Three live blocks of `request` bytes take `segments` segments of `segmentBytes`.
struct SegmentCase {
    Phrase text;
    std::uint64_t request;
    std::size_t segments;
    std::uint64_t segmentBytes;
};

constexpr std::array kSegmentCases{
    SegmentCase{phrase("3 allocations of 512 B need 1 segment of 2 MiB"), 512, 1, 2 * kMiB},
    SegmentCase{phrase("3 allocations of 1 MiB need 2 segments of 2 MiB"), kMiB, 2, 2 * kMiB},
    SegmentCase{phrase("3 allocations of 1 MiB + 512 B need 1 segment of 20 MiB"), kMiB + 512, 1,
                20 * kMiB},
    SegmentCase{phrase("3 allocations of 10 MiB − 512 B need 2 segments of 20 MiB"),
                10 * kMiB - 512, 2, 20 * kMiB},
    SegmentCase{phrase("3 allocations of 10 MiB + 512 B need 3 segments of 12 MiB"),
                10 * kMiB + 512, 3, 12 * kMiB},
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

Result<Message> checkSegments(const SegmentCase& wanted) {
    AllocatorModel model;
    for (int i = 0; i < 3; ++i) {
        STOWAGE_TRY(model.allocate(wanted.request));
    }
    const std::uint64_t reserved = model.statistics().reserved;
    if (model.segments().size() != wanted.segments ||
        reserved != wanted.segments * wanted.segmentBytes) {
        return checkFailed(say("the allocator created %1 segments, %2 in total",
                               model.segments().size(), formatSize(reserved)));
    }
    return say("%1 reserved", formatSize(reserved));
}

/// The module tree of a sample that is not written.
Result<std::shared_ptr<const ModuleTree>> treeOf(const char* arch) {
    SampleOptions options;
    options.arch = arch;
    const Result<SampleLayout> layout = layOutSample(options);
    STOWAGE_TRY(layout);
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

Result<Message> checkPeaks(const LessonModel& model) {
    auto tree = treeOf(model.arch);
    STOWAGE_TRY(tree);
    PlacementRequest request;
    request.tree = *tree;
    request.devices = *parseSimulatedGpus("16GiB");
    request.devices = withHostAndDisk(std::move(request.devices), HostMemory{});
    request.budgets = defaultBudgets(request.devices, 0);
    const auto plan = place(request);
    STOWAGE_TRY(plan);
    for (const LoadMethod method : allLoadMethods()) {
        ScheduleOptions options;
        options.method = method;
        options.dryRun = true;
        const auto schedule = makeLoadSchedule(*plan, checkpointOfTree(**tree), options);
        STOWAGE_TRY(schedule);
        const PredictedPeak& peak = (*schedule)->predictedPeaks.at(DeviceId::gpu(0));
        const Peak& wanted = expectedPeak(model, method);
        if (peak.allocated != wanted.allocated || peak.reserved != wanted.reserved) {
            return checkFailed(
                say("the peak memory of the load method %1 is %2 bytes (allocated / reserved) "
                    "instead of %3",
                    loadMethodName(method), peakText(peak.allocated, peak.reserved),
                    peakText(wanted.allocated, wanted.reserved)));
        }
    }
    return say("the peak memory is between %1 and %2 bytes (allocated / reserved)",
               peakText(model.applyOrder.allocated, model.applyOrder.reserved),
               peakText(model.both.allocated, model.both.reserved));
}

}  // namespace

std::shared_ptr<TensorBackend> checkMachine(CheckList& checks) {
    constexpr Phrase kGroup = phrase("machine");
    checks.run(kGroup, phrase("SHA-256 of the standard's example"), checkDigest);
    checks.run(kGroup, phrase("touched memory is reported as anonymous memory"), checkOwnMemory);
    checks.run(kGroup, phrase("the host reports its available memory"), checkHostFigures);
    std::shared_ptr<TensorBackend> tensors;
    checks.run(kGroup, phrase("LibTorch can be loaded"), [&]() -> Result<Message> {
        auto opened = openTensorBackend();
        STOWAGE_TRY(opened);
        tensors = *opened;
        tensors->warmUp();
        return Message(tensors->description());
    });
    if (tensors != nullptr) {
        DeviceInfo host;
        host.id = DeviceId::cpu();
        const std::shared_ptr<DeviceMemory> memory = makeHostDevice(host);
        checks.run(kGroup,
                   phrase("LibTorch's checksum equals the checksum that plain loops compute"),
                   [&] { return checkChecksum(*tensors, *memory); });
    }
    return tensors;
}

void checkAllocator(CheckList& checks) {
    for (const SegmentCase& wanted : kSegmentCases) {
        checks.run(kAllocatorGroup, wanted.text, [&] { return checkSegments(wanted); });
    }
    for (const LessonModel& model : kLessonModels) {
        checks.run(kAllocatorGroup,
                   say("the peak memory of the seven load methods for %1", model.arch),
                   [&] { return checkPeaks(model); });
    }
}

}  // namespace stowage
