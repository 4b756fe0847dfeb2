// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/peak_reasons.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What lay in memory together at a load's peak; bytes.
struct PeakPart {
    PeakReason::Kind kind = PeakReason::Kind::Other;
    std::uint64_t bytes = 0;
    std::string name{};                ///< of the tensor, or of the shard's file
    std::optional<DeviceId> device{};  ///< of parts on GPUs
};

/// The peaks of a load, each GPU's and the host's, taken apart.
struct PeakParts {
    std::vector<PeakPart> gpus;  ///< GPU by GPU; each adds up to its predicted peak allocated
    std::vector<PeakPart> host;  ///< adds up to the prediction's peakHostAnon
};

/// Walks the schedule's program as predictProgram() does, and remembers of the highest moments
/// what each buffer that lay there was for. Empty parts are left out.
[[nodiscard]] PeakParts takePeaksApart(const LoadSchedule& schedule);

}  // namespace stowage
