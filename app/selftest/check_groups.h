// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/selftest/check_list.h"
#include "engine/device/device_memory.h"
#include "engine/load/load_job.h"

#include <memory>
#include <string>
#include <vector>

namespace stowage {

/// The caching allocator's arithmetic, and every method's exact peaks for the lesson's models: a
/// dry run each, without a page.
void checkAllocator(CheckList& checks);

/// Digests, the process's own memory figures, LibTorch. Returns LibTorch where it opens.
[[nodiscard]] std::shared_ptr<TensorBackend> checkMachine(CheckList& checks);

/// What every device with memory promises, on this one: bytes, statistics, out of memory, cancel.
/// The device must be empty. `label` names it in the lines.
void checkDevice(CheckList& checks, DeviceMemory& device, const std::string& label);

/// Writes a small model in each format, and loads it by each method onto `gpus` and from there
/// with a split, a cancel and a device too small. `gpus`: one or more, simulated or real; real ones
/// must be open in `tensors`.
void checkLoads(CheckList& checks, const std::shared_ptr<TensorBackend>& tensors,
                const std::vector<DeviceInfo>& gpus, const std::string& label);

/// Writes tiny models and runs them on one GPU, split over two, and with their layers on the CPU
/// and on disk, prefetched and not: the same logits everywhere (to the bit on simulated GPUs, which
/// the CPU computes for), what was computed lies on the GPUs meanwhile and is gone afterwards.
/// `gpus`: as in checkLoads().
void checkRuns(CheckList& checks, const std::vector<DeviceInfo>& gpus, const std::string& label);

/// How fast memory of the host reaches a real device, beside plain copies in the same run.
void checkLink(CheckList& checks, DeviceMemory& device, const std::string& label);

}  // namespace stowage
