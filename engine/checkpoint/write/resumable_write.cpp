// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/resumable_write.h"

#include "engine/base/error_conversion.h"
#include "engine/checkpoint/write/target_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJournalName = "journal.jsonl";

/// Finished files that wait for one sync together.
constexpr std::size_t kMaxWaiting = 64;

/// Headers, paddings, directories: beyond the tensors' own bytes.
constexpr std::uint64_t kBytesBesideTensor = 1024;

constexpr std::uint64_t kBytesBesideFile = 4096;

bool isThere(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

/// A folder in the hidden one, or that itself: never a link to elsewhere.
Result<void> makeHidden(const std::string& path) {
    constexpr mode_t kMode = 0777;
    struct stat status {};
    if (::mkdir(path.c_str(), kMode) != 0 && errno != EEXIST) {
        return writeFailure(path, errno);
    }
    if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 is not a folder; remove it or choose another folder.", path), path);
    }
    return {};
}

Result<void> moveFile(const std::string& from, const std::string& to) {
    return std::rename(from.c_str(), to.c_str()) == 0 ? Result<void>()
                                                      : Result<void>(writeFailure(to, errno));
}

/// The files of a resumable write until they have their names: the hidden folder with its journal,
/// what an earlier run left there, and the move to where they belong. One thread; `write` must
/// outlive it.
class UnfinishedSet {
public:
    /// Told bytes that were read to check sums; its failure ends the check.
    using Step = std::function<Result<void>(std::uint64_t bytes)>;

    explicit UnfinishedSet(const ResumableWrite& write)
        : m_write(write),
          m_staging(write.folder + "/" + kUnfinishedFolder),
          m_places(write.files.size()) {}

    /// Makes the folders, takes the journal, and finds or throws away what an earlier run left.
    /// Errors: those of writeResumably before anything is written.
    Result<void> open(const Step& step) {
        const bool resumes = m_write.start == ResumeJournal::Start::Resume;
        // Nothing is made where something is in the way already.
        STOWAGE_TRY(resumes ? Result<void>() : checkTarget());
        STOWAGE_TRY(makeFolders());
        auto journal =
            ResumeJournal::open(m_staging + "/" + kJournalName, m_write.identity, m_write.start);
        STOWAGE_TRY(journal);
        m_journal = std::move(*journal);
        m_outcome.isResumed = resumes && m_journal->foundEarlier();
        m_outcome.isDiscarded = !resumes && m_journal->foundEarlier();
        STOWAGE_TRY(m_outcome.isResumed ? findKept(step) : clear());
        STOWAGE_TRY(checkTarget());
        if (!m_write.ownFolder.empty() && !m_ownIsMoved) {
            STOWAGE_TRY(makeHidden(m_staging + "/" + m_write.ownFolder));
        }
        return checkFreeSpace();
    }

    /// Whether the file is complete, on the disk, and only to be moved (or moved already).
    [[nodiscard]] bool isComplete(std::size_t file) const { return !m_places[file].path.empty(); }
    /// Starts a file, or takes it up after the bytes that are kept of it.
    Result<std::unique_ptr<StagedFile>> begin(std::size_t file, const Step& step) {
        const std::string& name = m_write.files[file].name;
        KeptFile kept;
        const KeptFile* noted = m_outcome.isResumed ? m_journal->find(name) : nullptr;
        if (noted != nullptr && !noted->isComplete) {
            const auto isRight = holdsKeptBytes(partPath(file), *noted, step);
            STOWAGE_TRY(isRight);
            kept = *isRight ? *noted : kept;
        }
        m_outcome.keptBytes += kept.bytes;
        StagedFileHooks hooks;
        hooks.syncBytes = m_write.syncBytes;
        hooks.synced = [this, name](const KeptFile& state) { return m_journal->note(name, state); };
        hooks.durability = m_write.durability;
        hooks.fault = m_write.fault;
        return StagedFile::open(finalPath(file), partPath(file), kept, std::move(hooks));
    }

    /// Takes a finished file. Several small ones are synced together.
    Result<void> take(std::size_t file, std::unique_ptr<StagedFile> staged) {
        m_outcome.fileBytes += staged->position();
        m_waitingBytes += staged->position();
        m_waiting.push_back({file, std::move(staged)});
        const bool isEnough =
            m_waiting.size() >= kMaxWaiting || m_waitingBytes >= m_write.syncBytes;
        return isEnough ? sync() : Result<void>();
    }

    /// Brings what was taken to the disk.
    Result<void> sync() {
        for (const Waiting& waiting : m_waiting) {
            STOWAGE_TRY(waiting.staged->moveTo(stagedPath(waiting.file)));
            const std::string& name = m_write.files[waiting.file].name;
            STOWAGE_TRY(m_journal->note(name, waiting.staged->state()));
            m_places[waiting.file] = {stagedPath(waiting.file), false};
        }
        m_waiting.clear();
        m_waitingBytes = 0;
        return {};
    }

    /// Gives all files their names, the last one last, and removes the hidden folder.
    Result<void> publish() {
        // Somebody may have put something there meanwhile.
        STOWAGE_TRY(checkTarget());
        STOWAGE_TRY(syncFolder(m_staging));
        if (!m_write.ownFolder.empty() && !m_ownIsMoved) {
            STOWAGE_TRY(syncFolder(m_staging + "/" + m_write.ownFolder));
        }
        STOWAGE_TRY(m_journal->notePublishing());
        STOWAGE_TRY(clearWay());
        STOWAGE_TRY(moveAll());
        STOWAGE_TRY(syncFolder(m_write.folder));
        removeStaging();
        return {};
    }

    /// Ends a run that failed: what can be taken up stays, and the error says so; else nothing.
    Error abandon(Error error) {
        if (m_journal && error.code == ErrorCode::Cancelled) {
            // Finished files only wait for a sync. Where that fails too, they are written again.
            [[maybe_unused]] const auto synced = sync();
        }
        if (m_journal && !m_journal->isEmpty()) {
            error.message =
                joined({std::move(error.message),
                        say("The data written so far is stored in %1: run the command again with "
                            "--resume to continue, or without it to start over.",
                            m_staging)},
                       " ");
            return error;
        }
        if (m_journal) {
            discard();
            return error;
        }
        ::rmdir(m_staging.c_str());  // only an empty one, which this run may have made
        if (m_madeFolder) {
            ::rmdir(m_write.folder.c_str());
        }
        return error;
    }

    /// Ends a run whose work is worth nothing: no trace of it stays.
    void discard() {
        m_waiting.clear();
        removeStaging();
        if (m_madeFolder) {
            ::rmdir(m_write.folder.c_str());
        }
    }

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

    std::string finalPath(std::size_t file) const {
        return m_write.folder + "/" + m_write.files[file].name;
    }
    std::string stagedPath(std::size_t file) const {
        return m_staging + "/" + m_write.files[file].name;
    }
    /// Short whatever the file's name, which may be as long as a name can be.
    std::string partPath(std::size_t file) const {
        return m_staging + "/.part-" + std::to_string(file);
    }
    bool isOwn(std::size_t file) const {
        return !m_write.ownFolder.empty() &&
               m_write.files[file].name.starts_with(m_write.ownFolder + "/");
    }

    Result<void> makeFolders() {
        const auto made = makeFolder(m_write.folder);
        STOWAGE_TRY(made);
        m_madeFolder = *made;
        return makeHidden(m_staging);
    }

    /// Throws away everything of an earlier run but its journal, which is this run's now.
    Result<void> clear() const {
        std::error_code error;
        std::vector<fs::path> old;
        for (auto at = fs::directory_iterator(m_staging, error);
             !error && at != fs::directory_iterator(); at.increment(error)) {
            if (at->path().filename() != kJournalName) {
                old.push_back(at->path());
            }
        }
        for (const fs::path& path : old) {
            if (!error) {
                fs::remove_all(path, error);
            }
        }
        return error ? Result<void>(writeFailure(m_staging, error.value())) : Result<void>();
    }

    Result<void> checkTarget() {
        TargetNames names;
        names.ownFolder = m_write.ownFolder;
        names.isContradiction = m_write.isContradiction;
        for (std::size_t i = 0; i < m_write.files.size(); ++i) {
            names.files.push_back(
                {m_write.files[i].name, m_write.files[i].text, m_places[i].isMoved});
        }
        auto leaving = checkTargetFolder(m_write.folder, names);
        STOWAGE_TRY(leaving);
        m_leaving = std::move(*leaving);
        return {};
    }

    /// Finds the files that the journal calls complete and holds them to their sums.
    Result<void> findKept(const Step& step) {
        m_ownIsMoved = m_journal->wasPublishing() && !m_write.ownFolder.empty() &&
                       !isThere(m_staging + "/" + m_write.ownFolder) &&
                       isThere(m_write.folder + "/" + m_write.ownFolder);
        bool ownIsWhole = true;
        for (std::size_t i = 0; i < m_write.files.size(); ++i) {
            const KeptFile* kept = m_journal->find(m_write.files[i].name);
            if (kept != nullptr && kept->isComplete) {
                auto place = findKeptFile(i, *kept, step);
                STOWAGE_TRY(place);
                m_places[i] = std::move(*place);
            }
            ownIsWhole = ownIsWhole && (!isOwn(i) || isComplete(i));
        }
        m_ownIsMoved = m_ownIsMoved && ownIsWhole;
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            // The own folder moved as a whole: where part of it is gone, none of it counts.
            if (isOwn(i) && m_places[i].isMoved && !m_ownIsMoved) {
                m_places[i] = {};
            }
            if (isComplete(i)) {
                const std::uint64_t bytes = m_journal->find(m_write.files[i].name)->bytes;
                m_outcome.keptBytes += bytes;
                m_outcome.fileBytes += bytes;
            }
        }
        return {};
    }

    Result<Place> findKeptFile(std::size_t file, const KeptFile& kept, const Step& step) const {
        const auto isStaged = holdsKeptBytes(stagedPath(file), kept, step);
        STOWAGE_TRY(isStaged);
        if (*isStaged) {
            return Place{stagedPath(file), false};
        }
        if (!m_journal->wasPublishing()) {
            return Place{};
        }
        const auto isMoved = holdsKeptBytes(finalPath(file), kept, step);
        STOWAGE_TRY(isMoved);
        return *isMoved ? Place{finalPath(file), true} : Place{};
    }

    Result<void> checkFreeSpace() const {
        std::uint64_t needed = 0;
        for (std::size_t i = 0; i < m_write.files.size(); ++i) {
            const ResumableFile& file = m_write.files[i];
            if (isComplete(i)) {
                continue;
            }
            const KeptFile* kept = m_journal->find(file.name);
            const std::uint64_t there = kept == nullptr ? 0 : kept->bytes;
            const std::uint64_t whole = file.tensorBytes + kBytesBesideFile +
                                        file.tensorCount * kBytesBesideTensor +
                                        (file.text ? file.text->size() : 0);
            needed += whole - std::min(whole, there);
        }
        return requireFreeSpace(m_write.folder, needed);
    }

    Result<void> clearWay() const {
        std::vector<std::string> leaving = m_leaving;
        // An older index goes first, so that it never names the new files.
        const std::size_t last = m_places.size() - 1;
        if (m_write.files[last].text && !m_places[last].isMoved) {
            leaving.insert(leaving.begin(), finalPath(last));
        }
        for (const std::string& path : leaving) {
            if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
                return writeFailure(path, errno);
            }
        }
        return {};
    }

    Result<void> moveAll() const {
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            if (!m_places[i].isMoved && !isOwn(i)) {
                STOWAGE_TRY(moveFile(m_places[i].path, finalPath(i)));
            }
        }
        const bool hasOwn = !m_write.ownFolder.empty() && !m_ownIsMoved;
        return hasOwn ? moveFile(m_staging + "/" + m_write.ownFolder,
                                 m_write.folder + "/" + m_write.ownFolder)
                      : Result<void>();
    }

    void removeStaging() const {
        std::error_code ignored;
        fs::remove_all(m_staging, ignored);
    }

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

/// Writes the files of a set one after another, with the progress of the whole.
class Writer {
public:
    explicit Writer(const ResumableWrite& write)
        : m_write(write), m_set(write), m_throttle(write.progress) {
        for (const ResumableFile& file : write.files) {
            m_progress.bytesTotal += file.tensorBytes;
            m_progress.itemsTotal += file.tensorCount;
        }
    }

    Result<ResumableOutcome> run() {
        auto done = checkKept();
        done = done ? writeAll() : std::move(done);
        if (done && m_write.check) {
            if (const auto checked = m_write.check(); !checked) {
                m_set.discard();
                return checked.unexpected();
            }
        }
        done = done ? m_set.publish() : std::move(done);
        if (!done) {
            return Unexpected{m_set.abandon(done.error())};
        }
        m_throttle.reportFinal(m_progress);
        return m_set.outcome();
    }

private:
    Unexpected stopped() const {
        return fail(ErrorCode::Cancelled, say("Writing %1 was stopped.", m_write.folder),
                    m_write.folder);
    }

    Result<void> checkKept() {
        m_progress.phase = phrase("check the stored files");
        const auto done = m_set.open([this](std::uint64_t bytes) -> Result<void> {
            m_progress.bytesDone = std::min(m_progress.bytesTotal, m_progress.bytesDone + bytes);
            m_throttle.report(m_progress);
            return m_write.stop.stop_requested() ? stopped() : Result<void>();
        });
        m_progress.bytesDone = 0;
        return done;
    }

    Result<void> writeAll() {
        m_progress.phase = phrase("write");
        for (std::size_t i = 0; i < m_write.files.size(); ++i) {
            if (m_write.stop.stop_requested()) {
                return stopped();
            }
            if (!m_set.isComplete(i)) {
                STOWAGE_TRY(writeOne(i));
            }
            m_bytesBefore += m_write.files[i].tensorBytes;
            m_itemsBefore += m_write.files[i].tensorCount;
            m_progress.bytesDone = m_bytesBefore;
            m_progress.itemsDone = m_itemsBefore;
        }
        return m_set.sync();
    }

    Result<void> writeOne(std::size_t index) {
        auto staged = m_set.begin(index, [this](std::uint64_t) -> Result<void> {
            return m_write.stop.stop_requested() ? stopped() : Result<void>();
        });
        STOWAGE_TRY(staged);
        StagedFile& target = **staged;
        const auto& text = m_write.files[index].text;
        auto done = text ? target.append(*text) : stream(index, target);
        done = done ? target.finish() : std::move(done);
        if (!done) {
            // What it has so far is kept; the failure that came first is the one to tell.
            [[maybe_unused]] const auto synced = target.sync();
            return done;
        }
        return m_set.take(index, std::move(*staged));
    }

    Result<void> stream(std::size_t index, AppendFile& target) {
        const auto done = m_write.writeFile(index, target, [this](const Progress& part) {
            m_progress.bytesDone = m_bytesBefore + part.bytesDone;
            m_progress.itemsDone = m_itemsBefore + part.itemsDone;
            m_progress.currentItem = part.currentItem;
            m_throttle.report(m_progress);
        });
        return done ? Result<void>() : done.unexpected();
    }

    const ResumableWrite& m_write;
    UnfinishedSet m_set;
    ProgressThrottle m_throttle;
    Progress m_progress;
    std::uint64_t m_bytesBefore = 0;
    std::uint64_t m_itemsBefore = 0;
};

}  // namespace

Result<ResumableOutcome> writeResumably(const ResumableWrite& write) {
    return Writer(write).run();
}

}  // namespace stowage
