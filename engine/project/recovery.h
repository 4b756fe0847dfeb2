// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/project/project.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stowage {

/// A running process: a number that the system gives again has another start.
struct ProcessMark {
    std::int64_t id = 0;
    std::uint64_t start = 0;  ///< clock ticks after the system's start (proc(5), stat, field 22)
    friend bool operator==(const ProcessMark&, const ProcessMark&) = default;
};
/// The mark of this process.
[[nodiscard]] ProcessMark thisProcess();
/// Whether it still runs. Another process under the same number is not it.
[[nodiscard]] bool isRunning(const ProcessMark& process);

/// ${XDG_STATE_HOME:-~/.local/state}/stowage/recovery; "" where the environment names no home.
[[nodiscard]] std::string defaultRecoveryFolder();

/// What a window that went without saving has left.
struct RecoveryEntry {
    std::string file;         ///< the recovery file
    std::string date;         ///< when it was written: ISO 8601 in UTC
    std::string title;        ///< what was open, for people
    std::string projectPath;  ///< the project's own file; "": it was never saved
    ProcessMark process{};
};

/// The recovery file of one window. One thread at a time; it remembers what it wrote last, so that
/// the same project again costs no write.
class RecoveryFile {
public:
    /// `window` tells several windows of one process apart. Nothing is written yet.
    explicit RecoveryFile(std::string folder, ProcessMark process = thisProcess(), int window = 0);

    [[nodiscard]] const std::string& path() const { return m_path; }
    /// Writes the project under a temporary name and renames it; the page cache decides when it
    /// reaches the disk, since it is there for a program that ends and not for a power cut. `now`
    /// is the date. Makes the folder, for this person alone. Errors: those of writing.
    [[nodiscard]] Result<void> write(const Project& project, const std::string& title,
                                     const std::string& projectPath, const std::string& now);
    /// Takes the file away: all is saved, or wanted no more. Error: WriteFailed.
    [[nodiscard]] Result<void> discard();

private:
    std::string m_folder;
    std::string m_path;
    ProcessMark m_process;
    std::string m_written;  ///< the project's text in the file; "": there is none
};

/// What windows have left whose process is gone, the newest first. Files that are no recovery
/// files, and broken ones, are passed over; a folder that is not there has none.
[[nodiscard]] std::vector<RecoveryEntry> recoverable(const std::string& folder);

/// The project of an entry. Errors: as readProject().
[[nodiscard]] Result<Project> readRecovery(const RecoveryEntry& entry);

/// Takes an entry's file away. Error: WriteFailed.
[[nodiscard]] Result<void> discardRecovery(const RecoveryEntry& entry);

}  // namespace stowage
