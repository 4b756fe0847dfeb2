// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/replayed_memory.h"
#include "engine/run/run_generation.h"
#include "engine/run/run_model.h"
#include "engine/run/run_setting.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace stowage {

/// What one device holds while a model runs, found without a page. Bytes, as a GPU's allocator
/// counts; of the host the sum, with the weights that lie there.
struct ReplayedDevice {
    DeviceId device;
    std::uint64_t allocatedBefore = 0;  ///< the weights that lie there
    std::uint64_t peakAllocated = 0;    ///< of everything on it
    std::uint64_t peakReserved = 0;
    std::uint64_t kvCache = 0;  ///< kept after a pass, at most
    RunMemoryBytes prefill{};   ///< the most of each kind while the prompts go in
    RunMemoryBytes decode{};    ///< and during those that follow; all 0 where none do
};

/// Goes through a run with shapes in place of numbers, allocation by allocation: the code that runs
/// models (runModel(), the family's formulas, the order in which weights are prefetched) over
/// allocators that hold no pages. Peaks on simulated GPUs are those that the run then has, to the
/// byte, as long as memory suffices; of a mixture of experts those of the worst routing, all tokens
/// to the same experts. A real card's allocator is modelled alike, with the workspaces of its
/// products.
/// GPUs begin as RunSetting::allocators has them. Blocks: some 10 µs a module and pass.
/// Errors: those of checkRequest(), KeyMismatch (the setting lacks a tensor), Cancelled.
[[nodiscard]] Result<std::vector<ReplayedDevice>> replayRun(const RunModel& model,
                                                            const RunSetting& setting,
                                                            const RunRequest& request,
                                                            const std::stop_token& stop = {});

/// How many of the tokens that a request generates can follow its prompts before a device needs
/// more than its freeBytes(): request.generate where all of them can, 0 where not even the prompts
/// fit. One replay that ends where memory does. Nothing is prefetched. Errors: as replayRun().
[[nodiscard]] Result<std::int64_t> tokensThatFit(const RunModel& model, const RunSetting& setting,
                                                 const RunRequest& request,
                                                 const std::stop_token& stop = {});

}  // namespace stowage
