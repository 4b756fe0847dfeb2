// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/resumable_write.h"
#include "engine/checkpoint/resume_journal.h"
#include "engine/checkpoint/staged_file.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stowage {

/// The files of a resumable write until they have their names: the hidden folder with its journal,
/// what an earlier run left there, and the move to where they belong. One thread; `write` must
/// outlive it.
class UnfinishedSet {
public:
    /// Told bytes that were read to check sums; its failure ends the check.
    using Step = std::function<Result<void>(std::uint64_t bytes)>;

    explicit UnfinishedSet(const ResumableWrite& write);

    /// Makes the folders, takes the journal, and finds or throws away what an earlier run left.
    /// Errors: those of writeResumably before anything is written.
    [[nodiscard]] Result<void> open(const Step& step);

    /// Whether the file is complete, on the disk, and only to be moved (or moved already).
    [[nodiscard]] bool isComplete(std::size_t file) const { return !m_places[file].path.empty(); }
    /// Starts a file, or takes it up after the bytes that are kept of it.
    [[nodiscard]] Result<std::unique_ptr<StagedFile>> begin(std::size_t file, const Step& step);
    /// Takes a finished file. Several small ones are synced together.
    [[nodiscard]] Result<void> take(std::size_t file, std::unique_ptr<StagedFile> staged);
    /// Brings what was taken to the disk.
    [[nodiscard]] Result<void> sync();
    /// Gives all files their names, the last one last, and removes the hidden folder.
    [[nodiscard]] Result<void> publish();

    /// Ends a run that failed: what can be taken up stays, and the error says so; else nothing.
    [[nodiscard]] Error abandon(Error error);

    /// Ends a run whose work is worth nothing: no trace of it stays.
    void discard();

    [[nodiscard]] const ResumableOutcome& outcome() const { return m_outcome; }

private:
    /// Where a complete file lies; empty: it is still to be written.
    struct Place {
        std::string path;
        bool isMoved = false;  ///< it has its final name
    };
    struct Waiting {
        std::size_t file = 0;
        std::unique_ptr<StagedFile> staged;
    };

    [[nodiscard]] std::string finalPath(std::size_t file) const;
    [[nodiscard]] std::string stagedPath(std::size_t file) const;
    [[nodiscard]] std::string partPath(std::size_t file) const;
    [[nodiscard]] bool isOwn(std::size_t file) const;
    [[nodiscard]] Result<void> makeFolders();
    [[nodiscard]] Result<void> clear() const;
    [[nodiscard]] Result<void> checkTarget();
    [[nodiscard]] Result<void> findKept(const Step& step);
    [[nodiscard]] Result<Place> findKeptFile(std::size_t file, const KeptFile& kept,
                                             const Step& step) const;
    [[nodiscard]] Result<void> checkFreeSpace() const;
    [[nodiscard]] Result<void> clearWay() const;
    [[nodiscard]] Result<void> moveAll() const;
    void removeStaging() const;

    const ResumableWrite& m_write;
    std::string m_staging;
    std::unique_ptr<ResumeJournal> m_journal;
    std::vector<Place> m_places;         ///< one a file
    std::vector<std::string> m_leaving;  ///< of an older set; goes when this one comes
    std::vector<Waiting> m_waiting;
    std::uint64_t m_waitingBytes = 0;
    ResumableOutcome m_outcome;
    bool m_madeFolder = false;
    bool m_ownIsMoved = false;
};

}  // namespace stowage
