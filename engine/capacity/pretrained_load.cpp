// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/pretrained_load.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/allocator_model.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/model/architecture_file.h"
#include "engine/model/dtype.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace stowage {

namespace {

/// What the library leaves of a card when it warms its allocator up: 1.2 GiB.
constexpr std::uint64_t kLeftByWarmUp = 1'288'490'188;
/// glibc's DEFAULT_MMAP_THRESHOLD_MAX on 64 bits: smaller blocks, once freed, may stay.
constexpr std::uint64_t kMallocKeepsBelow = 32 * kMiB;

/// One tensor that a part of a file becomes before it is put in its place.
struct UnplacedTensor {
    DeviceId device;
    std::uint64_t bytes = 0;
    bool isCast = false;
};

/// A parameter made of experts that lie one by one in the files.
struct FusedExperts {
    std::string firstName;  ///< of its sources
    std::vector<UnplacedTensor> sources;
    std::uint64_t bytes = 0;
    bool isPair = false;  ///< stacks of two kinds, gate and up, are joined

    [[nodiscard]] DeviceId device() const { return sources.front().device; }
};

/// What is to be brought in.
struct PretrainedWork {
    std::vector<UnplacedTensor> plain;
    std::vector<FusedExperts> fused;  ///< in the library's order
    bool usesDisk = false;            ///< then nothing is brought ahead
};

/// "model.layers.0.mlp.experts.gate_up" for an expert's gate or up projection; "" for others.
std::string fusedNameOf(std::string_view name) {
    constexpr std::string_view kList = "experts.";
    const std::size_t list = name.find(kList);
    const std::size_t number = list + kList.size();
    if (list == std::string_view::npos || number >= name.size() || name[number] < '0' ||
        name[number] > '9') {
        return {};
    }
    const std::string_view rest = name.substr(std::min(name.find('.', number), name.size()));
    const bool isDown = rest.starts_with(".w2.") || rest.starts_with(".down_proj.");
    return std::string(name.substr(0, number)) + (isDown ? "down" : "gate_up");
}

/// How many tensors of the files become a parameter of a model that is known from its
/// configuration alone; 0: it lies there as it is.
std::uint64_t piecesOf(const TensorSpec& tensor, bool filesHoldExpertsApart) {
    const bool isStack = filesHoldExpertsApart && tensor.shape.size() == 3 &&
                         tensor.name.find(".experts.") != std::string::npos;
    const bool isPair = tensor.name.find("gate_up") != std::string::npos;
    return isStack ? static_cast<std::uint64_t>(tensor.shape.front()) * (isPair ? 2 : 1) : 0;
}

PretrainedWork workOf(const LoadSchedule& schedule) {
    const ModuleTree& tree = *schedule.plan->request.tree;
    const auto family = readArchitecture(tree.architecture());
    const bool holdApart = family && !family->layouts.empty();
    PretrainedWork work;
    std::map<std::string, FusedExperts> fused;
    for (std::uint32_t i = 0; i < schedule.tensors.size(); ++i) {
        const ScheduledTensor& tensor = schedule.tensors[i];
        const TensorSpec& spec = tree.tensor(tensor.tensor);
        work.usesDisk = work.usesDisk || tensor.device == DeviceId::disk();
        const std::uint64_t pieces = piecesOf(spec, holdApart);
        const std::string name = pieces > 0 ? spec.name : fusedNameOf(spec.name);
        const UnplacedTensor brought{
            tensor.device, tensor.bytes / std::max<std::uint64_t>(pieces, 1), schedule.isCast(i)};
        if (name.empty()) {
            work.plain.push_back(brought);
            continue;
        }
        FusedExperts& whole = fused[name];
        whole.firstName = whole.sources.empty() ? spec.name : whole.firstName;
        whole.sources.insert(whole.sources.end(), std::max<std::uint64_t>(pieces, 1), brought);
        whole.bytes += tensor.bytes;
        whole.isPair = name.find("gate_up") != std::string::npos;
    }
    for (auto& [name, whole] : fused) {
        work.fused.push_back(std::move(whole));
    }
    std::ranges::sort(work.fused, isNaturallyLess, &FusedExperts::firstName);
    return work;
}

/// One memory while the library loads: a GPU's, or what of the host no file stands behind.
struct PretrainedMemory {
    std::function<bool(DeviceId)> holds;
    std::function<std::uint64_t(const UnplacedTensor&)> bytesOf;  ///< before it is joined
    std::function<std::uint64_t(std::uint64_t)> take;             ///< returns what `give` takes
    std::function<void(std::uint64_t)> give;
};

/// Stacks what was brought in and joins the stacks. Of the disk nothing stays.
void fuse(const FusedExperts& whole, const std::vector<std::uint64_t>& sources,
          const PretrainedMemory& memory) {
    std::vector<std::uint64_t> stacks;
    const std::size_t count = whole.isPair ? 2 : 1;
    for (std::size_t i = 0; i < count; ++i) {
        stacks.push_back(memory.take(whole.bytes / count));
        for (std::size_t j = i * sources.size() / count; j < (i + 1) * sources.size() / count;
             ++j) {
            memory.give(sources[j]);
        }
    }
    const bool isKept = whole.device() != DeviceId::disk();
    if (whole.isPair) {
        const std::uint64_t joined = memory.take(whole.bytes);
        std::ranges::for_each(stacks, memory.give);
        stacks = {joined};
    }
    if (!isKept) {
        memory.give(stacks.front());
    }
}

/// Everything that a memory holds, in order: all that threads bring ahead, then what is joined.
void bringIn(const PretrainedWork& work, const PretrainedMemory& memory) {
    for (const UnplacedTensor& tensor : work.plain) {
        if (memory.holds(tensor.device) && tensor.device != DeviceId::disk()) {
            memory.take(memory.bytesOf(tensor));
        }
    }
    std::vector<std::vector<std::uint64_t>> sources(work.fused.size());
    for (const bool isAhead : {true, false}) {
        for (std::size_t i = 0; i < work.fused.size(); ++i) {
            const FusedExperts& whole = work.fused[i];
            if (!memory.holds(whole.device())) {
                continue;
            }
            if (isAhead != work.usesDisk) {
                for (const UnplacedTensor& source : whole.sources) {
                    sources[i].push_back(memory.take(memory.bytesOf(source)));
                }
            }
            if (!isAhead) {
                fuse(whole, sources[i], memory);
            }
        }
    }
}

PredictedPeak peakOn(const DeviceInfo& device, const PretrainedWork& work, std::uint64_t& warmUp) {
    AllocatorModel allocator = AllocatorModel::of(device);
    PretrainedMemory memory;
    memory.holds = [&](DeviceId other) { return other == device.id; };
    memory.bytesOf = [](const UnplacedTensor& tensor) { return tensor.bytes; };
    memory.take = [&](std::uint64_t bytes) {
        const auto block = allocator.allocate(bytes);
        return block ? block->id : 0;
    };
    memory.give = [&](std::uint64_t block) { allocator.free(block); };
    std::uint64_t all = 0;
    for (const UnplacedTensor& tensor : work.plain) {
        all += tensor.device == device.id ? tensor.bytes : 0;
    }
    for (const FusedExperts& whole : work.fused) {
        all += whole.device() == device.id ? whole.bytes : 0;
    }
    const std::uint64_t room = device.capacity.value_or(std::numeric_limits<std::uint64_t>::max());
    warmUp = std::min(all, room - std::min(room, kLeftByWarmUp));
    if (warmUp > 0) {
        memory.give(memory.take(warmUp));
    }
    bringIn(work, memory);
    return {allocator.statistics().peakAllocated, allocator.statistics().peakReserved};
}

/// RAM without a file behind it: tensors alone, and with what malloc may keep of freed ones.
std::pair<std::uint64_t, std::uint64_t> hostPeaks(const PretrainedWork& work, unsigned threads) {
    std::uint64_t live = 0;
    std::uint64_t peak = 0;
    std::uint64_t kept = 0;
    std::vector<std::uint64_t> passing;  // casts on their way to GPUs and to the disk
    PretrainedMemory memory;
    memory.holds = [](DeviceId device) { return !device.isGpu(); };
    // In the dtype of the files they are views of them.
    memory.bytesOf = [](const UnplacedTensor& tensor) { return tensor.isCast ? tensor.bytes : 0; };
    memory.take = [&](std::uint64_t bytes) {
        live += bytes;
        peak = std::max(peak, live);
        return bytes;
    };
    memory.give = [&](std::uint64_t bytes) { live -= bytes; };
    bringIn(work, memory);
    const auto pass = [&](const UnplacedTensor& tensor) {
        passing.push_back(tensor.device != DeviceId::cpu() ? memory.bytesOf(tensor) : 0);
    };
    std::ranges::for_each(work.plain, pass);
    for (const FusedExperts& whole : work.fused) {
        if (whole.device().isGpu()) {
            std::ranges::for_each(whole.sources, pass);
        }
        // Sources that were cast, else one stack of each pair.
        const bool isCast = whole.sources.front().isCast;
        const std::uint64_t block = isCast ? whole.sources.front().bytes : whole.bytes / 2;
        const std::uint64_t freed = isCast ? whole.bytes : whole.isPair ? whole.bytes / 2 : 0;
        kept += !whole.device().isGpu() && block < kMallocKeepsBelow ? freed : 0;
    }
    std::ranges::sort(passing, std::ranges::greater());
    // One after another the library still holds the one before.
    passing.resize(std::min<std::size_t>(passing.size(), work.usesDisk ? 2 : threads));
    const std::uint64_t atOnce = std::accumulate(passing.begin(), passing.end(), std::uint64_t{0});
    peak = work.usesDisk ? std::max(peak, live + atOnce) : peak + atOnce;
    return {peak, peak + kept};
}

bool isReadByLibrary(CheckpointFormat format) {
    using Format = CheckpointFormat;
    return format == Format::Safetensors || format == Format::SafetensorsShards ||
           format == Format::TorchZip || format == Format::TorchShards ||
           format == Format::TreeJson;
}

LoadPeaks ownPeaks(const LoadSchedule& schedule) {
    LoadPeaks peaks;
    const ProgramPrediction& prediction = *schedule.prediction;
    peaks.name = loadMethodName(schedule.method);
    peaks.devices = prediction.peaks;
    peaks.hostAnonymous = prediction.peakHostAnon;
    peaks.hostAnonymousMost = prediction.peakHostAnon;
    peaks.filePages = prediction.mappedFileBytes;
    return peaks;
}

}  // namespace

LoadPeaks pretrainedLoadPeaks(const LoadSchedule& schedule, unsigned threads) {
    const PretrainedWork work = workOf(schedule);
    LoadPeaks peaks;
    peaks.name = "from_pretrained";
    for (const DevicePlacement& placement : schedule.plan->placements) {
        if (!placement.device.id.isGpu() || placement.weights <= 0) {
            continue;
        }
        std::uint64_t warmUp = 0;
        peaks.devices[placement.device.id] = peakOn(placement.device, work, warmUp);
        if (warmUp > 0) {
            peaks.explained.push_back(say("%1: the allocator is warmed up with one block of %2.",
                                          deviceLabel(placement.device.id), formatSize(warmUp)));
        }
    }
    std::tie(peaks.hostAnonymous, peaks.hostAnonymousMost) = hostPeaks(work, threads);
    peaks.filePages = schedule.totalBytes;
    peaks.explained.push_back(
        work.usesDisk
            ? say("Tensors are read one after another, because the device map uses the disk.")
        : threads == 1
            ? say("%1 thread reads tensors ahead of the thread that places them.", threads)
            : say("%1 threads read tensors ahead of the thread that places them.", threads));
    if (!work.fused.empty()) {
        const auto largest = std::ranges::max_element(work.fused, {}, &FusedExperts::bytes);
        peaks.explained.push_back(
            say("Experts are joined into %1 tensors of at most %2; while a tensor is joined, its "
                "parts are in memory as well.",
                work.fused.size(), formatSize(largest->bytes)));
    }
    if (peaks.hostAnonymousMost > peaks.hostAnonymous) {
        peaks.explained.push_back(
            say("Up to %1 more RAM may remain allocated, because glibc's malloc keeps freed blocks "
                "below 32 MiB.",
                formatSize(peaks.hostAnonymousMost - peaks.hostAnonymous)));
    }
    return peaks;
}

std::vector<LoadPeaks> loadPeaks(const std::shared_ptr<const PlacementPlan>& plan,
                                 const std::shared_ptr<const Checkpoint>& checkpoint,
                                 unsigned threads) {
    ScheduleOptions options;
    options.dryRun = true;  // what this machine can hold is not the question here
    const auto schedule = makeLoadSchedule(plan, checkpoint, options);
    std::vector<LoadPeaks> loads;
    if (!schedule) {
        return loads;
    }
    if (isReadByLibrary(checkpoint->format)) {
        loads.push_back(pretrainedLoadPeaks(**schedule, threads));
    }
    // A file a tensor is made by torch.save, which has no dtype for blocks.
    const bool hasBlocks = std::ranges::any_of(checkpoint->tensors, [](const StoredTensor& tensor) {
        return elementBlock(tensor.dtype).has_value();
    });
    for (const LoadMethod method : allLoadMethods()) {
        if (method == LoadMethod::PerTensor && hasBlocks && !hasFilePerTensor(**schedule)) {
            continue;
        }
        loads.push_back(ownPeaks(*scheduleWithMethod(**schedule, method)));
    }
    return loads;
}

unsigned pretrainedThreads(unsigned cores) {
    constexpr unsigned kMostThreads = 4;
    return cores == 0 ? kMostThreads : std::min(kMostThreads, cores);
}

}  // namespace stowage
