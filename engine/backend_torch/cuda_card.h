// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_torch/cuda_lanes.h"
#include "engine/device/device_info.h"
#include "engine/device/nvml_library.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace stowage {

/// What one card has and who holds it, in bytes. free + reserved + context + usedByOthers is the
/// capacity, but for what changed while it was read.
struct CardMemory {
    std::uint64_t total = 0;
    std::uint64_t free = 0;
    std::uint64_t reserved = 0;  ///< by PyTorch's caching allocator in this process
    std::uint64_t context = 0;
    std::uint64_t usedByOthers = 0;
};

/// A CUDA device with the context of this process on it. One for each card and process.
class CudaCard {
public:
    /// Opens the context, and measures it by what became used meanwhile where NVML is there.
    /// `nvml` may be null. May throw c10::Error.
    CudaCard(int ordinal, std::shared_ptr<const NvmlLibrary> nvml);

    [[nodiscard]] int ordinal() const { return m_ordinal; }
    [[nodiscard]] const std::string& uuid() const { return m_uuid; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] CopyLanes& lanes() { return m_lanes; }
    /// The stream under which the allocator keeps memory for weights apart from that of
    /// activations; nothing is ever given to it. Were they of one pool, a block that a kernel still
    /// computes in could come next for weights, and every copy would have to wait for all that was
    /// begun before it: nothing would travel while a layer computes.
    [[nodiscard]] CUstream_st* weightStream() const { return m_weightStream; }
    /// cudaMemGetInfo, with what is in use told apart: the context is what NVML says of this
    /// process minus what is reserved. Where NVML does not tell (containers hide process ids), it
    /// is what was measured when it was opened; without NVML it counts as used by others.
    /// Thread-safe; may throw c10::Error.
    [[nodiscard]] CardMemory memory() const;
    /// As the plan sees it, under CUDA's number. May throw c10::Error.
    [[nodiscard]] DeviceInfo describe() const;

private:
    void openContext();

    int m_ordinal;
    std::string m_uuid;
    std::string m_name;
    std::shared_ptr<const NvmlLibrary> m_nvml;
    std::uint64_t m_contextWhenOpened = 0;
    CUstream_st* m_weightStream = nullptr;
    CopyLanes m_lanes;
};

}  // namespace stowage
