// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/host_memory.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace stowage {

class MemoryCgroup;

/// A limit as people type it: "4GiB", or digits alone for bytes. Error: InvalidArgument.
[[nodiscard]] Result<std::uint64_t> parseRamLimit(const std::string& text);

/// The text of what a RAM limit counts: "the anonymous and shared memory that a load adds, …".
[[nodiscard]] Phrase ramLimitCounts();

/// What of a process counts against a RAM limit, bytes above the level before the load: anonymous
/// pages and, where no GPU is simulated, shared ones (pages behind a simulated GPU stand for its
/// VRAM). Pages of mapped files do not count: the system takes them back whenever it needs them,
/// as a control group would. Nothing where the system does not tell.
[[nodiscard]] std::optional<std::uint64_t> countedRam(const ProcessMemory& now,
                                                      const ProcessMemory& before,
                                                      bool anySimulatedGpu);

/// How a RAM limit was held, for the report. Bytes.
struct RamLimitFigures {
    std::uint64_t limit = 0;
    std::optional<std::uint64_t> peak;  ///< counted, as samples and steps saw it
    bool byGroup = false;               ///< a control group held it as well
    Message whyNoGroup;                 ///< where none could be made; "" where none was tried
};

/// Holds one load to a limit: asked before every step and every few MiB that are read, it says no
/// once the process holds more. Costs 8 µs an answer. Members may be called from any thread.
class RamWatch {
public:
    /// `method` names the load in sentences. Without a limit every answer is yes, at no cost.
    RamWatch(std::optional<std::uint64_t> limit, std::string method, bool anySimulatedGpu);

    /// The level above which the load's own memory is counted.
    void start(const ProcessMemory& before);
    /// Whether there is room for `more` bytes that are about to be written. Error:
    /// DeviceOutOfMemory with what is held, the limit, and the method.
    [[nodiscard]] Result<void> check(std::uint64_t more = 0) const;
    /// The load is done: what comes after it, as its verification, is none of its memory.
    void rest() const { m_rests = true; }
    /// Raises the peak to the anonymous memory that samples saw, and tells it.
    [[nodiscard]] std::optional<RamLimitFigures> figures(
        const std::optional<std::uint64_t>& sampledPeak) const;

private:
    std::optional<std::uint64_t> m_limit;
    std::string m_method;
    bool m_anySimulatedGpu;
    ProcessMemory m_before;
    mutable std::atomic<bool> m_rests{false};
    mutable std::mutex m_mutex;  ///< guards the two below
    ProcessMemoryReader m_reader;
    mutable std::uint64_t m_peak = 0;
};

/// Moves this process into a control group that holds it to the limit of a load to come, beside
/// what stands for VRAM and what the kernel needs for both. The system ends a process that goes
/// over it; RamWatch stops the load before. Errors: those of MemoryCgroup::enter().
[[nodiscard]] Result<std::unique_ptr<MemoryCgroup>> enterGroupFor(std::uint64_t limit,
                                                                  std::uint64_t simulatedBytes);

}  // namespace stowage
