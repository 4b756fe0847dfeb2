// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace stowage {

enum class DeviceKind : std::uint8_t { Gpu, Cpu, Disk };

/// Where a module can lie. Ordered as Accelerate orders keys: GPUs by index, cpu, disk.
struct DeviceId {
    DeviceKind kind = DeviceKind::Cpu;
    std::uint32_t index = 0;  ///< GPUs only

    [[nodiscard]] static constexpr DeviceId gpu(std::uint32_t index) {
        return {DeviceKind::Gpu, index};
    }
    [[nodiscard]] static constexpr DeviceId cpu() { return {DeviceKind::Cpu, 0}; }
    [[nodiscard]] static constexpr DeviceId disk() { return {DeviceKind::Disk, 0}; }
    [[nodiscard]] constexpr bool isGpu() const { return kind == DeviceKind::Gpu; }
    friend constexpr auto operator<=>(const DeviceId&, const DeviceId&) = default;
};

/// "gpu:0", "cpu", "disk".
[[nodiscard]] std::string deviceName(DeviceId id);
/// "GPU 0", "CPU", "Disk": the short name people see.
[[nodiscard]] std::string deviceLabel(DeviceId id);
/// Takes "gpu:0", "cuda:0", "0", "cpu", "disk". Error: InvalidArgument.
[[nodiscard]] Result<DeviceId> parseDevice(std::string_view text);

}  // namespace stowage

template <>
struct std::hash<stowage::DeviceId> {
    std::size_t operator()(const stowage::DeviceId& id) const noexcept {
        return (static_cast<std::size_t>(id.kind) << 32U) | id.index;
    }
};
