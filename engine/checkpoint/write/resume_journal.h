// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_descriptor.h"
#include "engine/base/file_writer.h"
#include "engine/base/name_table.h"
#include "engine/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace stowage {

/// What a long write is of. A journal of another identity is not continued.
struct WriteIdentity {
    std::string source;       ///< for people: the checkpoint's path
    std::string sourceState;  ///< changes with the path, size and time of any of its files
    std::string target;       ///< "safetensors"
    std::string contents;     ///< changes with any name, dtype, shape or file to be written
};

/// How much of a file is known to be on the disk.
struct KeptFile {
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;  ///< CRC-32C of these bytes
    bool isComplete = false;
};

/// The journal of a long write: one JSON object a line, the identity first, then what of each file
/// has reached the disk. It lies beside the unfinished files and is locked while a run writes, so
/// that there is only one.
class ResumeJournal {
public:
    enum class Start {
        Over,    ///< what an earlier run left is forgotten
        Resume,  ///< it is taken up, if there is any
    };

    /// Opens or makes the journal. Errors: InvalidArgument (another run has it; for Resume: it is
    /// of another source, of other options, or the source has changed), Malformed, LimitExceeded,
    /// Unsupported (of another version), PermissionDenied, FileNotFound, DiskFull, WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<ResumeJournal>> open(const std::string& path,
                                                                     const WriteIdentity& identity,
                                                                     Start start);

    /// Whether an earlier run had left a journal.
    [[nodiscard]] bool foundEarlier() const { return m_foundEarlier; }
    /// Whether it had begun to give files their final names.
    [[nodiscard]] bool wasPublishing() const { return m_wasPublishing; }
    /// What of a file was noted last; null: nothing.
    [[nodiscard]] const KeptFile* find(const std::string& name) const;
    [[nodiscard]] bool isEmpty() const { return m_kept.empty(); }

    /// Notes what of a file has reached the disk. Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> note(const std::string& name, const KeptFile& kept);
    /// Notes, on the disk, that files get their final names from now on.
    [[nodiscard]] Result<void> notePublishing();

private:
    ResumeJournal(std::string path, FileDescriptor descriptor)
        : m_path(std::move(path)), m_descriptor(std::move(descriptor)) {}
    [[nodiscard]] Result<void> begin(const WriteIdentity& identity, Start start);
    [[nodiscard]] Result<void> read(const WriteIdentity& identity);
    [[nodiscard]] Result<void> readLine(const std::string& line, std::uint64_t offset,
                                        const WriteIdentity& identity);
    [[nodiscard]] Result<void> append(const std::string& line);

    std::string m_path;
    FileDescriptor m_descriptor;
    bool m_foundEarlier = false;
    bool m_wasPublishing = false;
    NameTable<std::string, KeptFile> m_kept;
};

/// Asked before `bytes` are written to a file: its failure becomes the write's. For tests of full
/// disks, and of what happens after so many bytes.
using WriteFault = std::function<Result<void>(const std::string& path, std::uint64_t bytes)>;

/// What a staged file tells while it is written.
struct StagedFileHooks {
    std::uint64_t syncBytes = std::uint64_t{64} << 20;  ///< written between two syncs
    /// Cached: a sync only tells. What is kept survives a kill, not a power cut.
    AtomicFileWriter::Durability durability = AtomicFileWriter::Durability::Synced;
    std::function<Result<void>(const KeptFile&)> synced{};
    WriteFault fault{};
};

/// A file under a name of its own until all files of a set are complete. What it has is brought to
/// the disk and told in steps, so that an interrupted run can be taken up there.
class StagedFile : public AppendFile {
public:
    /// Opens the file `stagedPath`, which is to become `path`. Of what it has, `kept` bytes stay;
    /// their sum has been checked. Errors: PermissionDenied, FileNotFound, DiskFull, WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<StagedFile>> open(std::string path,
                                                                  const std::string& stagedPath,
                                                                  const KeptFile& kept,
                                                                  StagedFileHooks hooks);

    [[nodiscard]] const std::string& path() const override { return m_path; }
    [[nodiscard]] std::uint64_t position() const override { return m_position; }
    [[nodiscard]] Result<void> append(std::span<const std::byte> bytes) override;
    using AppendFile::append;
    [[nodiscard]] std::uint64_t keptBytes() const override;
    [[nodiscard]] Result<void> passKept(std::uint64_t count, std::span<std::byte> target) override;

    /// Brings what is written to the disk and tells it.
    [[nodiscard]] Result<void> sync();
    /// Ends the file at the position: nothing of an earlier run is left behind it.
    [[nodiscard]] Result<void> finish();
    /// Brings the finished file to the disk, marks it as ours and gives it this name.
    [[nodiscard]] Result<void> moveTo(const std::string& path);
    /// Bytes and sum up to the position.
    [[nodiscard]] KeptFile state() const { return {m_position, m_crc, m_isFinished}; }

private:
    StagedFile(std::string path, std::string stagedPath, FileDescriptor descriptor,
               const KeptFile& kept, StagedFileHooks hooks);
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
    [[nodiscard]] bool isSynced() const {
        return m_hooks.durability == AtomicFileWriter::Durability::Synced;
    }

    std::string m_path;
    std::string m_stagedPath;
    FileDescriptor m_descriptor;
    StagedFileHooks m_hooks;
    std::uint64_t m_kept = 0;
    std::uint64_t m_position = 0;
    std::uint64_t m_begun = 0;   ///< up to here the system was asked to write back
    std::uint64_t m_synced = 0;  ///< up to here it has
    std::uint32_t m_crc = 0;
    bool m_isFinished = false;
};

/// Whether a file begins with the kept bytes, and where they are all of it, ends with them.
/// `step` is told the bytes read and may fail. A file that is not there does not.
/// Errors: those of `step`, ReadFailed, PermissionDenied.
[[nodiscard]] Result<bool> holdsKeptBytes(
    const std::string& path, const KeptFile& kept,
    const std::function<Result<void>(std::uint64_t bytes)>& step);

}  // namespace stowage
