// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_preparation.h"

#include "app/cli/options/common_options.h"
#include "app/cli/planned_model.h"
#include "engine/base/page_cache.h"
#include "engine/capacity/estimate.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/write/initial_values.h"
#include "engine/load/program/key_matching.h"
#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/load/ram_limit.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

namespace stowage {

std::optional<Error> missingRefusal(OpenedModel& model, bool isForced,
                                    const CommandContext& context) {
    const Checkpoint& checkpoint = *model.checkpoint;
    const std::vector<std::string> names = initialisable(checkpoint);
    if (names.empty()) {
        return std::nullopt;
    }
    const std::string& tree = checkpoint.keyCheck->treeFile;
    const Message lack = names.size() == 1 ? say("%1 lacks %2 tensor of %3: %4.", checkpoint.path,
                                                 names.size(), tree, firstNames(names))
                                           : say("%1 lacks %2 tensors of %3: %4.", checkpoint.path,
                                                 names.size(), tree, firstNames(names));
    if (!isForced) {
        return makeError(
            ErrorCode::KeyMismatch,
            joined(
                {lack,
                 say("Nothing was loaded. Open the checkpoint that belongs to this model, or use "
                     "--force to load the initial values of a new model for the missing tensors.")},
                " "),
            checkpoint.path, names.front());
    }
    auto filled = withInitialValues(model.checkpoint);
    if (!filled) {
        return filled.error();
    }
    context.warn(joined(
        {lack, say("Stowage loads initial values, not trained values, for the missing tensors.")},
        " "));
    model.checkpoint = std::move(*filled);
    return std::nullopt;
}

Unexpected withoutWeights(const std::string& path, const Message& sentence) {
    return fail(ErrorCode::Unsupported, sentence, path);
}

std::optional<Error> keyRefusal(const LoadSchedule& schedule) {
    std::vector<Message> sentences;
    std::string key;
    for (const PlanIssue& issue : loadObjections(schedule)) {
        if (isKeyObjection(issue)) {
            sentences.push_back(issue.text);
            key = key.empty() ? issue.module : key;
        }
    }
    if (sentences.empty()) {
        return std::nullopt;
    }
    sentences.push_back(say("Nothing was loaded."));
    return makeError(ErrorCode::KeyMismatch, joined(std::move(sentences), " "),
                     schedule.checkpoint->path, key);
}

int refuseKeys(const Error& no, const CommandContext& context) {
    context.reportError(no);
    return kExitAnswerIsNo;
}

std::optional<Error> loadRefusal(const LoadSchedule& schedule, ForceOption names) {
    std::vector<Message> sentences;
    std::optional<PlanIssue> first;
    bool canBeForced = names == ForceOption::Named;
    for (const PlanIssue& issue : loadObjections(schedule)) {
        first = first ? first : issue;
        canBeForced = canBeForced && !isDiskSpaceObjection(issue);
        sentences.push_back(issue.text);
    }
    if (!first) {
        return std::nullopt;
    }
    const bool isGpu = first->device && first->device->isGpu();
    const ErrorCode code = isGpu ? ErrorCode::DeviceOutOfMemory : ErrorCode::InvalidPlan;
    sentences.push_back(canBeForced ? say("Nothing was loaded; use --force to load anyway.")
                                    : say("Nothing was loaded."));
    return makeError(code, joined(std::move(sentences), " "), {},
                     first->device ? deviceName(*first->device) : first->module);
}

Result<std::uint64_t> ramLimitOption(const std::string& text) {
    return optionValue("--ram-limit", parseRamLimit(text));
}

PageCacheState attainableCache(PageCacheState asked, const std::vector<std::string>& files,
                               const CommandContext& context) {
    const PageCacheState state = attainablePageCache(asked, files);
    if (state != asked) {
        context.warn(
            say("--cache cold: %1 is in memory (tmpfs), and pages of tmpfs cannot be "
                "dropped; the file is read as with --cache warm.",
                *std::ranges::find_if(files, liesInMemory)));
    }
    return state;
}

void LoadPreparation::addTo(CLI::App& command) {
    addOption(command, "--cache", "STATE", m_cache);
    addOption(command, "--memory", "STATE", m_memory);
    addTextOption(command, "--ram-limit", "SIZE", m_ramLimit);
}

namespace {

/// The plan under this program's own engine, which runs what is loaded here, where the workload
/// names no other and it runs the model.
std::shared_ptr<const PlacementPlan> forThisProgram(
    const std::shared_ptr<const PlacementPlan>& plan, const OpenedModel& model) {
    const auto& workload = plan->request.workload;
    if (!workload || !workload->engine.empty()) {
        return plan;
    }
    auto own = std::make_shared<PlacementPlan>(*plan);
    own->request.workload->engine = kOwnEngine;
    return PlanEstimator::make({own, model.checkpoint, *own->request.workload}) ? own : plan;
}

}  // namespace

Result<std::shared_ptr<const LoadSchedule>> LoadPreparation::makeSchedule(
    const OpenedModel& model, const PlacementOptions& placement, ScheduleOptions options,
    const CommandContext& context) const {
    if (!m_ramLimit.empty()) {
        const auto limit = ramLimitOption(m_ramLimit);
        STOWAGE_TRY(limit);
        options.ramLimit = *limit;
    }
    auto plan = planToLoad(model, placement, context);
    STOWAGE_TRY(plan);
    plan = withWorkload(forThisProgram(*plan, model), model, context);
    STOWAGE_TRY(plan);
    warnOf(**plan, context);
    const auto memory = freeMemoryStateFromName(m_memory);
    STOWAGE_TRY(memory);  // prepareFiles() has looked at it
    options.freeMemory = *memory;
    options.offloadFolder = placement.offloadFolder();
    options.rates = measuredRates(context);
    auto schedule = makeLoadSchedule(*plan, model.checkpoint, options);
    STOWAGE_TRY(schedule);
    for (const PlanIssue& issue : (*schedule)->preflight) {
        if (issue.severity != Severity::Error) {
            context.warn(issueText(issue));
        }
    }
    return schedule;
}

LoadPreparation::Held LoadPreparation::hold(const LoadSchedule& schedule,
                                            const LoadBackends& backends) {
    if (!schedule.ramLimit) {
        return {};
    }
    // What LibTorch takes for itself is none of the load's.
    backends.tensors->warmUp();
    auto group = enterGroupFor(*schedule.ramLimit, schedule.prediction->peakSimulated);
    return group ? Held{std::move(*group)} : Held{nullptr, group.error().message};
}

Result<void> LoadPreparation::prepareFiles(const Checkpoint& checkpoint,
                                           const CommandContext& context) const {
    STOWAGE_TRY(optionValue("--memory", freeMemoryStateFromName(m_memory)));
    const auto state = optionValue("--cache", pageCacheStateFromName(m_cache));
    STOWAGE_TRY(state);
    std::vector<std::string> files;
    for (const auto& shard : checkpoint.shards) {
        files.push_back(shard->path());
    }
    return preparePageCache(files, attainableCache(*state, files, context), context.stop());
}

}  // namespace stowage
