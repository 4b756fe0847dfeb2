// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/exchange/engine_export.h"
#include "engine/exchange/pipeline_split.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// Bytes of every storage as an engine loads it that is not told to quantise: as planned, but of a
/// quantisation that the files do not have as they have it.
[[nodiscard]] std::vector<std::uint64_t> loadedBytes(const PlacementPlan& plan);

/// Bytes of weights that each device holds where they lie so; `bytes` of each storage.
[[nodiscard]] std::map<DeviceId, double> heldWeights(const PlacementPlan& plan,
                                                     const StoragePlaces& there,
                                                     const std::vector<std::uint64_t>& bytes);

/// All of these weights, the same share on each of these GPUs.
[[nodiscard]] std::map<DeviceId, double> dividedWeights(const std::vector<std::uint64_t>& bytes,
                                                        const std::vector<DeviceId>& gpus);

/// The verdict on what an engine puts on each device: DoesNotFit where a GPU or the CPU would hold
/// more weights than planned and has no room for them beside what its workload takes, or a GPU more
/// than the `share` of its memory that the engine is told to use.
void holdToRoom(EngineExport& made, const ExportInput& input,
                const std::map<DeviceId, double>& held, std::optional<double> share = {});

/// Where an engine that is not told to quantise puts every tensor: what differs from the plan, and
/// the verdict on it.
void setPlaces(EngineExport& made, const ExportInput& input, const StoragePlaces& there);

/// GPUs of a plan that are in one machine of a cluster.
struct ClusterHost {
    std::string name;                  ///< what the other hosts call it
    std::vector<DeviceId> gpus;        ///< in the order in which they are used
    std::vector<std::size_t> numbers;  ///< what each is called there: 0 is the machine's first one

    /// "0,1", what CUDA_VISIBLE_DEVICES has to be there; "" where that is 0, 1 … anyway.
    [[nodiscard]] std::string visibleDevices() const;
    /// The same as a variable of a command; none where it is as it is.
    [[nodiscard]] std::map<std::string, std::string> environment() const;
};

/// What a host is called in commands: the machine's name, or a word to put one in place of.
[[nodiscard]] std::string hostName(const std::string& machine);

/// The machines of these GPUs, in the order in which they appear: the place of each is its rank.
/// Empty where the plan's devices are all in one machine.
[[nodiscard]] std::vector<ClusterHost> clusterHosts(const PlacementPlan& plan,
                                                    const std::vector<DeviceId>& gpus);

/// The first GPUs, as estimates count them.
[[nodiscard]] std::vector<DeviceId> firstGpus(const PlacementPlan& plan, std::uint64_t count);

/// That each of so many GPUs has a part of every layer, which no device map says.
[[nodiscard]] NotExpressed divisionLoss(std::uint64_t gpus);

/// Puts the stages of each machine behind each other, the machines in the order in which they
/// appear, as engines count ranks; what that loses of the plan.
[[nodiscard]] std::vector<NotExpressed> groupByMachine(const PlacementPlan& plan,
                                                       PipelineSplit& split);

/// That each host reads the model's files for itself; empty where the one that has them runs it
/// alone, and where they come from a repository.
[[nodiscard]] std::vector<NotExpressed> filesLoss(const ExportInput& input,
                                                  const std::vector<ClusterHost>& hosts);

/// Makes it a run of torchrun, a process for each GPU: `words` are the script and its arguments.
/// Of a cluster a command a host. `hosts` may be empty.
void runByTorchrun(EngineExport& made, const std::vector<ClusterHost>& hosts, std::size_t processes,
                   const std::vector<std::string>& words);

}  // namespace stowage
