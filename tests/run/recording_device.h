// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage::test {

/// A device that records the requests that it gets.
class RecordingDevice : public DeviceMemory {
public:
    explicit RecordingDevice(std::shared_ptr<DeviceMemory> inner) : m_inner(std::move(inner)) {}

    [[nodiscard]] bool watches(const DeviceMemory& device) const {
        return m_inner.get() == &device;
    }

    struct Request {
        std::uint64_t bytes = 0;
        std::string owner;
    };
    /// What was asked for since the last call.
    [[nodiscard]] std::vector<Request> takeRequests() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_requests, {});
    }
    /// Bytes that crossed its link since the last call.
    [[nodiscard]] std::uint64_t takeWritten() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_written, 0);
    }

    [[nodiscard]] const DeviceInfo& info() const override { return m_inner->info(); }
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override {
        return allocateFor(bytes, {});
    }
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> allocateFor(
        std::uint64_t bytes, std::string_view owner) override {
        {
            const std::scoped_lock lock(m_mutex);
            m_requests.push_back({bytes, std::string(owner)});
        }
        return m_inner->allocateFor(bytes, owner);
    }
    [[nodiscard]] Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                                     std::span<const std::byte> source,
                                     std::stop_token stop) override {
        {
            const std::scoped_lock lock(m_mutex);
            m_written += source.size();
        }
        return m_inner->write(target, offset, source, std::move(stop));
    }
    [[nodiscard]] Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                          std::stop_token stop) override {
        return m_inner->copyWithin(target, source, std::move(stop));
    }
    [[nodiscard]] AllocatorStatistics statistics() const override { return m_inner->statistics(); }
    [[nodiscard]] AllocatorCounters counters() const override { return m_inner->counters(); }
    [[nodiscard]] std::vector<SegmentSnapshot> segments() const override {
        return m_inner->segments();
    }
    void resetPeaks() override { m_inner->resetPeaks(); }
    void emptyCache() override { m_inner->emptyCache(); }
    [[nodiscard]] bool isHost() const override { return m_inner->isHost(); }

private:
    std::shared_ptr<DeviceMemory> m_inner;
    std::mutex m_mutex;
    std::vector<Request> m_requests;
    std::uint64_t m_written = 0;
};

}  // namespace stowage::test
