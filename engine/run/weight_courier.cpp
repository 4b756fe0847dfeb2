// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/weight_courier.h"

#include <algorithm>
#include <span>
#include <utility>

namespace stowage {

namespace {

using Clock = Timeline::Clock;

/// Tells a sink of the parts of one tensor.
class TransferWatch {
public:
    TransferWatch(const TransferSink& sink, const WeightDelivery& delivery)
        : m_sink(sink), m_device(delivery.device.info().id), m_tensor(delivery.name) {}
    void tell(SpanKind kind, std::uint64_t bytes, Clock::time_point begin) const {
        if (m_sink) {
            m_sink({kind, m_device, m_tensor, bytes, begin, Clock::now()});
        }
    }

private:
    const TransferSink& m_sink;
    DeviceId m_device;
    std::string_view m_tensor;
};

Unexpected cancelled() {
    return fail(ErrorCode::Cancelled, "The forward pass was cancelled.");
}

}  // namespace

Result<void> WeightCourier::deliver(const WeightDelivery& delivery, const std::stop_token& stop,
                                    const TransferSink& sink) {
    if (delivery.tensor.memory == nullptr) {
        return read(delivery, stop, sink);
    }
    if (delivery.tensor.device == DeviceId::cpu()) {
        const TransferWatch watch(sink, delivery);
        const Clock::time_point begin = Clock::now();
        Result<void> written = delivery.device.write(
            delivery.target, 0, {delivery.tensor.memory->data(), delivery.bytes}, stop);
        watch.tell(SpanKind::HostToDevice, delivery.bytes, begin);
        return written;
    }
    return fetch(delivery, stop, sink);
}

/// From disk.
Result<void> WeightCourier::read(const WeightDelivery& delivery, const std::stop_token& stop,
                                 const TransferSink& sink) {
    auto file =
        WeightFile::open(delivery.tensor.file, delivery.name, delivery.bytes, delivery.disk);
    if (!file) {
        return file.unexpected();
    }
    const TransferWatch watch(sink, delivery);
    const bool isHost = delivery.device.isHost();
    std::span<std::byte> buffer{delivery.target.data(), delivery.bytes};
    if (!isHost) {
        const auto own = bufferFor(delivery.device);
        if (!own) {
            return own.unexpected();
        }
        buffer = *own;
    }
    for (std::uint64_t at = 0; at < delivery.bytes; at += kReadBytes) {
        const std::uint64_t length = std::min(kReadBytes, delivery.bytes - at);
        const std::span<std::byte> part = buffer.subspan(isHost ? at : 0, length);
        Clock::time_point begin = Clock::now();
        if (Result<void> done = file->read(at, part, stop); !done) {
            return done;
        }
        watch.tell(SpanKind::Disk, length, begin);
        if (isHost) {
            continue;
        }
        begin = Clock::now();
        if (Result<void> done = delivery.device.write(delivery.target, at, part, stop); !done) {
            return done;
        }
        watch.tell(SpanKind::HostToDevice, length, begin);
    }
    return {};
}

/// From another device.
Result<void> WeightCourier::fetch(const WeightDelivery& delivery, const std::stop_token& stop,
                                  const TransferSink& sink) {
    const auto buffer = bufferFor(delivery.device);
    if (!buffer) {
        return buffer.unexpected();
    }
    const TransferWatch watch(sink, delivery);
    for (std::uint64_t at = 0; at < delivery.bytes; at += kReadBytes) {
        if (stop.stop_requested()) {
            return cancelled();
        }
        const Clock::time_point begin = Clock::now();
        const std::span<std::byte> part = buffer->first(std::min(kReadBytes, delivery.bytes - at));
        if (Result<void> done = delivery.tensors.copyOut(delivery.name, at, part); !done) {
            return done;
        }
        if (Result<void> done = delivery.device.write(delivery.target, at, part, stop); !done) {
            return done;
        }
        watch.tell(SpanKind::HostToDevice, part.size(), begin);
    }
    return {};
}

/// Real cards take page-locked memory without another copy.
Result<std::span<std::byte>> WeightCourier::bufferFor(DeviceMemory& device) {
    if (!m_buffer) {
        Result<HostScratch> made = HostScratch::map(kReadBytes);
        if (!made) {
            return made.unexpected();
        }
        m_buffer.emplace(std::move(*made));
    }
    if (std::ranges::find(m_pinned, &device, &Pinned::device) == m_pinned.end()) {
        m_pinned.push_back({&device, device.pinHost(m_buffer->bytes())});
    }
    return m_buffer->bytes();
}

Result<void> WeightCouriers::deliver(const WeightDelivery& delivery, const std::stop_token& stop,
                                     const TransferSink& sink) {
    std::unique_ptr<WeightCourier> courier;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_idle.empty()) {
            courier = std::move(m_idle.back());
            m_idle.pop_back();
        }
    }
    if (courier == nullptr) {
        courier = std::make_unique<WeightCourier>();
    }
    Result<void> delivered = courier->deliver(delivery, stop, sink);
    const std::scoped_lock lock(m_mutex);
    m_idle.push_back(std::move(courier));
    return delivered;
}

}  // namespace stowage
