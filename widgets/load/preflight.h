// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/machine_rates.h"
#include "engine/load/program/load_method.h"
#include "engine/load/report/load_report.h"
#include "engine/plan/placement_plan.h"

#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

class Document;
struct Checkpoint;
struct LoadSchedule;

/// Whether a load runs by itself, or waits before its first tensor to be gone through in steps.
enum class LoadPace { Running, StepByStep };

/// What the pre-flight's objections do: stop the load, or nothing ("load anyway").
enum class PreflightRule { Refuse, Override };

/// Whether what is loaded goes first, or all of it stays that the plan leaves where it is
/// (engine/load/execute/apply_plan.h).
enum class LoadStart { Fresh, FromLoaded };

/// A load as it is asked for; the plan is the document's.
struct LoadRequest {
    AskedMethod method{};
    LoadPace pace = LoadPace::Running;
    LoadStart start = LoadStart::Fresh;
    PreflightRule preflight = PreflightRule::Refuse;
    Verification verification = Verification::None;
    std::optional<std::uint64_t> ramLimit{};  ///< the most RAM it may hold, bytes (ram_limit.h)
    /// Where what lies on disk goes; "" makes a temporary folder.
    std::string offloadFolder{};
};

/// Why the pre-flight says no to a load, and what would work in its place. Nothing was read.
struct LoadRefusal {
    LoadRequest request;
    std::shared_ptr<const LoadSchedule> schedule;  ///< of the load that was asked for
    std::vector<PlanIssue> objections;             ///< never empty
    /// The same plan by the nearest method that nothing speaks against; null: there is none.
    std::shared_ptr<const LoadSchedule> nearest;
    std::optional<std::uint64_t> hostFree;  ///< bytes that the host can give; nothing: unknown
};

/// The kind of error that a refusal is, by what speaks against the load first.
[[nodiscard]] ErrorCode errorCodeOf(const LoadRefusal& refusal);

/// "streamed", or "streamed (auto)" where the method was not chosen by hand.
[[nodiscard]] QString usedMethodText(const LoadSchedule& schedule);

/// A load that began and failed; everything was given back.
struct LoadFailure {
    LoadRequest request;
    Error error;
    Message stoppedAt;  ///< phase and tensor
    /// For memory that was not enough: the nearest method that does with less. Nothing where there
    /// is none, and for other failures.
    std::optional<LoadMethod> nearest;
    QString modelName;  ///< what was to be loaded
};

/// What speaks against `schedule`, with a method that would do; nothing: go ahead. Blocks for some
/// milliseconds a method: run it in a worker.
[[nodiscard]] std::optional<LoadRefusal> refuseLoad(
    const LoadRequest& request, const std::shared_ptr<const LoadSchedule>& schedule);

/// True where there is a plan, and weights to load by it.
[[nodiscard]] bool canBeLoaded(const Document& document);
/// Why it cannot, in a sentence.
[[nodiscard]] QString whyNotLoaded(const Document& document);

/// What a load with one method would take, known before it starts.
struct LoadPrediction {
    LoadMethod method = LoadMethod::Streamed;
    bool isAutomatic = false;  ///< the one that `auto` takes
    /// The GPU that lacks the most for its peak, else the one with the highest; nothing: none is
    /// used.
    std::optional<DeviceId> device;
    std::uint64_t allocated = 0;  ///< there
    std::uint64_t reserved = 0;   ///< there
    std::uint64_t hostAnonBytes = 0;
    std::optional<double> seconds;      ///< nothing without a calibration of this machine
    std::uint64_t missingOnDevice = 0;  ///< there, for the peak
    std::uint64_t missingOnHost = 0;    ///< of the RAM that the plan's CPU has free
    Message problem;                    ///< why no schedule can be made; "" otherwise
};

/// Schedules every method without running it. Blocks for milliseconds a method: run it in a
/// worker. Nothing is written anywhere. `rates` (may be null) give the times.
[[nodiscard]] std::vector<LoadPrediction> predictLoads(
    const std::shared_ptr<const PlacementPlan>& plan,
    const std::shared_ptr<const Checkpoint>& checkpoint,
    const std::shared_ptr<const MachineRates>& rates, std::stop_token stop);

/// What one method would take, and what speaks against it; known before anything is read.
struct MethodPreflight {
    LoadMethod method = LoadMethod::Streamed;
    std::map<DeviceId, PredictedPeak> peaks;
    std::optional<std::uint64_t> hostAnonBytes;
    std::optional<double> seconds;
    Message refusal;  ///< sentences with the numbers; "" where nothing speaks against it
    bool isOnlyOverRamLimit = false;  ///< see isOnlyRamLimitExceeded()
};

/// Whether nothing but the RAM limit of a schedule speaks against its load. A comparison and the
/// lesson run such a load all the same: that it is stopped at the limit is what they show.
[[nodiscard]] bool isOnlyRamLimitExceeded(const LoadSchedule& schedule);

/// That of one schedule.
[[nodiscard]] MethodPreflight preflightOf(const LoadSchedule& schedule);

/// Every method's, in the order of allLoadMethods(). Blocks for milliseconds a method: run it in a
/// worker. Nothing is written anywhere. `ramLimit`: the most RAM that each may hold, bytes.
[[nodiscard]] std::vector<MethodPreflight> preflightMethods(
    const std::shared_ptr<const PlacementPlan>& plan,
    const std::shared_ptr<const Checkpoint>& checkpoint,
    const std::shared_ptr<const MachineRates>& rates, std::optional<std::uint64_t> ramLimit,
    const std::stop_token& stop);

}  // namespace stowage
