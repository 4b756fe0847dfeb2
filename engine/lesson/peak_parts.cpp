// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/peak_parts.h"

#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_walk.h"

#include <array>
#include <filesystem>
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

/// Of the host or a GPU.
struct HeldThere {
    Held now;
    Held atPeak;
    std::uint64_t peak = 0;
};

class PeakWalk final : public ProgramWalk {
public:
    PeakWalk(const LoadSchedule& schedule, const LoadProgram& program, GpuLimits limits)
        : ProgramWalk(schedule, program, limits), m_roles(program.buffers.size(), Role::Passing) {
        findRoles();
    }
    [[nodiscard]] PeakParts take();

private:
    void findRoles();
    void bufferGrew(std::uint32_t buffer, std::uint64_t bytes) override;
    void bufferWent(std::uint32_t buffer) override;
    void memoryGrew() override;
    [[nodiscard]] const std::string& nameOf(std::uint32_t tensor) const;
    [[nodiscard]] std::string shardOf(std::uint32_t tensor) const;
    void addGpu(DeviceId gpu, PeakParts& parts);
    void addHost(PeakParts& parts);

    std::vector<Role> m_roles;  ///< by buffer
    std::map<DeviceId, HeldThere> m_held;
};

/// A buffer that is bound is a place. Of those that are filled from the file one that goes alone,
/// before the next is filled, only passes; others belong to a shard where shards are read one after
/// the other, else to the state dict.
void PeakWalk::findRoles() {
    const Role together = schedule().method == LoadMethod::Sharded ? Role::Shard : Role::Dict;
    std::vector<bool> isRead(program().buffers.size(), false);
    std::uint32_t last = kNone;  // filled last, and still there
    bool othersWent = false;     // since then
    for (const LoadOp& op : program().ops) {
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
    for (const LoadOp& op : program().ops) {
        if (op.kind == LoadOpKind::Bind) {
            m_roles[op.target] = Role::Place;
        }
    }
}

void PeakWalk::bufferGrew(std::uint32_t index, std::uint64_t bytes) {
    const ProgramBuffer& buffer = program().buffers[index];
    const Role role = m_roles[index];
    HeldThere& there = m_held[buffer.device];
    there.now.of(role) += bytes;
    const bool passes =
        buffer.device.isGpu() ? role != Role::Place : role == Role::Passing || role == Role::Shard;
    there.now.passing = passes ? buffer.tensor : there.now.passing;
    if (!buffer.device.isGpu()) {
        return;  // the host is looked at in memoryGrew()
    }
    if (const auto now = gpuOf(buffer.device).allocator.statistics().allocated; now > there.peak) {
        there.peak = now;
        there.atPeak = there.now;
    }
}

void PeakWalk::bufferWent(std::uint32_t index) {
    const ProgramBuffer& buffer = program().buffers[index];
    m_held[buffer.device].now.of(m_roles[index]) -= buffer.bytes;
}

void PeakWalk::memoryGrew() {
    HeldThere& host = m_held[DeviceId::cpu()];
    if (hostBytes() > host.peak) {
        host.peak = hostBytes();
        host.atPeak = host.now;
        host.atPeak.ring = ringBytes();
        host.atPeak.temporary = temporaryBytes();
    }
}

const std::string& PeakWalk::nameOf(std::uint32_t tensor) const {
    return schedule().plan->request.tree->tensor(schedule().tensors[tensor].tensor).name;
}

std::string PeakWalk::shardOf(std::uint32_t tensor) const {
    const std::uint32_t shard = schedule().stored(tensor).location.shard;
    const auto& files = schedule().checkpoint->shards;
    return shard < files.size() ? std::filesystem::path(files[shard]->path()).filename().string()
                                : "shard " + std::to_string(shard + 1);
}

void PeakWalk::addGpu(DeviceId gpu, PeakParts& parts) {
    const Held& held = m_held[gpu].atPeak;
    const auto add = [&](Kind kind, std::uint64_t bytes, std::string name = {}) {
        if (bytes > 0) {
            parts.gpus.push_back({kind, bytes, std::move(name), gpu});
        }
    };
    add(Kind::Weights, held.of(Role::Place));
    const std::uint64_t shard = held.of(Role::Shard);
    add(Kind::LargestShard, shard, shard > 0 && held.passing != kNone ? shardOf(held.passing) : "");
    // A temporary on a GPU is no more than one tensor; more of them are a state dict.
    const std::uint64_t beside = held.sum() - held.of(Role::Place) - shard;
    const bool isOne =
        held.passing != kNone && beside == denseBytes(schedule().stored(held.passing));
    add(isOne ? Kind::LargestTensor : Kind::SecondCopy, beside,
        isOne ? nameOf(held.passing) : std::string());
    add(Kind::AllocatorRounding, m_held[gpu].peak - held.sum());
}

void PeakWalk::addHost(PeakParts& parts) {
    const Held& held = m_held[DeviceId::cpu()].atPeak;
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

PeakParts PeakWalk::take() {
    PeakParts parts;
    for (const ModelledGpu& gpu : gpus()) {
        addGpu(gpu.info.id, parts);
    }
    addHost(parts);
    return parts;
}

}  // namespace

PeakParts takePeaksApart(const LoadSchedule& schedule) {
    const LoadProgram program = makeLoadProgram(schedule);
    PeakWalk limited(schedule, program, GpuLimits::Kept);
    if (limited.run()) {
        return limited.take();
    }
    PeakWalk unlimited(schedule, program, GpuLimits::Lifted);
    unlimited.run();
    return unlimited.take();
}

}  // namespace stowage
