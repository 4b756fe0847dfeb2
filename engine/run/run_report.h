// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/host_memory.h"
#include "engine/load/report/load_record.h"
#include "engine/plan/dispatch_model.h"
#include "engine/run/models/logits.h"
#include "engine/run/prefetched_weights.h"
#include "engine/run/run_prediction.h"
#include "engine/telemetry/timeline.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

struct LoadReport;

/// The weights prefetched for one stage of one pass. Seconds since the run began, without
/// pauses.
struct RunLayerFigures {
    std::string module;      ///< "transformer.h.3", as RunStage names it
    DeviceId device;         ///< on which it ran
    std::uint32_t pass = 0;  ///< the prompt's come first
    double begin = 0;
    double end = 0;
    double computeSeconds = 0;
    double transferSeconds = 0;  ///< bringing its weights took, whether the pass waited or not
    double waitedSeconds = 0;    ///< of these, the pass waited
    std::uint64_t bytesMoved = 0;
};

/// What a device did and held during a run. Bytes as its allocator counts them.
struct DeviceRunFigures {
    DeviceId device;
    bool simulated = false;
    std::optional<std::uint64_t> capacity;
    std::uint64_t context = 0;
    std::uint64_t usedByOthers = 0;
    std::uint64_t allocatedBefore = 0;  ///< the weights, when the run began
    std::uint64_t peakAllocated = 0;
    std::uint64_t peakReserved = 0;
    std::uint64_t finalAllocated = 0;
    std::uint64_t finalReserved = 0;
    double computeSeconds = 0;   ///< busy; the rest of the run it idled
    double transferSeconds = 0;  ///< weights travelled to it
    std::uint64_t bytesIn = 0;   ///< of weights
};

/// A link that carried weights, or the disk from which they were read.
struct TransferFigures {
    SpanKind kind = SpanKind::HostToDevice;  ///< or Disk
    DeviceId device;         ///< to which they went over its link; of the disk's the disk
    double busySeconds = 0;  ///< in which any travelled there; what overlaps counts once
};

/// A prompt and what followed it.
struct RunSequence {
    std::vector<std::int64_t> prompt;
    std::vector<std::int64_t> generated;
    /// Both as text, where the model's tokenizer is known.
    std::optional<std::string> promptText{};
    std::optional<std::string> generatedText{};
};

/// What a run came to, also one that stopped: the figures until then.
struct RunReport {
    std::vector<RunSequence> sequences = std::vector<RunSequence>(1);  ///< never empty
    /// The prompts' logits, or an encoder's hidden states, sequence after sequence: of each
    /// position, or of the last one of each.
    Logits numbers;
    bool givesLogits = true;
    std::string counted{};  ///< as RunTraits has it: one row for all sequences; "": rows of each
    std::vector<std::string> unused{};      ///< parameters that were not used, as those of a head
    std::vector<std::string> nanWeights{};  ///< looked for where NaN came out
    std::optional<InputTrait> input{};      ///< the array that went in, with the shape it has
    /// With which a decoder began whose encoder read the prompts; empty in other models.
    std::vector<std::int64_t> decoderTokens{};
    std::string family;    ///< "llama"
    unsigned window = 0;   ///< stages prefetched; 0: no prefetch
    unsigned threads = 0;  ///< that computed
    AttentionKind attention = AttentionKind::Eager;
    DeviceId executionDevice;  ///< where offloaded layers ran
    HookOptions hooks;         ///< as they were asked for
    HookRuling hookRuling;     ///< what they came to
    double beganAt = 0;        ///< on the monotonic clock of this machine
    double seconds = 0;        ///< without the pauses, as all figures of passes and layers
    double pausedSeconds = 0;  ///< that the run stood still between two modules
    std::uint64_t bytesMoved = 0;
    std::uint64_t prefillPasses = 1;  ///< the first ones: the prompts went in, whole or by chunks
    std::vector<RunPassFigures> passes;
    std::vector<RunLayerFigures> layers;  ///< in the order in which they ran
    std::vector<DeviceRunFigures> devices;
    std::vector<TransferFigures> transfers;  ///< only what moved weights; the disk first
    PrefetchFigures prefetch;
    ProcessMemory hostBaseline;  ///< before the run, the loaded model included
    ProcessMemory hostPeak;      ///< highest during it
    std::uint64_t samples = 0;
    std::optional<RunPrediction> predicted;

    std::optional<Error> stopped;  ///< Cancelled, or why it failed
    Message stoppedAt;             ///< "transformer.h.3.attn.c_attn"
};

/// Begins one with the prompts of a request.
[[nodiscard]] RunReport reportOf(const RunRequest& request);

/// The numbers of the last position of each sequence: a row each; none where there are no numbers.
/// The one row that counts something of all of them, or all rows where no token went in.
[[nodiscard]] Logits lastPositions(const RunReport& report);

/// Says that NaN came out, and so what came of it means nothing, with the weights that hold NaN;
/// "" where none did.
[[nodiscard]] Message nanNote(const RunReport& report);

/// Says that the model has parameters that the run did not use; "" where it used all.
[[nodiscard]] Message unusedNote(const RunReport& report);

/// The largest logits of a sequence's last position, the largest first, with their tokens.
[[nodiscard]] std::vector<std::pair<std::int64_t, float>> topTokens(const RunReport& report,
                                                                    std::size_t count,
                                                                    std::size_t sequence = 0);

/// The whole numbers of tokens that the prompts have, or that followed them.
[[nodiscard]] std::size_t promptTokens(const RunReport& report);
[[nodiscard]] std::size_t generatedTokens(const RunReport& report);

/// What something did with the time of a run: the shares add up to 1.
struct TimeShares {
    double busy = 0;     ///< it computed, or carried weights
    double waiting = 0;  ///< a layer stood still there for its weights; of devices only
    double idle = 1;
};

/// Shares of `seconds`; what is longer is cut. All idle where no time passed.
[[nodiscard]] TimeShares sharesOf(double busySeconds, double waitedSeconds, double seconds);

/// Busy, waiting and idle as whole percents that add up to 100: the figures that were cut most by
/// rounding down get what is left. {37.5, 0, 62.5} is {37, 0, 63}.
[[nodiscard]] std::array<int, 3> wholePercents(const TimeShares& shares);
/// The same as text, "37 %": where something is there that rounds to nothing "<1 %", and what
/// stands beside it ">99 %" then, so that no figure contradicts another.
[[nodiscard]] std::array<Message, 3> percentTexts(const TimeShares& shares);

/// One of the things that a timeline has a lane for: a device that computes, the link to a device,
/// or the disk.
struct LaneTime {
    SpanKind kind = SpanKind::Compute;  ///< never Wait, which is a share
    DeviceId device;                    ///< of the disk's lane the disk
    TimeShares shares;
};

/// Of every device in its report, and of the links and the disk that moved weights: what window and
/// command line show, so that one figure is the same wherever it stands. Shares of its seconds,
/// pauses left out; empty where no time passed.
[[nodiscard]] std::vector<LaneTime> laneTimes(const RunReport& report);

/// Stretches of time of which a moment counts once, however many of them it lies in.
class CoveredTime {
public:
    /// In any order; nearly the order of their ends is cheap.
    void add(double begin, double end);
    [[nodiscard]] double seconds() const;

private:
    std::vector<std::pair<double, double>> m_stretches;  ///< apart from each other, in order
};

/// What a run took to its first token and for each after it, and what it was to take; nothing of
/// one that was stopped. The load's time is not in it.
[[nodiscard]] RunTimes measuredTimes(const RunReport& report);
[[nodiscard]] RunTimes predictedTimes(const RunReport& report);

/// Measured less predicted, as that of a load; nothing for a run that was stopped or not predicted.
[[nodiscard]] std::optional<PredictionErrors> runPredictionErrors(const RunReport& report);

/// Fills `record` with a run: what `run --json` says of it but prompts, texts, tokens and layers.
[[nodiscard]] Result<void> setRunReport(LoadRecord& record, const RunReport& report,
                                        const LoadReport& load, const LoadSchedule& schedule);

/// The object of `run --json`, with "load", the load that went before in short: bytes and seconds.
/// Of several sequences "prompt", "tokens", "top" and the texts are lists of what one has.
/// Everything is measured but "predicted", which is null where nothing was, and "unaccounted",
/// measured less predicted. Host peaks are above the level before the run.
[[nodiscard]] std::string runReportToJson(const RunReport& report, const LoadReport& load,
                                          const LoadSchedule& schedule);

}  // namespace stowage
