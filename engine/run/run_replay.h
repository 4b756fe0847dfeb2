// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_model.h"
#include "engine/device/device_info.h"
#include "engine/run/models/run_model.h"
#include "engine/run/run_generation.h"
#include "engine/run/run_setting.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace stowage {

/// What memory of a device is held for while a model runs.
enum class RunMemoryKind {
    Window,       ///< weights that were brought in
    KvCache,      ///< keys, values and states that are kept from pass to pass
    Activations,  ///< all else that a pass computes, logits included
};
inline constexpr std::size_t kRunMemoryKinds = 3;

/// Bytes by kind.
using RunMemoryBytes = std::array<std::uint64_t, kRunMemoryKinds>;

/// LibTorch wraps a single number, such as a factor, as a tensor of the host also beside a card:
/// requests of up to so many bytes are none of a simulated GPU's.
inline constexpr std::uint64_t kSingleNumberBytes = 8;

/// The memory of a run's devices, allocation by allocation: a GPU's as its caching allocator would
/// hold it, the host's as a sum. One thread.
class ReplayedMemory {
public:
    /// What one device came to since the last resetPeaks().
    struct Device {
        DeviceId id;
        AllocatorModel allocator;  ///< empty for the host
        RunMemoryBytes live{};
        RunMemoryBytes most{};  ///< of each kind for itself
        std::uint64_t liveOfAll = 0;
        std::uint64_t mostOfAll = 0;
        std::uint64_t mostCached = 0;  ///< keys and values after a module, at most; never reset
    };

    /// One allocation.
    struct Held {
        Device* device = nullptr;
        RunMemoryKind kind = RunMemoryKind::Activations;
        ModelBlock block{};         ///< of the allocator; id 0: none
        std::uint64_t counted = 0;  ///< bytes, as the device counts them
    };

    /// An allocation that is freed when the block is destroyed.
    class Block {
    public:
        Block(ReplayedMemory& memory, std::uint64_t number, const Held& held)
            : m_memory(memory), m_number(number), m_held(held) {}
        ~Block() { giveBack(); }
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;
        /// As the device counts it.
        [[nodiscard]] std::uint64_t bytes() const { return m_held.counted; }
        /// Blocks are numbered in the order in which they were allocated.
        [[nodiscard]] std::uint64_t number() const { return m_number; }
        /// Appends its address.
        void writePlace(std::vector<std::uint64_t>& state) const;
        /// Frees the allocation now.
        void giveBack() const;

    private:
        ReplayedMemory& m_memory;
        std::uint64_t m_number;
        Held m_held;
        mutable bool m_isGivenBack = false;
    };
    using BlockPtr = std::shared_ptr<const Block>;

    /// A change of the memory.
    struct Event {
        enum class Kind : std::uint8_t { Take, GiveBack, ModuleEnd };
        Kind kind = Kind::Take;
        RunMemoryKind memory = RunMemoryKind::Activations;
        Device* device = nullptr;
        std::uint64_t bytes = 0;  ///< that are taken
        std::uint64_t block = 0;  ///< its number
    };

    ReplayedMemory() = default;
    /// Of a pass whose memory nobody asks for: no device has any, and all blocks are one.
    [[nodiscard]] static ReplayedMemory ofNothing();
    /// GPUs begin as these allocators are; one that is not named begins empty. Limits are lifted.
    explicit ReplayedMemory(const std::map<DeviceId, AllocatorModel>& states);

    /// What LibTorch asks for: of a single number nothing. Blocks must go before the memory does.
    [[nodiscard]] BlockPtr take(DeviceId device, RunMemoryKind kind, std::uint64_t bytes) {
        return takeExactly(device, kind, device.isGpu() && bytes <= kSingleNumberBytes ? 0 : bytes);
    }
    /// What weights ask for: however little it is.
    [[nodiscard]] BlockPtr takeExactly(DeviceId device, RunMemoryKind kind, std::uint64_t bytes);
    void resetPeaks();
    /// A module has run.
    void endModule();
    /// Records from now on what happens, until takeRecord().
    void record();
    [[nodiscard]] std::vector<Event> takeRecord();
    /// The number of the next block.
    [[nodiscard]] std::uint64_t nextNumber() const { return m_nextNumber; }
    /// Lets recorded events happen again, with `growth` more bytes each for each of `more` tokens.
    /// `given`: the blocks that stand for those allocated before the record; in `events`, their
    /// number is the index in `given`, and the number of a recorded block is `given.size()` plus
    /// its index. Returns the recorded blocks that are still allocated, by this index; the others
    /// are null.
    [[nodiscard]] std::vector<BlockPtr> repeat(const std::vector<Event>& events,
                                               const std::vector<std::int64_t>& growth,
                                               std::int64_t more, std::span<const BlockPtr> given);
    /// Appends all that decides how later allocations go, except the addresses of live blocks.
    void writeState(std::vector<std::uint64_t>& state) const;
    [[nodiscard]] const Device& on(DeviceId device) { return deviceOf(device); }

private:
    [[nodiscard]] Device& deviceOf(DeviceId device);
    [[nodiscard]] static Held hold(Device& device, RunMemoryKind kind, std::uint64_t bytes);
    static void release(const Held& held);

    std::map<DeviceId, Device> m_devices;  ///< references into it stay good
    std::uint64_t m_nextNumber = 0;
    std::optional<std::vector<Event>> m_record;
    std::vector<Held> m_repeated;  ///< of repeat(), kept for its memory
    BlockPtr m_nothing;            ///< what everything takes; null: what it asks for
};

/// What one device holds while a model runs, found without a page. Bytes, as a GPU's allocator
/// counts; of the host the sum, with the weights that lie there.
struct ReplayedDevice {
    DeviceId device;
    std::uint64_t allocatedBefore = 0;  ///< the weights that lie there
    std::uint64_t peakAllocated = 0;    ///< of everything on it
    std::uint64_t peakReserved = 0;
    std::uint64_t kvCache = 0;  ///< kept after a pass, at most
    RunMemoryBytes prefill{};   ///< the most of each kind while the prompts go in
    RunMemoryBytes decode{};    ///< and during those that follow; all 0 where none do
};

/// Replays of this process, for tests and benchmarks. Safe in all threads.
struct ReplayCount {
    std::uint64_t replays = 0;
    std::uint64_t passes = 0;  ///< of all replays
};
[[nodiscard]] ReplayCount replayCount();

/// Goes through a run with shapes in place of numbers, allocation by allocation: the code that runs
/// models (runModel(), the family's formulas, the order in which weights are prefetched) over
/// allocators that hold no pages. Peaks on simulated GPUs are those that the run then has, to the
/// byte, as long as memory suffices; of a mixture of experts those of the worst routing, all tokens
/// to the same experts. A real card's allocator is modelled alike, with the workspaces of its
/// products.
/// GPUs begin as RunSetting::allocators has them. Blocks: some 10 µs a module and pass.
/// Errors: those of checkRequest(), KeyMismatch (the setting lacks a tensor), Cancelled.
[[nodiscard]] Result<std::vector<ReplayedDevice>> replayRun(const RunModel& model,
                                                            const RunSetting& setting,
                                                            const RunRequest& request,
                                                            const std::stop_token& stop = {});

/// How many of the tokens that a request generates can follow its prompts before a device needs
/// more than its freeBytes(): request.generate where all of them can, 0 where not even the prompts
/// fit. One replay that ends where memory does. Nothing is prefetched. Errors: as replayRun().
[[nodiscard]] Result<std::int64_t> tokensThatFit(const RunModel& model, const RunSetting& setting,
                                                 const RunRequest& request,
                                                 const std::stop_token& stop = {});

}  // namespace stowage
