// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/resume_journal.h"

#include "engine/base/checksums.h"
#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/write/target_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "stowage.resume";
constexpr int kVersion = 1;
/// A million files of a long name each.
constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20;
constexpr JsonLimits kLineLimits{std::size_t{1} << 20, 4};

std::string headerOf(const WriteIdentity& identity) {
    return jsonText(Json{{"format", kFormat},
                         {"version", kVersion},
                         {"source", identity.source},
                         {"source_state", identity.sourceState},
                         {"target", identity.target},
                         {"contents", identity.contents}});
}

/// A whole number of an object; nothing where it is none.
std::optional<std::uint64_t> numberAt(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned()
               ? std::optional(found->get<std::uint64_t>())
               : std::nullopt;
}

Result<void> checkHeader(const Json& line, const WriteIdentity& identity, const std::string& path) {
    const auto refuse = [&](const Message& reason) {
        return fail(ErrorCode::InvalidArgument,
                    say("The unfinished files next to %1 %2; run the command without --resume to "
                        "start over.",
                        path, reason),
                    path, "--resume");
    };
    if (textMember(line, "format") != kFormat) {
        return fail(ErrorCode::Malformed,
                    say("%1 is not the journal of an unfinished write; run the command without "
                        "--resume to start over.",
                        path),
                    path, {}, 0);
    }
    if (numberAt(line, "version") != kVersion) {
        return fail(ErrorCode::Unsupported,
                    say("%1 was written by another version of Stowage; run the command without "
                        "--resume to start over.",
                        path),
                    path);
    }
    if (textMember(line, "source_state") != identity.sourceState) {
        const std::string source = textMember(line, "source");
        return source == identity.source
                   ? refuse(say("belong to an earlier state of %1", source))
                   : refuse(say("belong to %1, not to %2", quotedForMessage(source, 200),
                                quotedForMessage(identity.source, 200)));
    }
    if (textMember(line, "target") != identity.target ||
        textMember(line, "contents") != identity.contents) {
        return refuse(say("were written with other options"));
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<ResumeJournal>> ResumeJournal::open(const std::string& path,
                                                           const WriteIdentity& identity,
                                                           Start start) {
    constexpr mode_t kMode = 0666;
    constexpr int kAttempts = 8;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        FileDescriptor opened(
            ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
                   kMode));
        if (opened.get() < 0) {
            return writeFailure(path, errno);
        }
        const int descriptor = opened.get();
        std::unique_ptr<ResumeJournal> journal(new ResumeJournal(path, std::move(opened)));
        // Where a file system has no locks there is nothing better than to go on.
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            return fail(
                ErrorCode::InvalidArgument,
                say("Another process is writing next to %1; wait until it finishes, or stop it.",
                    path),
                path);
        }
        struct stat status {};
        if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
            return fail(ErrorCode::NotARegularFile,
                        say("%1 is not a regular file; remove it.", path), path);
        }
        if (status.st_nlink == 0) {
            continue;  // the run that had it has just ended
        }
        const auto begun = journal->begin(identity, start);
        return begun ? Result<std::unique_ptr<ResumeJournal>>(std::move(journal))
                     : begun.unexpected();
    }
    return fail(ErrorCode::WriteFailed,
                say("Other processes repeatedly remove %1; wait until they finish.", path), path);
}

Result<void> ResumeJournal::begin(const WriteIdentity& identity, Start start) {
    struct stat status {};
    if (::fstat(m_descriptor.get(), &status) != 0) {
        return writeFailure(m_path, errno);
    }
    m_foundEarlier = status.st_size > 0;
    if (start == Start::Resume && m_foundEarlier) {
        if (static_cast<std::uint64_t>(status.st_size) > kMaxBytes) {
            return fail(ErrorCode::LimitExceeded,
                        say("%1 is larger than 256 MiB, which is too large for a journal; run the "
                            "command without --resume to start over.",
                            m_path),
                        m_path);
        }
        STOWAGE_TRY(read(identity));
    } else if (::ftruncate(m_descriptor.get(), 0) != 0) {
        return writeFailure(m_path, errno);
    }
    const off_t length = ::lseek(m_descriptor.get(), 0, SEEK_END);
    return length == 0 ? append(headerOf(identity)) : Result<void>();
}

Result<void> ResumeJournal::read(const WriteIdentity& identity) {
    const off_t size = ::lseek(m_descriptor.get(), 0, SEEK_END);
    std::string text(static_cast<std::size_t>(std::max<off_t>(size, 0)), '\0');
    if (const auto failure = m_descriptor.readAt(0, std::as_writable_bytes(std::span(text)))) {
        return openFailure(m_path, *failure != 0 ? *failure : EIO);
    }
    std::size_t at = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', at)) {
        STOWAGE_TRY(readLine(text.substr(at, end - at), at, identity));
        at = end + 1;
    }
    // A line that a kill cut short says nothing.
    return ::ftruncate(m_descriptor.get(), static_cast<off_t>(at)) == 0
               ? Result<void>()
               : Result<void>(writeFailure(m_path, errno));
}

Result<void> ResumeJournal::readLine(const std::string& text, std::uint64_t offset,
                                     const WriteIdentity& identity) {
    const auto line = parseJson(text, m_path, kLineLimits);
    const auto broken = [&] {
        return fail(
            ErrorCode::Malformed,
            say("%1 is damaged at offset %2; run the command without --resume to start over.",
                m_path, offset),
            m_path, {}, offset);
    };
    if (!line || !line->is_object()) {
        return broken();
    }
    if (offset == 0) {
        return checkHeader(*line, identity, m_path);
    }
    if (line->contains("publishing")) {
        m_wasPublishing = true;
        return {};
    }
    const std::string name = textMember(*line, "file");
    const auto bytes = numberAt(*line, "bytes");
    const auto crc = numberAt(*line, "crc32c");
    if (name.empty() || !bytes || !crc || *crc > std::numeric_limits<std::uint32_t>::max()) {
        return broken();
    }
    m_kept[name] = {*bytes, static_cast<std::uint32_t>(*crc),
                    line->value("complete", Json(false)) == Json(true)};
    return {};
}

const KeptFile* ResumeJournal::find(const std::string& name) const {
    const auto found = m_kept.find(name);
    return found == m_kept.end() ? nullptr : &found->second;
}

Result<void> ResumeJournal::note(const std::string& name, const KeptFile& kept) {
    m_kept[name] = kept;
    Json line{{"file", name}, {"bytes", kept.bytes}, {"crc32c", kept.crc}};
    if (kept.isComplete) {
        line["complete"] = true;
    }
    return append(jsonText(line));
}

Result<void> ResumeJournal::notePublishing() {
    if (const auto done = append(jsonText(Json{{"publishing", true}})); !done) {
        return done;
    }
    return ::fsync(m_descriptor.get()) == 0 ? Result<void>()
                                            : Result<void>(writeFailure(m_path, errno));
}

Result<void> ResumeJournal::append(const std::string& line) {
    const std::string text = line + "\n";
    return writeStream(m_descriptor.get(), std::as_bytes(std::span(text)), m_path);
}

namespace {

/// The system is asked to write back in such steps, so that a sync finds little left to do.
constexpr std::uint64_t kWriteBackBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kCheckedPieceBytes = std::uint64_t{1} << 20;

}  // namespace

Result<std::unique_ptr<StagedFile>> StagedFile::open(std::string path,
                                                     const std::string& stagedPath,
                                                     const KeptFile& kept, StagedFileHooks hooks) {
    constexpr mode_t kMode = 0666;
    FileDescriptor descriptor(
        ::open(stagedPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kMode));
    if (descriptor.get() < 0 ||
        ::ftruncate(descriptor.get(), static_cast<off_t>(kept.bytes)) != 0) {
        return writeFailure(stagedPath, errno);
    }
    return std::unique_ptr<StagedFile>(
        new StagedFile(std::move(path), stagedPath, std::move(descriptor), kept, std::move(hooks)));
}

StagedFile::StagedFile(std::string path, std::string stagedPath, FileDescriptor descriptor,
                       const KeptFile& kept, StagedFileHooks hooks)
    : m_path(std::move(path)),
      m_stagedPath(std::move(stagedPath)),
      m_descriptor(std::move(descriptor)),
      m_hooks(std::move(hooks)),
      m_kept(kept.bytes),
      m_begun(kept.bytes),
      m_synced(kept.bytes),
      m_crc(kept.crc) {}

std::uint64_t StagedFile::keptBytes() const {
    return m_kept - std::min(m_kept, m_position);
}

Result<void> StagedFile::passKept(std::uint64_t count, std::span<std::byte> target) {
    if (count > keptBytes()) {
        return fail(ErrorCode::Internal, say("%1 has fewer stored bytes than requested.", m_path),
                    m_path);
    }
    if (const auto failure = m_descriptor.readAt(m_position, target)) {
        return openFailure(m_stagedPath, *failure != 0 ? *failure : EIO);
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
            ::sync_file_range(m_descriptor.get(), static_cast<off_t>(m_begun),
                              static_cast<off_t>(m_position - m_begun), SYNC_FILE_RANGE_WRITE);
        m_begun = m_position;
    }
    return m_position - m_synced >= m_hooks.syncBytes ? sync() : Result<void>();
}

Result<void> StagedFile::write(std::span<const std::byte> bytes) {
    if (m_hooks.fault) {
        STOWAGE_TRY(m_hooks.fault(m_path, bytes.size()));
    }
    return m_descriptor.writeAt(m_position, bytes, m_path);
}

Result<void> StagedFile::sync() {
    if (m_position <= m_synced) {
        return {};
    }
    if (isSynced() && ::fdatasync(m_descriptor.get()) != 0) {
        return writeFailure(m_path, errno);
    }
    m_synced = m_position;
    return m_hooks.synced ? m_hooks.synced(state()) : Result<void>();
}

Result<void> StagedFile::finish() {
    if (keptBytes() > 0) {
        return fail(ErrorCode::Malformed,
                    say("The unfinished file %1 has more bytes than %2 will have; run the command "
                        "without --resume to start over.",
                        m_stagedPath, m_path),
                    m_stagedPath);
    }
    m_isFinished = true;
    return {};
}

Result<void> StagedFile::moveTo(const std::string& path) {
    markAsWritten(m_descriptor.get());
    if (isSynced() && ::fsync(m_descriptor.get()) != 0) {
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
