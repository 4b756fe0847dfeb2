// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/name_table.h"
#include "engine/base/result.h"

#include <cstdint>
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
    ~ResumeJournal();
    ResumeJournal(const ResumeJournal&) = delete;
    ResumeJournal& operator=(const ResumeJournal&) = delete;

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
    ResumeJournal(std::string path, int descriptor)
        : m_path(std::move(path)), m_descriptor(descriptor) {}
    [[nodiscard]] Result<void> begin(const WriteIdentity& identity, Start start);
    [[nodiscard]] Result<void> read(const WriteIdentity& identity);
    [[nodiscard]] Result<void> readLine(const std::string& line, std::uint64_t offset,
                                        const WriteIdentity& identity);
    [[nodiscard]] Result<void> append(const std::string& line);

    std::string m_path;
    int m_descriptor = -1;
    bool m_foundEarlier = false;
    bool m_wasPublishing = false;
    NameTable<std::string, KeptFile> m_kept;
};

}  // namespace stowage
