// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_report.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace stowage {

/// Measured minus predicted, bytes: above zero where the load took more.
struct PeakErrors {
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
    friend bool operator==(const PeakErrors&, const PeakErrors&) = default;
};

/// How far a load was from what its schedule foretold.
struct PredictionErrors {
    std::map<DeviceId, PeakErrors> devices;  ///< the GPUs
    /// Of the highest anonymous memory above the baseline; nothing where it could not be measured.
    std::optional<std::int64_t> hostAnon;
    /// (measured − predicted) / predicted: −0.08 is a load 8 % quicker than foretold. Nothing
    /// without a calibrated disk.
    std::optional<double> seconds;
    friend bool operator==(const PredictionErrors&, const PredictionErrors&) = default;
};

/// Nothing for a dry run, which is the prediction itself, and for a load that was stopped.
[[nodiscard]] std::optional<PredictionErrors> predictionErrors(const LoadReport& report,
                                                               const LoadSchedule& schedule);

/// The sentence under a load, for people:
/// "Prediction: GPU 0 exact; host anonymous +3.1 MiB; time −8 %".
[[nodiscard]] std::string predictionErrorText(const PredictionErrors& errors);

}  // namespace stowage
