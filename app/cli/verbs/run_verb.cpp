// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/backends.h"
#include "app/cli/command_context.h"
#include "app/cli/load_preparation.h"
#include "app/cli/machines/run_stages.h"
#include "app/cli/machines/stage_peers.h"
#include "app/cli/machines/staged_prediction.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "app/cli/options/run_arguments.h"
#include "app/cli/output/output_files.h"
#include "app/cli/output/progress_bar.h"
#include "app/cli/output/run_text.h"
#include "app/cli/output/text_table.h"
#include "app/cli/planned_model.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/capacity/engine_profile.h"
#include "engine/load/program/key_matching.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/planned_tensors.h"
#include "engine/run/model_chain.h"
#include "engine/run/product_rates.h"
#include "engine/run/run_report.h"
#include "engine/run/run_setting.h"
#include "engine/run/stage_channel.h"
#include "engine/run/stage_prediction.h"
#include "engine/run/staged_model.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// `run MODEL --chain OTHER`: models whose weights all lie in RAM take turns on one device, each
/// with the same tokens or with those that the one before gave. One comes as a whole when it is
/// called and leaves when the next one is; called again and again ("MODEL*50") it stays.
class RunChain {
public:
    /// Adds the option to a command that has those of a placement already, and keeps it apart from
    /// what places layers; it binds to this object, which must outlive the parse.
    void addTo(CLI::App& command);
    [[nodiscard]] bool isWanted() const { return !m_models.empty(); }

    /// Loads `first` and the others, runs each and prints what came of it. The device is that of
    /// the options, else the first GPU, else the CPU. Errors: those of opening, loading and
    /// running, with the model's path in front where the message does not name it.
    /// `file` gets the record, also of a chain that stopped in its turns.
    [[nodiscard]] Result<int> run(const std::string& first, const PlacementOptions& placement,
                                  const RunOptions& options, const RecordFile& file,
                                  const CommandContext& context) const;

private:
    [[nodiscard]] Result<void> takeTurns(std::vector<ChainLink>& links, const ChainStage& stage,
                                         const RunOptions& options, const CommandContext& context,
                                         ChainMeter& meter) const;

    std::vector<std::string> m_models;
    bool m_passOn = false;
};

/// The turns of every value of the option.
Result<std::vector<ChainEntry>> turnsOf(const std::string& first,
                                        const std::vector<std::string>& others) {
    std::vector<ChainEntry> turns{{first, 1}};
    for (const std::string& text : others) {
        auto more = chainEntriesOf(text);
        if (!more) {
            return fail(more.error().code, say("--chain: %1", more.error().message), {}, "--chain");
        }
        turns.insert(turns.end(), more->begin(), more->end());
    }
    return turns;
}

Result<ChainLink> plan(const ChainEntry& turn, const PlacementOptions& placement,
                       const CommandContext& context) {
    const std::string& path = turn.path;
    ChainLink link{path, turn.times, nullptr, nullptr, {}, 0, 0};
    const auto model = openModel(path, context);
    STOWAGE_TRY(model);
    if (model->checkpoint->format == CheckpointFormat::TreeJson) {
        return withoutWeights(
            path,
            say("%1 describes a model without its weights, so there is nothing to run.", path));
    }
    const ParsedDeviceMap inRam{DeviceMap({{"", DeviceId::cpu()}}), {}, {}};
    const PlacementOptions::ReadPlacement read{inRam};
    const auto planned = placement.makePlan(*model, context, &read);
    STOWAGE_TRY(planned);
    warnOf(**planned, context);
    auto schedule =
        makeLoadSchedule(*planned, model->checkpoint, {LoadMethod::Streamed, {}, false, nullptr});
    STOWAGE_TRY(schedule);
    for (const auto& refusal : {keyRefusal(**schedule), loadRefusal(**schedule)}) {
        if (refusal) {
            return ofLink(link, *refusal);
        }
    }
    link.schedule = std::move(*schedule);
    return link;
}

Message tokensText(const RunReport& report) {
    return report.givesLogits ? Message(chainTokensText(report))
                              : phrase("(none: the model is an encoder)");
}

Message peakText(const DeviceInfo& device, std::uint64_t bytes) {
    const std::string size = formatSize(bytes);
    return device.simulated
               ? say("The peak of allocated memory on %2 (simulated) was %1 (weights and computed "
                     "values).",
                     size, deviceLabel(device.id))
               : say("The peak of allocated memory on %2 was %1 (weights and computed values).",
                     size, deviceLabel(device.id));
}

std::string chainText(const std::vector<ChainLink>& links, const DeviceInfo& device,
                      const AllocatorStatistics& statistics, const Translate& translate) {
    constexpr int kSecondDigits = 4;
    TextTable table({phrase("model"), rightHead(phrase("times")), phrase("family"),
                     rightHead(say("moved to %1", deviceLabel(device.id))), rightHead(phrase("in")),
                     rightHead(phrase("ran in")), rightHead(phrase("held after")),
                     phrase("most likely or generated tokens")},
                    translate);
    for (const ChainLink& link : links) {
        table.addRow({link.path, std::to_string(link.times), link.report.family,
                      formatSize(link.report.bytesMoved),
                      secondsText(link.transferSeconds, kSecondDigits),
                      secondsText(link.report.seconds - link.transferSeconds, kSecondDigits),
                      formatSize(link.allocated), tokensText(link.report)});
    }
    std::string text = table.text();
    if (device.id.isGpu()) {
        text += "\n" + peakText(device, statistics.peakAllocated).in(translate) + "\n";
    }
    return text;
}

/// The seconds that it took.
Result<double> loadAll(std::vector<ChainLink>& links, const LoadBackends& backends,
                       const CommandContext& context) {
    const PauseGate gate;
    double seconds = 0;
    for (ChainLink& link : links) {
        ProgressBar bar(context.translate);
        LoadOutcome loaded =
            runLoadJob(link.schedule, backends, LoadOptions(), gate, context.stop(), bar.sink());
        if (loaded.report.stopped) {
            return ofLink(link, *loaded.report.stopped);
        }
        link.model = std::move(loaded.model);
        seconds += loaded.report.seconds;
    }
    return seconds;
}

void RunChain::addTo(CLI::App& command) {
    CLI::Option* const chain =
        command.add_option("--chain", m_models)->type_name("MODEL,MODEL*N ...")->check(notEmpty());
    command.add_flag("--pass-on", m_passOn)->needs(chain);
    for (const char* other :
         {"--device-map", "--strategy", "--max-memory", "--pin", "--num-gpus", "--max-gpu-memory",
          "--device", "--offload-dir", "--prefetch-window", "--no-prefetch", "--offloaded",
          "--config", "--logits", "--timeline"}) {
        chain->excludes(command.get_option(other));
    }
}

Result<void> RunChain::takeTurns(std::vector<ChainLink>& links, const ChainStage& stage,
                                 const RunOptions& options, const CommandContext& context,
                                 ChainMeter& meter) const {
    ModelChain chain(stage);
    const RunReport* before = nullptr;
    for (ChainLink& link : links) {
        ChainedModel& source = chain.add(link.path, *link.model);
        for (std::uint64_t time = 0; time < link.times; ++time) {
            ProgressBar bar(context.translate);
            STOWAGE_TRY(
                callLink(link, source, {stage, options, before}, context.stop(), bar.sink()));
            before = m_passOn ? &link.report : nullptr;
        }
        meter.turnDone(link);
    }
    chain.offload();
    return {};
}

Result<int> RunChain::run(const std::string& first, const PlacementOptions& placement,
                          const RunOptions& options, const RecordFile& file,
                          const CommandContext& context) const {
    std::vector<ChainLink> links;
    const auto turns = turnsOf(first, m_models);
    STOWAGE_TRY(turns);
    for (const ChainEntry& turn : *turns) {
        auto link = plan(turn, placement, context);
        STOWAGE_TRY(link);
        STOWAGE_TRY(checkLink(*link, options));
        links.push_back(std::move(*link));
    }
    const auto backends = makeLoadBackends(links.front().schedule->plan->request.devices);
    const auto compute = backends ? openCompute() : backends.unexpected();
    STOWAGE_TRY(compute);
    const auto loadSeconds = loadAll(links, *backends, context);
    STOWAGE_TRY(loadSeconds);
    const ChainStage stage{*backends, **compute, chainDevice(options, *backends)};
    ChainMeter meter(*backends, stage.device);
    const Result<void> done = takeTurns(links, stage, options, context, meter);
    const ChainOutcome outcome =
        meter.outcome(done ? std::nullopt : std::optional(done.error()), *loadSeconds);
    if (done) {
        context.print(context.wantsJson() ? jsonText(chainJson(links, outcome), 2)
                                          : chainText(links, outcome.device, outcome.statistics,
                                                      context.translate));
    }
    const auto written = file.write(*links.front().schedule, [&](LoadRecord& record) {
        record.curves = meter.curves();
        return setChainReport(record, links, outcome);
    });
    STOWAGE_TRY(done);
    if (!written) {  // the chain is done: what it found stands there already
        context.warn(written.error().message);
        return exitStatusFor(written.error().code);
    }
    return kExitDone;
}

/// `run MODEL --tokens 1,2,3`: loads under a plan, runs the model over it layer by layer, says
/// which tokens follow and what it took, and gives everything back.
class RunVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    /// What the plan and the model add to the options; whether this model can be run with them.
    [[nodiscard]] Result<void> complete(RunOptions& options, const LoadSchedule& schedule,
                                        const LoadBackends& backends,
                                        const CommandContext& context);
    /// Prints the numbers, and as text what the tokenizer of the model can decode.
    void print(RunReport report, const LoadReport& load, const LoadSchedule& schedule,
               const CommandContext& context) const;
    [[nodiscard]] Result<int> loadAndRun(std::shared_ptr<const LoadSchedule> schedule,
                                         const LoadBackends& backends, const RunOptions& options,
                                         const CommandContext& context) const;
    /// The answer where something speaks against the load: the numbers, and exit status 1.
    [[nodiscard]] Result<int> refuse(const Error& no, const RunOptions& options,
                                     const LoadSchedule& schedule,
                                     const CommandContext& context) const;

    /// `--stage`: from here on the model is its part, and the options say whose.
    [[nodiscard]] Result<void> takeStage(OpenedModel& model, RunOptions& options) const;
    /// The others are told that this stage has loaded; once all have, they are connected, and what
    /// is predicted is told.
    [[nodiscard]] Result<std::shared_ptr<const StagedRun>> connect(
        const RunOptions& options, const CommandContext& context) const;

    std::string m_model;
    PlacementOptions m_placement;
    RunArguments m_arguments;
    RunChain m_chain;
    RunStages m_stages;
    std::string m_stage;
    std::shared_ptr<StagePeers> m_peers;  ///< of a stage; else null
    StagePasses m_passes;                 ///< of a stage, predicted; empty where they cannot be
    RunFiles m_files;
    LoadPreparation m_preparation;
    std::shared_ptr<const Tokenizer> m_tokenizer;  ///< of the model; null without one
};

/// What stands in place of a run that the load did not come to.
RunReport withoutRun(const RunOptions& options, const Error& why, const Message& at) {
    RunReport report = reportOf(options.request);
    report.window = options.window;
    report.stopped = why;
    report.stoppedAt = at;
    return report;
}

/// How offloaded layers run is the plan's: what was typed is in it, what a project or the strategy
/// `optimal` says of it, too. Keys that hooks skip are the run's own, where some were typed.
void takeUpPlanned(const PlacementRequest& request, RunOptions& options) {
    const std::vector<std::string> typedKeys = std::move(options.hooks.skipKeys);
    options.window = request.prefetchWindow;
    options.executionDevice = request.executionDevice;
    options.hooks = request.hooks;
    if (!typedKeys.empty()) {
        options.hooks.skipKeys = typedKeys;
    }
}

unsigned computingThreads(const RunOptions& options) {
    return options.threads > 0 ? options.threads : usualComputeThreads();
}

/// What only a stage has to say of its run.
void tellFigures(const RunReport& report, const StageTraffic& traffic, StagePeers& peers) {
    peers.tell(jsonText({{"figures",
                          {{"began_at", report.beganAt},
                           {"waited_seconds", traffic.waitedSeconds},
                           {"bytes_sent", traffic.bytesSent},
                           {"bytes_received", traffic.bytesReceived}}}}));
}

}  // namespace

void RunVerb::print(RunReport report, const LoadReport& load, const LoadSchedule& schedule,
                    const CommandContext& context) const {
    if (m_tokenizer != nullptr) {
        for (RunSequence& sequence : report.sequences) {
            sequence.promptText = m_tokenizer->decode(sequence.prompt);
            sequence.generatedText =
                followingText(*m_tokenizer, sequence.prompt, sequence.generated);
        }
    }
    if (context.wantsJson()) {
        context.print(runReportToJson(report, load, schedule));
        return;
    }
    context.print(runText(report, load, context.translate));
    if (report.stopped) {
        context.warn(report.stopped->message);
    }
}

void RunVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    m_arguments.addTo(command);
    m_files.addTo(command);
    m_preparation.addTo(command);
    m_placement.addForLoadTo(command);
    m_placement.setIssueTelling(PlacementOptions::IssueTelling::Always);
    m_chain.addTo(command);
    m_stages.addTo(command);
    // What `--stages` starts its processes with.
    addTextOption(command, "--stage", "N/COUNT:FIRST-LAST", m_stage);
}

Result<void> RunVerb::complete(RunOptions& options, const LoadSchedule& schedule,
                               const LoadBackends& backends, const CommandContext& context) {
    if (const auto device = options.executionDevice; device && backends.find(*device) == nullptr) {
        return wrongOption("--execution-device",
                           say("--execution-device names %1, which is not a device of the load; "
                               "use one of the GPUs of --gpus, or the CPU.",
                               deviceLabel(*device)));
    }
    const PlacementPlan& plan = *schedule.plan;
    takeUpPlanned(plan.request, options);
    const HookRuling ruling =
        ruleHooks(*plan.request.tree, plan.map, options.hooks, options.executionDevice);
    for (const Message& warning : ruling.warnings) {
        context.warn(say("warning: %1", warning));
    }
    if (options.hooks.mainDevice && ruling.attached) {
        options.executionDevice = ruling.mainDevice;
    }
    STOWAGE_TRY(checkSkipKeys(options.hooks.skipKeys, ruling.computingDevices));
    options.offloadBuffers = schedule.plan->request.constraints.offloadBuffers;
    RunSetting setting = runSettingOf(schedule);
    setting.executionDevice = options.executionDevice.value_or(setting.executionDevice);
    setting.offloaded = options.hooks.offloaded;
    setting.offloadBuffers = options.offloadBuffers;
    setting.preload = ruling.groups;
    setting.window =
        std::min(options.window, schedule.plan->prefetchWindow.value_or(options.window));
    const DescribedWeights weights(setting);
    const auto model = options.staged != nullptr
                           ? stagedModelOf(*options.staged, weights, options.configText)
                           : runModelOf(*schedule.checkpoint, weights, options.configText,
                                        m_arguments.configFile());
    if (!model) {
        Error no = model.error();
        if (no.key == kMissingConfigKey) {
            no.message = joined({no.message, say("If the configuration is in another folder, "
                                                 "specify the file with --config FILE.")},
                                " ");
        }
        return Unexpected{std::move(no)};
    }
    const RunTraits& traits = (*model)->traits();
    // A long prompt's logits can be larger than the model; an encoder's numbers are of every token.
    options.request.outputs = traits.isGenerative ? Outputs::Last : Outputs::All;
    options.timeline = m_files.makeTimeline();
    if (schedule.rates != nullptr) {
        options.rates = *schedule.rates;
    }
    if (const auto can = checkRequest(traits, options.request); !can) {
        Error no = can.error();
        if (traits.input && !options.request.input) {
            no.message = joined({no.message, say("Specify the input with --input FILE.npy.")}, " ");
        }
        return Unexpected{std::move(no)};
    }
    STOWAGE_TRY(m_arguments.checkWorkload(options.request, mostCommonDtype(plan)));
    if (options.staged != nullptr) {
        setting.rates = options.rates;
        setting.threads = computingThreads(options);
        auto passes = predictStage(*options.staged, setting, options.request, options.configText,
                                   m_arguments.configFile());
        m_passes = passes ? std::move(*passes) : StagePasses();
    }
    if (!loadRefusal(schedule) &&
        options.staged == nullptr) {  // else the load itself finds no room, and says so
        warnOfFullDevices(**model, setting, options.request, context);
    }
    return {};
}

Result<int> RunVerb::refuse(const Error& no, const RunOptions& options,
                            const LoadSchedule& schedule, const CommandContext& context) const {
    if (!context.wantsJson()) {
        return Unexpected{no};
    }
    print(withoutRun(options, no, phrase("pre-flight")), LoadReport(), schedule, context);
    return exitStatusFor(no.code);
}

Result<void> RunVerb::takeStage(OpenedModel& model, RunOptions& options) const {
    const auto stage = parsePipelineStage(m_stage);
    STOWAGE_TRY(stage);
    if (model.saved != nullptr && !savedPlan(*model.saved).request.constraints.pins.empty()) {
        return fail(
            ErrorCode::InvalidArgument,
            say("The plan of this project pins modules, but each stage contains only some of the "
                "modules. Run the model instead of the project, or remove the pins."),
            {}, "pins");
    }
    StagedRun run{*stage, model.checkpoint, model.tree};
    auto part = stagePartOf(run, options.configText, m_arguments.configFile());
    STOWAGE_TRY(part);
    model.checkpoint = std::move(part->checkpoint);
    model.tree = std::move(part->tree);
    options.staged = std::make_shared<const StagedRun>(std::move(run));
    options.request.microBatches = m_stages.microBatches(stage->count);
    options.threads = m_stages.threadsOf(options.threads);
    return {};
}

Result<std::shared_ptr<const StagedRun>> RunVerb::connect(const RunOptions& options,
                                                          const CommandContext& context) const {
    const PipelineStage& stage = options.staged->stage;
    auto channel =
        connectStages(m_peers, stage.number, stage.count, m_stages.patience(),
                      modelSample(*options.staged->whole, *options.staged->tree), context);
    STOWAGE_TRY(channel);
    const auto next = measureNextLink(**channel, stage.number, stage.count);
    STOWAGE_TRY(next);
    m_peers->tell(stagePassesLine(m_passes, *next, computingThreads(options)));
    auto connected = std::make_shared<StagedRun>(*options.staged);
    connected->channel = std::move(*channel);
    return std::shared_ptr<const StagedRun>(std::move(connected));
}

Result<int> RunVerb::loadAndRun(std::shared_ptr<const LoadSchedule> schedule,
                                const LoadBackends& backends, const RunOptions& options,
                                const CommandContext& context) const {
    const PauseGate gate;
    RunOptions sampled = options;
    LoadOutcome load;
    RunReport report;
    StageTraffic before;  // what the measuring of links took
    {
        ProgressBar bar(context.translate);
        const ProgressSink progress = bar.sink();
        std::jthread memory;  // ends before the answer is printed
        if (m_peers != nullptr) {
            memory = tellStageMemory(m_peers, backends.devices);
        }
        load = LoadPreparation::runHeld(*schedule, backends, [&] {
            return runLoadJob(schedule, backends, LoadOptions(), gate, context.stop(), progress);
        });
        sampled.sampler = m_files.makeSampler(backends);
        if (load.model != nullptr && options.staged != nullptr) {
            const auto connected = connect(options, context);
            STOWAGE_TRY(connected);
            sampled.staged = *connected;
            before = sampled.staged->channel->traffic();
        }
        report =
            load.model == nullptr
                ? withoutRun(
                      options,
                      load.report.stopped.value_or(makeError(
                          ErrorCode::Internal, say("The load finished without creating a model."))),
                      load.report.stoppedAt)
                : runLoaded(*load.model, backends, sampled, gate, context.stop(), progress);
    }
    if (sampled.staged != nullptr && sampled.staged->channel != nullptr) {
        tellFigures(report, sampled.staged->channel->traffic() - before, *m_peers);
    }
    print(report, load.report, *load.schedule, context);
    auto written = m_files.write(report, options.timeline.get());
    const auto recorded = m_files.record().write(*load.schedule, [&](LoadRecord& record) {
        const MemorySampler& sampler = *sampled.sampler;
        record.curves = curvesOf(sampler, {0, sampler.now(), report.hostBaseline});
        return setRunReport(record, report, load.report, *load.schedule);
    });
    written = written ? recorded : written;
    if (report.stopped) {
        return exitStatusFor(report.stopped->code);
    }
    if (!written) {
        // The run is done: what it found must not be lost because a file cannot be written.
        context.warn(written.error().message);
        return exitStatusFor(written.error().code);
    }
    return kExitDone;
}

Result<int> RunVerb::run(CommandContext& context) {
    if (m_stages.isWanted()) {
        return m_stages.run(m_model, context);
    }
    if (!m_stage.empty()) {
        m_peers = std::make_shared<StagePeers>(context);
    }
    auto options = m_arguments.makeOptions(m_placement.typed());
    STOWAGE_TRY(options);
    std::error_code failure;
    if (std::filesystem::exists(m_model, failure)) {  // else opening it says so
        auto tokenizer = m_arguments.readPromptText(modelPathOf(m_model), *options, context);
        STOWAGE_TRY(tokenizer);
        m_tokenizer = std::move(*tokenizer);
    }
    m_arguments.repeatPrompt(*options);
    STOWAGE_TRY(m_arguments.checkWorkload(options->request, std::nullopt));
    if (m_chain.isWanted()) {
        if (m_arguments.hasWorkload()) {
            return wrongValue("--chain", say("models in a chain run without a workload; leave out "
                                             "--engine, --context and other workload options."));
        }
        if (options->request.sequences() > 1) {
            return wrongValue(
                "--tokens",
                say("models in a chain accept only one prompt; specify a single prompt."));
        }
        if (m_arguments.hasInput()) {
            return wrongValue(
                "--input",
                say("models in a chain pass tokens to the next model; leave out --input."));
        }
        STOWAGE_TRY(m_files.check(context));
        return m_chain.run(m_model, m_placement, *options, m_files.record(), context);
    }
    STOWAGE_TRY(m_files.check(context));
    auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    m_files.nameIn(model->saved);
    if (m_peers != nullptr) {
        STOWAGE_TRY(takeStage(*model, *options));
    }
    if (const auto no = missingRefusal(*model, m_placement.isForced(), context)) {
        return refuseKeys(*no, context);
    }
    STOWAGE_TRY(m_preparation.prepareFiles(*model->checkpoint, context));
    if (model->checkpoint->format == CheckpointFormat::TreeJson) {
        return withoutWeights(
            model->checkpoint->path,
            say("%1 describes a model without its weights, so there is nothing to "
                "run; give a safetensors or PyTorch file, or a folder with "
                "weights.",
                model->checkpoint->path));
    }
    Workload work;
    work.batch = options->request.sequences();
    work.prompt = std::max<std::uint64_t>(options->request.tokens.size(), 1);
    work.generate = static_cast<std::uint64_t>(options->request.generate);
    work.prefillChunk = static_cast<std::uint64_t>(options->request.prefillChunk);
    work.attention = options->request.attention;
    work.engine = kOwnEngine;
    m_placement.planFor(work);
    auto schedule = m_preparation.makeSchedule(*model, m_placement, {}, context);
    STOWAGE_TRY(schedule);
    if (const auto no = keyRefusal(**schedule); no && !m_placement.isForced()) {
        return refuseKeys(*no, context);
    }
    const auto backends = makeLoadBackends((*schedule)->plan->request.devices);
    STOWAGE_TRY(backends);
    // Wrong use is told before what the plan says no to, and both before seconds of loading.
    STOWAGE_TRY(complete(*options, **schedule, *backends, context));
    if (const auto no = loadRefusal(**schedule); no && !m_placement.isForced()) {
        return refuse(*no, *options, **schedule, context);
    }
    for (const PlanIssue& issue : loadObjections(**schedule)) {
        context.warn(say("error: %1", issue.text));
    }
    return loadAndRun(std::move(*schedule), *backends, *options, context);
}

std::unique_ptr<Verb> makeRunVerb() {
    return std::make_unique<RunVerb>();
}

}  // namespace stowage
