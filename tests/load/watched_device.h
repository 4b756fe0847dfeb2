// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"

#include <functional>
#include <memory>
#include <utility>

namespace stowage::test {

/// A device that tells of every step it is asked for, before it does it: allocate, write, copy.
/// What the callback returns as a failure is what the step returns.
class WatchedDevice : public DeviceMemory {
public:
    using OnStep = std::function<Result<void>()>;
    WatchedDevice(std::shared_ptr<DeviceMemory> inner, OnStep onStep)
        : m_inner(std::move(inner)), m_onStep(std::move(onStep)) {}

    [[nodiscard]] const DeviceInfo& info() const override { return m_inner->info(); }
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override {
        if (Result<void> step = m_onStep(); !step) {
            return step.unexpected();
        }
        return m_inner->allocate(bytes);
    }
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> allocateFor(
        std::uint64_t bytes, std::string_view owner) override {
        if (Result<void> step = m_onStep(); !step) {
            return step.unexpected();
        }
        return m_inner->allocateFor(bytes, owner);
    }
    [[nodiscard]] Result<std::shared_ptr<MemoryArena>> makeArena(std::uint64_t bytes,
                                                                 HostMemoryUse use) override {
        if (Result<void> step = m_onStep(); !step) {
            return step.unexpected();
        }
        return m_inner->makeArena(bytes, use);
    }
    [[nodiscard]] Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                                     std::span<const std::byte> source,
                                     std::stop_token stop) override {
        if (Result<void> step = m_onStep(); !step) {
            return step;
        }
        return m_inner->write(target, offset, source, std::move(stop));
    }
    [[nodiscard]] Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                          std::stop_token stop) override {
        if (Result<void> step = m_onStep(); !step) {
            return step;
        }
        return m_inner->copyWithin(target, source, std::move(stop));
    }
    [[nodiscard]] AllocatorStatistics statistics() const override { return m_inner->statistics(); }
    [[nodiscard]] AllocatorCounters counters() const override { return m_inner->counters(); }
    [[nodiscard]] std::vector<SegmentSnapshot> segments() const override {
        return m_inner->segments();
    }
    [[nodiscard]] std::optional<AllocatorModel> allocatorState() const override {
        return m_inner->allocatorState();
    }
    [[nodiscard]] Result<void> setUsedByOthers(std::uint64_t bytes) override {
        return m_inner->setUsedByOthers(bytes);
    }
    void resetPeaks() override { m_inner->resetPeaks(); }
    void emptyCache() override { m_inner->emptyCache(); }
    [[nodiscard]] bool isHost() const override { return m_inner->isHost(); }

private:
    std::shared_ptr<DeviceMemory> m_inner;
    OnStep m_onStep;
};

}  // namespace stowage::test
