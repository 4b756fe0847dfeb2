// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/loaded_model.h"
#include "engine/plan/dispatch_model.h"
#include "engine/run/weights/weight_mover.h"
#include "engine/run/weights/weight_source.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace stowage {

class ModuleTree;
struct Checkpoint;
struct LoadBackends;

/// The tensors of a loaded model that hold NaN, a tied one once: for a run whose numbers are NaN.
/// Reads all weights, wherever they lie, until it is stopped; what cannot be read, or is stored in
/// blocks, is passed over.
[[nodiscard]] std::vector<std::string> weightsWithNan(const LoadedModel& model,
                                                      const std::stop_token& stop);

/// The weights of a loaded model, as they lie: a module runs on the GPU that holds its weights;
/// what lies on the CPU or in the offload folder is brought to the execution device just before,
/// into memory of that device, and given back with the ModuleWeights. Where the execution device
/// is the CPU, weights there are used in place.
class LoadedWeights : public WeightSource {
public:
    /// All three must outlive the source and the weights borrowed from it.
    /// `execution`: where offloaded weights are brought; nothing: mainDeviceOf() the map.
    /// `offloaded`: which of them stay and are computed on the CPU.
    LoadedWeights(const LoadedModel& model, const LoadBackends& backends, Compute& compute,
                  std::optional<DeviceId> execution = std::nullopt,
                  std::vector<OffloadRule> offloaded = {});

    /// Brings the buffers of offloaded modules to the execution device, where they stay as long as
    /// the source: Accelerate's rule without `offload_buffers`. Before the first borrow().
    /// Errors: those of bring().
    [[nodiscard]] Result<void> keepBuffers(const std::stop_token& stop);
    /// How many passes will use the weights: decides how files are read that are not in the page
    /// cache. Until it is told, through the page cache. Before the first borrow().
    void expectPasses(std::uint64_t passes);
    /// Page-locks what travels from the CPU to a card, where that is worth it
    /// (areLockedForCards()). Before the first borrow().
    void lockForCard(std::uint64_t passes, const std::stop_token& stop);
    /// Where offloaded weights are brought.
    [[nodiscard]] DeviceId execution() const { return m_execution; }

    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override;
    /// Errors also: DeviceOutOfMemory, which names the tensor that was to be brought in.
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override;

    /// Where a module with these tensors runs. Error: KeyMismatch.
    [[nodiscard]] Result<DeviceId> deviceFor(std::span<const std::string> names) const;
    /// True where the tensor need not be brought to be used there. The name must be known.
    [[nodiscard]] bool liesOn(const std::string& name, DeviceId device) const;
    /// Its tensor's place in the schedule: the same for tied names. The name must be known.
    [[nodiscard]] std::uint32_t scheduledOf(const std::string& name) const {
        return m_scheduled.at(name);
    }
    /// The tensor where it lies.
    [[nodiscard]] Result<WeightPtr> inPlace(const std::string& name) const;
    /// Memory for a copy of the tensor on that device. Thread-safe. Errors: those of borrow().
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> takeMemory(const std::string& name,
                                                                   DeviceId device);
    /// The tensor in that memory, which goes with the weight. Thread-safe. Errors: those of
    /// borrow().
    [[nodiscard]] Result<WeightPtr> fill(const std::string& name, DeviceId device,
                                         const std::shared_ptr<DeviceBuffer>& memory,
                                         const std::stop_token& stop,
                                         const TransferSink& sink = {});
    /// Both, one after the other.
    [[nodiscard]] Result<WeightPtr> bring(const std::string& name, DeviceId device,
                                          const std::stop_token& stop,
                                          const TransferSink& sink = {});

private:
    /// Where a tensor is used that lies on no GPU.
    [[nodiscard]] DeviceId offloadedRunsOn(const std::string& name) const;

    const LoadedModel& m_model;
    const LoadBackends& m_backends;
    Compute& m_compute;
    DeviceId m_execution;
    std::vector<OffloadRule> m_offloaded;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_scheduled;  ///< by name
    std::unordered_map<std::string, WeightPtr> m_kept;  ///< buffers that stay where they run
    DiskUse m_diskUse = DiskUse::Again;
    WeightMemory m_memory;  ///< on the host; it and the movers are kept from tensor to tensor
    WeightMovers m_movers;
    LockedWeights m_locked;
};

/// The weights as a checkpoint's files hold them, read a second time: fresh descriptors and plain
/// reads of each tensor's own bytes, nothing shared with the loader. One module at a time is in
/// memory; everything runs on the CPU. What a loaded model is held against.
class FileWeights : public WeightSource {
public:
    /// `tree` is the checkpoint's (buildModuleTree), which tells tied names. All but the first two
    /// must outlive the source and the weights borrowed from it.
    FileWeights(std::shared_ptr<const Checkpoint> checkpoint, const ModuleTree& tree,
                TensorBackend& tensors, Compute& compute);

    [[nodiscard]] std::vector<std::string> names() const override { return m_names; }
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override;
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override;

private:
    std::shared_ptr<const Checkpoint> m_checkpoint;
    TensorBackend& m_tensors;
    Compute& m_compute;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_stored;  ///< by name: index of the checkpoint
};

}  // namespace stowage
