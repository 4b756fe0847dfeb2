// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/cli/forward_pass.h"
#include "app/cli/inputs.h"
#include "app/cli/load_preparation.h"
#include "app/cli/load_repeats.h"
#include "app/cli/output_files.h"
#include "app/cli/placement_options.h"
#include "app/cli/progress_bar.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/key_matching.h"
#include "engine/load/report/load_report.h"
#include "engine/load/report/load_report_json.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

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
    [[nodiscard]] LoadOptions makeLoadOptions() const;
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
                                  LoadEventWriter* events, const CommandContext& context);
    void printOutcome(const LoadReport& report, const LoadSchedule& schedule,
                      const std::optional<ForwardOutcome>& forward,
                      const CommandContext& context) const;

    std::string m_model;
    PlacementOptions m_placement;
    std::string m_method = "auto";
    LoadFiles m_files;
    LoadRepeats m_repeats;
    LoadPreparation m_preparation;
    ForwardPass m_forward;
    bool m_verify = false;
    bool m_sha256 = false;
    bool m_dryRun = false;
};

namespace {

std::string measuredSize(const std::optional<std::uint64_t>& bytes) {
    return bytes ? formatSize(*bytes) : "unknown";
}

std::string devicesTable(const LoadReport& report, const LoadSchedule& schedule) {
    TextTable table({"device", "figures", ">peak allocated", ">peak reserved", ">predicted",
                     ">now allocated", ">now reserved", ">capacity"});
    for (const DeviceLoadFigures& figures : report.devices) {
        const auto predicted = schedule.predictedPeaks.find(figures.device.id);
        const bool isGpu = figures.device.id.isGpu();
        table.addRow(
            {deviceLabel(figures.device.id),
             report.dryRun              ? "dry run"
             : figures.device.simulated ? "simulated"
                                        : "measured",
             formatSize(figures.peakAllocated), formatSize(figures.peakReserved),
             predicted == schedule.predictedPeaks.end()
                 ? ""
                 : formatSize(isGpu ? predicted->second.reserved : predicted->second.allocated),
             formatSize(figures.finalAllocated), formatSize(figures.finalReserved),
             measuredSize(figures.device.capacity)});
    }
    return table.text();
}

/// Who holds each device's memory, before the load and after it. What others hold is theirs
/// throughout; a fresh process holds nothing of its own before.
std::string useTable(const LoadReport& report) {
    TextTable table({report.dryRun ? "memory (dry run)" : "memory", ">used by others", ">context",
                     ">used before", ">free before", ">used after", ">free after", ">capacity"});
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
            return device.capacity ? formatSize(*device.capacity - std::min(*device.capacity, used))
                                   : std::string("unknown");
        };
        table.addRow({deviceLabel(device.id), formatSize(device.usedByOthers),
                      isGpu ? formatSize(device.context) : "", formatSize(before), freeAt(before),
                      formatSize(after), freeAt(after), measuredSize(device.capacity)});
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

std::string hostTable(const LoadReport& report, const LoadSchedule& schedule) {
    TextTable table({report.dryRun ? "host (dry run)" : "host (measured)", ">anonymous",
                     ">file pages", ">simulated GPUs", ">resident"});
    const auto add = [&table](const char* name, const ProcessMemory& memory) {
        table.addRow({name, measuredSize(memory.anon), measuredSize(memory.file),
                      measuredSize(memory.shmem), measuredSize(memory.rss)});
    };
    if (!report.dryRun) {
        add("before", report.baseline);
        add("peak above it", report.peak);
    }
    table.addRow({"predicted", formatSize(schedule.predictedHostAnonBytes)});
    return table.text();
}

/// Each phase with its times and the highest level inside of it on every GPU and the host.
std::string phasesTable(const LoadReport& report) {
    std::vector<std::string> columns{"phase", ">begin", ">end"};
    for (const DeviceLoadFigures& figures : report.devices) {
        if (figures.device.id.isGpu()) {
            columns.push_back(">peak " + deviceLabel(figures.device.id));
        }
    }
    columns.push_back(">peak host");
    TextTable table(columns);
    for (const LoadPhase& phase : report.phases) {
        std::vector<std::string> row{phase.name};
        row.push_back(report.dryRun ? "" : secondsText(phase.begin));
        row.push_back(report.dryRun ? "" : secondsText(phase.end));
        for (const auto& [device, allocated] : phase.peakAllocated) {
            row.push_back(formatSize(allocated));
        }
        row.push_back(measuredSize(phase.peakHostAnon));
        table.addRow(row);
    }
    return table.empty() ? std::string() : table.text() + "\n";
}

std::string keysText(const KeyReport& keys) {
    std::string text;
    const auto add = [&text](const char* what, const std::vector<std::string>& names) {
        if (!names.empty()) {
            text += std::string(what) + ": " + names.front();
            text +=
                names.size() > 1 ? " and " + std::to_string(names.size() - 1) + " more\n" : "\n";
        }
    };
    add("In the model, not in the file", keys.missing);
    add("Of these, loaded with initial values", keys.initialised);
    add("In the file, not in the model", keys.unexpected);
    add("Of another shape or dtype", keys.mismatched);
    return text;
}

std::string digestLines(const LoadReport& report) {
    std::string text;
    for (const auto& [name, digest] : report.digests) {
        text += digest + "  " + name + "\n";
    }
    return text.empty() ? text : text + "\n";
}

std::string ramLimitLine(const LoadReport& report) {
    if (!report.ramLimit) {
        return {};
    }
    const RamLimitFigures& figures = *report.ramLimit;
    std::string text = "RAM limit " + formatSize(figures.limit) + ", held at most " +
                       measuredSize(figures.peak) + " (" + ramLimitCounts() + "); ";
    text += figures.byGroup ? "a control group held it as well" : "watched at every step";
    text += figures.whyNoGroup.empty() ? "" : " (no control group: " + figures.whyNoGroup + ")";
    return text + ".\n";
}

std::string lastSentence(const LoadReport& report, const LoadSchedule& schedule) {
    const std::string reason = schedule.methodReason.empty() ? "" : " " + schedule.methodReason;
    if (report.dryRun) {
        return std::string("Dry run: nothing was loaded; ") +
               (report.stopped ? "the load would stop at " + report.stoppedAt + "."
                               : std::to_string(report.tensors) + " tensors, " +
                                     formatSize(report.bytes) + ", would be loaded by " +
                                     std::string(loadMethodName(report.method)) + "." + reason);
    }
    if (report.stopped) {
        return "Stopped" + (report.stoppedAt.empty() ? "" : " at " + report.stoppedAt) +
               "; the weights were given back.";
    }
    std::string text = "Loaded " + std::to_string(report.tensors) + " tensors, " +
                       formatSize(report.bytes) + ", in " + secondsText(report.seconds);
    if (const auto rate = loadRate(report)) {
        text += " (" + formatSize(*rate) + "/s)";
    }
    text += " by " + std::string(loadMethodName(report.method)) + "." + reason;
    text += schedule.predictedSeconds
                ? " Predicted: " + secondsText(*schedule.predictedSeconds) + "."
                : std::string();
    if (report.verified) {
        text += *report.verified ? " Every byte was verified." : " " + report.verifyFailure;
    }
    return text;
}

/// What a load did, for people: devices with their predicted and reached peaks, the host, phases,
/// digests if there are any, and a last sentence that says how it ended.
std::string loadText(const LoadReport& report, const LoadSchedule& schedule) {
    const auto errors = predictionErrors(report, schedule);
    return digestLines(report) + devicesTable(report, schedule) + "\n" + useTable(report) +
           hostTable(report, schedule) + "\n" + phasesTable(report) + keysText(report.keys) +
           ramLimitLine(report) + lastSentence(report, schedule) +
           (errors ? "\n" + predictionErrorText(*errors, schedule) : std::string());
}

int exitStatusOf(const LoadReport& report) {
    if (report.stopped) {
        return exitStatusFor(report.stopped->code);
    }
    return report.verified.value_or(true) ? kExitDone : kExitAnswerIsNo;
}

}  // namespace

void LoadVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model, "Checkpoint file or folder")->required();
    addOption(command, "--method", "NAME", m_method,
              "auto, " + loadMethodNames() + " (auto: what suits plan and files)");
    command.add_flag("--dry-run", m_dryRun,
                     "Walk the load without touching weights: for models (also .tree.json) and "
                     "devices larger than this machine");
    command.add_flag("--verify", m_verify, "Compare every loaded byte with the file");
    command.add_flag("--sha256", m_sha256, "Verify and print each tensor's SHA-256");
    m_files.addTo(command);
    m_repeats.addTo(command);
    m_preparation.addTo(command);
    m_forward.addTo(command);
    m_placement.addForLoadTo(command);
    m_placement.addWorkloadTo(command);
    command.footer(
        "Example:\n"
        "  stowagectl load gpt2/model.pth --gpus 320MiB,320MiB --verify\n"
        "  stowagectl load gpt2/model.pth --gpus 2GiB --method naive --forward 1,2,3");
}

Result<void> LoadVerb::checkOptions() const {
    const auto apart = [](const char* a, const char* b, const char* why) {
        return wrongOption(a, std::string(" does not go with ") + b + ": " + why);
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
    if (m_repeats.isWanted() && m_files.wantsRecord()) {
        return apart("--record", "--repeat", "one record tells of one load.");
    }
    return {};
}

Result<std::shared_ptr<const LoadSchedule>> LoadVerb::makeSchedule(
    const OpenedModel& model, const CommandContext& context) const {
    const auto method = askedMethodFromName(m_method);
    if (!method) {
        return wrongOption("--method", " \"" + m_method + "\" is not known; take auto, " +
                                           loadMethodNames() + ".");
    }
    if (model.checkpoint->format == CheckpointFormat::TreeJson && !m_dryRun) {
        return withoutWeights(
            model.checkpoint->path,
            "load; give a safetensors or PyTorch file, or walk it with --dry-run.");
    }
    return m_preparation.makeSchedule(
        model, m_placement, {.method = *method, .offloadFolder = {}, .dryRun = m_dryRun}, context);
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
        nlohmann::ordered_json object = loadReportJson(report, schedule);
        if (m_repeats.isWanted()) {
            m_repeats.addToJson(object);
        }
        if (forward) {
            addForward(object, *forward);
        }
        context.print(jsonText(object, 2));
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
    const auto backends = lateLoadBackends(schedule->plan->request.devices);
    STOWAGE_TRY(backends);
    if (m_forward.isWanted()) {  // checked before seconds of loading
        STOWAGE_TRY(m_forward.check(*schedule, *backends));
    }
    const LoadOptions options = makeLoadOptions();
    if (options.sampler) {
        options.sampler->setDevices(backends->devices);
    }
    const auto events = m_files.openEvents(options.sampler);
    STOWAGE_TRY(events);
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
    if (const auto no = loadRefusal(**schedule); no && canBeRefused) {
        return refuse(*no, **schedule, context);
    }
    for (const PlanIssue& issue : loadObjections(**schedule)) {
        context.warn("error: " + issue.text);
    }
    if (m_dryRun) {
        const LoadReport report = dryRunReport(**schedule);
        printOutcome(report, **schedule, std::nullopt, context);
        STOWAGE_TRY(m_files.writeRecord(report, **schedule, nullptr));
        return exitStatusOf(report);
    }
    STOWAGE_TRY(m_preparation.prepareMemory(**schedule, context));
    return runSchedule(std::move(*schedule), context);
}

std::unique_ptr<Verb> makeLoadVerb() {
    return std::make_unique<LoadVerb>();
}

}  // namespace stowage
