// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_model.h"
#include "engine/device/device_info.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

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

    private:
        Device& m_device;
        RunMemoryKind m_kind;
        std::uint64_t m_id = 0;  ///< of the allocator's block; 0: none
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
    [[nodiscard]] const Device& on(DeviceId device) { return m_devices[device]; }

private:
    std::map<DeviceId, Device> m_devices;  ///< references into it stay good
    BlockPtr m_nothing;                    ///< what everything takes; null: what it asks for
};

}  // namespace stowage
