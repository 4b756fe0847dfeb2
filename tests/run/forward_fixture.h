// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/run/models/logits.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stowage::test {

/// A checkpoint of tests/data/run with its tree.
struct ForwardModel {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
};

/// A prompt and what PyTorch makes of it.
struct Prompt {
    std::vector<std::int64_t> tokens;
    Logits logits;
};

/// Copies a folder with everything in it, so that a test may change it and load beside it.
void copyFolder(const QString& from, const QString& to);

/// Aborts where it cannot be opened.
[[nodiscard]] ForwardModel openForwardModel(const QString& path);

/// Those of `folder`/prompts.json.
[[nodiscard]] std::vector<Prompt> readPrompts(const QString& folder);

using Map = std::vector<std::pair<std::string, DeviceId>>;

/// A way to place the tiny model, and the device that brought-in weights run on.
struct Placement {
    const char* name;
    Map map;
    DeviceId execution;
};
[[nodiscard]] const std::vector<Placement>& placements();
/// GPU, CPU and disk, two of them in one block.
[[nodiscard]] const Placement& mixedPlacement();

/// Overwrites numbers of a loaded tensor where they lie: in memory or in the offload folder.
void overwrite(const LoadedModel& model, const std::string& name, std::size_t index,
               const std::vector<float>& numbers);
/// All numbers of a loaded tensor.
[[nodiscard]] std::vector<float> numbersOf(const LoadedModel& model, const std::string& name);

}  // namespace stowage::test
