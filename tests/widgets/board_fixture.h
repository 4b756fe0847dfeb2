// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/edit/plan_edit.h"

#include <memory>
#include <string>
#include <vector>

namespace stowage::test {

/// A GPT-2 by its real names and shapes, without a file: 12 blocks and width 768 give GPT-2 small.
struct Gpt2Shape {
    int blocks = 12;
    std::int64_t width = 768;
    std::int64_t vocabulary = 50257;
    std::int64_t context = 1024;
};

[[nodiscard]] std::shared_ptr<const ModuleTree> makeGpt2Tree(const Gpt2Shape& shape);

/// Simulated GPUs as `--gpus` describes them, 24 GiB of RAM and a disk.
[[nodiscard]] std::vector<DeviceInfo> makeDevices(const std::string& gpus);

/// Planned with `auto` under `budgets` ("0=200MiB,1=1GiB"), or the defaults.
[[nodiscard]] std::shared_ptr<const PlacementPlan> makePlan(const Gpt2Shape& shape,
                                                            const std::string& gpus,
                                                            const std::string& budgets = {});

}  // namespace stowage::test
