// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_model.h"
#include "engine/device/device_info.h"
#include "engine/run/run_generation.h"
#include "engine/run/run_model.h"
#include "engine/run/run_setting.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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
        AllocatorModel allocator;  ///< empty for the host
        RunMemoryBytes live{};
        RunMemoryBytes most{};  ///< of each kind for itself
        std::uint64_t liveOfAll = 0;
        std::uint64_t mostOfAll = 0;
    };

    /// Memory that is given back when it goes.
    class Block {
    public:
        Block(ReplayedMemory& memory, DeviceId device, RunMemoryKind kind, std::uint64_t bytes);
        ~Block();
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;
        /// As the device counts it.
        [[nodiscard]] std::uint64_t bytes() const { return m_counted; }
        /// Appends its address.
        void writePlace(std::vector<std::uint64_t>& state) const;

    private:
        Device& m_device;
        DeviceId m_id;
        RunMemoryKind m_kind;
        ModelBlock m_block;  ///< the allocator's; id 0: none
        std::uint64_t m_counted = 0;
    };
    using BlockPtr = std::shared_ptr<const Block>;

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
    /// Appends all that decides how later allocations go, except the addresses of live blocks.
    void writeState(std::vector<std::uint64_t>& state) const;
    [[nodiscard]] const Device& on(DeviceId device) { return m_devices[device]; }

private:
    std::map<DeviceId, Device> m_devices;  ///< references into it stay good
    BlockPtr m_nothing;                    ///< what everything takes; null: what it asks for
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
