// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/recovery.h"

#include "engine/base/field_table.h"
#include "engine/base/file_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <optional>
#include <random>
#include <sstream>
#include <system_error>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A recovery file is a project with this member beside its own, so that it opens like any other.
constexpr const char* kRecoveryKey = "recovery";
constexpr const char* kRecoveryEnding = ".stowage";

/// Whether the window that wrote it is still there.
bool isLocked(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const bool isTaken =
        descriptor >= 0 && ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return isTaken;
}

std::string freshName() {
    std::random_device random;
    std::ostringstream name;
    name << std::hex << std::setfill('0');
    for (int part = 0; part < 4; ++part) {
        name << std::setw(8) << random();
    }
    return name.str() + kRecoveryEnding;
}

constexpr Field<RecoveryEntry> kEntryFields[] = {
    field<Text, &RecoveryEntry::date>("date"), field<Text, &RecoveryEntry::title>("title"),
    field<Text, &RecoveryEntry::projectPath>("project_path")};
using EntryCodec = Object<kEntryFields>;

/// What the file says of itself; nothing where it is no recovery file.
std::optional<RecoveryEntry> entryOf(const std::string& file) {
    const auto project = readProject(file);
    if (!project || !project->unknown || !project->unknown->contains(kRecoveryKey)) {
        return std::nullopt;
    }
    RecoveryEntry entry;
    entry.file = file;
    const auto read = EntryCodec::read((*project->unknown)[kRecoveryKey], entry);
    return read ? std::optional(std::move(entry)) : std::nullopt;
}

Result<void> removeRecovery(const std::string& file) {
    std::error_code failure;
    fs::remove(file, failure);
    return failure ? Result<void>(fail(ErrorCode::WriteFailed,
                                       say("The recovery file %1 cannot be removed: %2.", file,
                                           failure.message()),
                                       file))
                   : Result<void>();
}

/// The folder with all above it; what is in it is for this person alone.
Result<void> makeRecoveryFolder(const std::string& folder) {
    std::error_code failure;
    if (fs::is_directory(folder, failure)) {
        return {};
    }
    fs::create_directories(folder, failure);
    if (!failure) {
        fs::permissions(folder, fs::perms::owner_all, failure);
    }
    return failure
               ? Result<void>(fail(ErrorCode::WriteFailed,
                                   say("The folder %1 for recovery files cannot be created: %2.",
                                       folder, failure.message()),
                                   folder))
               : Result<void>();
}

}  // namespace

std::string defaultRecoveryFolder() {
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    std::string base = variable("XDG_STATE_HOME");
    if (base.empty()) {
        const std::string home = variable("HOME");
        base = home.empty() ? "" : home + "/.local/state";
    }
    return base.empty() ? "" : base + "/stowage/recovery";
}

RecoveryFile::RecoveryFile(std::string folder)
    : m_folder(std::move(folder)), m_path(m_folder + "/" + freshName()) {}

RecoveryFile::~RecoveryFile() {
    unlock();
}

void RecoveryFile::unlock() {
    if (m_locked >= 0) {
        ::close(std::exchange(m_locked, -1));
    }
}

Result<void> RecoveryFile::write(const Project& project, const std::string& title,
                                 const std::string& projectPath, const std::string& now) {
    std::string text = projectToJson(project);
    if (text == m_written) {
        return {};
    }
    STOWAGE_TRY(makeRecoveryFolder(m_folder));
    Project marked = project;
    Json unknown = marked.unknown ? *marked.unknown : Json::object();
    unknown[kRecoveryKey] = EntryCodec::write(RecoveryEntry{m_path, now, title, projectPath});
    marked.unknown = std::make_shared<const Json>(std::move(unknown));
    auto file = AtomicFileWriter::create(m_path, AtomicFileWriter::Durability::Cached);
    STOWAGE_TRY(file);
    STOWAGE_TRY((*file)->append(projectToJson(marked)));
    // Before it has its name, so that nobody finds it unlocked; what it replaces is locked till
    // then.
    const int locked = ::fcntl((*file)->descriptor(), F_DUPFD_CLOEXEC, 0);
    ::flock(locked, LOCK_EX | LOCK_NB);  // there is nothing better where there are no locks
    if (auto done = (*file)->commit(); !done) {
        ::close(locked);
        return done;
    }
    unlock();
    m_locked = locked;
    m_written = std::move(text);
    return {};
}

Result<void> RecoveryFile::discard() {
    m_written.clear();
    Result<void> removed = removeRecovery(m_path);
    unlock();
    return removed;
}

std::vector<RecoveryEntry> recoverable(const std::string& folder) {
    std::vector<RecoveryEntry> entries;
    std::error_code failure;
    for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
         at.increment(failure)) {
        const std::string file = at->path().string();
        if (!file.ends_with(kRecoveryEnding) || isLocked(file)) {
            continue;
        }
        if (auto entry = entryOf(file)) {
            entries.push_back(*std::move(entry));
        }
    }
    std::ranges::sort(entries, [](const RecoveryEntry& a, const RecoveryEntry& b) {
        return std::tie(b.date, b.file) < std::tie(a.date, a.file);
    });
    return entries;
}

Result<Project> readRecovery(const RecoveryEntry& entry) {
    auto project = readProject(entry.file);
    STOWAGE_TRY(project);
    if (project->unknown) {
        Json unknown = *project->unknown;
        unknown.erase(kRecoveryKey);
        project->unknown =
            unknown.empty() ? nullptr : std::make_shared<const Json>(std::move(unknown));
    }
    return project;
}

Result<void> discardRecovery(const RecoveryEntry& entry) {
    return removeRecovery(entry.file);
}

}  // namespace stowage
