// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/device/device_info.h"
#include "engine/load/program/load_method.h"
#include "engine/plan/device_map.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

struct LoadBackends;
struct LoadSchedule;

/// A small model that was written and opened.
struct OpenedSample {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
    SampleSummary written;
};

/// Writes and opens it. Error: a failed check also where what is read is not what was written.
[[nodiscard]] Result<OpenedSample> writeAndOpen(const SampleOptions& options,
                                                const std::stop_token& stop);

/// A load of a sample onto `gpus`, the CPU and the disk by a given map.
struct SampleLoad {
    std::vector<DeviceInfo> gpus;
    std::vector<DeviceMap::Entry> map;
    LoadMethod method = LoadMethod::Streamed;
    std::optional<DType> dtype{};
};
[[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> scheduleOf(const OpenedSample& sample,
                                                                     const SampleLoad& load,
                                                                     const std::stop_token& stop);

/// A failed check where devices, LibTorch or the offload folder still hold something.
[[nodiscard]] Result<void> requireNothingLeft(const LoadBackends& backends,
                                              const LoadSchedule& schedule);

}  // namespace stowage
