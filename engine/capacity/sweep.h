// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"
#include "engine/device/device_info.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/workload.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a sweep changes from point to point.
enum class SweepKind {
    Batch,    ///< sequences at once
    Prompt,   ///< tokens of each
    Context,  ///< tokens to keep room for
    Generate,
    PrefillChunk,
    Limit,  ///< of a device, as max_memory has it: bytes
    Gpus,   ///< of the plan's, the first N
    DType,  ///< of the weights
    KvDType,
    Link,         ///< of every GPU to the host: bytes a second
    MachineLink,  ///< between any two machines: bytes a second
    Window,       ///< prefetch window
};

/// One value of a variable.
struct SweepValue {
    double number = 0;  ///< tokens, bytes, bytes a second …; of a dtype its place in the list
    std::string text;   ///< "4GiB", "float16": as options take it
};

/// A variable with its values in their order.
struct SweepVariable {
    SweepKind kind = SweepKind::Context;
    DeviceId device{};  ///< of a limit
    std::vector<SweepValue> values;

    /// "context", "gpu:0": as it is typed, and the key of a point in JSON.
    [[nodiscard]] std::string key() const;
};

/// A kind with what a menu and an option call it.
struct SweepKindName {
    SweepKind kind;
    std::string_view key;  ///< "kv_dtype"; of a limit "limit", which is typed as its device
    Message title;         ///< "KV cache's dtype"
};
[[nodiscard]] const std::vector<SweepKindName>& sweepKinds();

/// The number of a workload that it varies; null for the others.
[[nodiscard]] std::uint64_t Workload::*sweptNumber(SweepKind kind);

/// Reads "context=2048..131072*2", "gpu:0=4GiB..24GiB/1GiB", "gpus=1..8", "dtype=float16,float32".
/// Errors: InvalidArgument that says what is wrong with it and what to write.
[[nodiscard]] Result<SweepVariable> parseSweepVariable(std::string_view text);

/// Values worth looking at for a plan and its workload, the present one among them; empty where
/// the plan has nothing to change there (a limit without GPUs).
[[nodiscard]] SweepVariable usualSweepVariable(SweepKind kind, const EstimateInput& input);

/// More points than this are refused.
inline constexpr std::size_t kMostSweepPoints = 1'000'000;

/// What one point comes to.
struct SweepPoint {
    Verdict verdict = Verdict::Undetermined;
    std::uint64_t offloadedBytes = 0;       ///< weights on the CPU and on disk while a GPU computes
    std::uint64_t gpuBytes = 0;             ///< that the GPUs need together
    std::uint64_t hostBytes = 0;            ///< that the CPU's memory needs
    std::optional<double> tokensPerSecond;  ///< of all sequences
    std::optional<double> toFirstToken;     ///< seconds
    std::optional<TightestDevice> tightest;
    EstimateBasis basis = EstimateBasis::Formula;
};

[[nodiscard]] SweepPoint sweepPointOf(const CapacityEstimate& estimate);

/// All points of one or two variables.
struct Sweep {
    std::vector<SweepVariable> variables;
    std::vector<SweepPoint> points;  ///< the first variable runs fastest
    double seconds = 0;              ///< that it took

    /// Where a point stands in each variable's values.
    [[nodiscard]] std::vector<std::size_t> placeOf(std::size_t point) const;
};

/// The input of one point: its plan is made again where the variable changes it.
/// Errors: those of place() and applyEdit().
[[nodiscard]] Result<EstimateInput> sweepInput(const EstimateInput& input,
                                               const std::vector<SweepVariable>& variables,
                                               const std::vector<std::size_t>& place,
                                               const std::stop_token& stop = {});

/// By formula, and replayed (where this program runs the family) at points that lie within
/// kReplayedMargin of a capacity, and some more on small devices: there verdicts are those of
/// estimateCapacity(). `progress` is called with finished points, may be empty. Blocks; call it in
/// a worker. Errors: InvalidArgument (too many points), those of sweepInput() and
/// estimateCapacity().
[[nodiscard]] Result<Sweep> runSweep(
    const EstimateInput& input, const std::vector<SweepVariable>& variables,
    const std::function<void(std::size_t, const SweepPoint&)>& progress = {},
    const std::stop_token& stop = {});

/// The rest of a sentence that names the points whose prompt and generated tokens exceed their
/// context; nothing where no point has such a one.
[[nodiscard]] std::optional<Message> shortContexts(const EstimateInput& input, const Sweep& sweep);

/// Of a capacity: points this near to it are replayed.
inline constexpr double kReplayedMargin = 0.05;

/// One object a line: {"point": {"context": 8192}, "verdict", "offloaded_bytes", …}
/// (docs/spec/planning.md).
[[nodiscard]] std::string sweepToJsonLines(const Sweep& sweep);
/// A row a point, the same columns.
[[nodiscard]] std::string sweepToCsv(const Sweep& sweep);

/// The point of a sweep at which the plan of an estimate and its workload are now, an index into
/// Sweep::points; nothing where it lies between the others, or `estimate` is null. Any thread.
[[nodiscard]] std::optional<std::size_t> presentPoint(const Sweep& sweep,
                                                      const CapacityEstimate* estimate);

}  // namespace stowage
