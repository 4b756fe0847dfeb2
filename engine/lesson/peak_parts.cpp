// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/peak_parts.h"

#include "engine/load/program/host_layout.h"
#include "engine/load/program/load_program.h"
#include "engine/load/program/program_prediction.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

namespace stowage {
namespace {

using Kind = PeakReason::Kind;

/// What a buffer is for, as far as the program tells.
enum class Role : std::uint8_t { Place, Initial, Dict, Passing, Shard };
constexpr std::size_t kRoles = 5;

struct Held {
    std::array<std::uint64_t, kRoles> bytes{};
    std::uint64_t ring = 0;
    std::uint64_t temporary = 0;    ///< comes and goes within one step
    std::uint32_t passing = kNone;  ///< the last tensor that came to pass, or of a shard

    std::uint64_t& of(Role role) { return bytes[static_cast<std::size_t>(role)]; }
    [[nodiscard]] std::uint64_t of(Role role) const {
        return bytes[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] std::uint64_t sum() const {
        std::uint64_t total = ring + temporary;
        for (const std::uint64_t part : bytes) {
            total += part;
        }
        return total;
    }
};

struct GpuWalk {
    ModelledGpu gpu;
    Held held;
    Held atPeak;
    std::uint64_t peak = 0;
};

class PeakWalk {
public:
    PeakWalk(const LoadSchedule& schedule, bool limited);
    /// False where a GPU refuses an allocation.
    bool run();
    [[nodiscard]] PeakParts take() const;

private:
    void findRoles();
    bool step(const LoadOp& op);
    bool allocate(std::uint32_t buffer);
    void release(std::uint32_t buffer);
    void touch(std::uint32_t buffer);
    void move(const LoadOp& op);
    void bulkRead();
    void useRing(std::uint64_t bytes);
    void passThrough(std::uint64_t bytes);
    void noteHost();
    GpuWalk& gpuOf(DeviceId device);
    [[nodiscard]] bool isCast(std::uint32_t tensor) const;
    [[nodiscard]] const StoredTensor& stored(std::uint32_t tensor) const;
    [[nodiscard]] const std::string& nameOf(std::uint32_t tensor) const;
    [[nodiscard]] std::string shardOf(std::uint32_t tensor) const;
    void addGpu(const GpuWalk& gpu, PeakParts& parts) const;
    void addHost(PeakParts& parts) const;

    const LoadSchedule& m_schedule;
    LoadProgram m_program;
    std::vector<Role> m_roles;            ///< by buffer
    std::vector<bool> m_touched;          ///< by buffer on the host
    std::vector<std::uint64_t> m_blocks;  ///< by buffer on a GPU
    std::vector<GpuWalk> m_gpus;
    Held m_host;
    Held m_hostAtPeak;
};

PeakWalk::PeakWalk(const LoadSchedule& schedule, bool limited)
    : m_schedule(schedule),
      m_program(makeLoadProgram(schedule)),
      m_roles(m_program.buffers.size(), Role::Passing),
      m_touched(m_program.buffers.size(), false),
      m_blocks(m_program.buffers.size(), 0) {
    findRoles();
    for (const DevicePlacement& placement : schedule.plan->placements) {
        if (placement.device.id.isGpu()) {
            ModelledGpu gpu = modelOf(schedule, placement.device);
            if (!limited) {
                gpu.allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
            }
            m_gpus.push_back(GpuWalk{std::move(gpu), {}, {}, 0});
        }
    }
}

/// A buffer that is bound is a place. Of those that are filled from the file one that goes alone,
/// before the next is filled, only passes; others belong to a shard where shards are read one after
/// the other, else to the state dict.
void PeakWalk::findRoles() {
    const Role together = m_schedule.method == LoadMethod::Sharded ? Role::Shard : Role::Dict;
    std::vector<bool> isRead(m_program.buffers.size(), false);
    std::uint32_t last = kNone;  // filled last, and still there
    bool othersWent = false;     // since then
    for (const LoadOp& op : m_program.ops) {
        if (op.kind == LoadOpKind::Initialise) {
            m_roles[op.target] = Role::Initial;
        } else if (op.kind == LoadOpKind::CopyMapped) {
            m_roles[op.target] = together;  // unless it is bound below
        } else if (op.kind == LoadOpKind::Read) {
            m_roles[op.target] = together;
            isRead[op.target] = true;
            last = op.target;
            othersWent = false;
        } else if (op.kind == LoadOpKind::Free && op.target == last) {
            m_roles[op.target] = othersWent ? together : Role::Passing;
            last = kNone;
        } else if (op.kind == LoadOpKind::Free) {
            othersWent = othersWent || isRead[op.target];
        }
    }
    for (const LoadOp& op : m_program.ops) {
        if (op.kind == LoadOpKind::Bind) {
            m_roles[op.target] = Role::Place;
        }
    }
}

bool PeakWalk::run() {
    return std::ranges::all_of(m_program.ops, [this](const LoadOp& op) { return step(op); });
}

bool PeakWalk::step(const LoadOp& op) {
    switch (op.kind) {
        case LoadOpKind::Allocate:
            return allocate(op.target);
        case LoadOpKind::Free:
            release(op.target);
            return true;
        case LoadOpKind::Phase:
        case LoadOpKind::Bind:
            return true;
        default:
            move(op);
            return true;
    }
}

bool PeakWalk::allocate(std::uint32_t buffer) {
    const ProgramBuffer& wanted = m_program.buffers[buffer];
    if (!wanted.device.isGpu()) {
        return true;  // a host page counts when it is first written
    }
    GpuWalk& gpu = gpuOf(wanted.device);
    const Result<ModelBlock> block = gpu.gpu.allocator.allocate(wanted.bytes);
    if (!block) {
        return false;
    }
    m_blocks[buffer] = block->id;
    gpu.held.of(m_roles[buffer]) += wanted.bytes;
    gpu.held.passing = m_roles[buffer] == Role::Place ? gpu.held.passing : wanted.tensor;
    if (const auto now = gpu.gpu.allocator.statistics().allocated; now > gpu.peak) {
        gpu.peak = now;
        gpu.atPeak = gpu.held;
    }
    return true;
}

void PeakWalk::release(std::uint32_t buffer) {
    const ProgramBuffer& released = m_program.buffers[buffer];
    if (released.device.isGpu()) {
        GpuWalk& gpu = gpuOf(released.device);
        gpu.held.of(m_roles[buffer]) -= released.bytes;
        if (released.bytes > 0) {
            gpu.gpu.allocator.free(m_blocks[buffer]);
        }
    } else if (m_touched[buffer]) {
        m_touched[buffer] = false;
        m_host.of(m_roles[buffer]) -= released.bytes;
    }
}

void PeakWalk::touch(std::uint32_t buffer) {
    if (buffer == kNone || m_program.buffers[buffer].device.isGpu() || m_touched[buffer]) {
        return;
    }
    m_touched[buffer] = true;
    m_host.of(m_roles[buffer]) += m_program.buffers[buffer].bytes;
    const bool passes = m_roles[buffer] == Role::Passing || m_roles[buffer] == Role::Shard;
    m_host.passing = passes ? m_program.buffers[buffer].tensor : m_host.passing;
    noteHost();
}

void PeakWalk::move(const LoadOp& op) {
    switch (op.kind) {
        case LoadOpKind::Initialise:
            touch(op.target);
            break;
        case LoadOpKind::Read:
            touch(op.target);
            passThrough(stored(op.tensor).strides.empty() ? 0 : stored(op.tensor).location.length);
            break;
        case LoadOpKind::Copy:
        case LoadOpKind::Store:
        case LoadOpKind::Reload:
            useRing(isCast(op.tensor) ? kReadBytes : 0);
            touch(op.target);
            break;
        case LoadOpKind::CopyMapped:
        case LoadOpKind::StoreMapped:
            useRing(isCast(op.tensor) ? kReadBytes : 0);
            passThrough(stored(op.tensor).strides.empty() ? 0 : denseBytes(stored(op.tensor)));
            touch(op.target);
            break;
        case LoadOpKind::BulkRead:
            bulkRead();
            break;
        default:
            break;
    }
}

/// What goes to the CPU is all there when the last read is done.
void PeakWalk::bulkRead() {
    useRing(stagingUse(m_schedule));
    for (std::uint32_t buffer = 0; buffer < m_program.buffers.size(); ++buffer) {
        if (m_roles[buffer] == Role::Place) {
            touch(buffer);
        }
    }
    std::uint64_t temporary = 0;
    for (const ScheduledTensor& tensor : m_schedule.tensors) {
        const StoredTensor& source = m_schedule.checkpoint->tensors[tensor.stored];
        temporary = source.strides.empty()
                        ? temporary
                        : std::max(temporary, source.location.length + denseBytes(source));
    }
    passThrough(temporary);
}

void PeakWalk::useRing(std::uint64_t bytes) {
    m_host.ring = std::max(m_host.ring, bytes);
    noteHost();
}

void PeakWalk::passThrough(std::uint64_t bytes) {
    m_host.temporary = bytes;
    noteHost();
    m_host.temporary = 0;
}

void PeakWalk::noteHost() {
    if (m_host.sum() > m_hostAtPeak.sum()) {
        m_hostAtPeak = m_host;
    }
}

GpuWalk& PeakWalk::gpuOf(DeviceId device) {
    const auto found = std::ranges::find_if(
        m_gpus, [device](const GpuWalk& gpu) { return gpu.gpu.info.id == device; });
    if (found != m_gpus.end()) {
        return *found;
    }
    ModelledGpu unknown{{}, AllocatorModel(), {}, 0, 0};
    unknown.info.id = device;
    m_gpus.push_back(GpuWalk{std::move(unknown), {}, {}, 0});
    return m_gpus.back();
}

bool PeakWalk::isCast(std::uint32_t tensor) const {
    return m_schedule.tensors[tensor].dtype != stored(tensor).dtype;
}

const StoredTensor& PeakWalk::stored(std::uint32_t tensor) const {
    return m_schedule.checkpoint->tensors[m_schedule.tensors[tensor].stored];
}

const std::string& PeakWalk::nameOf(std::uint32_t tensor) const {
    return m_schedule.plan->request.tree->tensor(m_schedule.tensors[tensor].tensor).name;
}

std::string PeakWalk::shardOf(std::uint32_t tensor) const {
    const std::uint32_t shard = stored(tensor).location.shard;
    const auto& files = m_schedule.checkpoint->shards;
    return shard < files.size() ? std::filesystem::path(files[shard]->path()).filename().string()
                                : "shard " + std::to_string(shard + 1);
}

void PeakWalk::addGpu(const GpuWalk& gpu, PeakParts& parts) const {
    const Held& held = gpu.atPeak;
    const auto add = [&](Kind kind, std::uint64_t bytes, std::string name = {}) {
        if (bytes > 0) {
            parts.gpus.push_back({kind, bytes, std::move(name), gpu.gpu.info.id});
        }
    };
    add(Kind::Weights, held.of(Role::Place));
    const std::uint64_t shard = held.of(Role::Shard);
    add(Kind::LargestShard, shard, shard > 0 && held.passing != kNone ? shardOf(held.passing) : "");
    // A temporary on a GPU is no more than one tensor; more of them are a state dict.
    const std::uint64_t beside = held.sum() - held.of(Role::Place) - shard;
    const bool isOne = held.passing != kNone && beside == denseBytes(stored(held.passing));
    add(isOne ? Kind::LargestTensor : Kind::SecondCopy, beside,
        isOne ? nameOf(held.passing) : std::string());
    add(Kind::AllocatorRounding, gpu.peak - held.sum());
}

void PeakWalk::addHost(PeakParts& parts) const {
    const Held& held = m_hostAtPeak;
    const auto add = [&](Kind kind, std::uint64_t bytes, std::string name = {}) {
        if (bytes > 0) {
            parts.host.push_back({kind, bytes, std::move(name), std::nullopt});
        }
    };
    const bool isNamed = held.passing != kNone;
    add(Kind::CpuPart, held.of(Role::Place));
    add(Kind::InitialWeights, held.of(Role::Initial));
    add(Kind::StateDictOnHost, held.of(Role::Dict));
    add(Kind::LargestShard, held.of(Role::Shard), isNamed ? shardOf(held.passing) : "");
    add(Kind::LargestTensor, held.of(Role::Passing) + held.temporary,
        isNamed && held.of(Role::Passing) > 0 ? nameOf(held.passing) : "");
    add(Kind::Ring, held.ring);
}

PeakParts PeakWalk::take() const {
    PeakParts parts;
    for (const GpuWalk& gpu : m_gpus) {
        addGpu(gpu, parts);
    }
    addHost(parts);
    return parts;
}

}  // namespace

PeakParts takePeaksApart(const LoadSchedule& schedule) {
    PeakWalk limited(schedule, true);
    if (limited.run()) {
        return limited.take();
    }
    PeakWalk unlimited(schedule, false);
    unlimited.run();
    return unlimited.take();
}

}  // namespace stowage
