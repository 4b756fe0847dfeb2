// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/staged_file.h"

#include "engine/base/checksums.h"
#include "engine/base/error_conversion.h"
#include "engine/base/random_access_file.h"
#include "engine/checkpoint/write/target_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

namespace stowage {
namespace {

/// The system is asked to write back in such steps, so that a sync finds little left to do.
constexpr std::uint64_t kWriteBackBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kCheckedPieceBytes = std::uint64_t{1} << 20;

}  // namespace

Result<std::unique_ptr<StagedFile>> StagedFile::open(std::string path,
                                                     const std::string& stagedPath,
                                                     const KeptFile& kept, StagedFileHooks hooks) {
    constexpr mode_t kMode = 0666;
    const int descriptor =
        ::open(stagedPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kMode);
    if (descriptor < 0) {
        return writeFailure(stagedPath, errno);
    }
    std::unique_ptr<StagedFile> file(
        new StagedFile(std::move(path), stagedPath, descriptor, kept, std::move(hooks)));
    if (::ftruncate(descriptor, static_cast<off_t>(kept.bytes)) != 0) {
        return writeFailure(stagedPath, errno);
    }
    return file;
}

StagedFile::StagedFile(std::string path, std::string stagedPath, int descriptor,
                       const KeptFile& kept, StagedFileHooks hooks)
    : m_path(std::move(path)),
      m_stagedPath(std::move(stagedPath)),
      m_descriptor(descriptor),
      m_hooks(std::move(hooks)),
      m_kept(kept.bytes),
      m_begun(kept.bytes),
      m_synced(kept.bytes),
      m_crc(kept.crc) {}

StagedFile::~StagedFile() {
    ::close(m_descriptor);
}

std::uint64_t StagedFile::keptBytes() const {
    return m_kept - std::min(m_kept, m_position);
}

Result<void> StagedFile::passKept(std::uint64_t count, std::span<std::byte> target) {
    if (count > keptBytes()) {
        return fail(ErrorCode::Internal, say("%1 has kept fewer bytes.", m_path), m_path);
    }
    std::uint64_t at = m_position;
    while (!target.empty()) {
        const ssize_t read =
            ::pread(m_descriptor, target.data(), target.size(), static_cast<off_t>(at));
        if (read < 0 && errno == EINTR) {
            continue;
        }
        if (read <= 0) {
            return openFailure(m_stagedPath, read < 0 ? errno : EIO);
        }
        at += static_cast<std::uint64_t>(read);
        target = target.subspan(static_cast<std::size_t>(read));
    }
    m_position += count;
    return {};
}

Result<void> StagedFile::append(std::span<const std::byte> bytes) {
    const std::uint64_t kept = std::min<std::uint64_t>(bytes.size(), keptBytes());
    m_position += kept;
    bytes = bytes.subspan(kept);
    if (bytes.empty()) {
        return {};
    }
    STOWAGE_TRY(write(bytes));
    m_crc = crc32c(m_crc, bytes);
    m_position += bytes.size();
    if (isSynced() && m_position - m_begun >= kWriteBackBytes) {
        // Only a hint: whether it helps or not, sync() decides.
        [[maybe_unused]] const int asked =
            ::sync_file_range(m_descriptor, static_cast<off_t>(m_begun),
                              static_cast<off_t>(m_position - m_begun), SYNC_FILE_RANGE_WRITE);
        m_begun = m_position;
    }
    return m_position - m_synced >= m_hooks.syncBytes ? sync() : Result<void>();
}

Result<void> StagedFile::write(std::span<const std::byte> bytes) {
    if (m_hooks.fault) {
        STOWAGE_TRY(m_hooks.fault(m_path, bytes.size()));
    }
    std::uint64_t at = m_position;
    if (at > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max()) - bytes.size()) {
        return writeFailure(m_path, EFBIG);
    }
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return writeFailure(m_path, count < 0 ? errno : ENOSPC);
        }
        at += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> StagedFile::sync() {
    if (m_position <= m_synced) {
        return {};
    }
    if (isSynced() && ::fdatasync(m_descriptor) != 0) {
        return writeFailure(m_path, errno);
    }
    m_synced = m_position;
    return m_hooks.synced ? m_hooks.synced(state()) : Result<void>();
}

Result<void> StagedFile::finish() {
    if (keptBytes() > 0) {
        return fail(
            ErrorCode::Malformed,
            say("%1 has more bytes than %2 will have; run it without --resume to start over.",
                m_stagedPath, m_path),
            m_stagedPath);
    }
    m_isFinished = true;
    return {};
}

Result<void> StagedFile::moveTo(const std::string& path) {
    markAsWritten(m_descriptor);
    if (isSynced() && ::fsync(m_descriptor) != 0) {
        return writeFailure(m_path, errno);
    }
    return std::rename(m_stagedPath.c_str(), path.c_str()) == 0
               ? Result<void>()
               : Result<void>(writeFailure(path, errno));
}

Result<bool> holdsKeptBytes(const std::string& path, const KeptFile& kept,
                            const std::function<Result<void>(std::uint64_t bytes)>& step) {
    const auto file = RandomAccessFile::open(path);
    if (!file) {
        const ErrorCode code = file.error().code;
        const bool isAbsent = code == ErrorCode::FileNotFound || code == ErrorCode::NotARegularFile;
        return isAbsent ? Result<bool>(false) : file.unexpected();
    }
    const bool fits =
        kept.isComplete ? (*file)->size() == kept.bytes : (*file)->size() >= kept.bytes;
    if (!fits) {
        return false;
    }
    std::vector<std::byte> buffer(std::min(kCheckedPieceBytes, kept.bytes));
    std::uint32_t crc = 0;
    for (std::uint64_t at = 0; at < kept.bytes;) {
        const auto piece =
            std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), kept.bytes - at));
        STOWAGE_TRY((*file)->readAt(at, piece));
        crc = crc32c(crc, piece);
        at += piece.size();
        STOWAGE_TRY(step(piece.size()));
    }
    return crc == kept.crc;
}

}  // namespace stowage
