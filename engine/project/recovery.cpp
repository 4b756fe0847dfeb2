// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/recovery.h"

#include "engine/base/file_writer.h"
#include "engine/project/json_node.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
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

/// The start of a process, as proc(5) tells it; nothing where there is no such process, or where it
/// has ended and only waits to be asked for its status.
std::optional<std::uint64_t> startOf(std::int64_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    std::getline(file, line);
    // The second field is the program's name in brackets, which may hold blanks and brackets.
    const std::size_t name = line.rfind(')');
    if (name == std::string::npos) {
        return std::nullopt;
    }
    std::istringstream fields(line.substr(name + 1));
    std::string state;
    if (!(fields >> state) || state == "Z" || state == "X") {
        return std::nullopt;
    }
    std::string skipped;
    for (int field = 4; field < 22; ++field) {
        fields >> skipped;
    }
    std::uint64_t start = 0;
    return fields >> start ? std::optional(start) : std::nullopt;
}

Json recoveryToJson(const RecoveryEntry& entry) {
    return Json{{"date", entry.date},
                {"title", entry.title},
                {"project_path", entry.projectPath},
                {"process", entry.process.id},
                {"start", entry.process.start}};
}

/// What the file says of itself; nothing where it is no recovery file.
std::optional<RecoveryEntry> entryOf(const std::string& file) {
    const auto project = readProject(file);
    if (!project || !project->unknown || !project->unknown->contains(kRecoveryKey)) {
        return std::nullopt;
    }
    JsonTrouble trouble{file};
    const JsonNode node((*project->unknown)[kRecoveryKey], kRecoveryKey, trouble);
    RecoveryEntry entry;
    entry.file = file;
    std::uint64_t process = 0;
    node.at("date").read(entry.date);
    node.at("title").read(entry.title);
    node.at("project_path").read(entry.projectPath);
    node.at("process").required().read(process, std::numeric_limits<std::int32_t>::max());
    node.at("start").required().read(entry.process.start,
                                     std::numeric_limits<std::uint64_t>::max());
    entry.process.id = static_cast<std::int64_t>(process);
    return trouble.error ? std::nullopt : std::optional(std::move(entry));
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
    return failure ? Result<void>(fail(ErrorCode::WriteFailed,
                                       say("The folder %1 for recovery files cannot be made: %2.",
                                           folder, failure.message()),
                                       folder))
                   : Result<void>();
}

}  // namespace

ProcessMark thisProcess() {
    const auto id = static_cast<std::int64_t>(::getpid());
    return {id, startOf(id).value_or(0)};
}

bool isRunning(const ProcessMark& process) {
    return startOf(process.id) == process.start;
}

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

RecoveryFile::RecoveryFile(std::string folder, ProcessMark process, int window)
    : m_folder(std::move(folder)),
      m_path(m_folder + "/" + std::to_string(process.id) + "-" + std::to_string(process.start) +
             "-" + std::to_string(window) + kRecoveryEnding),
      m_process(process) {}

Result<void> RecoveryFile::write(const Project& project, const std::string& title,
                                 const std::string& projectPath, const std::string& now) {
    std::string text = projectToJson(project);
    if (text == m_written) {
        return {};
    }
    STOWAGE_TRY(makeRecoveryFolder(m_folder));
    Project marked = project;
    Json unknown = marked.unknown ? *marked.unknown : Json::object();
    unknown[kRecoveryKey] = recoveryToJson({m_path, now, title, projectPath, m_process});
    marked.unknown = std::make_shared<const Json>(std::move(unknown));
    auto file = AtomicFileWriter::create(m_path, AtomicFileWriter::Durability::Cached);
    STOWAGE_TRY(file);
    STOWAGE_TRY((*file)->append(projectToJson(marked)));
    STOWAGE_TRY((*file)->commit());
    m_written = std::move(text);
    return {};
}

Result<void> RecoveryFile::discard() {
    m_written.clear();
    return removeRecovery(m_path);
}

std::vector<RecoveryEntry> recoverable(const std::string& folder) {
    std::vector<RecoveryEntry> entries;
    std::error_code failure;
    for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
         at.increment(failure)) {
        const std::string file = at->path().string();
        auto entry = file.ends_with(kRecoveryEnding) ? entryOf(file) : std::nullopt;
        if (entry && !isRunning(entry->process)) {
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
