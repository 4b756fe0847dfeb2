// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/placed_model.h"

#include "engine/base/file_writer.h"
#include "engine/load/program/load_schedule.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

std::uint64_t bytesOnDisk(const LoadSchedule& schedule) {
    std::uint64_t bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        bytes += tensor.device.kind == DeviceKind::Disk ? tensor.bytes : 0;
    }
    return bytes;
}

}  // namespace

Result<void> checkWeights(const LoadedModel& model) {
    for (std::uint32_t i = 0; i < model.schedule().tensors.size(); ++i) {
        if (const auto memory = model.tensor(i).memory) {
            STOWAGE_TRY(memory->check());
        }
    }
    return {};
}

PlacedModel::PlacedModel(std::shared_ptr<const LoadSchedule> schedule,
                         std::shared_ptr<TensorBackend> tensors)
    : m_schedule(std::move(schedule)),
      m_backend(std::move(tensors)),
      m_buffers(m_schedule->tensors.size()) {}

LoadedTensor PlacedModel::tensor(std::uint32_t scheduled) const {
    const ScheduledTensor& planned = m_schedule->tensors[scheduled];
    const TensorSpec& spec = m_schedule->plan->request.tree->tensor(planned.tensor);
    LoadedTensor tensor{planned.device, {planned.dtype, spec.shape}, m_buffers[scheduled], {}};
    if (tensor.memory != nullptr) {
        tensor.device = tensor.memory->device().value_or(planned.device);
    } else if (m_store != nullptr) {
        tensor.file = m_store->filePath(scheduled);
    }
    return tensor;
}

Result<void> PlacedModel::openStore() {
    if (m_schedule->offloadFolder.empty()) {
        return {};
    }
    Result<std::unique_ptr<OffloadStore>> store = OffloadStore::create(m_schedule);
    STOWAGE_TRY(store);
    m_store = std::move(store).value();
    return {};
}

Result<void> PlacedModel::makeTensors() {
    m_set = m_backend->makeTensorSet();
    const ModuleTree& tree = *m_schedule->plan->request.tree;
    for (const NamedTensor& named : namedTensors(*m_schedule)) {
        const ScheduledTensor& scheduled = m_schedule->tensors[named.scheduled];
        const std::shared_ptr<DeviceBuffer>& memory = m_buffers[named.scheduled];
        if (memory == nullptr) {
            continue;
        }
        const TensorSpec& spec = tree.tensor(scheduled.tensor);
        STOWAGE_TRY(
            m_set->add(TensorDescription{named.name, scheduled.dtype, spec.shape, 0, memory}));
    }
    return {};
}

std::vector<NamedTensor> namedTensors(const LoadSchedule& schedule) {
    const ModuleTree& tree = *schedule.plan->request.tree;
    std::vector<std::optional<std::uint32_t>> byStorage(tree.storageCount());
    for (std::uint32_t i = 0; i < schedule.tensors.size(); ++i) {
        byStorage[tree.tensor(schedule.tensors[i].tensor).storage.index()] = i;
    }
    std::vector<NamedTensor> named;
    for (const TensorSpec& spec : tree.tensors()) {
        if (const std::optional<std::uint32_t> scheduled = byStorage[spec.storage.index()]) {
            named.push_back(NamedTensor{spec.name, *scheduled});
        }
    }
    return named;
}

OffloadStore::OffloadStore(std::shared_ptr<const LoadSchedule> schedule, bool madeFolder,
                           std::optional<ScratchFolder> temporary)
    : m_schedule(std::move(schedule)),
      m_madeFolder(madeFolder),
      m_temporary(std::move(temporary)) {}

Result<std::unique_ptr<OffloadStore>> OffloadStore::create(
    std::shared_ptr<const LoadSchedule> schedule) {
    const std::string& folder = schedule->offloadFolder;
    std::optional<ScratchFolder> temporary;
    if (schedule->removeOffloadFolder) {
        auto made = ScratchFolder::makeAt(folder);
        STOWAGE_TRY(made);
        temporary.emplace(std::move(*made));
    }
    std::error_code failure;
    const bool missing = !std::filesystem::exists(folder, failure);
    std::unique_ptr<OffloadStore> store(new OffloadStore(schedule, missing, std::move(temporary)));
    Result<std::shared_ptr<OffloadFolderWriter>> writer =
        OffloadFolderWriter::create(folder, schedule->offloadSource());
    STOWAGE_TRY(writer);
    store->m_writer = std::move(writer).value();
    STOWAGE_TRY(requireFreeSpace(folder, bytesOnDisk(*schedule)));
    return store;
}

OffloadStore::~OffloadStore() {
    m_pending.clear();  // files without a name yet remove themselves
    m_writer.reset();
    if (!m_temporary && !m_committed) {
        std::error_code failure;
        for (const std::string& path : m_written) {
            std::filesystem::remove(path, failure);
        }
        if (m_madeFolder) {
            std::filesystem::remove(m_schedule->offloadFolder, failure);  // only when empty
        }
    }
}

const TensorSpec& OffloadStore::spec(std::uint32_t scheduled) const {
    return m_schedule->plan->request.tree->tensor(m_schedule->tensors[scheduled].tensor);
}

Result<std::shared_ptr<OffloadFile>> OffloadStore::fileFor(std::uint32_t scheduled) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_pending.find(scheduled);
    if (found != m_pending.end()) {
        return found->second.file;
    }
    const ScheduledTensor& tensor = m_schedule->tensors[scheduled];
    const TensorSpec& described = spec(scheduled);
    Result<std::shared_ptr<OffloadFile>> file =
        m_writer->begin(described.name, tensor.dtype, described.shape, tensor.bytes);
    if (file) {
        m_pending.emplace(scheduled, Pending{*file, tensor.bytes});
    }
    return file;
}

Result<void> OffloadStore::write(std::uint32_t scheduled, std::uint64_t offset,
                                 std::span<const std::byte> bytes) {
    const Result<std::shared_ptr<OffloadFile>> file = fileFor(scheduled);
    STOWAGE_TRY(file);
    STOWAGE_TRY((*file)->writeAt(offset, bytes));
    return countWritten(scheduled, bytes.size());
}

Result<void> OffloadStore::countWritten(std::uint32_t scheduled, std::uint64_t bytes) {
    std::shared_ptr<OffloadFile> complete;
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_pending.find(scheduled);
        found->second.left -= bytes;
        if (found->second.left > 0) {
            return {};
        }
        complete = found->second.file;
        m_pending.erase(found);
    }
    std::error_code failure;
    const bool replaces = std::filesystem::exists(complete->path(), failure);
    STOWAGE_TRY(m_writer->finish(*complete));
    if (!replaces) {
        const std::scoped_lock lock(m_mutex);
        m_written.push_back(complete->path());
    }
    return {};
}

/// Accelerate's hooks ask for a tied weight under the name of each module that has it.
Result<void> OffloadStore::addTiedNames() {
    for (const NamedTensor& named : namedTensors(*m_schedule)) {
        const std::string& owner = spec(named.scheduled).name;
        const bool isOnDisk = m_schedule->tensors[named.scheduled].device.kind == DeviceKind::Disk;
        // No file can have such a name, so Accelerate cannot have it there either.
        const bool isFileName = named.name.find('/') == std::string::npos;
        if (!isOnDisk || !isFileName || named.name == owner) {
            continue;
        }
        const std::string path = m_writer->folder() + "/" + named.name + ".dat";
        std::error_code failure;
        const bool replaces = std::filesystem::exists(path, failure);
        STOWAGE_TRY(m_writer->addName(named.name, owner));
        if (!replaces) {
            const std::scoped_lock lock(m_mutex);
            m_written.push_back(path);
        }
    }
    return {};
}

Result<void> OffloadStore::commit() {
    STOWAGE_TRY(addTiedNames());
    Result<void> indexed = m_writer->writeIndex();
    m_committed = indexed.has_value();
    return indexed;
}

std::string OffloadStore::filePath(std::uint32_t scheduled) const {
    return m_writer->folder() + "/" + spec(scheduled).name + ".dat";
}

}  // namespace stowage
