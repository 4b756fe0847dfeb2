// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
[[nodiscard]] Message deviceLabel(DeviceId id);
/// The same within a sentence: "GPU 0", "the CPU", "the disk".
[[nodiscard]] Message namedDevice(DeviceId id);
/// Takes "gpu:0", "cuda:0", "0", "cpu", "disk". Error: InvalidArgument.
[[nodiscard]] Result<DeviceId> parseDevice(std::string_view text);

/// How PyTorch's caching allocator is set, by PYTORCH_CUDA_ALLOC_CONF: segments of fixed size, or
/// segments that grow (expandable_segments:True). docs/spec/memory.md §1.
enum class AllocatorKind : std::uint8_t { Native, ExpandableSegments };
/// "native", "expandable_segments"; and back. Error: InvalidArgument that names both.
[[nodiscard]] std::string_view allocatorName(AllocatorKind kind);
[[nodiscard]] Result<AllocatorKind> allocatorFromName(std::string_view name);

/// What a device is and has. For GPUs: reserved + context + usedByOthers ≤ capacity.
struct DeviceInfo {
    DeviceId id;
    std::string name;                       ///< "Simulated, 2 GiB", or the card's name
    bool simulated = false;                 ///< always said on screen and in JSON
    std::optional<std::uint64_t> capacity;  ///< bytes; nothing: not known, not limited
    std::uint64_t usedByOthers = 0;         ///< bytes other programs hold
    std::uint64_t context = 0;  ///< bytes the driver's context takes, GPUs only; see knowsContext()
    std::optional<double> linkBytesPerSecond;  ///< host to device; nothing: not limited
    std::string uuid;  ///< "GPU-…", as the driver names a real device for good; "" for others
    /// CPU and disk whose capacity was given, for a machine that one does not have: what this
    /// machine has of it (this_machine.h). Nothing: the capacity is this machine's own.
    std::optional<std::uint64_t> presentBytes{};
    AllocatorKind allocator = AllocatorKind::Native;  ///< of a simulated GPU
    /// The machine of a cluster that it is in; "": this one. Devices of a request have it where
    /// they are GPUs; those of a plan all have it, see machineOf() (machine_link.h).
    std::string machine{};
    /// Somebody said what the context takes: then 0 is no less than that.
    bool contextIsSaid = false;

    /// Whether `context` is what it takes; else nobody knows, and it is 0.
    [[nodiscard]] bool knowsContext() const { return context > 0 || contextIsSaid; }
    /// capacity − context − usedByOthers, never below 0; nothing where capacity is unknown.
    [[nodiscard]] std::optional<std::uint64_t> freeBytes() const;
};

/// The device of that id; null where it is not among them.
[[nodiscard]] const DeviceInfo* findDevice(std::span<const DeviceInfo> devices, DeviceId id);

/// As many as a plan takes.
inline constexpr std::size_t kMaxSimulatedGpus = 64;

/// "Simulated, 24.00 GiB": the name of a simulated GPU that has none of its own.
[[nodiscard]] std::string simulatedName(std::uint64_t capacity);

/// Parses `--gpus`: "24GiB:used=13GiB,rtx-4090*2:link=12GB/s:name=left" → GPU 0, GPU 1, …;
/// "none" → {}. In the place of a capacity the name of a card of the catalogue; "*N" makes N of it;
/// "b/24GiB*2" are in the machine b, "this/24GiB" in this one as those without a name.
/// Keys: used, context, link (SIZE "/s"), allocator (a name), name. At most 64 devices. Error:
/// InvalidArgument.
[[nodiscard]] Result<std::vector<DeviceInfo>> parseSimulatedGpus(const std::string& spec);

}  // namespace stowage

template <>
struct std::hash<stowage::DeviceId> {
    std::size_t operator()(const stowage::DeviceId& id) const noexcept {
        return (static_cast<std::size_t>(id.kind) << 32U) | id.index;
    }
};
