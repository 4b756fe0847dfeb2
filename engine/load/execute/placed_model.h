// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/base/scratch_folder.h"
#include "engine/checkpoint/write/offload_folder_writer.h"
#include "engine/load/execute/loaded_model.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;
struct TensorSpec;

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
    OffloadStore(std::shared_ptr<const LoadSchedule> schedule, bool madeFolder,
                 std::optional<ScratchFolder> temporary);
    [[nodiscard]] Result<std::shared_ptr<OffloadFile>> fileFor(std::uint32_t scheduled);
    [[nodiscard]] Result<void> addTiedNames();
    [[nodiscard]] Result<void> countWritten(std::uint32_t scheduled, std::uint64_t bytes);
    [[nodiscard]] const TensorSpec& spec(std::uint32_t scheduled) const;

    std::shared_ptr<const LoadSchedule> m_schedule;
    bool m_madeFolder = false;
    std::optional<ScratchFolder> m_temporary;  ///< nothing: a folder that stays
    bool m_committed = false;
    std::shared_ptr<OffloadFolderWriter> m_writer;
    std::mutex m_mutex;  ///< guards the two below
    std::map<std::uint32_t, Pending> m_pending;
    std::vector<std::string> m_written;  ///< new files, to be removed unless committed
};

/// The model while it is being loaded and after: a buffer for each scheduled tensor that lies in
/// memory, an offload store for those on disk, and the tensors over them. Everything is given
/// back when it goes, at any stage.
class PlacedModel : public LoadedModel {
public:
    PlacedModel(std::shared_ptr<const LoadSchedule> schedule,
                std::shared_ptr<TensorBackend> tensors);

    [[nodiscard]] const TensorSet& tensors() const override { return *m_set; }
    [[nodiscard]] const LoadSchedule& schedule() const override { return *m_schedule; }
    [[nodiscard]] LoadedTensor tensor(std::uint32_t scheduled) const override;

    [[nodiscard]] const std::shared_ptr<DeviceBuffer>& buffer(std::uint32_t scheduled) const {
        return m_buffers[scheduled];
    }
    void setBuffer(std::uint32_t scheduled, std::shared_ptr<DeviceBuffer> buffer) {
        m_buffers[scheduled] = std::move(buffer);
    }
    [[nodiscard]] std::shared_ptr<const void> offloaded() const override { return m_store; }
    /// Null where nothing lies on disk.
    [[nodiscard]] OffloadStore* store() const { return m_store.get(); }
    /// Makes the offload store if something lies on disk.
    [[nodiscard]] Result<void> openStore();
    /// One tensor under every name of the model that lies in memory; tied names share memory. Only
    /// then there are tensors(). LibTorch is open.
    [[nodiscard]] Result<void> makeTensors();

private:
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::shared_ptr<TensorBackend> m_backend;  ///< outlives its tensors
    std::shared_ptr<OffloadStore> m_store;
    std::vector<std::shared_ptr<DeviceBuffer>> m_buffers;
    std::unique_ptr<TensorSet> m_set;  ///< null until makeTensors()
};

/// A name of the state dict and the scheduled tensor behind it.
struct NamedTensor {
    std::string name;
    std::uint32_t scheduled = 0;
};

/// Every name that the load serves (tied names each), in tree order.
[[nodiscard]] std::vector<NamedTensor> namedTensors(const LoadSchedule& schedule);

}  // namespace stowage
