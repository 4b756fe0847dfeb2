// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/program_prediction.h"

#include "engine/load/program/host_layout.h"
#include "engine/load/program/load_time.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace stowage {
namespace {

/// Steps that change less than this share of the model are not worth a point of their own.
constexpr std::uint64_t kPointsOfACurve = 2048;

class Walk {
public:
    Walk(const LoadSchedule& schedule, const LoadProgram& program, bool limited,
         const TimeConditions* conditions);
    /// False at the first allocation that a device refuses.
    bool run();
    [[nodiscard]] const PredictedShortage& shortage() const { return m_shortage; }
    ProgramPrediction take();

private:
    /// Of one mapped file.
    struct MapPages {
        std::uint64_t touched = 0;
        bool hasViews = false;  ///< that keep the map, and with it what was touched
    };

    bool step(const LoadOp& op);
    void move(const LoadOp& op);
    void unmap(MapPages& pages);
    bool allocate(std::uint32_t buffer);
    void release(std::uint32_t buffer);
    void touch(std::uint32_t buffer);
    void read(std::uint32_t tensor);
    void touchMapped(std::uint32_t tensor);
    void bulkRead();
    void useRing(std::uint64_t bytes);
    void passThrough(std::uint64_t temporaryBytes);
    void noteHost();
    void notePoint(bool always);
    void beginPhase(std::uint32_t number);
    void endPhase();
    ModelledGpu& gpuOf(DeviceId device);
    [[nodiscard]] bool isCast(const LoadOp& op) const;
    [[nodiscard]] const StoredTensor& stored(std::uint32_t tensor) const;
    [[nodiscard]] std::uint64_t stridedTemporaries(std::uint32_t tensor) const;

    [[nodiscard]] double secondsNow() const;

    std::optional<LoadClock> m_clock;  ///< told every step
    const LoadSchedule& m_schedule;
    const LoadProgram& m_program;
    std::vector<ModelledGpu> m_gpus;
    std::vector<std::uint64_t> m_blocks;  ///< by buffer: id of its block on a GPU
    std::vector<bool> m_touched;          ///< by buffer on the host
    std::vector<std::uint32_t> m_places;  ///< by tensor: the buffer that is its place
    std::uint64_t m_host = 0;
    std::uint64_t m_ring = 0;
    std::uint64_t m_filePages = 0;
    std::map<std::uint32_t, MapPages> m_maps;  ///< by shard
    std::uint64_t m_phaseHost = 0;
    std::uint64_t m_pointStep = 1;
    PredictedShortage m_shortage;
    ProgramPrediction m_prediction;
};

Walk::Walk(const LoadSchedule& schedule, const LoadProgram& program, bool limited,
           const TimeConditions* conditions)
    : m_schedule(schedule),
      m_program(program),
      m_blocks(program.buffers.size(), 0),
      m_touched(program.buffers.size(), false),
      m_places(schedule.tensors.size(), kNone),
      m_pointStep(std::max<std::uint64_t>(schedule.totalBytes / kPointsOfACurve, 1)) {
    if (conditions != nullptr) {
        m_clock.emplace(schedule, program, *conditions);
    }
    for (const DevicePlacement& placement : schedule.plan->placements) {
        if (!placement.device.id.isGpu()) {
            continue;
        }
        ModelledGpu gpu = modelOf(schedule, placement.device);
        if (!limited) {
            gpu.allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
        }
        m_prediction.devices.push_back(placement.device.id);
        m_gpus.push_back(std::move(gpu));
    }
}

bool Walk::run() {
    for (const LoadOp& op : m_program.ops) {
        if (!step(op)) {
            return false;
        }
    }
    endPhase();
    return true;
}

bool Walk::step(const LoadOp& op) {
    if (m_clock) {
        m_clock->step(op);
    }
    switch (op.kind) {
        case LoadOpKind::Phase:
            endPhase();
            beginPhase(op.tensor);
            return true;
        case LoadOpKind::Allocate:
            return allocate(op.target);
        case LoadOpKind::Free:
            release(op.target);
            return true;
        case LoadOpKind::Bind:
            m_places[op.tensor] = op.target;
            return true;
        default:
            move(op);
            notePoint(false);
            return true;
    }
}

void Walk::move(const LoadOp& op) {
    switch (op.kind) {
        case LoadOpKind::Initialise:
            touch(op.target);
            break;
        case LoadOpKind::Read:
            touch(op.target);
            read(op.tensor);
            break;
        case LoadOpKind::Copy:
        case LoadOpKind::Store:
        case LoadOpKind::Reload:
            useRing(isCast(op) ? kReadBytes : 0);
            touch(op.target);
            break;
        case LoadOpKind::BindMapped:
            // Its pages come when somebody reads the tensor, and stay with it.
            touchMapped(op.tensor);
            m_maps[stored(op.tensor).location.shard].hasViews = true;
            break;
        case LoadOpKind::UnmapFile:
            unmap(m_maps[stored(op.tensor).location.shard]);
            break;
        case LoadOpKind::UnmapFiles:
            for (auto& [shard, pages] : m_maps) {
                unmap(pages);
            }
            break;
        case LoadOpKind::SpillMapped:
            touchMapped(op.tensor);
            m_prediction.bytesRead += stored(op.tensor).location.length;
            break;
        case LoadOpKind::CopyMapped:
        case LoadOpKind::StoreMapped:
            touchMapped(op.tensor);
            useRing(isCast(op) ? kReadBytes : 0);
            passThrough(stored(op.tensor).strides.empty() ? 0 : denseBytes(stored(op.tensor)));
            touch(op.target);
            m_prediction.bytesRead += stored(op.tensor).location.length;
            break;
        case LoadOpKind::BulkRead:
            bulkRead();
            break;
        default:
            break;
    }
}

bool Walk::isCast(const LoadOp& op) const {
    return m_schedule.tensors[op.tensor].dtype != stored(op.tensor).dtype;
}

const StoredTensor& Walk::stored(std::uint32_t tensor) const {
    return m_schedule.checkpoint->tensors[m_schedule.tensors[tensor].stored];
}

ModelledGpu& Walk::gpuOf(DeviceId device) {
    const auto found = std::find_if(m_gpus.begin(), m_gpus.end(), [device](const ModelledGpu& gpu) {
        return gpu.info.id == device;
    });
    if (found != m_gpus.end()) {
        return *found;
    }
    // A plan without a placement for a device it uses: the load will refuse it by name.
    ModelledGpu unknown{{}, AllocatorModel(), {}, 0, 0};
    unknown.info.id = device;
    m_prediction.devices.push_back(device);
    m_gpus.push_back(std::move(unknown));
    return m_gpus.back();
}

bool Walk::allocate(std::uint32_t buffer) {
    const ProgramBuffer& wanted = m_program.buffers[buffer];
    if (!wanted.device.isGpu()) {
        return true;  // a host page counts when it is first written
    }
    ModelledGpu& gpu = gpuOf(wanted.device);
    const Result<ModelBlock> block = gpu.allocator.allocate(wanted.bytes);
    if (!block) {
        const std::uint64_t limit = gpu.allocator.limit();
        const std::uint64_t reserved = gpu.allocator.statistics().reserved;
        m_shortage =
            PredictedShortage{wanted.device, m_prediction.phases.back().name, wanted.tensor,
                              wanted.bytes, limit - std::min(limit, reserved)};
        return false;
    }
    m_blocks[buffer] = block->id;
    const std::uint64_t allocated = gpu.allocator.statistics().allocated;
    gpu.populated = std::max(gpu.populated, allocated - std::min(allocated, gpu.held));
    noteHost();
    notePoint(false);
    return true;
}

void Walk::release(std::uint32_t buffer) {
    const ProgramBuffer& released = m_program.buffers[buffer];
    if (released.device.isGpu()) {
        if (released.bytes > 0) {
            gpuOf(released.device).allocator.free(m_blocks[buffer]);
        }
    } else if (m_touched[buffer]) {
        m_touched[buffer] = false;
        m_host -= released.bytes;
    }
    notePoint(false);
}

void Walk::touch(std::uint32_t buffer) {
    if (buffer == kNone || m_program.buffers[buffer].device.isGpu() || m_touched[buffer]) {
        return;
    }
    m_touched[buffer] = true;
    m_host += m_program.buffers[buffer].bytes;
    noteHost();
}

std::uint64_t Walk::stridedTemporaries(std::uint32_t tensor) const {
    return stored(tensor).strides.empty() ? 0 : stored(tensor).location.length;
}

void Walk::read(std::uint32_t tensor) {
    passThrough(stridedTemporaries(tensor));
    m_prediction.bytesRead += stored(tensor).location.length;
}

void Walk::touchMapped(std::uint32_t tensor) {
    const TensorLocation& place = stored(tensor).location;
    m_filePages += place.length;
    m_maps[place.shard].touched += place.length;
    m_prediction.mappedFileBytes = std::max(m_prediction.mappedFileBytes, m_filePages);
}

void Walk::unmap(MapPages& pages) {
    if (!pages.hasViews) {
        m_filePages -= pages.touched;
        pages.touched = 0;
    }
}

/// The reads in the file's order: pages of tensors on the CPU come as their bytes arrive.
void Walk::bulkRead() {
    useRing(stagingUse(m_schedule));
    std::vector<std::uint64_t> arrived(m_schedule.tensors.size(), 0);
    for (const ReadStep& read : m_schedule.reads) {
        const std::uint64_t length = read.length;
        m_prediction.bytesRead += length;
        const std::uint32_t place = m_places[read.scheduled];
        if (m_clock) {
            m_clock->bulkRead(read, place);
        }
        if (place != kNone && !m_program.buffers[place].device.isGpu() && !m_touched[place]) {
            const std::uint64_t left = m_program.buffers[place].bytes - arrived[read.scheduled];
            const std::uint64_t part =
                std::min(left, length * storedBits(m_program.buffers[place].dtype) /
                                   storedBits(stored(read.scheduled).dtype));
            arrived[read.scheduled] += part;
            m_host += part;
            noteHost();
        }
        notePoint(false);
    }
    std::uint64_t temporary = 0;
    for (std::uint32_t tensor = 0; tensor < m_schedule.tensors.size(); ++tensor) {
        const std::uint32_t place = m_places[tensor];
        if (place != kNone && !m_program.buffers[place].device.isGpu()) {
            m_host += m_program.buffers[place].bytes - arrived[tensor];
            m_touched[place] = true;
        }
        if (!stored(tensor).strides.empty()) {
            temporary =
                std::max(temporary, stridedTemporaries(tensor) + denseBytes(stored(tensor)));
        }
    }
    passThrough(temporary);
}

void Walk::useRing(std::uint64_t bytes) {
    if (bytes > m_ring) {
        m_host += bytes - m_ring;
        m_ring = bytes;
        noteHost();
    }
}

/// Memory that comes and goes within one step.
void Walk::passThrough(std::uint64_t temporaryBytes) {
    m_host += temporaryBytes;
    noteHost();
    m_host -= temporaryBytes;
}

void Walk::noteHost() {
    m_phaseHost = std::max(m_phaseHost, m_host);
    m_prediction.peakHostAnon = std::max(m_prediction.peakHostAnon, m_host);
    std::uint64_t simulated = 0;
    for (const ModelledGpu& gpu : m_gpus) {
        simulated += gpu.info.simulated ? gpu.populated : 0;
    }
    if (m_host + simulated > m_prediction.peakMachine) {
        m_prediction.peakMachine = m_host + simulated;
        m_prediction.peakSimulated = simulated;
    }
}

void Walk::notePoint(bool always) {
    std::vector<PredictedPoint>& points = m_prediction.points;
    const auto differs = [this](std::uint64_t a, std::uint64_t b) {
        return (a > b ? a - b : b - a) >= m_pointStep;
    };
    bool isNew = always || points.empty();
    if (!isNew) {
        const PredictedPoint& last = points.back();
        isNew = differs(last.hostAnon, m_host) || differs(last.filePages, m_filePages) ||
                differs(last.bytesRead, m_prediction.bytesRead);
        for (std::size_t i = 0; i < m_gpus.size() && !isNew; ++i) {
            isNew = i >= last.devices.size() ||
                    differs(last.devices[i].allocated, m_gpus[i].allocator.statistics().allocated);
        }
    }
    if (isNew) {
        PredictedPoint point{m_prediction.bytesRead, m_host, m_filePages, {}, secondsNow()};
        for (const ModelledGpu& gpu : m_gpus) {
            const AllocatorStatistics& now = gpu.allocator.statistics();
            point.devices.push_back(PredictedPeak{now.allocated, now.reserved});
        }
        points.push_back(std::move(point));
    }
}

void Walk::beginPhase(std::uint32_t number) {
    m_prediction.phases.push_back(
        PredictedPhase{m_program.phases[number].name, {}, 0, m_prediction.points.size()});
    m_phaseHost = m_host;
    notePoint(true);
}

void Walk::endPhase() {
    if (m_prediction.phases.empty()) {
        return;
    }
    notePoint(true);
    PredictedPhase& phase = m_prediction.phases.back();
    phase.peakHostAnon = m_phaseHost;
    phase.seconds = secondsNow() - m_prediction.points[phase.firstPoint].seconds;
    for (ModelledGpu& gpu : m_gpus) {
        const AllocatorStatistics statistics = gpu.allocator.statistics();
        phase.peaks[gpu.info.id] = PredictedPeak{statistics.peakAllocated, statistics.peakReserved};
        gpu.highest.allocated = std::max(gpu.highest.allocated, statistics.peakAllocated);
        gpu.highest.reserved = std::max(gpu.highest.reserved, statistics.peakReserved);
        gpu.allocator.resetPeaks();
    }
}

double Walk::secondsNow() const {
    return m_clock ? m_clock->seconds().value_or(0.0) : 0.0;
}

ProgramPrediction Walk::take() {
    m_prediction.seconds = m_clock ? m_clock->seconds() : std::nullopt;
    if (!m_prediction.seconds) {  // also those from before the first unknown rate
        for (PredictedPoint& point : m_prediction.points) {
            point.seconds = 0;
        }
        for (PredictedPhase& phase : m_prediction.phases) {
            phase.seconds = 0;
        }
    }
    // The ring goes when the program ends; what is left is the model.
    m_prediction.finalHostAnon = m_host - m_ring;
    for (const ModelledGpu& gpu : m_gpus) {
        const AllocatorStatistics& now = gpu.allocator.statistics();
        m_prediction.peaks[gpu.info.id] = gpu.highest;
        m_prediction.finals[gpu.info.id] = PredictedPeak{now.allocated, now.reserved};
    }
    return std::move(m_prediction);
}

}  // namespace

ModelledGpu modelOf(const LoadSchedule& schedule, const DeviceInfo& info) {
    const DeviceStates* const states = schedule.deviceStates.get();
    if (states != nullptr && states->contains(info.id)) {
        ModelledGpu gpu{info, states->at(info.id), {}, 0, 0};
        gpu.allocator.resetPeaks();
        gpu.held = gpu.allocator.statistics().reserved;
        return gpu;
    }
    ModelledGpu empty{info, AllocatorModel(), {}, 0, 0};
    if (const auto limit = info.freeBytes()) {
        empty.allocator.setLimit(*limit);
    }
    return empty;
}

ProgramPrediction predictProgram(const LoadSchedule& schedule, const LoadProgram& program,
                                 const TimeConditions* conditions) {
    Walk limited(schedule, program, true, conditions);
    if (limited.run()) {
        return limited.take();
    }
    Walk unlimited(schedule, program, false, conditions);
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
