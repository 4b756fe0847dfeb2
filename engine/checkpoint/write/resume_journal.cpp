// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/resume_journal.h"

#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <utility>

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

std::string journalText(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
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
                    say("The unfinished files beside %1 %2; run it without --resume to start over.",
                        path, reason),
                    path, "--resume");
    };
    if (journalText(line, "format") != kFormat) {
        return fail(ErrorCode::Malformed,
                    say("%1 is no journal of an unfinished run; run it without --resume to start "
                        "over.",
                        path),
                    path, {}, 0);
    }
    if (numberAt(line, "version") != kVersion) {
        return fail(ErrorCode::Unsupported,
                    say("%1 was written by another version of Stowage; run it without --resume to "
                        "start over.",
                        path),
                    path);
    }
    if (journalText(line, "source_state") != identity.sourceState) {
        const std::string source = journalText(line, "source");
        return source == identity.source
                   ? refuse(say("are of %1 as it was before it changed", source))
                   : refuse(say("are of %1, not of %2", quotedForMessage(source, 200),
                                quotedForMessage(identity.source, 200)));
    }
    if (journalText(line, "target") != identity.target ||
        journalText(line, "contents") != identity.contents) {
        return refuse(say("were begun with other options"));
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
        const int descriptor = ::open(
            path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, kMode);
        if (descriptor < 0) {
            return writeFailure(path, errno);
        }
        std::unique_ptr<ResumeJournal> journal(new ResumeJournal(path, descriptor));
        // Where a file system has no locks there is nothing better than to go on.
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            return fail(ErrorCode::InvalidArgument,
                        say("Another run is writing beside %1; wait for it or stop it.", path),
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
    return fail(ErrorCode::WriteFailed, say("%1 is removed again and again by other runs.", path),
                path);
}

ResumeJournal::~ResumeJournal() {
    ::close(m_descriptor);
}

Result<void> ResumeJournal::begin(const WriteIdentity& identity, Start start) {
    struct stat status {};
    if (::fstat(m_descriptor, &status) != 0) {
        return writeFailure(m_path, errno);
    }
    m_foundEarlier = status.st_size > 0;
    if (start == Start::Resume && m_foundEarlier) {
        if (static_cast<std::uint64_t>(status.st_size) > kMaxBytes) {
            return fail(ErrorCode::LimitExceeded,
                        say("%1 is larger than 256 MiB, which no journal is; run it without "
                            "--resume to start over.",
                            m_path),
                        m_path);
        }
        STOWAGE_TRY(read(identity));
    } else if (::ftruncate(m_descriptor, 0) != 0) {
        return writeFailure(m_path, errno);
    }
    const off_t length = ::lseek(m_descriptor, 0, SEEK_END);
    return length == 0 ? append(headerOf(identity)) : Result<void>();
}

Result<void> ResumeJournal::read(const WriteIdentity& identity) {
    const off_t size = ::lseek(m_descriptor, 0, SEEK_END);
    std::string text(static_cast<std::size_t>(std::max<off_t>(size, 0)), '\0');
    std::size_t filled = 0;
    while (filled < text.size()) {
        const ssize_t count = ::pread(m_descriptor, text.data() + filled, text.size() - filled,
                                      static_cast<off_t>(filled));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return openFailure(m_path, count < 0 ? errno : EIO);
        }
        filled += static_cast<std::size_t>(count);
    }
    std::size_t at = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', at)) {
        STOWAGE_TRY(readLine(text.substr(at, end - at), at, identity));
        at = end + 1;
    }
    // A line that a kill cut short says nothing.
    return ::ftruncate(m_descriptor, static_cast<off_t>(at)) == 0
               ? Result<void>()
               : Result<void>(writeFailure(m_path, errno));
}

Result<void> ResumeJournal::readLine(const std::string& text, std::uint64_t offset,
                                     const WriteIdentity& identity) {
    const auto line = parseJson(text, m_path, kLineLimits);
    const auto broken = [&] {
        return fail(ErrorCode::Malformed,
                    say("%1 is damaged at offset %2; run it without --resume to start over.",
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
    const std::string name = journalText(*line, "file");
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
    return ::fsync(m_descriptor) == 0 ? Result<void>() : Result<void>(writeFailure(m_path, errno));
}

Result<void> ResumeJournal::append(const std::string& line) {
    std::string_view rest;
    const std::string text = line + "\n";
    for (rest = text; !rest.empty();) {
        const ssize_t count = ::write(m_descriptor, rest.data(), rest.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return writeFailure(m_path, count < 0 ? errno : ENOSPC);
        }
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

}  // namespace stowage
