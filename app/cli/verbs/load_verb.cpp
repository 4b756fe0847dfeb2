// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/cli/command_context.h"
#include "app/cli/forward_pass.h"
#include "app/cli/job_channel.h"
#include "app/cli/load_preparation.h"
#include "app/cli/load_repeats.h"
#include "app/cli/machines/stage_peers.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "app/cli/output/output_files.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/output/text_table.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/job_control.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/device/machine_link.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/key_matching.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/report/load_report.h"
#include "engine/load/report/load_report_json.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// `load MODEL`: really loads under a plan, measures, and gives everything back; or, as a dry run,
/// walks the same steps without a page.
class LoadVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> makeSchedule(
        const OpenedModel& model, const CommandContext& context) const;
    [[nodiscard]] Result<int> runSchedule(std::shared_ptr<const LoadSchedule> schedule,
                                          const CommandContext& context);
    /// The answer where something speaks against the load: the numbers, and exit status 1.
    [[nodiscard]] Result<int> refuse(const Error& no, const LoadSchedule& schedule,
                                     const CommandContext& context) const;
    [[nodiscard]] LoadOptions makeLoadOptions(const CommandContext& context) const;
    /// What is wrong with options that are right alone.
    [[nodiscard]] Result<void> checkOptions() const;
    /// A load and all that comes after it before its figures are printed.
    struct Done {
        LoadOutcome load;
        std::optional<ForwardOutcome> forward;
        Result<void> files{};  ///< whether those asked for could be written
    };
    [[nodiscard]] Done loadAndRun(std::shared_ptr<const LoadSchedule> schedule,
                                  const LoadBackends& backends, const LoadOptions& options,
                                  const PauseGate& gate, LoadEventWriter* events,
                                  const CommandContext& context);
    void printOutcome(const LoadReport& report, const LoadSchedule& schedule,
                      const std::optional<ForwardOutcome>& forward,
                      const CommandContext& context) const;

    std::string m_model;
    PlacementOptions m_placement;
    std::string m_method = "auto";
    LoadFiles m_files;
    LoadRepeats m_repeats;
    LoadMachines m_machines;
    LoadPreparation m_preparation;
    ForwardPass m_forward;
    bool m_verify = false;
    bool m_sha256 = false;
    bool m_dryRun = false;
    bool m_holds = false;
};

namespace {

std::string devicesTable(const LoadReport& report, const LoadSchedule& schedule,
                         const Translate& translate) {
    TextTable table({phrase("device"), phrase("figures"), rightHead(phrase("peak allocated")),
                     rightHead(phrase("peak reserved")), rightHead(phrase("predicted")),
                     rightHead(phrase("now allocated")), rightHead(phrase("now reserved")),
                     rightHead(phrase("capacity"))},
                    translate);
    for (const DeviceLoadFigures& figures : report.devices) {
        const auto predicted = schedule.predictedPeaks.find(figures.device.id);
        const bool isGpu = figures.device.id.isGpu();
        table.addRow(
            {deviceLabelOn(figures.device),
             report.dryRun              ? phrase("dry run")
             : figures.device.simulated ? phrase("simulated")
                                        : phrase("measured"),
             formatSize(figures.peakAllocated), formatSize(figures.peakReserved),
             predicted == schedule.predictedPeaks.end()
                 ? ""
                 : formatSize(isGpu ? predicted->second.reserved : predicted->second.allocated),
             formatSize(figures.finalAllocated), formatSize(figures.finalReserved),
             sizeOrUnknown(figures.device.capacity)});
    }
    return table.text();
}

/// Who holds each device's memory, before the load and after it. What others hold is theirs
/// throughout; a fresh process holds nothing of its own before.
std::string useTable(const LoadReport& report, const Translate& translate) {
    TextTable table({report.dryRun ? phrase("memory (dry run)") : phrase("memory"),
                     rightHead(phrase("used by others")), rightHead(phrase("context")),
                     rightHead(phrase("used before")), rightHead(phrase("free before")),
                     rightHead(phrase("used after")), rightHead(phrase("free after")),
                     rightHead(phrase("capacity"))},
                    translate);
    for (const DeviceLoadFigures& figures : report.devices) {
        const DeviceInfo& device = figures.device;
        if (device.id.kind == DeviceKind::Disk) {
            continue;
        }
        const bool isGpu = device.id.isGpu();
        const std::uint64_t before = device.usedByOthers + device.context;
        const std::uint64_t after =
            before + (isGpu ? figures.finalReserved : figures.finalAllocated);
        const auto freeAt = [&device](std::uint64_t used) {
            return device.capacity
                       ? Message(formatSize(*device.capacity - std::min(*device.capacity, used)))
                       : phrase("unknown");
        };
        table.addRow({deviceLabelOn(device), formatSize(device.usedByOthers),
                      isGpu ? formatSize(device.context) : "", formatSize(before), freeAt(before),
                      formatSize(after), freeAt(after), sizeOrUnknown(device.capacity)});
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

std::string hostTable(const LoadReport& report, const LoadSchedule& schedule,
                      const Translate& translate) {
    TextTable table({report.dryRun ? phrase("host (dry run)") : phrase("host (measured)"),
                     rightHead(phrase("anonymous")), rightHead(phrase("file pages")),
                     rightHead(phrase("simulated GPUs")), rightHead(phrase("resident"))},
                    translate);
    const auto add = [&table](Phrase name, const ProcessMemory& memory) {
        table.addRow({name, sizeOrUnknown(memory.anon), sizeOrUnknown(memory.file),
                      sizeOrUnknown(memory.shmem), sizeOrUnknown(memory.rss)});
    };
    if (!report.dryRun) {
        add(phrase("before"), report.baseline);
        add(phrase("peak increase"), report.peak);
    }
    table.addRow({phrase("predicted"), formatSize(schedule.predictedHostAnonBytes)});
    return table.text();
}

/// Each phase with its times and the highest level inside of it on every GPU and the host.
std::string phasesTable(const LoadReport& report, const Translate& translate) {
    std::vector<TableHead> columns{phrase("phase"), rightHead(phrase("begin")),
                                   rightHead(phrase("end"))};
    for (const DeviceLoadFigures& figures : report.devices) {
        if (figures.device.id.isGpu()) {
            columns.push_back(rightHead(say("peak %1", deviceLabel(figures.device.id))));
        }
    }
    columns.push_back(rightHead(phrase("peak host")));
    TextTable table(columns, translate);
    for (const LoadPhase& phase : report.phases) {
        std::vector<Message> row{phase.name};
        row.push_back(report.dryRun ? "" : secondsText(phase.begin));
        row.push_back(report.dryRun ? "" : secondsText(phase.end));
        for (const auto& [device, allocated] : phase.peakAllocated) {
            row.push_back(formatSize(allocated));
        }
        row.push_back(sizeOrUnknown(phase.peakHostAnon));
        table.addRow(row);
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

std::string keysText(const KeyReport& keys, const Translate& translate) {
    std::string text;
    const auto add = [&](Phrase what, const std::vector<std::string>& names) {
        if (!names.empty()) {
            const Message list = names.size() > 1
                                     ? say("%1 and %2 more", names.front(), names.size() - 1)
                                     : Message(names.front());
            text += joined({what, list}, ": ").in(translate) + "\n";
        }
    };
    add(phrase("Keys in the model, but not in the file"), keys.missing);
    add(phrase("Missing keys loaded with initial values"), keys.initialised);
    add(phrase("Keys in the file, but not in the model"), keys.unexpected);
    add(phrase("Keys whose shape or dtype differs between file and model"), keys.mismatched);
    return text;
}

std::string digestLines(const LoadReport& report) {
    std::string text;
    for (const auto& [name, digest] : report.digests) {
        text += digest + "  " + name + "\n";
    }
    return text.empty() ? text : text + "\n";
}

Message ramLimitText(const RamLimitFigures& figures) {
    const std::string limit = formatSize(figures.limit);
    const Message peak = sizeOrUnknown(figures.peak);
    if (figures.byGroup) {
        return say(
            "The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every "
            "step and enforced by a control group.",
            limit, peak, ramLimitCounts());
    }
    return figures.whyNoGroup.empty()
               ? say("The RAM limit was %1; the load used at most %2 (%3). The limit was checked "
                     "at every step.",
                     limit, peak, ramLimitCounts())
               : say("The RAM limit was %1; the load used at most %2 (%3). The limit was checked "
                     "at every step, without a control group: %4.",
                     limit, peak, ramLimitCounts(), figures.whyNoGroup);
}

/// Counted as while they come in; names that share one's bytes are said apart.
Message loadedTensors(const LoadReport& report, const LoadSchedule& schedule) {
    const std::uint64_t loaded = schedule.tensors.size();
    if (report.tensors > loaded) {
        return say("%1 tensors plus %2 tied", loaded, report.tensors - loaded);
    }
    return loaded == 1 ? say("%1 tensor", loaded) : say("%1 tensors", loaded);
}

Message dryRunSentence(const LoadReport& report, const LoadSchedule& schedule) {
    if (report.stopped) {
        return say("Dry run: nothing was loaded. A real load would fail at %1.", report.stoppedAt);
    }
    return joined(
        {say("Dry run: nothing was loaded. A real load would load %1 (%2) with the method %3.",
             loadedTensors(report, schedule), formatSize(report.bytes),
             loadMethodName(report.method)),
         schedule.methodReason},
        " ");
}

/// What stays in the file's pages is loaded and not read: the rate is not that of all bytes.
Message speedText(const LoadReport& report, double rate) {
    const std::string speed = formatSize(rate) + "/s";
    return report.bytesRead < report.bytes
               ? say("%1 read at %2", formatSize(report.bytesRead), speed)
               : Message(speed);
}

Message loadedText(const LoadReport& report, const LoadSchedule& schedule) {
    const Message tensors = loadedTensors(report, schedule);
    const std::string bytes = formatSize(report.bytes);
    const std::string seconds = secondsText(report.seconds);
    const std::string_view method = loadMethodName(report.method);
    if (const auto rate = loadRate(report)) {
        return say("Loaded %1 (%2) in %3 (%4) with the method %5.", tensors, bytes, seconds,
                   speedText(report, *rate), method);
    }
    return say("Loaded %1 (%2) in %3 with the method %4.", tensors, bytes, seconds, method);
}

Message lastSentence(const LoadReport& report, const LoadSchedule& schedule) {
    if (report.dryRun) {
        return dryRunSentence(report, schedule);
    }
    if (report.stopped) {
        return report.stoppedAt.empty()
                   ? say("The load was stopped, and the weights were freed.")
                   : say("The load stopped at %1, and the weights were freed.", report.stoppedAt);
    }
    std::vector<Message> sentences{loadedText(report, schedule), schedule.methodReason};
    if (schedule.predictedSeconds) {
        const std::string seconds = secondsText(*schedule.predictedSeconds);
        sentences.push_back(schedule.countsOnFreeMemory
                                ? say("Predicted time: %1, if the host of this virtual machine has "
                                      "not reclaimed free memory.",
                                      seconds)
                                : say("Predicted time: %1.", seconds));
    }
    if (report.verified) {
        sentences.push_back(*report.verified ? say("Every byte was verified.")
                                             : report.verifyFailure);
        sentences.push_back(nanNote(report));
    }
    return joined(std::move(sentences), " ");
}

/// What a load did, for people: devices with their predicted and reached peaks, the host, phases,
/// digests if there are any, and a last sentence that says how it ended.
std::string loadText(const LoadReport& report, const LoadSchedule& schedule,
                     const Translate& translate) {
    std::string text = digestLines(report) + devicesTable(report, schedule, translate) + "\n" +
                       useTable(report, translate) + hostTable(report, schedule, translate) + "\n" +
                       phasesTable(report, translate) + keysText(report.keys, translate);
    if (report.ramLimit) {
        text += ramLimitText(*report.ramLimit).in(translate) + "\n";
    }
    text += lastSentence(report, schedule).in(translate);
    if (const auto errors = predictionErrors(report, schedule)) {
        text += "\n" + predictionErrorText(*errors, schedule).in(translate);
    }
    return text;
}

int exitStatusOf(const LoadReport& report) {
    if (report.stopped) {
        return exitStatusFor(report.stopped->code);
    }
    return report.verified.value_or(true) ? kExitDone : kExitAnswerIsNo;
}

}  // namespace

void LoadVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    addOption(command, "--method", "NAME", m_method);
    command.add_flag("--dry-run", m_dryRun);
    command.add_flag("--verify", m_verify);
    command.add_flag("--sha256", m_sha256);
    command.add_flag("--hold", m_holds);
    m_files.addTo(command);
    m_repeats.addTo(command);
    m_preparation.addTo(command);
    m_forward.addTo(command);
    m_placement.addForLoadTo(command);
    m_placement.setIssueTelling(PlacementOptions::IssueTelling::Always);
    m_placement.addWorkloadTo(command);
    m_machines.addTo(command);
}

Result<void> LoadVerb::checkOptions() const {
    STOWAGE_TRY(requireRange("--repeat", m_repeats.count(), 1, LoadRepeats::kMost));
    const char* const measured = m_verify               ? "--verify"
                                 : m_sha256             ? "--sha256"
                                 : m_repeats.isWanted() ? "--repeat"
                                                        : m_files.measuredOption();
    const bool isRepeated = m_repeats.isWanted();
    struct Clash {
        bool isThere;
        const char* option;
        const char* other;
        Phrase why;
    };
    const Clash clashes[] = {
        {m_dryRun && m_forward.isWanted(), "--forward", "--dry-run",
         phrase("a dry run loads no weights to compute with.")},
        {m_dryRun && m_files.wantsEvents(), "--events", "--dry-run",
         phrase("a dry run has no progress to report.")},
        {m_dryRun && m_holds, "--hold", "--dry-run", phrase("a dry run has no weights to keep.")},
        {isRepeated && m_holds, "--hold", "--repeat",
         phrase("the weights of repeated loads are freed immediately.")},
        {m_dryRun && measured != nullptr, measured, "--dry-run",
         phrase("a dry run loads nothing that can be measured or compared.")},
        {isRepeated && m_forward.isWanted(), "--forward", "--repeat",
         phrase("the weights of repeated loads are freed immediately.")},
        {isRepeated && m_files.wantsEvents(), "--events", "--repeat",
         phrase("one file of events can describe only one load.")},
        {isRepeated && m_files.wantsRecord(), "--record", "--repeat",
         phrase("one record can describe only one load.")},
    };
    for (const auto& [isThere, option, other, why] : clashes) {
        if (isThere) {
            return wrongOption(option,
                               say("%1 cannot be combined with %2: %3", option, other, why));
        }
    }
    if (m_repeats.reuses() && !isRepeated) {
        return wrongOption("--reuse",
                           say("--reuse applies to repeated loads; also give --repeat 2 or more."));
    }
    return {};
}

Result<std::shared_ptr<const LoadSchedule>> LoadVerb::makeSchedule(
    const OpenedModel& model, const CommandContext& context) const {
    const auto method = askedMethodFromName(m_method);
    if (!method) {
        return wrongOption("--method", say("--method \"%1\" is unknown; use auto, %2.", m_method,
                                           loadMethodNames()));
    }
    if (model.checkpoint->format == CheckpointFormat::TreeJson && !m_dryRun) {
        return withoutWeights(model.checkpoint->path,
                              say("%1 describes a model without its weights, so there is nothing "
                                  "to load; give a safetensors or PyTorch file, or use --dry-run.",
                                  model.checkpoint->path));
    }
    return m_preparation.makeSchedule(
        model, m_placement, {.method = *method, .offloadFolder = {}, .dryRun = m_dryRun}, context);
}

LoadOptions LoadVerb::makeLoadOptions(const CommandContext& context) const {
    LoadOptions options;
    if (m_sha256) {
        options.verification = Verification::BytesAndDigests;
    } else if (m_verify || m_files.wantsAudit()) {
        options.verification = Verification::Bytes;
    }
    options.hostMemory = m_repeats.reuses() ? HostMemoryUse::Reused : HostMemoryUse::Fresh;
    if (m_files.wantsSamples() || m_files.wantsEvents() ||
        (context.job != nullptr && context.job->isFollowed())) {
        options.sampler = std::make_shared<MemorySampler>(options.sampleIntervalSeconds);
    }
    return options;
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
    report.stoppedAt = phrase("pre-flight");
    context.print(loadReportToJson(report, schedule));
    return exitStatusOf(report);
}

void LoadVerb::printOutcome(const LoadReport& report, const LoadSchedule& schedule,
                            const std::optional<ForwardOutcome>& forward,
                            const CommandContext& context) const {
    if (context.wantsJson()) {
        nlohmann::ordered_json object = loadReportJson(report, schedule);
        if (m_repeats.isWanted()) {
            m_repeats.addToJson(object);
        }
        if (forward) {
            addForward(object, *forward);
        }
        if (context.job != nullptr && context.job->wantsSample()) {
            object["model_sample"] =
                modelSample(*schedule.checkpoint, *schedule.plan->request.tree);
        }
        context.print(jsonText(object, 2));
        return;
    }
    context.print(
        loadText(report, schedule, context.translate) +
        (forward ? "\n" + forwardText(forward->figures).in(context.translate) : std::string()));
    if (m_repeats.isWanted()) {
        context.printText(m_repeats.sentence());
    }
    if (report.stopped) {
        context.warn(report.stopped->message);
    }
}

Result<int> LoadVerb::runSchedule(std::shared_ptr<const LoadSchedule> schedule,
                                  const CommandContext& context) {
    const auto backends = lateLoadBackends(schedule->plan->request.devices);
    STOWAGE_TRY(backends);
    if (m_forward.isWanted()) {  // checked before seconds of loading
        STOWAGE_TRY(m_forward.check(*schedule, *backends));
    }
    const LoadOptions options = makeLoadOptions(context);
    if (options.sampler) {
        options.sampler->setDevices(backends->devices);
    }
    const auto events = m_files.openEvents(options.sampler, context.job);
    STOWAGE_TRY(events);
    PauseGate own;
    CommandInput input(context);
    if (m_holds) {
        input.follow(own);
    }
    const PauseGate& gate = context.job == nullptr ? own : context.job->gate;
    const Done done =
        loadAndRun(std::move(schedule), *backends, options, gate, events->get(), context);
    printOutcome(done.load.report, *done.load.schedule, done.forward, context);
    if (done.load.model != nullptr) {
        if (context.job != nullptr) {
            context.job->keepLoaded(loadReportJson(done.load.report, *done.load.schedule));
        }
        input.wait();
    }
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
                                    const PauseGate& gate, LoadEventWriter* events,
                                    const CommandContext& context) {
    ProgressBar bar(context.translate);
    const ProgressSink progress = [sink = bar.sink(), events](const Progress& now) {
        if (sink) {
            sink(now);
        }
        if (events != nullptr) {
            events->report(now);
        }
    };
    const auto load = [&] {
        return LoadPreparation::runHeld(*schedule, backends, [&] {
            return runLoadJob(schedule, backends, options, gate, context.stop(), progress);
        });
    };
    Done done{m_repeats.isWanted() ? m_repeats.run(load, backends) : load(), {}, {}};
    // Samples end with the load: what the pass takes is none of its memory.
    done.files =
        m_files.write(done.load.report, *done.load.schedule, options.sampler.get(), backends);
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
    STOWAGE_TRY(checkOptions());
    if (m_machines.isWanted()) {
        return m_machines.run(m_model, context);
    }
    STOWAGE_TRY(m_files.check(context));
    auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    m_files.nameIn(model->saved);
    if (const auto no = missingRefusal(*model, m_placement.isForced(), context)) {
        return refuseKeys(*no, context);
    }
    STOWAGE_TRY(m_preparation.prepareFiles(*model->checkpoint, context));
    auto schedule = makeSchedule(*model, context);
    STOWAGE_TRY(schedule);
    const bool canBeRefused = !m_dryRun && !m_placement.isForced();
    if (const auto no = keyRefusal(**schedule); no && canBeRefused) {
        return refuseKeys(*no, context);
    }
    const bool isForWindow = context.job != nullptr && context.job->keepsLoaded();
    const auto force = isForWindow ? ForceOption::Unnamed : ForceOption::Named;
    if (const auto no = loadRefusal(**schedule, force); no && canBeRefused) {
        return refuse(*no, **schedule, context);
    }
    for (const PlanIssue& issue : loadObjections(**schedule)) {
        context.warn(say("error: %1", issue.text));
    }
    if (m_dryRun) {
        const LoadReport report = dryRunReport(**schedule);
        printOutcome(report, **schedule, std::nullopt, context);
        STOWAGE_TRY(m_files.writeRecord(report, **schedule, nullptr));
        return exitStatusOf(report);
    }
    return runSchedule(std::move(*schedule), context);
}

std::unique_ptr<Verb> makeLoadVerb() {
    return std::make_unique<LoadVerb>();
}

}  // namespace stowage
