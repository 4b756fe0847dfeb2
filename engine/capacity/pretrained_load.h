// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/load/program/load_method.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stowage {

struct Checkpoint;
struct LoadSchedule;
struct PlacementPlan;

/// What one way to load takes while it goes on. Bytes, above what the process held before.
struct LoadPeaks {
    std::string name;                           ///< "from_pretrained", or a load method's
    std::map<DeviceId, PredictedPeak> devices;  ///< of the GPUs that it puts anything on
    std::uint64_t hostAnonymous = 0;            ///< RAM that no file stands behind, of tensors
    /// The same with what malloc may keep of what was freed: never less.
    std::uint64_t hostAnonymousMost = 0;
    std::uint64_t filePages = 0;       ///< of mapped files, at most: evictable
    std::vector<Message> explained{};  ///< sentences with their numbers
};

/// What transformers 5's from_pretrained(device_map=…) takes, after its release 5.23
/// (core_model_loading.py, modeling_utils.py):
/// - The model stands on the meta device, files are mapped; what lies on the CPU in the dtype of
/// the
///   files stays a view of them and takes no RAM of its own.
/// - `threads` of a pool bring tensors in ahead of the one that puts them in their place: all of
///   them may be there before the first is. Nothing is brought ahead where the map names the disk.
/// - Each GPU's allocator is warmed up with one block as large as all that will lie there, at most
///   its capacity less 1.2 GiB. Casts on their way to a GPU happen in RAM.
/// - Experts that files hold one by one are stacked and joined on their device; what they are made
///   of, their stacks and the whole are there together for a moment.
/// Blocks below 32 MiB that were freed may stay with glibc's malloc: hostAnonymousMost.
/// `schedule`: any load of the plan. Only what safetensors files and zips of PyTorch hold.
[[nodiscard]] LoadPeaks pretrainedLoadPeaks(const LoadSchedule& schedule, unsigned threads);

/// from_pretrained first, where it reads such files, then each of this program's methods. Empty
/// where the plan has no load (it is quantised, or the files are another model's). Blocks:
/// milliseconds a method.
[[nodiscard]] std::vector<LoadPeaks> loadPeaks(const std::shared_ptr<const PlacementPlan>& plan,
                                               const std::shared_ptr<const Checkpoint>& checkpoint,
                                               unsigned threads);

/// Threads that the library takes on a machine of so many cores.
[[nodiscard]] unsigned pretrainedThreads(unsigned cores);

}  // namespace stowage
