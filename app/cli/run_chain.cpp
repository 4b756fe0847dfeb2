// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_chain.h"

#include "app/backends.h"
#include "app/cli/device_options.h"
#include "app/cli/load_refusal.h"
#include "app/cli/model_input.h"
#include "app/cli/plan_to_load.h"
#include "app/cli/progress_bar.h"
#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/run/model_chain.h"
#include "engine/run/run_setting.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// A model of the chain and what came of its turn.
struct Link {
    std::string path;
    std::uint64_t times = 1;  ///< that it runs before the next one is called
    std::shared_ptr<const LoadSchedule> schedule;
    LoadOutcome load;
    RunReport report;  ///< numbers, generated tokens, seconds and bytes
    double transferSeconds = 0;
    std::uint64_t allocated = 0;  ///< on the device once it had run
};

Unexpected of(const Link& link, Error error) {
    if (error.message.find(link.path) == std::string::npos) {
        error.message = link.path + ": " + error.message;
    }
    return Unexpected{std::move(error)};
}

/// The options' request as this model can take it: an encoder lets no token follow, and its numbers
/// are of every token.
RunRequest requestFor(const RunTraits& traits, RunRequest request) {
    request.outputs = traits.isGenerative ? Outputs::Last : Outputs::All;
    request.generate = traits.isGenerative ? request.generate : 0;
    return request;
}

/// Wrong use is told before anything is loaded.
Result<void> check(const Link& link, const RunOptions& options) {
    const RunSetting setting = runSettingOf(*link.schedule);
    const auto model = runModelOf(*link.schedule->checkpoint, DescribedWeights(setting));
    if (!model) {
        return of(link, model.error());
    }
    const RunTraits& traits = (*model)->traits();
    const auto checked = checkRequest(traits, requestFor(traits, options.request));
    return checked ? Result<void>() : of(link, checked.error());
}

/// How a model stands in a chain.
struct Turn {
    std::string path;
    std::uint64_t times = 1;
};

/// "b" or "b*50". What exists under the whole name is that.
Result<Turn> turnOf(const std::string& text) {
    constexpr std::uint64_t kMostTimes = 100'000;
    std::error_code failure;
    const std::size_t star = text.rfind('*');
    if (star == std::string::npos || std::filesystem::exists(text, failure)) {
        return Turn{text, 1};
    }
    std::uint64_t times = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data() + star + 1, end, times);
    if (status != std::errc() || stop != end || times == 0 || times > kMostTimes || star == 0) {
        return fail(ErrorCode::InvalidArgument,
                    "--chain: \"" + text + "\" is no model, nor one that is repeated 1 to " +
                        std::to_string(kMostTimes) + " times, as MODEL*50.",
                    {}, "--chain");
    }
    return Turn{text.substr(0, star), times};
}

/// "a,b*50,c", or a name that exists with its commas.
Result<std::vector<Turn>> turnsOf(const std::vector<std::string>& models) {
    std::vector<Turn> turns;
    for (const std::string& text : models) {
        std::error_code failure;
        const bool isOne = std::filesystem::exists(text, failure);
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t end =
                isOne ? text.size() : std::min(text.find(',', begin), text.size());
            auto turn = turnOf(text.substr(begin, end - begin));
            if (!turn) {
                return turn.unexpected();
            }
            turns.push_back(std::move(*turn));
            begin = end + 1;
        }
    }
    return turns;
}

Result<Link> plan(const Turn& turn, const PlacementOptions& placement,
                  const CommandContext& context) {
    const std::string& path = turn.path;
    Link link{path, turn.times, nullptr, {}, {}, 0, 0};
    const auto model = openModel(path, context);
    if (!model) {
        return model.unexpected();
    }
    if (model->checkpoint->format == CheckpointFormat::TreeJson) {
        return fail(ErrorCode::Unsupported,
                    path + " describes a model without its weights, so there is nothing to run.",
                    path);
    }
    const ParsedDeviceMap inRam{DeviceMap({{"", DeviceId::cpu()}}), {}, {}};
    const auto planned = placement.makePlanOf(*model, inRam, nullptr, context);
    if (!planned) {
        return planned.unexpected();
    }
    warnOf(**planned, context);
    auto schedule =
        makeLoadSchedule(*planned, model->checkpoint, {LoadMethod::Streamed, {}, false, nullptr});
    if (!schedule) {
        return schedule.unexpected();
    }
    for (const auto& refusal : {keyRefusal(**schedule), loadRefusal(**schedule)}) {
        if (refusal) {
            return of(link, *refusal);
        }
    }
    link.schedule = std::move(*schedule);
    return link;
}

DeviceId deviceFor(const RunOptions& options, const LoadBackends& backends) {
    for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
        if (!options.executionDevice && device->info().id.isGpu()) {
            return device->info().id;
        }
    }
    return options.executionDevice.value_or(DeviceId::cpu());
}

/// The prompt with what followed it, where the next model takes such tokens.
std::vector<std::int64_t> passedOn(const RunTraits& traits, RunRequest request,
                                   const RunReport& before) {
    const std::vector<std::int64_t> first = request.tokens;
    request.tokens = before.prompt;
    request.tokens.insert(request.tokens.end(), before.generated.begin(), before.generated.end());
    return checkRequest(traits, request) ? request.tokens : first;
}

Result<void> takeTurn(Link& link, ChainedModel& source, const ChainStage& stage,
                      const RunOptions& options, const RunReport* before,
                      const CommandContext& context) {
    const auto model = runModelOf(*link.schedule->checkpoint, source);
    if (!model) {
        return of(link, model.error());
    }
    RunRequest request = requestFor((*model)->traits(), options.request);
    if (before != nullptr) {
        request.tokens = passedOn((*model)->traits(), request, *before);
    }
    RunSurroundings around;
    around.devices = &stage.backends;
    ProgressBar bar;
    auto outcome =
        runModel(**model, request, source, stage.compute, context.stop(), bar.sink(), around);
    if (!outcome) {
        return of(link, outcome.error());
    }
    link.report.prompt = request.tokens;
    link.report.family = (*model)->traits().family;
    link.report.givesLogits = (*model)->traits().givesLogits;
    link.report.numbers = std::move(outcome->numbers);
    link.report.generated = std::move(outcome->generated);
    link.report.seconds += outcome->seconds;
    link.report.bytesMoved += outcome->bytesMoved;
    for (const ForwardStep& step : outcome->passes.front().steps) {
        link.transferSeconds += step.transferSeconds;
    }
    link.allocated = stage.backends.find(stage.device)->statistics().allocated;
    return {};
}

std::string secondsText(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4f s", seconds);
    return text.data();
}

std::string sizeText(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

std::string tokensText(const RunReport& report) {
    if (!report.givesLogits) {
        return "(an encoder: none)";
    }
    std::string text;
    const auto top = topTokens(report, 1);
    for (const std::int64_t token : report.generated) {
        text += (text.empty() ? "" : ",") + std::to_string(token);
    }
    return text.empty() && !top.empty() ? std::to_string(top.front().first) : text;
}

std::string chainText(const std::vector<Link>& links, const DeviceInfo& device,
                      const AllocatorStatistics& statistics) {
    using Align = TextTable::Align;
    TextTable table({{"model"},
                     {"times", Align::Right},
                     {"family"},
                     {"came to " + deviceLabel(device.id), Align::Right},
                     {"in", Align::Right},
                     {"ran in", Align::Right},
                     {"held there after", Align::Right},
                     {"likeliest, or those that follow"}});
    for (const Link& link : links) {
        table.addRow({link.path, std::to_string(link.times), link.report.family,
                      sizeText(link.report.bytesMoved), secondsText(link.transferSeconds),
                      secondsText(link.report.seconds - link.transferSeconds),
                      sizeText(link.allocated), tokensText(link.report)});
    }
    std::string text = table.text();
    if (device.id.isGpu()) {
        text += "\nAt most " + sizeText(statistics.peakAllocated) + " were allocated on " +
                deviceLabel(device.id) + (device.simulated ? " (simulated)" : "") +
                ", what the models computed included.\n";
    }
    return text;
}

Json linkJson(const Link& link) {
    Json top = Json::array();
    constexpr std::size_t kShown = 10;
    for (const auto& [token, logit] : topTokens(link.report, kShown)) {
        top.push_back(Json::array({token, logit}));
    }
    return Json{{"model", link.path},
                {"times", link.times},
                {"prompt", link.report.prompt},
                {"family", link.report.family},
                {"bytes_moved", link.report.bytesMoved},
                {"transfer_seconds", link.transferSeconds},
                {"seconds", link.report.seconds},
                {"allocated", link.allocated},
                {"tokens", link.report.generated},
                {"top", link.report.givesLogits ? top : Json::array()}};
}

std::string chainJson(const std::vector<Link>& links, const DeviceInfo& device,
                      const AllocatorStatistics& statistics) {
    Json models = Json::array();
    for (const Link& link : links) {
        models.push_back(linkJson(link));
    }
    return Json{{"prompt", links.front().report.prompt},
                {"chain", std::move(models)},
                {"device",
                 {{"id", deviceName(device.id)},
                  {"simulated", device.simulated},
                  {"capacity", device.capacity ? Json(*device.capacity) : Json(nullptr)},
                  {"peak_allocated", statistics.peakAllocated},
                  {"peak_reserved", statistics.peakReserved},
                  {"final_allocated", statistics.allocated}}}}
        .dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<void> loadAll(std::vector<Link>& links, const LoadBackends& backends,
                     const CommandContext& context) {
    const PauseGate gate;
    for (Link& link : links) {
        ProgressBar bar;
        link.load =
            runLoadJob(link.schedule, backends, LoadOptions(), gate, context.stop(), bar.sink());
        if (link.load.report.stopped) {
            return of(link, *link.load.report.stopped);
        }
    }
    return {};
}

}  // namespace

void RunChain::addTo(CLI::App& command) {
    CLI::Option* const chain =
        command
            .add_option("--chain", m_models,
                        "Models to run after it with the same tokens, each in its turn: all lie in "
                        "RAM, and one comes to the execution device as a whole when it is called "
                        "and leaves when the next one is; b*50 calls b fifty times, in which it "
                        "stays; repeatable")
            ->type_name("MODEL,MODEL*N ...")
            ->check(notEmpty());
    command
        .add_flag("--pass-on", m_passOn,
                  "With --chain: each model gets the tokens of the one before and those that "
                  "followed, where it takes them")
        ->needs(chain);
    for (const char* other : {"--device-map", "--strategy", "--max-memory", "--pin", "--num-gpus",
                              "--max-gpu-memory", "--device", "--offload-dir", "--prefetch-window",
                              "--no-prefetch", "--config", "--logits", "--timeline"}) {
        chain->excludes(command.get_option(other));
    }
}

Result<int> RunChain::run(const std::string& first, const PlacementOptions& placement,
                          const RunOptions& options, const CommandContext& context) const {
    std::vector<Link> links;
    auto turns = turnsOf(m_models);
    if (!turns) {
        return turns.unexpected();
    }
    turns->insert(turns->begin(), Turn{first, 1});
    for (const Turn& turn : *turns) {
        auto link = plan(turn, placement, context);
        if (!link) {
            return link.unexpected();
        }
        if (const auto can = check(*link, options); !can) {
            return can.unexpected();
        }
        links.push_back(std::move(*link));
    }
    const auto backends = makeLoadBackends(links.front().schedule->plan->request.devices);
    const auto compute = backends ? openCompute() : backends.unexpected();
    if (!compute) {
        return compute.unexpected();
    }
    if (Result<void> loaded = loadAll(links, *backends, context); !loaded) {
        return loaded.unexpected();
    }
    const ChainStage stage{*backends, **compute, deviceFor(options, *backends)};
    DeviceMemory* const device = backends->find(stage.device);
    ModelChain chain(stage);
    const RunReport* before = nullptr;
    for (Link& link : links) {
        ChainedModel& source = chain.add(link.path, *link.load.model);
        for (std::uint64_t time = 0; time < link.times; ++time) {
            if (Result<void> turn = takeTurn(link, source, stage, options, before, context);
                !turn) {
                return turn.unexpected();
            }
            before = m_passOn ? &link.report : nullptr;
        }
    }
    chain.offload();
    const AllocatorStatistics statistics = device->statistics();
    context.print(context.wantsJson() ? chainJson(links, device->info(), statistics)
                                      : chainText(links, device->info(), statistics));
    return kExitDone;
}

}  // namespace stowage
