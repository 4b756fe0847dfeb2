// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_sim/link_throttle.h"
#include "engine/backend_sim/page_pool.h"
#include "engine/backend_sim/simulated_faults.h"
#include "engine/device/device_memory.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

namespace stowage {

/// What makeSimulatedGpu() makes; others see it as DeviceMemory.
class SimulatedGpu : public DeviceMemory, public std::enable_shared_from_this<SimulatedGpu> {
public:
    SimulatedGpu(const DeviceInfo& info, std::unique_ptr<PagePool> pages);

    const DeviceInfo& info() const override { return *m_info.load(); }
    Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override;
    Result<std::shared_ptr<DeviceBuffer>> allocateFor(std::uint64_t bytes,
                                                      std::string_view owner) override;
    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token stop) override;
    Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                            std::stop_token stop) override;
    AllocatorStatistics statistics() const override;
    AllocatorCounters counters() const override;
    std::vector<SegmentSnapshot> segments() const override;
    std::optional<AllocatorModel> allocatorState() const override;
    void resetPeaks() override;
    void emptyCache() override;
    Result<void> setUsedByOthers(std::uint64_t bytes) override;
    bool isHost() const override { return false; }

    /// Takes the place of faults ordered before.
    void orderFaults(const SimulatedFaults& faults);
    /// Called by a buffer that goes.
    void release(std::uint64_t blockId);

private:
    Result<void> applySegmentChanges();
    void punchReleasedPages();
    [[nodiscard]] Unexpected lost() const;

    LinkThrottle m_link;
    FaultWatch m_faults;
    mutable std::mutex m_mutex;  ///< guards the model, the pages and m_infos
    AllocatorModel m_model;
    std::unique_ptr<PagePool> m_pages;
    /// By memory used by others. Kept as long as the device, because info() hands out references.
    std::map<std::uint64_t, DeviceInfo> m_infos;
    std::atomic<const DeviceInfo*> m_info;
};

}  // namespace stowage
