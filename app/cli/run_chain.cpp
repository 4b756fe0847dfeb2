// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_chain.h"

#include "app/backends.h"
#include "app/cli/common_options.h"
#include "app/cli/help_texts.h"
#include "app/cli/inputs.h"
#include "app/cli/load_preparation.h"
#include "app/cli/planned_model.h"
#include "app/cli/progress_bar.h"
#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/load/program/load_schedule.h"
#include "engine/run/model_chain.h"

#include <nlohmann/json.hpp>

#include <CLI/CLI.hpp>
#include <optional>
#include <utility>

namespace stowage {

namespace {

constexpr int kChainSecondDigits = 4;

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
    const auto planned = placement.makePlanOf(*model, inRam, nullptr, context);
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
    return report.givesLogits ? Message(chainTokensText(report)) : phrase("(an encoder: none)");
}

Message peakText(const DeviceInfo& device, std::uint64_t bytes) {
    const std::string size = formatSize(bytes);
    return device.simulated ? say("At most %1 were allocated on %2 (simulated), what the models "
                                  "computed included.",
                                  size, deviceLabel(device.id))
                            : say("At most %1 were allocated on %2, what the models computed "
                                  "included.",
                                  size, deviceLabel(device.id));
}

std::string chainText(const std::vector<ChainLink>& links, const DeviceInfo& device,
                      const AllocatorStatistics& statistics, const Translate& translate) {
    TextTable table({phrase("model"), rightHead(phrase("times")), phrase("family"),
                     rightHead(say("came to %1", deviceLabel(device.id))), rightHead(phrase("in")),
                     rightHead(phrase("ran in")), rightHead(phrase("held there after")),
                     phrase("likeliest, or those that follow")},
                    translate);
    for (const ChainLink& link : links) {
        table.addRow({link.path, std::to_string(link.times), link.report.family,
                      formatSize(link.report.bytesMoved),
                      secondsText(link.transferSeconds, kChainSecondDigits),
                      secondsText(link.report.seconds - link.transferSeconds, kChainSecondDigits),
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

}  // namespace

void RunChain::addTo(CLI::App& command, const HelpTexts& help) {
    CLI::Option* const chain =
        command
            .add_option(
                "--chain", m_models,
                help(
                    say("Models to run after it with the same tokens, each in its turn: all lie in "
                        "RAM, and one comes to the execution device as a whole when it is called "
                        "and leaves when the next one is; b*50 calls b fifty times, in which it "
                        "stays; repeatable")))
            ->type_name("MODEL,MODEL*N ...")
            ->check(notEmpty());
    command
        .add_flag(
            "--pass-on", m_passOn,
            help(say("With --chain: each model gets the tokens of the one before and those that "
                     "followed, where it takes them")))
        ->needs(chain);
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

}  // namespace stowage
