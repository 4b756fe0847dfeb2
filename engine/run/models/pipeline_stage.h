// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>

namespace stowage {

struct Checkpoint;
class ModuleTree;
class StageChannel;

/// Layers of a model in a row, both ends among them.
struct LayerRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
    friend bool operator==(const LayerRange&, const LayerRange&) = default;
};

/// A model is divided into so many stages at most.
inline constexpr int kMostStages = 64;
/// Of the prompts: all of a round may be under way at once.
inline constexpr int kMostMicroBatches = 64;

/// The part of a model that one process of several runs, as pipeline parallelism divides it: some
/// layers; the first stage also what stands before them, the last one what stands after them.
struct PipelineStage {
    LayerRange layers;
    int number = 0;  ///< from 0 on
    int count = 1;
    [[nodiscard]] bool isFirst() const { return number == 0; }
    [[nodiscard]] bool isLast() const { return number + 1 == count; }
};

/// What a run needs beside its own weights to be one stage of a model.
struct StagedRun {
    PipelineStage stage;
    std::shared_ptr<const Checkpoint> whole;  ///< with all layers, by headers
    std::shared_ptr<const ModuleTree> tree;   ///< of all of it
    std::shared_ptr<StageChannel> channel{};  ///< null until the stages have found each other
};

/// A stage's part of a model, which is planned and loaded as any other.
struct StagePart {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
};

}  // namespace stowage
