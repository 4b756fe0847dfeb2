// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_job.h"
#include "engine/load/offload_store.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stowage {

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
    /// One tensor under every name of the model that lies in memory; tied names share memory.
    [[nodiscard]] Result<void> makeTensors();

private:
    std::shared_ptr<const LoadSchedule> m_schedule;
    std::shared_ptr<TensorBackend> m_backend;  ///< outlives its tensors
    std::shared_ptr<OffloadStore> m_store;
    std::vector<std::shared_ptr<DeviceBuffer>> m_buffers;
    std::unique_ptr<TensorSet> m_set;
};

/// A name of the state dict and the scheduled tensor behind it.
struct NamedTensor {
    std::string name;
    std::uint32_t scheduled = 0;
};

/// Every name that the load serves (tied names each), in tree order.
[[nodiscard]] std::vector<NamedTensor> namedTensors(const LoadSchedule& schedule);

}  // namespace stowage
