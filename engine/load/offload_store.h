// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/offload_folder_writer.h"
#include "engine/load/load_schedule.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// Where what is placed on disk goes during a load: Accelerate's folder, written in parts of any
/// order, a file open only while its tensor arrives. Dropped before commit(), it removes what
/// it wrote; a temporary folder goes in any case. Thread-safe.
class OffloadStore {
public:
    /// Makes the folder (a temporary one with rights for its owner only).
    /// Errors: those of OffloadFolderWriter::create, and DiskFull where room lacks.
    [[nodiscard]] static Result<std::unique_ptr<OffloadStore>> create(
        std::shared_ptr<const LoadSchedule> schedule);
    ~OffloadStore();
    OffloadStore(const OffloadStore&) = delete;
    OffloadStore& operator=(const OffloadStore&) = delete;

    /// Writes bytes of a scheduled tensor (in its planned dtype, C order); the file gets its name
    /// with its last byte. Errors: DiskFull, WriteFailed, Unsupported.
    [[nodiscard]] Result<void> write(std::uint32_t scheduled, std::uint64_t offset,
                                     std::span<const std::byte> bytes);
    /// Enters tied names beside their owners and writes the index: from here on the folder stays as
    /// long as the store (a temporary one) or for good. Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> commit();
    /// The file of a tensor.
    [[nodiscard]] std::string filePath(std::uint32_t scheduled) const;

private:
    struct Pending {
        std::shared_ptr<OffloadFile> file;
        std::uint64_t left = 0;
    };
    OffloadStore(std::shared_ptr<const LoadSchedule> schedule, bool madeFolder);
    [[nodiscard]] Result<std::shared_ptr<OffloadFile>> fileFor(std::uint32_t scheduled);
    [[nodiscard]] Result<void> addTiedNames();
    [[nodiscard]] Result<void> countWritten(std::uint32_t scheduled, std::uint64_t bytes);
    [[nodiscard]] const TensorSpec& spec(std::uint32_t scheduled) const;

    std::shared_ptr<const LoadSchedule> m_schedule;
    bool m_madeFolder = false;
    bool m_committed = false;
    std::shared_ptr<OffloadFolderWriter> m_writer;
    std::mutex m_mutex;  ///< guards the two below
    std::map<std::uint32_t, Pending> m_pending;
    std::vector<std::string> m_written;  ///< new files, to be removed unless committed
};

}  // namespace stowage
