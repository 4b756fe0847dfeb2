// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_verb.h"

#include "app/backends.h"
#include "app/cli/load_refusal.h"
#include "app/cli/load_text.h"
#include "app/cli/measured_rates.h"
#include "app/cli/model_input.h"
#include "app/cli/plan_text.h"
#include "app/cli/plan_to_load.h"
#include "app/cli/progress_bar.h"
#include "engine/load/dry_run.h"
#include "engine/load/forward_json.h"
#include "engine/load/key_objections.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

namespace stowage {

namespace {

std::string methodNames() {
    std::string names;
    for (const LoadMethod method : allLoadMethods()) {
        names += (names.empty() ? "" : ", ") + std::string(loadMethodName(method));
    }
    return names;
}

int exitStatusOf(const LoadReport& report) {
    if (report.stopped) {
        return exitStatusFor(report.stopped->code);
    }
    return report.verified.value_or(true) ? kExitDone : kExitAnswerIsNo;
}

}  // namespace

CLI::App* LoadVerb::describe(CLI::App& app) {
    CLI::App* command = app.add_subcommand("load", "Really load the weights under a plan");
    command->add_option("MODEL", m_model, "Checkpoint file or folder")->required();
    command->add_option("--method", m_method, methodNames() + " (streamed)")->type_name("NAME");
    command->add_flag("--dry-run", m_dryRun,
                      "Walk the load without touching weights: for models (also .tree.json) and "
                      "devices larger than this machine");
    command->add_flag("--verify", m_verify, "Compare every loaded byte with the file");
    command->add_flag("--sha256", m_sha256, "Verify and print each tensor's SHA-256");
    m_files.addTo(*command);
    m_repeats.addTo(*command);
    m_preparation.addTo(*command);
    m_forward.addTo(*command);
    command->add_flag("--force", m_force, "Load although the pre-flight says no");
    command
        ->add_option("--offload-dir", m_offloadDir,
                     "Folder for weights on disk (a temporary one, removed at the end)")
        ->type_name("DIR");
    m_placement.addTo(*command, PlacementOptions::MapOption::InsteadOfStrategy);
    command->footer(
        "Example:\n"
        "  stowagectl load gpt2/model.pth --gpus 320MiB,320MiB --verify\n"
        "  stowagectl load gpt2/model.pth --gpus 2GiB --method naive --forward 1,2,3");
    return command;
}

Result<void> LoadVerb::checkOptions() const {
    const auto apart = [](const char* a, const char* b, const char* why) {
        return fail(ErrorCode::InvalidArgument,
                    std::string(a) + " does not go with " + b + ": " + why, {}, a);
    };
    if (m_dryRun && m_forward.isWanted()) {
        return apart("--forward", "--dry-run", "a dry run loads no weights to compute with.");
    }
    if (m_dryRun && m_files.wantsEvents()) {
        return apart("--events", "--dry-run", "a dry run takes no time in which to follow it.");
    }
    if (m_repeats.isWanted() && m_forward.isWanted()) {
        return apart("--forward", "--repeat", "repeated loads are given back at once.");
    }
    if (m_repeats.isWanted() && m_files.wantsEvents()) {
        return apart("--events", "--repeat", "one file tells of one load.");
    }
    return {};
}

Result<std::shared_ptr<const LoadSchedule>> LoadVerb::makeSchedule(
    const OpenedModel& model, const CommandContext& context) const {
    const auto method = loadMethodFromName(m_method);
    if (!method) {
        return fail(ErrorCode::InvalidArgument,
                    "--method \"" + m_method + "\" is not known; take " + methodNames() + ".", {},
                    "--method");
    }
    if (model.checkpoint->format == CheckpointFormat::TreeJson && !m_dryRun) {
        return fail(ErrorCode::Unsupported,
                    model.checkpoint->path +
                        " describes a model without its weights, so there is nothing to load; "
                        "give a safetensors or PyTorch file, or walk it with --dry-run.",
                    model.checkpoint->path);
    }
    const auto ramLimit = m_preparation.ramLimit();
    if (!ramLimit) {
        return ramLimit.unexpected();
    }
    const auto planned = m_placement.makePlan(model, context);
    const auto plan = planned ? planToLoad(*planned, context) : planned;
    if (!plan) {
        return plan.unexpected();
    }
    warnOf(**plan, context);
    return makeLoadSchedule(*plan, model.checkpoint,
                            {.method = *method,
                             .offloadFolder = m_offloadDir,
                             .dryRun = m_dryRun,
                             .rates = measuredRates(context),
                             .ramLimit = *ramLimit});
}

LoadOptions LoadVerb::makeLoadOptions() const {
    LoadOptions options;
    if (m_sha256) {
        options.verification = Verification::BytesAndDigests;
    } else if (m_verify || m_files.wantsAudit()) {
        options.verification = Verification::Bytes;
    }
    options.hostMemory = m_repeats.reuses() ? HostMemoryUse::Reused : HostMemoryUse::Fresh;
    if (m_files.wantsSamples() || m_files.wantsEvents()) {
        options.sampler = std::make_shared<MemorySampler>(options.sampleIntervalSeconds);
    }
    return options;
}

int LoadVerb::printDryRun(const LoadSchedule& schedule, const CommandContext& context) const {
    const LoadReport report = dryRunReport(schedule);
    printOutcome(report, schedule, std::nullopt, context);
    return exitStatusOf(report);
}

Result<int> LoadVerb::refuse(const Error& no, const LoadSchedule& schedule,
                             const CommandContext& context) const {
    if (!context.wantsJson()) {
        return Unexpected{no};
    }
    LoadReport report;
    report.method = schedule.method;
    report.keys = schedule.keys;
    for (const DevicePlacement& placement : schedule.plan->placements) {
        report.devices.push_back(DeviceLoadFigures{placement.device, 0, 0, 0, 0});
    }
    report.stopped = no;
    report.stoppedAt = "pre-flight";
    context.print(loadReportToJson(report, schedule));
    return exitStatusOf(report);
}

void LoadVerb::printOutcome(const LoadReport& report, const LoadSchedule& schedule,
                            const std::optional<ForwardOutcome>& forward,
                            const CommandContext& context) const {
    if (context.wantsJson()) {
        std::string object = loadReportToJson(report, schedule);
        object = m_repeats.isWanted() ? m_repeats.addToJson(object) : object;
        context.print(forward ? addForward(object, *forward) : object);
        return;
    }
    context.print(loadText(report, schedule) +
                  (forward ? "\n" + forwardText(forward->figures) : std::string()));
    if (m_repeats.isWanted()) {
        context.print(m_repeats.sentence());
    }
    if (report.stopped) {
        context.warn(report.stopped->message);
    }
}

Result<int> LoadVerb::runSchedule(std::shared_ptr<const LoadSchedule> schedule,
                                  const CommandContext& context) {
    const auto backends = makeLoadBackends(schedule->plan->request.devices);
    if (!backends) {
        return backends.unexpected();
    }
    if (m_forward.isWanted()) {
        if (const auto can = m_forward.check(*schedule, *backends); !can) {
            return can.unexpected();  // before seconds of loading
        }
    }
    const LoadOptions options = makeLoadOptions();
    if (options.sampler) {
        options.sampler->setDevices(backends->devices);
    }
    const auto events = m_files.openEvents(options.sampler);
    if (!events) {
        return events.unexpected();
    }
    const Done done = loadAndRun(std::move(schedule), *backends, options, events->get(), context);
    printOutcome(done.load.report, *done.load.schedule, done.forward, context);
    // The load is done: what it found must not be lost because a file cannot be written.
    if (!done.files) {
        context.warn(done.files.error().message);
        return exitStatusFor(done.files.error().code);
    }
    const int status = exitStatusOf(done.load.report);
    if (status == kExitDone && done.forward && done.forward->exitStatus != kExitDone) {
        context.warn(done.forward->figures.why);
        return done.forward->exitStatus;
    }
    return status == kExitDone && m_repeats.grew() ? kExitAnswerIsNo : status;
}

LoadVerb::Done LoadVerb::loadAndRun(std::shared_ptr<const LoadSchedule> schedule,
                                    const LoadBackends& backends, const LoadOptions& options,
                                    LoadEventWriter* events, const CommandContext& context) {
    ProgressBar bar;
    const ProgressSink progress = [sink = bar.sink(), events](const Progress& now) {
        if (sink) {
            sink(now);
        }
        if (events != nullptr) {
            events->report(now);
        }
    };
    const auto load = [&] {
        const PauseGate gate;
        return LoadPreparation::runHeld(*schedule, backends, [&] {
            return runLoadJob(schedule, backends, options, gate, context.stop(), progress);
        });
    };
    Done done{m_repeats.isWanted() ? m_repeats.run(load, backends) : load(), {}, {}};
    // Samples end with the load: what the pass takes is none of its memory.
    done.files = m_files.write(done.load.report, options.sampler.get(), backends);
    if (m_forward.isWanted() && done.load.model != nullptr) {
        done.forward = m_forward.run(done.load, backends, context.stop(), progress);
    }
    if (const auto told = events == nullptr ? Result<void>() : events->finish();
        !told && done.files) {
        done.files = told;
    }
    return done;
}

Result<int> LoadVerb::run(CommandContext& context) {
    if (const auto checked = checkOptions(); !checked) {
        return checked.unexpected();
    }
    if (const auto can = m_files.check(context); !can) {
        return can.unexpected();
    }
    auto model = openModel(m_model, context);
    if (!model) {
        return model.unexpected();
    }
    if (const auto no = missingRefusal(*model, m_force, context)) {
        return refuseKeys(*no, context);
    }
    if (const auto prepared = m_preparation.prepareFiles(*model->checkpoint, context); !prepared) {
        return prepared.unexpected();  // the files are not as they were to be
    }
    m_placement.setOffloadFolder(m_offloadDir);
    auto schedule = makeSchedule(*model, context);
    if (!schedule) {
        return schedule.unexpected();
    }
    for (const PlanIssue& issue : (*schedule)->preflight) {
        if (issue.severity != Severity::Error) {
            context.warn(std::string(severityName(issue.severity)) + ": " + issue.text);
        }
    }
    if (m_dryRun) {
        for (const PlanIssue& issue : loadObjections(**schedule)) {
            context.warn("error: " + issue.text);
        }
        return printDryRun(**schedule, context);
    }
    if (const auto no = keyRefusal(**schedule); no && !m_force) {
        return refuseKeys(*no, context);
    }
    if (const auto no = loadRefusal(**schedule); no && !m_force) {
        return refuse(*no, **schedule, context);
    }
    for (const PlanIssue& issue : loadObjections(**schedule)) {
        context.warn("error: " + issue.text);
    }
    if (const auto prepared = m_preparation.prepareMemory(**schedule, context); !prepared) {
        return prepared.unexpected();  // stopped meanwhile
    }
    return runSchedule(std::move(*schedule), context);
}

std::unique_ptr<Verb> makeLoadVerb() {
    return std::make_unique<LoadVerb>();
}

}  // namespace stowage
