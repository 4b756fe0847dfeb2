// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"
#include "engine/run/model_chain.h"
#include "engine/telemetry/memory_sampler.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace stowage {

/// What a chain came to beside what its links tell. Bytes and seconds.
struct ChainOutcome {
    DeviceInfo device;               ///< on which the turns were taken
    AllocatorStatistics statistics;  ///< of it, the peaks over all turns
    std::size_t turns = 0;           ///< links that came to their end, from the first on
    double loadSeconds = 0;          ///< of all models into RAM
    double seconds = 0;              ///< of the turns
    MemorySampler::Peaks hostPeaks{};
    ProcessMemory hostBaseline{};    ///< before the first turn, all models in RAM
    std::optional<Error> stopped{};  ///< why it ended before its end
};

/// Measures a chain while its models take their turns. Members belong to the thread that runs them.
class ChainMeter {
public:
    /// Begins, with all models in RAM; samples the back ends' devices, which outlive it, in a
    /// thread of its own.
    ChainMeter(const LoadBackends& backends, DeviceId device);

    /// A link came to its end. To be called before the device's peaks are reset.
    void turnDone(const ChainLink& link);
    /// What it came to until now.
    [[nodiscard]] ChainOutcome outcome(const std::optional<Error>& stopped, double loadSeconds);
    /// Since it began, as the last outcome() left them.
    [[nodiscard]] LoadCurves curves() const;

private:
    void notePeaks();

    DeviceMemory* m_device = nullptr;
    MemorySampler m_sampler;
    double m_begin = 0;
    ChainOutcome m_outcome;
};

/// The object of `run --chain --json`: {"prompt", "chain": [{"model", "times", …}], "device",
/// "seconds", "load_seconds", "host", "stopped"?}.
[[nodiscard]] nlohmann::ordered_json chainJson(std::span<const ChainLink> links,
                                               const ChainOutcome& outcome);

/// Fills `record` with a chain: what `run --chain --json` says of it but prompts and tokens, its
/// models, and the plan of the first of them. Error: Malformed.
[[nodiscard]] Result<void> setChainReport(LoadRecord& record, std::span<const ChainLink> links,
                                          const ChainOutcome& outcome);

}  // namespace stowage
