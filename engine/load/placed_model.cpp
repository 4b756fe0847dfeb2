// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/placed_model.h"

#include <optional>
#include <utility>

namespace stowage {

PlacedModel::PlacedModel(std::shared_ptr<const LoadSchedule> schedule,
                         std::shared_ptr<TensorBackend> tensors)
    : m_schedule(std::move(schedule)),
      m_backend(std::move(tensors)),
      m_buffers(m_schedule->tensors.size()),
      m_set(m_backend->makeTensorSet()) {}

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
    if (!store) {
        return store.unexpected();
    }
    m_store = std::move(store).value();
    return {};
}

Result<void> PlacedModel::makeTensors() {
    const ModuleTree& tree = *m_schedule->plan->request.tree;
    for (const NamedTensor& named : namedTensors(*m_schedule)) {
        const ScheduledTensor& scheduled = m_schedule->tensors[named.scheduled];
        const std::shared_ptr<DeviceBuffer>& memory = m_buffers[named.scheduled];
        if (memory == nullptr) {
            continue;
        }
        const TensorSpec& spec = tree.tensor(scheduled.tensor);
        Result<void> added =
            m_set->add(TensorDescription{named.name, scheduled.dtype, spec.shape, 0, memory});
        if (!added) {
            return added;
        }
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

}  // namespace stowage
