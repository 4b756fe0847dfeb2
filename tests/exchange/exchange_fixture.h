// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/exchange/engine_export.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace stowage::test {

/// A model that is only described, as the exports take it.
struct DescribedModel {
    std::string name;
    std::shared_ptr<const Checkpoint> checkpoint;
    [[nodiscard]] std::shared_ptr<const ModuleTree> tree() const {
        return checkpoint->describedTree;
    }
};

/// The model of a config.json. Aborts where it is none.
[[nodiscard]] DescribedModel describedModel(const std::string& name, const std::string& config);

/// Small models of several families: tied heads and untied ones, experts, positions of their own.
[[nodiscard]] std::vector<DescribedModel> smallModels();

/// Simulated GPUs of 8 GiB each, 64 GiB of RAM and a disk.
[[nodiscard]] std::vector<DeviceInfo> machineWithGpus(std::size_t gpus);

/// The plan of a map, with a workload of one short sequence where it is asked for. Null where it is
/// refused.
[[nodiscard]] std::shared_ptr<const PlacementPlan> plannedMap(const DescribedModel& model,
                                                              const DeviceMap& map,
                                                              std::size_t gpus);

/// Runs of layers on GPUs, some with layers offloaded at the end or in between, layers anywhere,
/// and parts of layers anywhere.
[[nodiscard]] DeviceMap randomMap(const ModuleTree& tree, std::size_t gpus, std::mt19937& random);

/// What exportPlan() is given for a plan.
[[nodiscard]] ExportInput exportInput(const DescribedModel& model,
                                      std::shared_ptr<const PlacementPlan> plan);

/// The device of every weight and saved buffer by name: of the plan, with what lies elsewhere laid
/// over it.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> placesOf(
    const PlacementPlan& plan, const std::vector<PlacedElsewhere>& differs = {});

}  // namespace stowage::test
