// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_job.h"
#include "engine/load/load_schedule.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

class Document;

/// Whether a load runs by itself, or waits before its first tensor to be gone through in steps.
enum class LoadPace { Running, StepByStep };

/// What the pre-flight's objections do: stop the load, or nothing ("load anyway").
enum class PreflightRule { Refuse, Override };

/// Whether what is loaded goes first, or all of it stays that the plan leaves where it is
/// (engine/load/apply_plan.h).
enum class LoadStart { Anew, FromLoaded };

/// A load as it is asked for; the plan is the document's.
struct LoadRequest {
    LoadMethod method = LoadMethod::Streamed;
    LoadPace pace = LoadPace::Running;
    LoadStart start = LoadStart::Anew;
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

/// A load that began and failed; everything was given back.
struct LoadFailure {
    LoadRequest request;
    Error error;
    std::string stoppedAt;  ///< phase and tensor
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

}  // namespace stowage
