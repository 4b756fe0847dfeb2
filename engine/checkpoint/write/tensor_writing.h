// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_writer.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/model/dtype.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// One tensor of a checkpoint to be written.
struct TensorToWrite {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    /// Index of an earlier tensor of which this is a second name; its bytes are not asked for.
    std::optional<std::size_t> sameAs{};
};

/// Fills `target` with bytes of tensor number `index` (C order) from byte `offset` of it on.
/// Each tensor is asked for once, front to back, in pieces of at most 4 MiB.
using TensorSource = std::function<Result<void>(std::size_t index, std::uint64_t offset,
                                                std::span<std::byte> target)>;

/// What the checkpoint writers have in common. The file appears under `path` only when it is
/// complete; stopped or failed, nothing is left.
struct CheckpointWriteJob {
    std::string path;
    std::span<const TensorToWrite> tensors;
    TensorSource source;
    std::stop_token stop{};
    ProgressSink progress{};
    AtomicFileWriter::Durability durability = AtomicFileWriter::Durability::Synced;
};

/// Checks names, shapes and second names of a job and returns each tensor's bytes.
/// Errors: InvalidArgument.
[[nodiscard]] Result<std::vector<std::uint64_t>> checkedTensorSizes(
    std::span<const TensorToWrite> tensors);

/// Streams tensors into a file: the loop that all writers share.
class TensorStream {
public:
    TensorStream(const CheckpointWriteJob& job, AppendFile& file, std::uint64_t bytesTotal);

    /// Appends one tensor's bytes and returns their CRC-32 (0 unless wanted). The source is not
    /// asked for what the file has kept. Errors: those of the source, Cancelled, DiskFull,
    /// WriteFailed.
    enum class Checksum { None, Crc32 };
    [[nodiscard]] Result<std::uint32_t> append(std::size_t index, std::uint64_t byteSize,
                                               Checksum checksum);
    /// How far it is; to be reported once more when the file has its name.
    [[nodiscard]] const Progress& progress() const { return m_progress; }

private:
    [[nodiscard]] Result<void> copy(std::size_t index, std::uint64_t offset,
                                    std::span<std::byte> piece, Checksum checksum);

    const CheckpointWriteJob& m_job;
    AppendFile& m_file;
    ProgressThrottle m_throttle;
    Progress m_progress;
    std::vector<std::byte> m_buffer;
};

/// Writes a job's tensors into a file and returns the progress at its end.
using StreamFile = std::function<Result<Progress>(const CheckpointWriteJob& job, AppendFile& file)>;

/// Runs `stream` on a new file that gets its name only when it is complete.
/// Errors: those of `stream`, PermissionDenied, FileNotFound, DiskFull, WriteFailed.
[[nodiscard]] Result<void> writeAtomically(const CheckpointWriteJob& job, const StreamFile& stream);

}  // namespace stowage
