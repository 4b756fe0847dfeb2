// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/device/host_memory.h"
#include "engine/device/machine_rates.h"
#include "engine/load/program/load_method.h"
#include "engine/load/tensor_backend.h"
#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// One distinct tensor that a load brings in (tied names once, under the owner's name).
struct ScheduledTensor {
    TensorId tensor;           ///< the owner in the plan's tree
    std::uint32_t stored = 0;  ///< index into checkpoint.tensors
    DeviceId device;
    DType dtype = DType::Float32;  ///< to load in; differs from the stored one when cast
    std::uint64_t bytes = 0;       ///< in `dtype`
};

/// One read of the file. `tensorOffset` is in stored bytes of that tensor.
struct ReadStep {
    std::uint32_t shard = 0;
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    std::uint32_t scheduled = 0;  ///< index into LoadSchedule::tensors
    std::uint64_t tensorOffset = 0;
};

struct ProgramPrediction;

/// Where the files of a checkpoint would lie that is only described, so that the time of its load
/// can be calculated.
struct DescribedSource {
    std::string folder;    ///< there now, on the file system in question
    double warmShare = 0;  ///< of the files' pages that would be in the page cache, 0 to 1
};

/// Everything a load will do, known before it starts. Immutable, shared with the job.
struct LoadSchedule {
    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const Checkpoint> checkpoint;
    LoadMethod method = LoadMethod::Streamed;
    Message methodReason;                  ///< why `auto` took it, a sentence; "": it was asked for
    std::vector<ScheduledTensor> tensors;  ///< in tree order
    std::vector<std::uint32_t> applyOrder;  ///< indices into tensors: Module.to's order
    std::vector<ReadStep> reads;            ///< in the order of reading, ≤ kReadBytes each
    /// What the method's program will take, step by step (program_prediction.h); the two below are
    /// of it.
    std::shared_ptr<const ProgramPrediction> prediction;
    std::map<DeviceId, PredictedPeak> predictedPeaks;
    std::uint64_t predictedHostAnonBytes = 0;
    /// How long the load will take, calculated from `rates`; nothing without a calibration of this
    /// machine and of the file system that holds the files.
    std::optional<double> predictedSeconds;
    /// Whether that time counts on free memory being there at once, and the host of this virtual
    /// machine may have taken it back (hostTakesFreeMemoryBack()).
    bool countsOnFreeMemory = false;
    std::shared_ptr<const MachineRates> rates;       ///< as given in ScheduleOptions; may be null
    std::optional<DescribedSource> describedSource;  ///< as given in ScheduleOptions
    /// As given in ScheduleOptions or found when the load began; null: every device is empty.
    std::shared_ptr<const DeviceStates> deviceStates;
    std::uint64_t totalBytes = 0;  ///< stored bytes to read
    KeyReport keys;
    FreeMemoryState freeMemory = FreeMemoryState::AsIs;  ///< as given in ScheduleOptions
    std::string offloadFolder;                           ///< where disk weights go; "" if none do
    bool removeOffloadFolder = false;       ///< a temporary one: removed with the model
    bool dryRun = false;                    ///< never to be run: see ScheduleOptions
    std::optional<std::uint64_t> ramLimit;  ///< as given in ScheduleOptions
    std::vector<PlanIssue> preflight;       ///< errors here refuse the load unless forced

    /// What a tensor's bytes are in the files; `tensor` is an index into `tensors`.
    [[nodiscard]] const StoredTensor& stored(std::uint32_t tensor) const;
    /// True where it is loaded in another dtype than it is stored in.
    [[nodiscard]] bool isCast(std::uint32_t tensor) const;
    /// The model as the files of an offload folder that stays are marked with it: the path of its
    /// first file. "" for a temporary folder.
    [[nodiscard]] std::string offloadSource() const;
};

/// When each tensor is read, by its place in LoadSchedule::applyOrder: in the order in which places
/// are allocated, so that no more of them is there than the reads need.
[[nodiscard]] std::vector<std::uint32_t> turnsOf(const LoadSchedule& schedule);

struct ScheduleOptions {
    AskedMethod method = LoadMethod::Streamed;
    std::string offloadFolder;  ///< "" makes a temporary one if something lies on disk
    /// For a walk without pages: a bare module tree will do, and this machine's own memory and
    /// disk speak against nothing.
    bool dryRun = false;
    /// What `devices --measure` found (machine_rates.h), for the predicted time; null: unknown.
    std::shared_ptr<const MachineRates> rates = nullptr;
    /// Of the devices that will be loaded into, see LoadBackends::states(); null: they are empty.
    std::shared_ptr<const DeviceStates> deviceStates = nullptr;
    /// Of a dry run of a checkpoint without files; nothing: its time is unknown.
    std::optional<DescribedSource> describedSource = std::nullopt;
    /// The most RAM that the load may hold (ram_limit.h), bytes; nothing: what the machine has.
    std::optional<std::uint64_t> ramLimit = std::nullopt;
    /// What the load is to find; Touched: it touches what it will need just before it begins.
    FreeMemoryState freeMemory = FreeMemoryState::AsIs;
};

/// The errors that speak against a load: what it would need while it runs, or where that is to be
/// had, those of the plan itself (a limit exceeded, a module without a device). Empty: go ahead.
[[nodiscard]] std::vector<PlanIssue> loadObjections(const LoadSchedule& schedule);

/// Errors: InvalidPlan (uncovered tensors), KeyMismatch (a tensor of another shape, or missing);
/// Unsupported for a plan that is quantised and, but for a dry run, for one whose machine is
/// elsewhere (this_machine.h).
[[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> makeLoadSchedule(
    std::shared_ptr<const PlacementPlan> plan, std::shared_ptr<const Checkpoint> checkpoint,
    const ScheduleOptions& options);

/// The same load by another method: much cheaper than a schedule from scratch.
[[nodiscard]] std::shared_ptr<const LoadSchedule> scheduleWithMethod(const LoadSchedule& schedule,
                                                                     LoadMethod method);

/// The same load onto devices in these states (null: empty ones), predicted and checked again.
[[nodiscard]] std::shared_ptr<const LoadSchedule> scheduleWithStates(
    const LoadSchedule& schedule, std::shared_ptr<const DeviceStates> states);

/// True where the checkpoint is already one file a tensor.
[[nodiscard]] bool hasFilePerTensor(const LoadSchedule& schedule);

/// The folder in which `per-tensor` would make its files: the model's own.
[[nodiscard]] std::string perTensorParent(const LoadSchedule& schedule);

/// A checkpoint as the tree's own state dict would be saved: every persistent tensor, tied ones
/// once, contiguous in tree order in one file that does not exist. For dry runs only.
[[nodiscard]] std::shared_ptr<const Checkpoint> checkpointOfTree(const ModuleTree& tree);

}  // namespace stowage
