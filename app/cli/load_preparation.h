// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "engine/base/result.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/device/host_memory.h"
#include "engine/load/execute/load_job.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct LoadSchedule;
struct ScheduleOptions;

/// Parameters that the files lack and that --force gives a new model's values (initial_values.h):
/// forced, `model` has them from now on, and a warning names them; else why nothing is loaded.
/// Nothing where none is missing, or none that could be given a value.
[[nodiscard]] std::optional<Error> missingRefusal(OpenedModel& model, bool isForced,
                                                  const CommandContext& context);

/// Of a model that is described without its weights; the sentence says so.
[[nodiscard]] Unexpected withoutWeights(const std::string& path, const Message& sentence);

/// Keys that do not fit are told before anything else. Nothing where all fit.
[[nodiscard]] std::optional<Error> keyRefusal(const LoadSchedule& schedule);

/// Prints it and gives the exit status: 1, since the answer is no until --force says otherwise,
/// whatever the code of keys that cannot be loaded at all.
[[nodiscard]] int refuseKeys(const Error& no, const CommandContext& context);

/// What speaks against a load, as one failure: the answer is no. Nothing where nothing does.
/// `names`: whether the sentence may name --force, which a window has not.
enum class ForceOption { Named, Unnamed };
[[nodiscard]] std::optional<Error> loadRefusal(const LoadSchedule& schedule,
                                               ForceOption names = ForceOption::Named);

/// A RAM limit as `--ram-limit` takes it, bytes. Error: InvalidArgument that names the option.
[[nodiscard]] Result<std::uint64_t> ramLimitOption(const std::string& text);

/// The state to which `--cache` can bring the files: where one lies in memory itself, "cold" is
/// "warm", and a warning says so.
[[nodiscard]] PageCacheState attainableCache(PageCacheState asked,
                                             const std::vector<std::string>& files,
                                             const CommandContext& context);

/// `--cache`, `--memory` and `--ram-limit`: in which state a load is to find the page cache and
/// free memory, and what it may hold.
class LoadPreparation {
public:
    /// Adds the options; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);
    /// Before the schedule is made, whose predicted time depends on the page cache. Errors:
    /// InvalidArgument that names the option; those of reading the files, Cancelled.
    [[nodiscard]] Result<void> prepareFiles(const Checkpoint& checkpoint,
                                            const CommandContext& context) const;
    /// Plans the model and predicts its load; what speaks against the plan, and what the pre-flight
    /// finds beside its errors, goes to the context. `options` has what the verb alone knows.
    /// Errors: InvalidArgument that names the option; those of planToLoad() and makeLoadSchedule().
    [[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> makeSchedule(
        const OpenedModel& model, const PlacementOptions& placement, ScheduleOptions options,
        const CommandContext& context) const;
    /// Runs the load inside a control group where the schedule has a limit and one can be made.
    template <class Load>
    [[nodiscard]] static LoadOutcome runHeld(const LoadSchedule& schedule,
                                             const LoadBackends& backends, const Load& load) {
        const Held held = hold(schedule, backends);
        LoadOutcome outcome = load();
        if (outcome.report.ramLimit) {
            outcome.report.ramLimit->byGroup = held.group != nullptr;
            outcome.report.ramLimit->whyNoGroup = held.whyNot;
        }
        return outcome;
    }

private:
    struct Held {
        std::unique_ptr<MemoryCgroup> group;
        Message whyNot{};
    };
    [[nodiscard]] static Held hold(const LoadSchedule& schedule, const LoadBackends& backends);

    std::string m_cache = "as-is";
    std::string m_memory = "as-is";
    std::string m_ramLimit;
};

}  // namespace stowage
