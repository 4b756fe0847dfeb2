// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/program_prediction.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_walk.h"
#include "engine/load/read_choice.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

/// Calculates how long each step of a program takes, from measured rates: who copies what from
/// where, which pages must first be made, what the disk does meanwhile. It is told every step in
/// order.
///
/// Serial methods read with one thread; the system reads ahead (TimeConditions::source), so a disk
/// works while the loader copies, but only that far. `streamed` overlaps reads and copies; its rate
/// by destination was measured whole. A link limit of a GPU holds for all that goes there.
class LoadClock {
public:
    /// All three must outlive it.
    LoadClock(const LoadSchedule& schedule, const LoadProgram& program,
              const TimeConditions& conditions);

    /// Of BulkRead nothing: its reads are told one by one.
    void step(const LoadOp& op);
    /// One read of BulkRead; `place` is the tensor's buffer, kNone for the offload folder.
    void bulkRead(const ReadStep& read, std::uint32_t place);
    /// Since the load began; nothing once a rate was needed that is unknown.
    [[nodiscard]] std::optional<double> seconds() const;

private:
    /// Pages of a GPU: what the load touches first is fresh only above `populated`.
    struct GpuPages {
        std::uint64_t touched = 0;    ///< by buffers that are alive
        std::uint64_t populated = 0;  ///< highest `touched` so far, or what was cached before
        double linkFreeAt = 0;        ///< seconds: when the link has carried all it was given
    };
    /// Bytes of a write to a GPU, parted by what their pages cost.
    struct Parted {
        std::uint64_t fresh = 0;
        std::uint64_t populated = 0;
    };

    void release(std::uint32_t buffer);
    /// What new pages of this machine's memory add for one thread: those that the host has taken
    /// back have to come from there.
    double secondsToTake(double bytes);
    /// Of `streamed`: several threads take pages; for what comes from the disk, while others wait
    /// for it.
    void waitForStream(double seconds, double warm, double freshBytes);
    void read(std::uint32_t tensor, std::uint64_t bytes, std::uint32_t target);
    void readMapped(std::uint32_t tensor);
    /// The disk brings `cold` bytes at `rate` while the processor is busy for `busy` seconds.
    void fetch(std::uint64_t cold, std::optional<double> rate, double busy);
    void copy(const LoadOp& op);
    void copyWithinGpu(std::uint64_t bytes, std::uint32_t target);
    void reload(const LoadOp& op);
    /// Into the offload folder, after a cast where dtypes differ.
    void store(std::uint32_t tensor, DType from, std::uint64_t bytes);
    /// Over the link or within host memory, after a cast where dtypes differ.
    void deliver(DType from, std::uint64_t bytes, std::uint32_t target);
    void cast(DType from, DType to, std::uint64_t bytes);
    void touch(std::uint32_t buffer);
    Parted touchGpu(std::uint32_t buffer, std::uint64_t bytes);
    void pass(std::uint64_t bytes, std::optional<double> rate);
    void wait(double seconds);
    /// The link of `gpu` takes `bytes` from `begin` on.
    void carry(DeviceId gpu, std::uint64_t bytes, double begin);
    [[nodiscard]] double streamSeconds(double bytes, double warm, DiskRate cold,
                                       DiskRate fromCache) const;
    [[nodiscard]] const ProgramBuffer& buffer(std::uint32_t index) const {
        return m_program.buffers[index];
    }
    [[nodiscard]] double warmShare(std::uint32_t tensor) const;
    [[nodiscard]] bool isCard(DeviceId device) const;
    [[nodiscard]] const DeviceInfo* infoOf(DeviceId device) const;

    const LoadSchedule& m_schedule;
    const LoadProgram& m_program;
    const TimeConditions& m_now;
    std::vector<bool> m_touched;  ///< by buffer
    std::map<DeviceId, GpuPages> m_gpus;
    double m_seconds = 0;    ///< NaN once a rate was unknown
    double m_keptBytes = 0;  ///< free memory that need not come from the host
    double m_streamThreads = 1;
    double m_bytesAhead = 0;   ///< read ahead by the system already
    bool m_isReading = false;  ///< the system knows that there is something to be read ahead
};

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

constexpr double kTimeUnknown = std::numeric_limits<double>::quiet_NaN();

double secondsFor(double bytes, std::optional<double> rate) {
    return bytes <= 0 ? 0 : rate ? bytes / *rate : kTimeUnknown;
}

std::optional<double> named(const std::map<std::string, double>& rates, const std::string& name) {
    const auto found = rates.find(name);
    return found == rates.end() ? std::nullopt : std::optional(found->second);
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
    constexpr std::uint64_t kHugePage = 2 * kMiB;
    if (m_touched[index] || buffer(index).device.isGpu()) {
        return;
    }
    m_touched[index] = true;
    // The system gives huge pages only where a whole one fits.
    wait(secondsToTake(static_cast<double>(buffer(index).bytes)));
    const std::uint64_t inHugePages = buffer(index).bytes / kHugePage * kHugePage;
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

/// Steps that change less than this share of the model are not worth a point of their own.
constexpr std::uint64_t kPointsOfACurve = 2048;

/// A walk that notes peaks, phases and curves; with `conditions` a clock goes along.
class Prediction final : public ProgramWalk {
public:
    Prediction(const LoadSchedule& schedule, const LoadProgram& program, GpuLimits limits,
               const TimeConditions* conditions)
        : ProgramWalk(schedule, program, limits),
          m_pointStep(std::max<std::uint64_t>(schedule.totalBytes / kPointsOfACurve, 1)) {
        if (conditions != nullptr) {
            m_clock.emplace(schedule, program, *conditions);
        }
    }

    [[nodiscard]] PredictedShortage shortage() {
        const ProgramBuffer& wanted = program().buffers[refused()];
        const AllocatorModel& allocator = gpuOf(wanted.device).allocator;
        const std::uint64_t limit = allocator.limit();
        return PredictedShortage{wanted.device, m_prediction.phases.back().name, wanted.tensor,
                                 wanted.bytes,
                                 limit - std::min(limit, allocator.statistics().reserved)};
    }

    ProgramPrediction take() {
        endPhase();
        m_prediction.seconds = m_clock ? m_clock->seconds() : std::nullopt;
        if (!m_prediction.seconds) {  // also those from before the first unknown rate
            for (PredictedPoint& point : m_prediction.points) {
                point.seconds = 0;
            }
            for (PredictedPhase& phase : m_prediction.phases) {
                phase.seconds = 0;
            }
        }
        m_prediction.bytesRead = bytesRead();
        // The ring goes when the program ends; what is left is the model.
        m_prediction.finalHostAnon = hostBytes() - ringBytes();
        for (const ModelledGpu& gpu : gpus()) {
            const AllocatorStatistics& now = gpu.allocator.statistics();
            m_prediction.devices.push_back(gpu.info.id);
            m_prediction.peaks.try_emplace(gpu.info.id);  // of a program without a phase
            m_prediction.finals[gpu.info.id] = PredictedPeak{now.allocated, now.reserved};
            m_prediction.allocators.emplace(gpu.info.id, gpu.allocator);
        }
        return std::move(m_prediction);
    }

private:
    void phaseBegins(const ProgramPhase& phase) override {
        endPhase();
        m_prediction.phases.push_back(
            PredictedPhase{phase.name, {}, 0, m_prediction.points.size()});
        m_phaseHost = hostBytes();
        addPoint();
    }

    void stepBegins(const LoadOp& op) override {
        if (m_clock) {
            m_clock->step(op);
        }
    }

    void bulkReadBegins(const ReadStep& read, std::uint32_t place) override {
        if (m_clock) {
            m_clock->bulkRead(read, place);
        }
    }

    void stepEnds() override {
        m_prediction.mappedFileBytes = std::max(m_prediction.mappedFileBytes, filePages());
        if (isNewPoint()) {
            addPoint();
        }
    }

    void memoryGrew() override {
        m_phaseHost = std::max(m_phaseHost, hostBytes());
        m_prediction.peakHostAnon = std::max(m_prediction.peakHostAnon, hostBytes());
        std::uint64_t simulated = 0;
        for (const ModelledGpu& gpu : gpus()) {
            simulated += gpu.info.simulated ? gpu.populated : 0;
        }
        if (hostBytes() + simulated > m_prediction.peakMachine) {
            m_prediction.peakMachine = hostBytes() + simulated;
            m_prediction.peakSimulated = simulated;
        }
    }

    void endPhase() {
        if (m_prediction.phases.empty()) {
            return;
        }
        addPoint();
        PredictedPhase& phase = m_prediction.phases.back();
        phase.peakHostAnon = m_phaseHost;
        phase.seconds = secondsNow() - m_prediction.points[phase.firstPoint].seconds;
        for (const ModelledGpu& gpu : gpus()) {
            const AllocatorStatistics& statistics = gpu.allocator.statistics();
            const PredictedPeak peak{statistics.peakAllocated, statistics.peakReserved};
            PredictedPeak& highest = m_prediction.peaks[gpu.info.id];
            highest.allocated = std::max(highest.allocated, peak.allocated);
            highest.reserved = std::max(highest.reserved, peak.reserved);
            phase.peaks[gpu.info.id] = peak;
        }
        resetPeaks();
    }

    [[nodiscard]] bool isNewPoint() const {
        if (m_prediction.points.empty()) {
            return true;
        }
        const auto differs = [this](std::uint64_t a, std::uint64_t b) {
            return (a > b ? a - b : b - a) >= m_pointStep;
        };
        const PredictedPoint& last = m_prediction.points.back();
        bool isNew = differs(last.hostAnon, hostBytes()) || differs(last.filePages, filePages()) ||
                     differs(last.bytesRead, bytesRead());
        for (std::size_t i = 0; i < gpus().size() && !isNew; ++i) {
            isNew = i >= last.devices.size() ||
                    differs(last.devices[i].allocated, gpus()[i].allocator.statistics().allocated);
        }
        return isNew;
    }

    void addPoint() {
        PredictedPoint point{bytesRead(), hostBytes(), filePages(), {}, secondsNow()};
        for (const ModelledGpu& gpu : gpus()) {
            const AllocatorStatistics& now = gpu.allocator.statistics();
            point.devices.push_back(PredictedPeak{now.allocated, now.reserved});
        }
        m_prediction.points.push_back(std::move(point));
    }

    [[nodiscard]] double secondsNow() const {
        return m_clock ? m_clock->seconds().value_or(0.0) : 0.0;
    }

    std::optional<LoadClock> m_clock;  ///< told every step
    std::uint64_t m_phaseHost = 0;
    std::uint64_t m_pointStep = 1;
    ProgramPrediction m_prediction;
};

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

ProgramPrediction predictProgram(const LoadSchedule& schedule, const LoadProgram& program,
                                 const TimeConditions* conditions) {
    Prediction limited(schedule, program, GpuLimits::Kept, conditions);
    if (limited.run()) {
        return limited.take();
    }
    Prediction unlimited(schedule, program, GpuLimits::Lifted, conditions);
    unlimited.run();
    ProgramPrediction prediction = unlimited.take();
    prediction.shortages.push_back(limited.shortage());
    return prediction;
}

std::vector<MethodPrediction> predictMethods(const std::shared_ptr<const PlacementPlan>& plan,
                                             const std::shared_ptr<const Checkpoint>& checkpoint,
                                             const std::shared_ptr<const MachineRates>& rates) {
    ScheduleOptions options;
    options.dryRun = true;  // what this machine can hold is not the question here
    options.rates = rates;
    const auto first = makeLoadSchedule(plan, checkpoint, options);
    std::vector<MethodPrediction> predictions;
    if (!first) {
        return predictions;
    }
    for (const LoadMethod method : allLoadMethods()) {
        const auto schedule = scheduleWithMethod(**first, method);
        predictions.push_back(
            {method, schedule->predictedHostAnonBytes, schedule->predictedSeconds});
    }
    return predictions;
}

}  // namespace stowage
