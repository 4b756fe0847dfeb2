// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_job.h"
#include "engine/load/staging_ring.h"
#include "engine/run/weight_file.h"
#include "engine/telemetry/timeline.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A part of a tensor that travelled: read from disk, or carried over the link to a device.
struct WeightTransfer {
    SpanKind kind = SpanKind::HostToDevice;
    DeviceId device;  ///< for which it travelled
    std::string_view tensor;
    std::uint64_t bytes = 0;
    Timeline::Clock::time_point begin;
    Timeline::Clock::time_point end;
};
/// Told of every part, from the thread that moved it; may be empty.
using TransferSink = std::function<void(const WeightTransfer&)>;

/// A tensor on its way.
struct WeightDelivery {
    const std::string& name;
    const LoadedTensor& tensor;  ///< where it lies
    const TensorSet& tensors;    ///< of its model
    DeviceMemory& device;        ///< where it goes
    DeviceBuffer& target;        ///< of that device; as large as the tensor
    std::uint64_t bytes = 0;
    DiskUse disk = DiskUse::Again;
};

/// Carries tensors, one after another, from where they lie to a device: what is read for the host
/// goes straight to its place, everything else in parts through one buffer that is kept.
class WeightCourier {
public:
    /// Errors: Cancelled; Truncated, which names the file; ReadFailed; those of writing to the
    /// device.
    [[nodiscard]] Result<void> deliver(const WeightDelivery& delivery, const std::stop_token& stop,
                                       const TransferSink& sink);

private:
    struct Pinned {
        const DeviceMemory* device;
        std::shared_ptr<void> token;
    };

    [[nodiscard]] Result<void> read(const WeightDelivery& delivery, const std::stop_token& stop,
                                    const TransferSink& sink);
    [[nodiscard]] Result<void> fetch(const WeightDelivery& delivery, const std::stop_token& stop,
                                     const TransferSink& sink);
    [[nodiscard]] Result<std::span<std::byte>> bufferFor(DeviceMemory& device);

    std::optional<HostScratch> m_buffer;
    std::vector<Pinned> m_pinned;  ///< goes before the buffer
};

/// Couriers for whoever needs one. Thread-safe.
class WeightCouriers {
public:
    /// Errors: those of WeightCourier.
    [[nodiscard]] Result<void> deliver(const WeightDelivery& delivery, const std::stop_token& stop,
                                       const TransferSink& sink);

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<WeightCourier>> m_idle;
};

}  // namespace stowage
