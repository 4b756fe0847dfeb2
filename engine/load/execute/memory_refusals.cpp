// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/memory_refusals.h"

#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#include "engine/load/program/load_preflight.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

namespace {

/// What a device can still give, as far as that is known.
std::optional<std::uint64_t> freeBytesOf(const DeviceMemory& device) {
    if (!device.info().id.isGpu()) {
        return hostBudgetBytes(readHostMemory());
    }
    const std::optional<std::uint64_t> free = device.info().freeBytes();
    if (!free) {
        return std::nullopt;
    }
    return *free - std::min(*free, device.statistics().reserved);
}

bool isMemoryShort(const Error& error) {
    return error.code == ErrorCode::DeviceOutOfMemory || error.code == ErrorCode::OutOfMemory;
}

}  // namespace

Unexpected refusedAllocation(const LoadWork& work, const ProgramBuffer& wanted, Error error) {
    const DeviceMemory& device = *work.backends.find(wanted.device);
    const std::optional<std::uint64_t> free = freeBytesOf(device);
    error.key = work.name(wanted.tensor);
    if (isMemoryShort(error)) {
        work.monitor.noteRefusal(
            RefusedMemory{wanted.device, wanted.bytes, device.statistics().allocated, free});
    }
    if (error.message.english().find(error.key) == std::string::npos) {
        const Message request = requestText(device.info(), wanted.bytes);
        const Message place = deviceLabel(wanted.device);
        const Message needs = free ? say("%1 needs %2 on %3, where %4 are free.", error.key,
                                         request, place, formatSize(static_cast<double>(*free)))
                                   : say("%1 needs %2 on %3, where an unknown rest is free.",
                                         error.key, request, place);
        error.message = joined({needs, error.message}, " ");
    }
    return Unexpected{std::move(error)};
}

Result<void> hostShort(const LoadWork& work, std::uint32_t tensor, Result<void> outcome) {
    if (outcome || !isMemoryShort(outcome.error())) {
        return outcome;
    }
    // Buffers of the load itself, or pages of a simulated GPU that the host could not give.
    const DeviceMemory& host = *work.backends.find(DeviceId::cpu());
    work.monitor.noteRefusal(
        RefusedMemory{DeviceId::cpu(), 0, host.statistics().allocated, freeBytesOf(host)});
    Error error = outcome.error();
    if (tensor != kNone && error.key.empty()) {
        error.key = work.name(tensor);
        error.message = joined({say("%1 could not be loaded.", error.key), error.message}, " ");
    }
    return Unexpected{std::move(error)};
}

}  // namespace stowage
