// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What one stage of a model will take. Estimated.
struct PredictedStage {
    std::string module;  ///< "transformer.h.3", as RunStage names it
    DeviceId device;     ///< on which it runs
    double computeSeconds = 0;
    double transferSeconds = 0;  ///< disk and link, one after the other
    std::uint64_t bytesMoved = 0;
};

/// One pass through all stages. Estimated.
struct PredictedPass {
    std::vector<PredictedStage> stages;
    double seconds = 0;  ///< with transfers beside computing where weights are prefetched
};

/// What a device will hold at most while a model runs. Estimated.
struct PredictedMemory {
    DeviceId device;
    std::uint64_t weights = 0;      ///< that lie there for good
    std::uint64_t window = 0;       ///< brought in: the running stage and those ahead of it
    std::uint64_t kvCache = 0;      ///< of all tokens of the run
    std::uint64_t activations = 0;  ///< the widest stage's
    [[nodiscard]] std::uint64_t total() const { return weights + window + kvCache + activations; }
};

/// What a run will take. Estimated: `assumptions` says from what.
struct RunPrediction {
    /// Of the prompt, and of a token after it at the middle of those that follow. Nothing where
    /// this machine was not measured (`stowagectl devices --measure`).
    std::optional<PredictedPass> prefill;
    std::optional<PredictedPass> decode;
    std::optional<double> seconds;
    std::vector<PredictedMemory> devices;
    std::vector<std::string> assumptions;  ///< sentences
};

}  // namespace stowage
