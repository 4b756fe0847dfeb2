// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/load_steps.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/tensor_reader.h"
#include "engine/device/host_memory.h"
#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_program.h"
#include "engine/load/program/load_schedule.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

const ScheduledTensor& LoadWork::scheduled(std::uint32_t index) const {
    return schedule.tensors[index];
}

const StoredTensor& LoadWork::stored(std::uint32_t index) const {
    return schedule.stored(index);
}

const std::string& LoadWork::name(std::uint32_t index) const {
    return schedule.plan->request.tree->tensor(scheduled(index).tensor).name;
}

bool LoadWork::isCast(std::uint32_t index) const {
    return schedule.isCast(index);
}

bool LoadWork::isOnDisk(std::uint32_t index) const {
    return scheduled(index).device.kind == DeviceKind::Disk;
}

DeviceMemory& LoadWork::device(std::uint32_t index) const {
    return *backends.find(scheduled(index).device);
}

Result<void> proceed(const LoadWork& work, const std::stop_token& stop) {
    work.gate.waitWhilePaused(stop);
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, say("Loading was cancelled."));
    }
    return work.ram.check();
}

Result<void> readFrom(const LoadWork& work, const RandomAccessFile& file, std::uint64_t offset,
                      std::span<std::byte> target, const std::stop_token& stop) {
    STOWAGE_TRY(proceed(work, stop));
    Result<void> read = file.readAt(offset, target);
    if (read) {
        work.monitor.countRead(target.size());
    }
    return read;
}

Result<void> readRange(const LoadWork& work, std::uint32_t shard, std::uint64_t offset,
                       std::span<std::byte> target, const std::stop_token& stop) {
    return readFrom(work, *work.schedule.checkpoint->shards[shard], offset, target, stop);
}

Result<void> deliver(const LoadWork& work, std::uint32_t index, std::uint64_t storedOffset,
                     std::span<const std::byte> source, std::span<std::byte> castSlot,
                     const std::stop_token& stop) {
    const ScheduledTensor& tensor = work.scheduled(index);
    const DType from = work.stored(index).dtype;
    std::uint64_t offset = storedOffset;
    if (from != tensor.dtype) {
        const std::uint64_t fromBits = storedBits(from);
        const std::uint64_t toBits = storedBits(tensor.dtype);
        offset = storedOffset * toBits / fromBits;
        const std::span<std::byte> target = castSlot.first(source.size() * toBits / fromBits);
        STOWAGE_TRY(work.backends.tensors->cast(from, source, tensor.dtype, target));
        source = target;
    }
    if (work.isOnDisk(index)) {
        return work.model.store()->write(index, offset, source);
    }
    return work.device(index).write(*work.model.buffer(index), offset, source, stop);
}

Result<void> readGathered(const LoadWork& work, std::uint32_t index, std::span<std::byte> target) {
    const StoredTensor& stored = work.stored(index);
    const Result<HostScratch> extent = HostScratch::map(stored.location.length);
    STOWAGE_TRY(extent);
    const std::span<std::byte> bytes = extent->bytes();
    for (std::uint64_t at = 0; at < bytes.size(); at += kReadBytes) {
        const std::uint64_t length = std::min(kReadBytes, bytes.size() - at);
        STOWAGE_TRY(readRange(work, stored.location.shard, stored.location.offset + at,
                              bytes.subspan(at, length), work.stop));
    }
    gatherTensor(stored, bytes, target);
    return {};
}

std::uint64_t partBytes(const LoadWork& work, std::uint32_t index) {
    const std::uint64_t from = storedBits(work.stored(index).dtype);
    const std::uint64_t to = storedBits(work.scheduled(index).dtype);
    return kReadBytes * from / std::max(from, to);
}

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
        const Message needs =
            free ? say("%1 needs %2 on %3, but only %4 is free.", error.key, request, place,
                       formatSize(static_cast<double>(*free)))
                 : say("%1 needs %2 on %3, but the free memory of that device is unknown.",
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
