// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_writer.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/checkpoint/write/resume_journal.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// One file of a set that is written resumably.
struct ResumableFile {
    std::string name;               ///< relative to the folder; at most one folder deep
    std::uint64_t tensorBytes = 0;  ///< for the progress
    std::uint64_t tensorCount = 0;
    /// The whole file where it is small and known; else `ResumableWrite::writeFile` is asked.
    std::optional<std::string> text{};
};

/// A set of files that is to appear in a folder when all of it is complete.
struct ResumableWrite {
    std::string folder;  ///< made where it is missing; its parent must be there
    WriteIdentity identity;
    std::vector<ResumableFile>
        files;  ///< in the order in which they appear: what opens the set last
    /// A folder of the folder that belongs to the set alone and appears at once; "": none.
    std::string ownFolder{};
    /// Names in the folder that would contradict the set; see TargetNames.
    std::function<bool(std::string_view)> isContradiction{};
    /// Writes file number `file`; the same bytes each time.
    std::function<Result<Progress>(std::size_t file, AppendFile& target, const ProgressSink& sink)>
        writeFile;
    /// Asked when all is written and before anything gets its name; may be empty. Where it fails,
    /// nothing is kept.
    std::function<Result<void>()> check{};
    ResumeJournal::Start start = ResumeJournal::Start::Over;
    std::uint64_t syncBytes = std::uint64_t{64} << 20;  ///< written between two syncs
    AtomicFileWriter::Durability durability = AtomicFileWriter::Durability::Synced;
    WriteFault fault{};
    std::stop_token stop{};
    ProgressSink progress{};
};

/// What a resumable write did.
struct ResumableOutcome {
    std::uint64_t fileBytes = 0;  ///< of all files
    std::uint64_t keptBytes = 0;  ///< of these, what an earlier run had written
    bool isResumed = false;       ///< an earlier run was taken up
    bool isDiscarded = false;     ///< an earlier run was thrown away
};

/// Name of the hidden folder in which unfinished files and the journal lie.
inline constexpr const char* kUnfinishedFolder = ".stowage-unfinished";

/// Writes the files into `folder`/.stowage-unfinished, each synced before it counts as complete;
/// then they move to their names, the last one last, and the hidden folder goes. So nothing
/// incomplete ever has a final name. Stopped, failed or killed, the hidden folder keeps what has
/// reached the disk, with a journal, for a run with Start::Resume; its sums are checked before it
/// is taken up. Start::Over throws it away.
/// Errors: those of `writeFile` and ResumeJournal::open, Cancelled, InvalidArgument (a file that is
/// not ours is in the way), DiskFull (also where the free space cannot suffice), PermissionDenied,
/// FileNotFound, WriteFailed.
[[nodiscard]] Result<ResumableOutcome> writeResumably(const ResumableWrite& write);

}  // namespace stowage
