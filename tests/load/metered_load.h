// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/load/plain_backend.h"
#include "tests/load/watched_device.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace stowage::test {

/// Counts the bytes that a load moves and calls back before each move; shared by the devices and
/// the backend of a load. Thread-safe as far as the callback is.
struct Meter {
    using BeforeMove = std::function<void(std::uint64_t bytesUntilThen)>;
    BeforeMove beforeMove;
    std::atomic<std::uint64_t> bytes = 0;
    std::atomic<std::uint64_t> moves = 0;

    void move(std::uint64_t length) {
        const std::uint64_t before = bytes.fetch_add(length);
        ++moves;
        if (beforeMove) {
            beforeMove(before);
        }
    }
};

/// A device that tells a meter of every copy and transfer before it makes it.
class MeteredDevice : public WatchedDevice {
public:
    MeteredDevice(std::shared_ptr<DeviceMemory> inner, std::shared_ptr<Meter> meter)
        : WatchedDevice(std::move(inner), [] { return Result<void>(); }),
          m_meter(std::move(meter)) {}

    [[nodiscard]] Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                                     std::span<const std::byte> source,
                                     std::stop_token stop) override {
        m_meter->move(source.size());
        return WatchedDevice::write(target, offset, source, std::move(stop));
    }
    [[nodiscard]] Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                          std::stop_token stop) override {
        m_meter->move(source.size());
        return WatchedDevice::copyWithin(target, source, std::move(stop));
    }

private:
    std::shared_ptr<Meter> m_meter;
};

/// Plain loops that tell a meter of what they write.
class MeteredBackend : public PlainBackend {
public:
    explicit MeteredBackend(std::shared_ptr<Meter> meter) : m_meter(std::move(meter)) {}
    [[nodiscard]] Result<void> initialise(DType dtype, std::span<std::byte> target,
                                          std::uint64_t seed) override {
        m_meter->move(target.size());
        return PlainBackend::initialise(dtype, target, seed);
    }

private:
    std::shared_ptr<Meter> m_meter;
};

}  // namespace stowage::test
