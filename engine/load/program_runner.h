// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/host_arenas.h"
#include "engine/load/mapped_file.h"
#include "engine/load/program_run.h"
#include "engine/load/stash_file.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// The state of one run of a program. Its steps are in program_run.cpp, those that move bytes in
/// program_moves.cpp.
class ProgramRunner {
public:
    ProgramRunner(const LoadWork& work, const LoadProgram& program);

    [[nodiscard]] Result<void> run();

private:
    /// Receives consecutive parts of a tensor in its new dtype; `offset` counts in that dtype.
    using Sink = std::function<Result<void>(std::uint64_t offset, std::span<const std::byte> part)>;

    Result<void> step(const LoadOp& op);
    Result<void> allocate(const LoadOp& op);
    Result<std::shared_ptr<DeviceBuffer>> bufferFor(const LoadOp& op);
    Unexpected refusedAllocation(const LoadOp& op, Error error) const;
    /// Names the tensor where memory ran out elsewhere than in an allocation of the program.
    Result<void> explained(const LoadOp& op, Result<void> outcome) const;
    /// As explained(), where it was the host that had no memory, or the RAM limit no room.
    Result<void> hostShort(const LoadOp& op, Result<void> outcome) const;
    [[nodiscard]] bool isLastMove(const LoadOp& op) const;
    void release(const LoadOp& op);
    Result<void> initialise(const LoadOp& op);
    Result<void> read(const LoadOp& op);
    Result<void> readContiguous(const LoadOp& op, const RandomAccessFile& file,
                                std::uint64_t offset);
    Result<void> readStrided(const LoadOp& op);
    Result<void> copy(const LoadOp& op);
    Result<void> castWithin(const LoadOp& op);
    Result<void> storeBuffer(const LoadOp& op);
    Result<void> store(const LoadOp& op, std::span<const std::byte> source, DType from);
    Result<void> stash(const LoadOp& op);
    Result<void> stashContent(const LoadOp& op, std::span<const std::byte> content, DType dtype);
    Result<void> unstash(const LoadOp& op);
    Result<void> mapFiles();
    Result<void> unmapFiles();
    Result<void> mapFile(std::uint32_t shard);
    Result<void> unmapFile(std::uint32_t shard);
    Result<void> moveMapped(const LoadOp& op);
    Result<void> moveMappedStrided(const LoadOp& op, std::span<std::byte> extent);
    Result<void> deliverMapped(const LoadOp& op, std::span<const std::byte> source);
    Result<void> bindMapped(const LoadOp& op);
    Result<void> bulkRead();

    /// Sends `source` in parts to `sink`, cast through a slot of the ring where dtypes differ.
    Result<void> send(const LoadOp& op, std::span<const std::byte> source, DType from, DType to,
                      const Sink& sink);
    Result<const StagingRing*> ring();
    /// A failure while a map is torn is the map's.
    Result<void> blame(Result<void> outcome) const;
    void moved(const LoadOp& op, std::uint64_t bytes);

    /// A buffer's bytes where the host can read them. Error: Internal where it cannot: no method
    /// brings weights back from a device.
    [[nodiscard]] Result<std::span<const std::byte>> hostContent(std::uint32_t buffer) const;
    [[nodiscard]] DeviceBuffer& memory(std::uint32_t buffer) const { return *m_buffers[buffer]; }
    [[nodiscard]] const ProgramBuffer& described(std::uint32_t buffer) const {
        return m_program.buffers[buffer];
    }
    [[nodiscard]] DeviceMemory& deviceOf(std::uint32_t buffer) const {
        return *m_work.backends.find(described(buffer).device);
    }

    const LoadWork& m_work;
    const LoadProgram& m_program;
    std::vector<std::shared_ptr<DeviceBuffer>> m_buffers;
    std::vector<const LoadOp*> m_lastMoves;  ///< by tensor: the op after which it is complete
    std::optional<HostArenas> m_arenas;      ///< of `streamed` alone
    std::optional<StagingRing> m_ring;
    std::vector<std::shared_ptr<void>> m_pins;  ///< of the ring, for devices that want it locked
    std::unique_ptr<StashFile> m_stash;
    std::map<std::uint32_t, std::shared_ptr<MappedFile>> m_maps;  ///< by shard
};

}  // namespace stowage
