// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_model.h"
#include "engine/device/device_info.h"
#include "engine/device/machine_link.h"
#include "engine/device/machine_rates.h"
#include "engine/load/tensor_backend.h"
#include "engine/plan/dispatch_model.h"
#include "engine/run/weights/weight_source.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

struct LoadBackends;
struct LoadSchedule;
struct RunStage;

/// A tensor of a model that is to run, by one of its names, and where it lies.
struct RunTensor {
    std::string name;
    TensorSignature signature;
    DeviceId device;
    std::uint32_t storage = 0;  ///< the same for tied names
    bool isBuffer = false;
    [[nodiscard]] std::uint64_t bytes() const;
};

/// What a run will run on: a model's tensors, loaded or only planned, and the devices.
struct RunSetting {
    std::vector<RunTensor> tensors;   ///< every name of the state dict
    std::vector<DeviceInfo> devices;  ///< the CPU too
    std::vector<MachineLink> machineLinks{};
    DeviceId executionDevice;  ///< where what lies on the CPU or on disk is brought to run
    std::vector<OffloadRule> offloaded{};  ///< what of it is computed on the CPU instead
    bool offloadBuffers = false;           ///< as RunOptions has it
    unsigned window = 2;                   ///< stages prefetched
    unsigned threads = 1;                  ///< that compute
    std::vector<PreloadGroup> preload{};   ///< weights that come and go together
    std::optional<MachineRates> rates{};
    std::string offloadFolder{};  ///< where weights on disk lie; "": none do
    double warmShare = 1;         ///< of their pages that the page cache holds, 0 to 1
    bool staysCached = true;      ///< what a pass has read of them the next one finds there
    /// What the loaded weights take of a device, as its allocator counts; a device that is not
    /// named: the sum of what lies there.
    std::map<DeviceId, std::uint64_t> held{};
    /// The GPUs' allocators with these weights in them, where they are known.
    std::map<DeviceId, AllocatorModel> allocators{};

    [[nodiscard]] const DeviceInfo* find(DeviceId device) const;
    /// Between devices of two machines; nothing on one.
    [[nodiscard]] std::optional<MachineLink> linkBetween(DeviceId from, DeviceId to) const;
    /// True for a GPU that computes for itself.
    [[nodiscard]] bool isCard(DeviceId device) const;
    /// Whether what travels from the CPU to a card is page-locked in so many passes.
    [[nodiscard]] bool locksForCards(std::uint64_t passes) const;
    /// Where a tensor is used that lies on the CPU or on disk.
    [[nodiscard]] DeviceId offloadedRunsOn(std::string_view tensor) const;
};

/// The setting of a load that was planned, or of one that was done: everything but window, threads
/// and rates. Asks the page cache about the offload folder's files, where there are any.
[[nodiscard]] RunSetting runSettingOf(const LoadSchedule& schedule);
/// The same of a model that is loaded on these devices, as they are now.
[[nodiscard]] RunSetting runSettingOf(const LoadSchedule& schedule, const LoadBackends& backends);

/// Names of parameters that no stage of a model uses, as those of a head that is not computed. Of
/// tied names none is unused where one is used. In the order of the setting.
[[nodiscard]] std::vector<std::string> unusedParameters(const RunSetting& setting,
                                                        const std::vector<RunStage>& stages);

/// Makes it the setting of whatever plan of this model finds most of its weights on disk in the
/// page cache, for lower bounds: what cards do not hold shares the host's memory with that cache.
void assumeMostCached(RunSetting& setting, const LoadSchedule& schedule);

/// A tensor of a setting as an operand without numbers.
class DescribedWeight : public Weight {
public:
    DescribedWeight(RunTensor tensor, ComputePlace place)
        : m_tensor(std::move(tensor)), m_place(place) {}
    [[nodiscard]] const std::string& name() const override { return m_tensor.name; }
    [[nodiscard]] ComputePlace place() const override { return m_place; }
    [[nodiscard]] const RunTensor& tensor() const { return m_tensor; }

private:
    RunTensor m_tensor;
    ComputePlace m_place;
};

/// What a module's weights are, and where it would run: the rules of LoadedWeights over tensors
/// that need not be there.
class DescribedWeights : public WeightSource {
public:
    /// `setting` must outlive the source and its weights.
    explicit DescribedWeights(const RunSetting& setting);

    [[nodiscard]] std::vector<std::string> names() const override;
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override;
    /// `bytesMoved` is what would be brought in. Error: KeyMismatch.
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override;

    /// Null where there is none of that name.
    [[nodiscard]] const RunTensor* find(const std::string& name) const;
    /// Where a module with these tensors runs; nothing where one is unknown.
    [[nodiscard]] std::optional<DeviceId> deviceFor(std::span<const std::string> names) const;
    /// True where the tensor must be brought to be used there.
    [[nodiscard]] bool travels(const RunTensor& tensor, DeviceId device) const;

private:
    const RunSetting& m_setting;
    std::unordered_map<std::string, std::size_t> m_index;  ///< by name
};

}  // namespace stowage
