// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_time.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/device/allocator_model.h"
#include "engine/load/read_choice.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <thread>

namespace stowage {
namespace {

/// Of more files than this only some are asked about.
constexpr std::size_t kMostFilesAsked = 256;

std::optional<double> writeRateAt(const MachineRates& rates, const std::string& folder,
                                  const FileSystemRates& otherwise) {
    const auto identity = fileSystemFor(folder);
    const FileSystemRates* const found = identity ? rates.findDisk(*identity) : nullptr;
    return (found == nullptr ? otherwise : *found).of(DiskRate::Write);
}

/// Of files that are only described: every shard that a tensor names.
std::vector<double> assumedShares(const Checkpoint& checkpoint, double share) {
    std::size_t count = 0;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        count = std::max<std::size_t>(count, tensor.location.shard + 1);
    }
    return std::vector<double>(count, share);
}

std::vector<double> warmSharesOf(const Checkpoint& checkpoint) {
    const std::size_t count = checkpoint.shards.size();
    const std::size_t step = (count + kMostFilesAsked - 1) / kMostFilesAsked;
    std::vector<double> shares(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t asked = i / step * step;
        shares[i] = i == asked ? residentShare(checkpoint.shards[i]->path()) : shares[asked];
    }
    return shares;
}

constexpr std::uint64_t kTimeHugePage = 2 * kMiB;

constexpr double kTimeUnknown = std::numeric_limits<double>::quiet_NaN();

double secondsFor(double bytes, std::optional<double> rate) {
    return bytes <= 0 ? 0 : rate ? bytes / *rate : kTimeUnknown;
}

std::optional<double> named(const std::map<std::string, double>& rates, const std::string& name) {
    const auto found = rates.find(name);
    return found == rates.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<TimeConditions> timeConditionsFor(const LoadSchedule& schedule) {
    const Checkpoint& checkpoint = *schedule.checkpoint;
    const bool hasFiles = !checkpoint.shards.empty();
    if (schedule.rates == nullptr || (!hasFiles && !schedule.describedSource)) {
        return std::nullopt;
    }
    const auto identity = fileSystemOf(hasFiles ? checkpoint.shards.front()->path()
                                                : schedule.describedSource->folder);
    const FileSystemRates* const disk = identity ? schedule.rates->findDisk(*identity) : nullptr;
    if (disk == nullptr) {
        return std::nullopt;
    }
    TimeConditions conditions;
    conditions.rates = schedule.rates;
    conditions.source = *disk;
    conditions.offloadWrite = writeRateAt(*schedule.rates, schedule.offloadFolder, *disk);
    std::error_code failure;
    const auto waiting = std::filesystem::temp_directory_path(failure);
    conditions.spillWrite =
        writeRateAt(*schedule.rates, failure ? "/tmp" : waiting.string(), *disk);
    if (!hasFiles) {
        conditions.warmShares = assumedShares(checkpoint, schedule.describedSource->warmShare);
    } else if (schedule.method == LoadMethod::PerTensor && !hasFilePerTensor(schedule)) {
        // Its files are written just before and still lie in the page cache.
        conditions.warmShares.assign(checkpoint.shards.size(), 1.0);
    } else {
        conditions.warmShares = warmSharesOf(checkpoint);
    }
    return conditions;
}

LoadClock::LoadClock(const LoadSchedule& schedule, const LoadProgram& program,
                     const TimeConditions& conditions)
    : m_schedule(schedule),
      m_program(program),
      m_now(conditions),
      m_touched(program.buffers.size(), false),
      m_keptBytes(schedule.freeMemory == FreeMemoryState::Touched ||
                          !conditions.rates->of(HostRate::TouchIdle)
                      ? std::numeric_limits<double>::infinity()
                      : conditions.rates->keptBytes) {
    m_streamThreads = copyThreads();
    if (schedule.deviceStates == nullptr) {
        return;
    }
    for (const auto& [device, state] : *schedule.deviceStates) {
        const AllocatorStatistics& held = state.statistics();
        m_gpus[device].populated = held.reserved - held.allocated;
    }
}

std::optional<double> LoadClock::seconds() const {
    return std::isnan(m_seconds) ? std::nullopt : std::optional(m_seconds);
}

void LoadClock::step(const LoadOp& op) {
    switch (op.kind) {
        case LoadOpKind::Free:
            release(op.target);
            break;
        case LoadOpKind::Initialise:
            touch(op.target);
            pass(buffer(op.target).bytes,
                 named(m_now.rates->initialise, std::string(dtypeName(buffer(op.target).dtype))));
            break;
        case LoadOpKind::Read:
            read(op.tensor, m_schedule.stored(op.tensor).location.length, op.target);
            break;
        case LoadOpKind::Copy:
            copy(op);
            break;
        case LoadOpKind::Store:
            store(op.tensor, buffer(op.source).dtype, buffer(op.source).bytes);
            break;
        case LoadOpKind::CopyMapped:
            readMapped(op.tensor);
            deliver(m_schedule.stored(op.tensor).dtype, denseBytes(m_schedule.stored(op.tensor)),
                    op.target);
            break;
        case LoadOpKind::StoreMapped:
            readMapped(op.tensor);
            store(op.tensor, m_schedule.stored(op.tensor).dtype,
                  denseBytes(m_schedule.stored(op.tensor)));
            break;
        case LoadOpKind::SpillMapped:
            readMapped(op.tensor);
            pass(denseBytes(m_schedule.stored(op.tensor)), m_now.spillWrite);
            break;
        case LoadOpKind::Spill:
            pass(buffer(op.source).bytes, m_now.spillWrite);
            break;
        case LoadOpKind::Reload:
            reload(op);
            break;
        case LoadOpKind::BulkRead:  // bulkRead() is told of each read
        case LoadOpKind::Phase:
        case LoadOpKind::Allocate:  // what is not touched takes no time
        case LoadOpKind::Bind:
        case LoadOpKind::MapFiles:
        case LoadOpKind::BindMapped:
        case LoadOpKind::UnmapFiles:
        case LoadOpKind::MapFile:
        case LoadOpKind::UnmapFile:
            break;
    }
}

void LoadClock::store(std::uint32_t tensor, DType from, std::uint64_t bytes) {
    cast(from, m_schedule.tensors[tensor].dtype, bytes);
    pass(m_schedule.tensors[tensor].bytes, m_now.offloadWrite);
}

void LoadClock::release(std::uint32_t index) {
    const ProgramBuffer& released = buffer(index);
    if (!m_touched[index]) {
        return;
    }
    m_touched[index] = false;
    if (released.device.isGpu()) {
        m_gpus[released.device].touched -= released.bytes;  // its pages stay cached
    } else {
        m_keptBytes += static_cast<double>(released.bytes);
        pass(released.bytes, m_now.rates->of(HostRate::Release));
    }
}

double LoadClock::secondsToTake(double bytes) {
    const double kept = std::min(bytes, m_keptBytes);
    m_keptBytes -= kept;
    return secondsFor(bytes - kept, m_now.rates->of(HostRate::TouchIdle));
}

void LoadClock::read(std::uint32_t tensor, std::uint64_t bytes, std::uint32_t target) {
    touch(target);
    const double warm = warmShare(tensor);
    const auto cold = static_cast<std::uint64_t>(static_cast<double>(bytes) * (1 - warm));
    fetch(cold, m_now.source.of(DiskRate::ReadCold),
          secondsFor(static_cast<double>(bytes), m_now.source.of(DiskRate::ReadWarm)));
    if (!m_schedule.stored(tensor).strides.empty()) {  // read into a temporary, then gathered
        pass(denseBytes(m_schedule.stored(tensor)), m_now.rates->of(HostRate::Memcpy));
    }
}

void LoadClock::readMapped(std::uint32_t tensor) {
    const auto bytes = static_cast<double>(m_schedule.stored(tensor).location.length);
    const auto cold = static_cast<std::uint64_t>(bytes * (1 - warmShare(tensor)));
    fetch(cold, m_now.source.of(DiskRate::MapCold),
          secondsFor(bytes, m_now.source.of(DiskRate::MapWarm)));
}

void LoadClock::fetch(std::uint64_t cold, std::optional<double> rate, double busy) {
    wait(secondsToTake(static_cast<double>(cold)));  // the page cache grows
    const auto wanted = static_cast<double>(cold);
    const double missing = std::max(wanted - m_bytesAhead, 0.0);
    const double elapsed = std::max(busy, secondsFor(missing, rate));
    m_seconds += std::isnan(busy) ? kTimeUnknown : elapsed;
    m_isReading = m_isReading || cold > 0;
    if (wanted > 0 && rate) {
        m_bytesAhead =
            std::clamp(m_bytesAhead + elapsed * *rate - wanted, 0.0, m_now.source.readAheadBytes);
    }
}

void LoadClock::copy(const LoadOp& op) {
    const ProgramBuffer& source = buffer(op.source);
    const ProgramBuffer& target = buffer(op.target);
    if (source.device != target.device || !target.device.isGpu()) {
        deliver(source.dtype, source.bytes, op.target);
    } else if (source.dtype != target.dtype) {
        const Parted parted = touchGpu(op.target, target.bytes);
        cast(source.dtype, target.dtype, source.bytes);
        pass(parted.fresh, m_now.rates->of(HostRate::SimulatedFresh));
    } else {
        copyWithinGpu(source.bytes, op.target);
    }
}

void LoadClock::copyWithinGpu(std::uint64_t bytes, std::uint32_t target) {
    if (isCard(buffer(target).device)) {
        return;  // hundreds of GB/s on a card: nothing beside the rest
    }
    const Parted parted = touchGpu(target, bytes);
    pass(parted.fresh, m_now.rates->of(HostRate::SimulatedWithinFresh));
    pass(parted.populated, m_now.rates->of(HostRate::SimulatedWithin));
}

void LoadClock::reload(const LoadOp& op) {
    touch(op.target);
    const DType from = m_schedule.stored(op.tensor).dtype;
    const std::uint64_t bytes = denseBytes(m_schedule.stored(op.tensor));
    pass(bytes, m_now.source.of(DiskRate::ReadWarm));
    cast(from, buffer(op.target).dtype, bytes);
}

void LoadClock::deliver(DType from, std::uint64_t bytes, std::uint32_t target) {
    const ProgramBuffer& place = buffer(target);
    cast(from, place.dtype, bytes);
    if (!place.device.isGpu()) {
        touch(target);
        pass(place.bytes, m_now.rates->of(HostRate::Memcpy));
        return;
    }
    const double begin = m_seconds;
    const Parted parted = touchGpu(target, place.bytes);
    if (isCard(place.device)) {
        pass(place.bytes, m_now.rates->of(HostRate::HostToDevice));
        return;
    }
    pass(parted.fresh, m_now.rates->of(HostRate::SimulatedFresh));
    pass(parted.populated, m_now.rates->of(HostRate::SimulatedPopulated));
    carry(place.device, place.bytes, begin);
}

void LoadClock::bulkRead(const ReadStep& read, std::uint32_t place) {
    const auto bytes = static_cast<double>(read.length);
    const double warm = warmShare(read.scheduled);
    const DType from = m_schedule.stored(read.scheduled).dtype;
    cast(from, m_schedule.tensors[read.scheduled].dtype, read.length);
    if (place == kNone) {
        wait(streamSeconds(bytes, warm, DiskRate::Cold, DiskRate::Warm));
        pass(read.length, m_now.offloadWrite);
        return;
    }
    const DeviceId device = buffer(place).device;
    if (!device.isGpu()) {
        waitForStream(
            streamSeconds(bytes, warm, DiskRate::StreamHostCold, DiskRate::StreamHostWarm), warm,
            bytes);
        return;
    }
    if (isCard(device)) {
        // Measured before there was a card, or by an earlier version: as its raw limit tells.
        const bool isKnown = m_now.source.of(DiskRate::StreamCardWarm).has_value();
        wait(std::max(streamSeconds(bytes, warm, DiskRate::Cold,
                                    isKnown ? DiskRate::StreamCardWarm : DiskRate::Warm),
                      secondsFor(bytes, m_now.rates->of(HostRate::HostToDevice))));
        return;
    }
    const double begin = m_seconds;
    GpuPages& pages = m_gpus[device];
    pages.touched += read.length;
    const std::uint64_t fresh = pages.touched - std::min(pages.touched, pages.populated);
    const double share =
        static_cast<double>(std::min<std::uint64_t>(fresh, read.length)) / std::max(bytes, 1.0);
    pages.populated = std::max(pages.populated, pages.touched);
    waitForStream(streamSeconds(bytes * share, warm, DiskRate::StreamSimulatedCold,
                                DiskRate::StreamSimulatedWarm) +
                      streamSeconds(bytes * (1 - share), warm, DiskRate::StreamPopulatedCold,
                                    DiskRate::StreamPopulatedWarm),
                  warm, bytes * share);
    carry(device, read.length, begin);
}

void LoadClock::waitForStream(double seconds, double warm, double freshBytes) {
    const double memory = secondsToTake(freshBytes) / m_streamThreads;
    wait(warm * (seconds + memory) + (1 - warm) * std::max(seconds, memory));
}

/// Where the link is slower than all that, it is the link that one waits for.
void LoadClock::carry(DeviceId gpu, std::uint64_t bytes, double begin) {
    const DeviceInfo* const info = infoOf(gpu);
    if (info == nullptr || !info->linkBytesPerSecond) {
        return;
    }
    double& freeAt = m_gpus[gpu].linkFreeAt;
    freeAt = std::max(freeAt, begin) + static_cast<double>(bytes) / *info->linkBytesPerSecond;
    wait(std::max(freeAt - m_seconds, 0.0));
}

double LoadClock::streamSeconds(double bytes, double warm, DiskRate cold,
                                DiskRate fromCache) const {
    return secondsFor(bytes * (1 - warm), m_now.source.of(cold)) +
           secondsFor(bytes * warm, m_now.source.of(fromCache));
}

void LoadClock::cast(DType from, DType to, std::uint64_t bytes) {
    if (from == to) {
        return;
    }
    const std::string name = std::string(dtypeName(from)) + ">" + std::string(dtypeName(to));
    pass(bytes, named(m_now.rates->cast, name));
}

void LoadClock::touch(std::uint32_t index) {
    if (m_touched[index] || buffer(index).device.isGpu()) {
        return;
    }
    m_touched[index] = true;
    // The system gives huge pages only where a whole one fits.
    wait(secondsToTake(static_cast<double>(buffer(index).bytes)));
    const std::uint64_t inHugePages = buffer(index).bytes / kTimeHugePage * kTimeHugePage;
    pass(inHugePages, m_now.rates->of(HostRate::TouchLarge));
    pass(buffer(index).bytes - inHugePages, m_now.rates->of(HostRate::TouchSmall));
}

LoadClock::Parted LoadClock::touchGpu(std::uint32_t index, std::uint64_t bytes) {
    if (m_touched[index]) {
        return {0, bytes};
    }
    m_touched[index] = true;
    GpuPages& pages = m_gpus[buffer(index).device];
    pages.touched += buffer(index).bytes;
    const std::uint64_t above = pages.touched - std::min(pages.touched, pages.populated);
    const std::uint64_t fresh = std::min(above, bytes);
    pages.populated = std::max(pages.populated, pages.touched);
    if (!isCard(buffer(index).device)) {
        wait(secondsToTake(static_cast<double>(fresh)));
    }
    return {fresh, bytes - fresh};
}

void LoadClock::pass(std::uint64_t bytes, std::optional<double> rate) {
    wait(secondsFor(static_cast<double>(bytes), rate));
}

void LoadClock::wait(double seconds) {
    m_seconds += seconds;
    const std::optional<double> disk = m_now.source.of(DiskRate::ReadCold);
    if (disk && m_isReading && seconds > 0) {
        m_bytesAhead = std::min(m_bytesAhead + seconds * *disk, m_now.source.readAheadBytes);
    }
}

double LoadClock::warmShare(std::uint32_t tensor) const {
    const std::uint32_t shard = m_schedule.stored(tensor).location.shard;
    return shard < m_now.warmShares.size() ? m_now.warmShares[shard] : 0.0;
}

bool LoadClock::isCard(DeviceId device) const {
    const DeviceInfo* const info = infoOf(device);
    return info != nullptr && !info->simulated;
}

const DeviceInfo* LoadClock::infoOf(DeviceId device) const {
    for (const DevicePlacement& placement : m_schedule.plan->placements) {
        if (placement.device.id == device) {
            return &placement.device;
        }
    }
    return nullptr;
}

}  // namespace stowage
