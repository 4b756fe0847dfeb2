// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_model.h"
#include "engine/load/program/load_program.h"

#include <cstdint>
#include <map>
#include <vector>

namespace stowage {

struct LoadSchedule;
struct ReadStep;

/// A GPU as a walk has it: its allocator as arithmetic, and the pages behind it. Bytes.
struct ModelledGpu {
    DeviceInfo info;
    AllocatorModel allocator;
    std::uint64_t held = 0;       ///< reserved before the program: its pages are there already
    std::uint64_t populated = 0;  ///< beyond them: pages once touched stay in the device's cache
};

/// Without limits a walk goes on where a device would refuse an allocation.
enum class GpuLimits { Kept, Lifted };

/// Goes through a program without a page and keeps what lies where after each step: an allocator
/// model for each GPU of the plan, a ledger for the host, whose pages count from the moment they
/// are first written, and the pages of maps. Derived classes remember what they need of it.
/// What a kind of step does to memory is said here alone. One object walks once.
class ProgramWalk {
public:
    virtual ~ProgramWalk() = default;
    /// False at the first allocation that a device refuses; refused() is its buffer then.
    bool run();

protected:
    /// Both must outlive it. A GPU begins as LoadSchedule::deviceStates has it, cached segments and
    /// all, else empty, with what is free of it as its limit.
    ProgramWalk(const LoadSchedule& schedule, const LoadProgram& program, GpuLimits limits);

    virtual void phaseBegins(const ProgramPhase& /*phase*/) {}
    virtual void stepBegins(const LoadOp& /*op*/) {}
    /// One read of BulkRead; `place` is the tensor's buffer, kNone for the offload folder.
    virtual void bulkReadBegins(const ReadStep& /*read*/, std::uint32_t /*place*/) {}
    /// After each step but a refused one, and after each read of BulkRead.
    virtual void stepEnds() {}
    /// `bytes` more of a buffer are there: an allocation on a GPU, pages on the host.
    virtual void bufferGrew(std::uint32_t /*buffer*/, std::uint64_t /*bytes*/) {}
    /// All that was there of it is free again.
    virtual void bufferWent(std::uint32_t /*buffer*/) {}
    /// After whatever makes hostBytes() or the pages behind a GPU more than they were.
    virtual void memoryGrew() {}

    [[nodiscard]] const LoadSchedule& schedule() const { return m_schedule; }
    [[nodiscard]] const LoadProgram& program() const { return m_program; }
    [[nodiscard]] const std::vector<ModelledGpu>& gpus() const { return m_gpus; }
    /// Of a device without a placement, which the load will refuse by name, one is made.
    [[nodiscard]] ModelledGpu& gpuOf(DeviceId device);
    void resetPeaks();
    [[nodiscard]] std::uint32_t refused() const { return m_refused; }
    /// Anonymous memory: buffers, the staging ring and what comes and goes within one step.
    [[nodiscard]] std::uint64_t hostBytes() const { return m_buffers + m_ring + m_temporary; }
    [[nodiscard]] std::uint64_t ringBytes() const { return m_ring; }
    [[nodiscard]] std::uint64_t temporaryBytes() const { return m_temporary; }
    [[nodiscard]] std::uint64_t filePages() const { return m_filePages; }
    [[nodiscard]] std::uint64_t bytesRead() const { return m_bytesRead; }

private:
    /// Of one mapped file.
    struct MapPages {
        std::uint64_t touched = 0;
        bool hasViews = false;  ///< that keep the map, and with it what was touched
    };

    bool take(const LoadOp& op);
    bool step(const LoadOp& op);
    bool allocate(std::uint32_t buffer);
    void release(std::uint32_t buffer);
    void touch(std::uint32_t buffer);
    void addPages(std::uint32_t buffer, std::uint64_t bytes);
    MapPages& touchMapped(std::uint32_t tensor);
    void unmap(MapPages& pages);
    bool bulkRead();
    void arrive(const ReadStep& read, std::uint32_t place, std::uint64_t& arrived);
    void useRing(std::uint64_t bytes);
    void passThrough(std::uint64_t bytes);

    const LoadSchedule& m_schedule;
    const LoadProgram& m_program;
    std::vector<ModelledGpu> m_gpus;
    std::vector<const LoadOp*> m_deferred;     ///< until BulkRead
    std::vector<std::uint64_t> m_blocks;       ///< by buffer: id of its block on a GPU
    std::vector<bool> m_touched;               ///< by buffer on the host
    std::vector<std::uint32_t> m_places;       ///< by tensor: the buffer that is its place
    std::map<std::uint32_t, MapPages> m_maps;  ///< by shard
    std::uint64_t m_buffers = 0;               ///< pages of those on the host
    std::uint64_t m_ring = 0;
    std::uint64_t m_temporary = 0;
    std::uint64_t m_filePages = 0;
    std::uint64_t m_bytesRead = 0;
    std::uint32_t m_refused = kNone;
};

}  // namespace stowage
