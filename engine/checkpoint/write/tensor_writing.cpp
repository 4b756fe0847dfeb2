// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/tensor_writing.h"

#include "engine/base/checksums.h"
#include "engine/base/integers.h"
#include "engine/base/strings.h"
#include "engine/model/tensor_spec.h"

#include <algorithm>
#include <unordered_set>

namespace stowage {
namespace {

constexpr std::uint64_t kWritingPieceBytes = std::uint64_t{4} << 20;

}  // namespace

Result<std::vector<std::uint64_t>> checkedTensorSizes(std::span<const TensorToWrite> tensors) {
    std::vector<std::uint64_t> sizes;
    std::unordered_set<std::string_view> names;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const TensorToWrite& tensor = tensors[i];
        const auto refuse = [&](const Message& reason) {
            return fail(ErrorCode::InvalidArgument,
                        say("The tensor %1 %2.", quotedForMessage(tensor.name), reason), {},
                        tensor.name);
        };
        if (!names.insert(tensor.name).second) {
            return refuse(say("would be written twice"));
        }
        if (!isValidUtf8(tensor.name)) {
            return refuse(say("has a name that is not valid UTF-8"));
        }
        const auto size = checkedByteSize(tensor.dtype, tensor.shape);
        const auto sum = size ? checkedAdd<std::uint64_t>(total, *size) : std::nullopt;
        const std::uint64_t count = checkedElementCount(tensor.shape).value_or(0);
        const bool fillsBytes = count % 8 * storedBits(tensor.dtype) % 8 == 0;
        if (!sum || !fillsBytes) {
            return refuse(say("has a size that a file cannot have"));
        }
        total = *sum;
        if (tensor.sameAs) {
            const bool fits = *tensor.sameAs < i && !tensors[*tensor.sameAs].sameAs &&
                              tensors[*tensor.sameAs].dtype == tensor.dtype &&
                              tensors[*tensor.sameAs].shape == tensor.shape;
            if (!fits) {
                return refuse(
                    say("is not a second name of an earlier tensor of the same shape and dtype"));
            }
        }
        sizes.push_back(*size);
    }
    return sizes;
}

TensorStream::TensorStream(const CheckpointWriteJob& job, AppendFile& file,
                           std::uint64_t bytesTotal)
    : m_job(job), m_file(file), m_throttle(job.progress) {
    m_progress.phase = phrase("write");
    m_progress.bytesTotal = bytesTotal;
    m_progress.itemsTotal = static_cast<std::uint64_t>(
        std::ranges::count_if(job.tensors, [](const auto& tensor) { return !tensor.sameAs; }));
}

Result<std::uint32_t> TensorStream::append(std::size_t index, std::uint64_t byteSize,
                                           Checksum checksum) {
    m_buffer.resize(std::max<std::size_t>(m_buffer.size(), std::min(kWritingPieceBytes, byteSize)));
    m_progress.currentItem = m_job.tensors[index].name;
    std::uint32_t crc = 0;
    for (std::uint64_t offset = 0; offset < byteSize;) {
        if (m_job.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("Writing %1 was stopped.", m_job.path),
                        m_job.path);
        }
        const auto piece =
            std::span(m_buffer).first(std::min(kWritingPieceBytes, byteSize - offset));
        STOWAGE_TRY(copy(index, offset, piece, checksum));
        if (checksum == Checksum::Crc32) {
            crc = crc32(crc, piece);
        }
        offset += piece.size();
        m_progress.bytesDone += piece.size();
        m_throttle.report(m_progress);
    }
    m_progress.itemsDone += 1;
    return crc;
}

Result<void> TensorStream::copy(std::size_t index, std::uint64_t offset, std::span<std::byte> piece,
                                Checksum checksum) {
    if (m_file.keptBytes() >= piece.size()) {
        return m_file.passKept(piece.size(),
                               checksum == Checksum::None ? std::span<std::byte>() : piece);
    }
    STOWAGE_TRY(m_job.source(index, offset, piece));
    return m_file.append(std::span<const std::byte>(piece));
}

Result<void> writeAtomically(const CheckpointWriteJob& job, const StreamFile& stream) {
    const auto file = AtomicFileWriter::create(job.path, job.durability);
    STOWAGE_TRY(file);
    const auto progress = stream(job, **file);
    STOWAGE_TRY(progress);
    STOWAGE_TRY((*file)->commit());
    if (job.progress) {
        job.progress(*progress);
    }
    return {};
}

}  // namespace stowage
