// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/model/module_tree.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage::test {

/// One tensor of a fixture's file; `name` is also its place in the tree ("h.0.weight").
struct FixtureTensor {
    std::string name;
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides{};  ///< empty: contiguous
};

/// A checkpoint made of raw bytes in one file, with the tree it stands for: readers have their
/// own tests.
struct LoadFixture {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
};

/// Writes `folder`/weights.bin. `tied`: names that share a tensor, owner first, of which only the
/// owner stands in the file.
[[nodiscard]] LoadFixture makeFixture(const std::string& folder,
                                      const std::vector<FixtureTensor>& tensors,
                                      const std::vector<std::vector<std::string>>& tied = {});

/// Rows of the small model's weights, of 2,000 bytes each.
struct SmallModelRows {
    std::int64_t embedding = 3000;  ///< 5.7 MiB: two reads
    std::int64_t layer = 300;
};

/// A small model with everything in it: tensors above one read, many small ones, a scalar, an
/// empty one, integers, a transposed and an expanded view, a tied head.
[[nodiscard]] LoadFixture smallModel(const std::string& folder, SmallModelRows rows = {});

/// The lesson's GPT (from-scratch layout, query/key/value biases, float32 masks, untied head) as
/// a tree alone: `layers` blocks of width `width`.
[[nodiscard]] std::shared_ptr<const ModuleTree> lessonTree(int layers, std::int64_t width);

/// A checkpoint over `tree` with a location for each tensor but no file behind them.
[[nodiscard]] std::shared_ptr<const Checkpoint> unwrittenCheckpoint(const ModuleTree& tree);

/// A plan that follows `map` over `devices`, without a strategy.
[[nodiscard]] std::shared_ptr<const PlacementPlan> planFor(
    std::shared_ptr<const ModuleTree> tree, const std::vector<DeviceInfo>& devices,
    const std::vector<std::pair<std::string, DeviceId>>& map,
    std::optional<DType> dtype = std::nullopt);

[[nodiscard]] DeviceInfo gpuInfo(std::uint32_t index, std::uint64_t capacity);
[[nodiscard]] DeviceInfo cpuInfo();

}  // namespace stowage::test
