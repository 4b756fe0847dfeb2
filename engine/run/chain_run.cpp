// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/chain_run.h"

#include "engine/run/run_setting.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

constexpr std::uint64_t kMostTimes = 100'000;

bool exists(const std::string& path) {
    std::error_code failure;
    return std::filesystem::exists(path, failure);
}

std::string trimmed(const std::string& text) {
    constexpr const char* kSpaces = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kSpaces);
    return begin == std::string::npos
               ? std::string()
               : text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

Result<ChainTurn> turnOf(const std::string& typed) {
    if (exists(typed)) {
        return ChainTurn{typed, 1};
    }
    const std::string text = trimmed(typed);
    const std::size_t star = text.rfind('*');
    if (!text.empty() && (star == std::string::npos || exists(text))) {
        return ChainTurn{text, 1};
    }
    std::uint64_t times = 0;
    if (star != std::string::npos && star > 0) {
        const char* const end = text.data() + text.size();
        const auto [stop, status] = std::from_chars(text.data() + star + 1, end, times);
        times = status == std::errc() && stop == end ? times : 0;
    }
    if (times == 0 || times > kMostTimes) {
        return fail(ErrorCode::InvalidArgument, "\"" + text +
                                                    "\" is no model, nor one that is repeated 1 "
                                                    "to " +
                                                    std::to_string(kMostTimes) +
                                                    " times, as MODEL*50.");
    }
    return ChainTurn{trimmed(text.substr(0, star)), times};
}

/// The options' request as this model can take it: an encoder lets no token follow, and its numbers
/// are of every token.
RunRequest requestFor(const RunTraits& traits, RunRequest request) {
    request.outputs = traits.isGenerative ? Outputs::Last : Outputs::All;
    request.generate = traits.isGenerative ? request.generate : 0;
    return request;
}

/// The prompt with what followed it, where the next model takes such tokens.
std::vector<std::int64_t> passedOn(const RunTraits& traits, RunRequest request,
                                   const RunReport& before) {
    const std::vector<std::int64_t> first = request.tokens;
    request.tokens = before.prompt;
    request.tokens.insert(request.tokens.end(), before.generated.begin(), before.generated.end());
    return checkRequest(traits, request) ? request.tokens : first;
}

}  // namespace

Result<std::vector<ChainTurn>> chainTurnsOf(const std::string& line) {
    std::vector<ChainTurn> turns;
    const bool isOne = exists(line);
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = isOne ? line.size() : std::min(line.find(',', begin), line.size());
        auto turn = turnOf(line.substr(begin, end - begin));
        if (!turn) {
            return turn.unexpected();
        }
        turns.push_back(std::move(*turn));
        begin = end + 1;
    }
    return turns;
}

Unexpected ofLink(const ChainLink& link, Error error) {
    if (error.message.find(link.path) == std::string::npos) {
        error.message = link.path + ": " + error.message;
    }
    return Unexpected{std::move(error)};
}

Result<void> checkLink(const ChainLink& link, const RunOptions& options) {
    const RunSetting setting = runSettingOf(*link.schedule);
    const auto model = runModelOf(*link.schedule->checkpoint, DescribedWeights(setting));
    if (!model) {
        return ofLink(link, model.error());
    }
    const RunTraits& traits = (*model)->traits();
    const auto checked = checkRequest(traits, requestFor(traits, options.request));
    return checked ? Result<void>() : ofLink(link, checked.error());
}

DeviceId chainDevice(const RunOptions& options, const LoadBackends& backends) {
    for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
        if (!options.executionDevice && device->info().id.isGpu()) {
            return device->info().id;
        }
    }
    return options.executionDevice.value_or(DeviceId::cpu());
}

Result<void> callLink(ChainLink& link, ChainedModel& source, const ChainCall& call,
                      const std::stop_token& stop, const ProgressSink& progress) {
    const auto model = runModelOf(*link.schedule->checkpoint, source);
    if (!model) {
        return ofLink(link, model.error());
    }
    const RunTraits& traits = (*model)->traits();
    RunRequest request = requestFor(traits, call.options.request);
    if (call.before != nullptr) {
        request.tokens = passedOn(traits, request, *call.before);
    }
    RunSurroundings around;
    around.devices = &call.stage.backends;
    around.gate = call.gate;
    auto outcome = runModel(**model, request, source, call.stage.compute, stop, progress, around);
    if (!outcome) {
        return ofLink(link, outcome.error());
    }
    link.report.prompt = request.tokens;
    link.report.family = traits.family;
    link.report.givesLogits = traits.givesLogits;
    link.report.numbers = std::move(outcome->numbers);
    link.report.generated = std::move(outcome->generated);
    link.report.seconds += outcome->seconds;
    link.report.bytesMoved += outcome->bytesMoved;
    for (const ForwardStep& step : outcome->passes.front().steps) {
        link.transferSeconds += step.transferSeconds;
    }
    link.allocated = call.stage.backends.find(call.stage.device)->statistics().allocated;
    return {};
}

std::string chainTokensText(const RunReport& report) {
    if (!report.givesLogits) {
        return {};
    }
    std::string text;
    for (const std::int64_t token : report.generated) {
        text += (text.empty() ? "" : ",") + std::to_string(token);
    }
    const auto top = topTokens(report, 1);
    return text.empty() && !top.empty() ? std::to_string(top.front().first) : text;
}

}  // namespace stowage
