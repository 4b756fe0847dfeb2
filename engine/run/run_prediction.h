// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/run/models/run_model.h"
#include "engine/run/run_clock.h"
#include "engine/run/run_generation.h"
#include "engine/run/run_setting.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What one stage of a model will take. Estimated.
struct PredictedStage {
    std::string module;          ///< "transformer.h.3", as RunStage names it
    DeviceId device;             ///< on which it runs
    double computeSeconds = 0;   ///< with what its inputs take to come over from another device
    double transferSeconds = 0;  ///< of its weights: disk and link, one after the other
    std::uint64_t bytesMoved = 0;
};

/// One pass through all stages, or all of a prompt that goes in by chunks. Estimated.
struct PredictedPass {
    std::vector<PredictedStage> stages;
    double seconds = 0;  ///< with transfers beside computing where weights are prefetched
};

/// What a device will hold while a model runs: each part at most, and the peaks of all of them
/// together, which need not come at the same moment. Replayed (run_replay.h).
struct PredictedMemory {
    DeviceId device;
    std::uint64_t weights = 0;      ///< that lie there for good
    std::uint64_t window = 0;       ///< brought in: the running stage and those ahead of it
    std::uint64_t kvCache = 0;      ///< of all tokens of the run
    std::uint64_t activations = 0;  ///< the widest stage's
    std::uint64_t peakAllocated = 0;
    std::uint64_t peakReserved = 0;
};

/// What a run will take. Estimated: `assumptions` says from what.
struct RunPrediction {
    /// Of the prompt, and of a token after it at the middle of those that follow. Nothing where
    /// this machine was not measured (`stowagectl devices --measure`).
    std::optional<PredictedPass> prefill;
    std::optional<PredictedPass> decode;
    std::optional<double> seconds;
    std::vector<PredictedMemory> devices;
    std::vector<Message> assumptions;  ///< sentences
};

/// What a run will take, calculated from the model's own formulas (stage_work.h), the devices of
/// the setting and the rates of this machine. For each stage the larger of operations / rate and
/// bytes touched / memory bandwidth; weights that travel take their time from disk and over the
/// link, beside the computing of earlier stages where they are prefetched: two things, each busy
/// with one at a time, the window between them. Memory is replayRun()'s. Pure, but for what
/// runSettingOf() found. Blocks some ms a pass. Errors: those of checkRequest(), KeyMismatch (the
/// setting lacks a tensor of the model).
[[nodiscard]] Result<RunPrediction> predictRun(const RunModel& model, const RunSetting& setting,
                                               const RunRequest& request);
/// The same times where memory is known: `fresh` are bytes of each device's window, whose pages
/// must still be made when weights first come there. Says nothing of devices and assumptions.
[[nodiscard]] Result<RunPrediction> predictTimes(const RunModel& model, const RunSetting& setting,
                                                 const RunRequest& request,
                                                 std::map<DeviceId, std::uint64_t> fresh);

/// What these times are made of: of the prompt, and of a token after it (without steady passes
/// where none follows). Pages are taken to be there.
struct RunPassTimes {
    PassTimes prompt;
    PassTimes token;
};
[[nodiscard]] Result<RunPassTimes> passesOfRun(const RunModel& model, const RunSetting& setting,
                                               const RunRequest& request);

}  // namespace stowage
