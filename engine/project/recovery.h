// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/project/project.h"

#include <string>
#include <vector>

namespace stowage {

/// ${XDG_STATE_HOME:-~/.local/state}/stowage/recovery; "" where the environment names no home.
[[nodiscard]] std::string defaultRecoveryFolder();

/// What a window that went without saving has left.
struct RecoveryEntry {
    std::string file;         ///< the recovery file
    std::string date;         ///< when it was written: ISO 8601 in UTC
    std::string title;        ///< what was open, for people
    std::string projectPath;  ///< the project's own file; "": it was never saved
};

/// The recovery file of one window, locked (flock(2)) as long as this lives: the system unlocks it
/// however its process ends, and whoever has the folder sees the lock, also out of another
/// container or, where the file system shares locks, on another machine. One thread at a time; it
/// remembers what it wrote last, so that the same project again costs no write.
class RecoveryFile {
public:
    /// Its name is one that no other has. Nothing is written yet.
    explicit RecoveryFile(std::string folder);
    ~RecoveryFile();
    RecoveryFile(const RecoveryFile&) = delete;
    RecoveryFile& operator=(const RecoveryFile&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    /// Writes the project under a temporary name and renames it; the page cache decides when it
    /// reaches the disk, since it is there for a program that ends and not for a power cut. `now`
    /// is the date. Makes the folder, for this person alone. Errors: those of writing.
    [[nodiscard]] Result<void> write(const Project& project, const std::string& title,
                                     const std::string& projectPath, const std::string& now);
    /// Takes the file away: all is saved, or wanted no more. Error: WriteFailed.
    [[nodiscard]] Result<void> discard();

private:
    void unlock();

    std::string m_folder;
    std::string m_path;
    std::string m_written;  ///< the project's text in the file; "": there is none
    int m_locked = -1;      ///< a descriptor of the file; -1: there is none
};

/// What windows have left that are gone, the newest first. Files that are no recovery files, and
/// broken ones, are passed over; a folder that is not there has none. Where the file system has no
/// locks, what a window that still is there has written looks left, too.
[[nodiscard]] std::vector<RecoveryEntry> recoverable(const std::string& folder);

/// The project of an entry. Errors: as readProject().
[[nodiscard]] Result<Project> readRecovery(const RecoveryEntry& entry);

/// Takes an entry's file away. Error: WriteFailed.
[[nodiscard]] Result<void> discardRecovery(const RecoveryEntry& entry);

}  // namespace stowage
