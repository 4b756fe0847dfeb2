// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/estimate.h"

#include <cstdint>
#include <string>

namespace stowage::test {

/// A model that is only described, planned with `auto` on so many simulated GPUs of one capacity
/// (bytes), a CPU with 64 GiB of RAM and a disk of 1 TiB. The workload is a prompt of 128 tokens by
/// this program's own engine, where that runs the model. Aborts where that fails.
[[nodiscard]] EstimateInput plannedConfig(const std::string& config, int gpus,
                                          std::uint64_t capacity);

}  // namespace stowage::test
