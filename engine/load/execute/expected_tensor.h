// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/load/staging_ring.h"
#include "engine/load/tensor_backend.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace stowage {

/// A file opened again and read plainly, on purpose apart from RandomAccessFile: what verifies a
/// load must not share its reading with it.
class PlainFile {
public:
    /// Errors: FileNotFound, PermissionDenied, ReadFailed.
    [[nodiscard]] static Result<PlainFile> open(const std::string& path);

    /// Errors: Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> target) const;
    [[nodiscard]] Result<std::uint64_t> size() const;

private:
    PlainFile(std::string path, FileDescriptor descriptor)
        : m_path(std::move(path)), m_descriptor(std::move(descriptor)) {}
    std::string m_path;
    FileDescriptor m_descriptor;
};

/// What a tensor should hold, read from the checkpoint's files a second time: fresh descriptors (at
/// most kMaxOpenFiles), plain reads, strides walked element by element in C++. Only casts go
/// through LibTorch again.
class ExpectedTensors {
public:
    static constexpr std::size_t kMaxOpenFiles = 32;

    ExpectedTensors(const Checkpoint& checkpoint, TensorBackend& backend)
        : m_checkpoint(checkpoint), m_backend(backend) {}

    /// Bytes [offset, offset + target.size()) of a stored tensor in C order in dtype `loaded`;
    /// whole elements. `scratch` is at least as large as these elements in the stored dtype.
    /// Tensors are best asked for one after another: a strided one is kept until the next.
    [[nodiscard]] Result<void> read(std::uint32_t stored, DType loaded, std::uint64_t offset,
                                    std::span<std::byte> target, std::span<std::byte> scratch);

private:
    [[nodiscard]] Result<const PlainFile*> shard(std::uint32_t index);
    [[nodiscard]] Result<void> readDense(std::uint32_t stored, std::uint64_t offset,
                                         std::span<std::byte> target);
    [[nodiscard]] Result<void> unfold(std::uint32_t stored);

    const Checkpoint& m_checkpoint;
    TensorBackend& m_backend;
    struct OpenShard {
        PlainFile file;
        std::uint64_t lastUse = 0;
    };
    std::map<std::uint32_t, OpenShard> m_shards;  ///< a folder may have 100,000 files: few are open
    std::uint64_t m_uses = 0;
    std::optional<std::uint32_t> m_unfolded;  ///< the strided tensor that m_dense holds
    std::optional<HostScratch> m_dense;
};

}  // namespace stowage
