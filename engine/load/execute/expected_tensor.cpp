// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/expected_tensor.h"

#include "engine/base/error_conversion.h"
#include "engine/load/program/load_schedule.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace stowage {

Result<PlainFile> PlainFile::open(const std::string& path) {
    FileDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor.get() < 0) {
        return openFailure(path, errno);
    }
    return PlainFile(path, std::move(descriptor));
}

Result<void> PlainFile::read(std::uint64_t offset, std::span<std::byte> target) const {
    while (!target.empty()) {
        const ssize_t got =
            ::pread(m_descriptor.get(), target.data(), target.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return fail(ErrorCode::ReadFailed,
                        say("Reading back %1 failed at offset %2: %3.", m_path, offset,
                            systemErrorText(errno)),
                        m_path, {}, offset);
        }
        if (got == 0) {
            return fail(ErrorCode::Truncated,
                        say("%1 ends at offset %2, %3 bytes before it should.", m_path, offset,
                            target.size()),
                        m_path, {}, offset);
        }
        offset += static_cast<std::uint64_t>(got);
        target = target.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

Result<std::uint64_t> PlainFile::size() const {
    struct stat status {};
    if (::fstat(m_descriptor.get(), &status) != 0) {
        return openFailure(m_path, errno);
    }
    return static_cast<std::uint64_t>(status.st_size);
}

Result<const PlainFile*> ExpectedTensors::shard(std::uint32_t index) {
    auto found = m_shards.find(index);
    if (found == m_shards.end()) {
        Result<PlainFile> file = PlainFile::open(m_checkpoint.shards[index]->path());
        STOWAGE_TRY(file);
        if (m_shards.size() == kMaxOpenFiles) {
            const auto lastUse = [](const auto& shard) { return shard.second.lastUse; };
            m_shards.erase(std::ranges::min_element(m_shards, {}, lastUse));
        }
        found = m_shards.emplace(index, OpenShard{std::move(file).value(), 0}).first;
    }
    found->second.lastUse = ++m_uses;
    return &found->second.file;
}

Result<void> ExpectedTensors::read(std::uint32_t stored, DType loaded, std::uint64_t offset,
                                   std::span<std::byte> target, std::span<std::byte> scratch) {
    const DType from = m_checkpoint.tensors[stored].dtype;
    if (from == loaded) {
        return readDense(stored, offset, target);
    }
    const std::uint64_t fromBytes = storedBits(from) / 8;
    const std::uint64_t toBytes = storedBits(loaded) / 8;
    const std::span<std::byte> source = scratch.first(target.size() / toBytes * fromBytes);
    STOWAGE_TRY(readDense(stored, offset / toBytes * fromBytes, source));
    return m_backend.cast(from, source, loaded, target);
}

Result<void> ExpectedTensors::readDense(std::uint32_t stored, std::uint64_t offset,
                                        std::span<std::byte> target) {
    const StoredTensor& tensor = m_checkpoint.tensors[stored];
    if (!tensor.strides.empty()) {
        if (m_unfolded != stored) {
            STOWAGE_TRY(unfold(stored));
        }
        std::memcpy(target.data(), m_dense->bytes().data() + offset, target.size());
        return {};
    }
    const Result<const PlainFile*> file = shard(tensor.location.shard);
    STOWAGE_TRY(file);
    return (*file)->read(tensor.location.offset + offset, target);
}

Result<void> ExpectedTensors::unfold(std::uint32_t stored) {
    const StoredTensor& tensor = m_checkpoint.tensors[stored];
    m_dense.reset();
    m_unfolded.reset();
    const Result<const PlainFile*> file = shard(tensor.location.shard);
    STOWAGE_TRY(file);
    Result<HostScratch> extent = HostScratch::map(tensor.location.length);
    Result<HostScratch> dense = HostScratch::map(denseBytes(tensor));
    if (!extent || !dense) {
        return extent ? dense.unexpected() : extent.unexpected();
    }
    STOWAGE_TRY((*file)->read(tensor.location.offset, extent->bytes()));
    const std::uint64_t elementBytes = storedBits(tensor.dtype) / 8;
    std::vector<std::int64_t> index(tensor.shape.size(), 0);
    std::byte* to = dense->bytes().data();
    for (std::uint64_t left = elementCount(tensor.shape); left > 0; --left, to += elementBytes) {
        std::int64_t element = 0;
        for (std::size_t d = 0; d < index.size(); ++d) {
            element += index[d] * tensor.strides[d];
        }
        std::memcpy(to, extent->bytes().data() + static_cast<std::uint64_t>(element) * elementBytes,
                    elementBytes);
        for (std::size_t d = index.size(); d > 0 && ++index[d - 1] == tensor.shape[d - 1]; --d) {
            index[d - 1] = 0;
        }
    }
    const std::span<std::byte> unfolded = dense->bytes();
    std::rotate(unfolded.begin(),
                unfolded.begin() + static_cast<std::ptrdiff_t>(tensor.firstElement * elementBytes),
                unfolded.end());
    m_dense = std::move(dense).value();
    m_unfolded = stored;
    return {};
}

}  // namespace stowage
