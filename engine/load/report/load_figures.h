// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// What a load left on one GPU and what was said of it before; bytes.
struct GpuLoadFigures {
    DeviceId device;
    bool simulated = false;
    std::optional<std::uint64_t> capacity;
    std::uint64_t peakAllocated = 0;
    std::uint64_t peakReserved = 0;
    std::uint64_t finalAllocated = 0;
    std::uint64_t finalReserved = 0;
    std::optional<std::uint64_t> predictedAllocated;
    std::optional<std::uint64_t> predictedReserved;
};

/// A forward pass through the loaded model, and how its logits compare with the reference.
struct ForwardFigures {
    std::vector<std::int64_t> tokens;  ///< the prompt
    std::string sha256;   ///< of all logits: float32, little endian, C order [tokens × vocabulary]
    double maxLogit = 0;  ///< max |logit|
    std::int64_t nextToken = 0;           ///< argmax of the last position
    std::optional<double> maxDifference;  ///< max |logit − reference|; nothing without a reference
    /// maxDifference ≤ 2e-5 × max |reference|, all finite; nothing without a reference.
    std::optional<bool> agrees;
    double seconds = 0;
    std::uint64_t bytesMoved = 0;  ///< weights brought in for offloaded layers
    Message why;                   ///< one sentence where it failed or disagrees; else ""
};

/// The times that a run has beside those of a load, and the load's own; nothing where not known.
struct RunTimes {
    std::optional<double> toFirstToken;     ///< seconds: the pass of the prompts
    std::optional<double> perToken;         ///< seconds: the mean of the passes after it
    std::optional<double> tokensPerSecond;  ///< of all sequences, in those passes
    std::optional<double> loadSeconds;      ///< of the load that it ran over
};

/// One pass: its share of the run. Seconds since the run began, without pauses.
struct RunPassFigures {
    std::uint64_t tokens = 0;  ///< that went in
    double begin = 0;
    double end = 0;
};

/// What a run through a loaded model has that a load has not.
struct RunFigures {
    RunTimes predicted;
    RunTimes measured;
    std::vector<RunPassFigures> passes;  ///< those of the prompts first
    std::uint64_t prefillPasses = 1;     ///< as many of them as there are

    /// That the first pass took in, of all sequences.
    [[nodiscard]] std::uint64_t promptTokens() const {
        return passes.empty() ? 0 : passes.front().tokens;
    }
};

/// What a model of a chain came to in its turn. Bytes and seconds.
struct ChainTurn {
    std::string model;  ///< its path
    std::uint64_t times = 1;
    std::uint64_t bytesMoved = 0;  ///< that came to the device
    double transferSeconds = 0;    ///< of its seconds, they travelled
    double seconds = 0;            ///< of all its calls
    std::uint64_t allocated = 0;   ///< on the device once it had run
};

/// What models that took turns on one device have that a load has not.
struct ChainFigures {
    DeviceId device;
    std::vector<ChainTurn> turns;  ///< those that came to their end, in order
};

/// "gpt2" of "/models/gpt2" and of "/models/gpt2/": what a model is called by its path alone.
[[nodiscard]] std::string lastNameOf(const std::string& path);

/// "gpt2 → llama": the names of its models, each as often as it had a turn.
[[nodiscard]] std::string chainName(const ChainFigures& chain);

/// What is kept of: a load, a run through a loaded model, or models that took turns on a device.
enum class RecordKind { Load, Run, Chain };

/// "load", "run", "chain".
[[nodiscard]] std::string_view recordKindName(RecordKind kind);

/// How a load, a run or a chain ended.
enum class LoadEnding {
    Done,
    Differs,    ///< loaded, but the verification or the forward pass found other weights
    Cancelled,  ///< by the person
    Refused,    ///< by the pre-flight
    Failed,
};

/// "done", "differs", "cancelled", "refused", "failed".
[[nodiscard]] std::string_view loadEndingName(LoadEnding state);

/// The figures of a load as the object of `load --json` tells them, or of a run or a chain as
/// `run --json` does; bytes and seconds. Host figures are above the level before it.
struct LoadFigures {
    LoadMethod method = LoadMethod::Streamed;  ///< of a run or a chain: of the loads before it
    bool dryRun = false;
    std::optional<double> seconds;  ///< nothing for a dry run
    std::uint64_t bytes = 0;        ///< the tensors'
    std::uint64_t bytesRead = 0;    ///< of files; as `bytes` where a record does not tell
    std::uint64_t tensors = 0;
    std::vector<std::pair<std::string, DeviceId>> deviceMap;  ///< in the plan's order
    std::vector<GpuLoadFigures> devices;
    ProcessMemory baseline;  ///< before the load
    ProcessMemory peak;      ///< above the baseline
    /// Anonymous memory as another process polled it, which sees the same from outside.
    std::optional<std::uint64_t> polledHostAnon;
    std::optional<std::uint64_t> predictedHostAnon;
    std::optional<double> predictedSeconds;
    std::vector<LoadPhase> phases;
    std::optional<bool> verified;
    std::string sha256;
    std::optional<ForwardFigures> forward;  ///< only where one was asked for
    std::optional<RunFigures> run{};        ///< nothing: these are no figures of a run
    std::optional<ChainFigures> chain{};    ///< nothing: these are no figures of a chain
    LoadEnding state = LoadEnding::Done;
    Message stoppedAt;
    Message why;  ///< what stopped it, or what differs; "" where all went well

    [[nodiscard]] RecordKind kind() const {
        return chain ? RecordKind::Chain : run ? RecordKind::Run : RecordKind::Load;
    }
    /// Measured from outside where that was done, else by the process itself.
    [[nodiscard]] std::optional<std::uint64_t> hostAnon() const;
    /// Bytes a second, as loadRate(); nothing where no time is known or nothing was read.
    [[nodiscard]] std::optional<double> rate() const;
};

/// Measured less predicted, as predictionErrors() of a report; nothing for a dry run and for a load
/// that did not come to its end. Host memory as it was polled from outside, where it was.
[[nodiscard]] std::optional<PredictionErrors> loadPredictionErrors(const LoadFigures& figures);

/// The largest by amount of all GPUs' peaks, allocated and reserved; nothing without a GPU.
[[nodiscard]] std::optional<std::int64_t> largestPeakError(const PredictionErrors& errors);

/// For people: "Forward pass over [1, 2, 3]: the logits agree with the reference (…)".
[[nodiscard]] Message forwardText(const ForwardFigures& forward);

}  // namespace stowage
