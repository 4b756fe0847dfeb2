// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/staged_prediction.h"

#include "app/cli/run_text.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <thread>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

Json passesJson(const std::vector<StagePass>& passes) {
    Json list = Json::array();
    for (const StagePass& pass : passes) {
        // What is no number is null.
        list.push_back(Json::array({pass.seconds, pass.bytesIn, pass.besideSeconds}));
    }
    return list;
}

/// What another process wrote: what is not there is not known.
std::vector<StagePass> passesAt(const Json& told, const char* member) {
    std::vector<StagePass> passes;
    for (const Json& pass : told.value(member, Json::array())) {
        const bool isPass = pass.is_array() && pass.size() >= 2;
        const bool isKnown = isPass && pass[0].is_number() && pass[1].is_number_unsigned();
        passes.push_back(isKnown ? StagePass{pass[0].get<double>(), pass[1].get<std::uint64_t>(),
                                             numberAt(pass, "/2")}
                                 : StagePass{std::numeric_limits<double>::quiet_NaN(), 0});
    }
    return passes;
}

unsigned countAt(const Json& told, const char* place) {
    return static_cast<unsigned>(std::clamp(numberAt(told, place), 1.0, 65536.0));
}

PipelineRun::Stage stageOf(const StageAnswer& answer) {
    const Json& told = answer.prediction;
    PipelineRun::Stage stage;
    if (!told.is_object()) {
        return stage;
    }
    const Json isChunked = told.value("chunked", Json());
    stage.passes = {passesAt(told, "prompt"), passesAt(told, "token"),
                    isChunked.is_boolean() && isChunked.get<bool>()};
    stage.next.bytesPerSecond = numberAt(told, "/bytes_per_second");
    stage.next.latencySeconds = std::max(0.0, numberAt(told, "/latency_seconds"));
    const std::string& machine = answer.place.machine;
    stage.machine = isThisMachine(machine) ? "localhost" : machine;
    stage.threads = countAt(told, "/threads");
    stage.cores = countAt(told, "/cores");
    return stage;
}

/// "+4": how much larger what was measured is, in percent.
std::string differenceText(double measured, double predicted) {
    constexpr double kMostPercent = 999'999;  // far machines may tell any times
    const double off = predicted > 0 ? 100 * (measured / predicted - 1) : 0;
    const long percent =
        std::isfinite(off) ? std::lround(std::clamp(off, -kMostPercent, kMostPercent)) : 0;
    return (percent < 0 ? "−" : percent > 0 ? "+" : "") + std::to_string(std::labs(percent));
}

/// Of the object of a run: one prompt stands there without a list around it.
std::size_t sequencesOf(const Json& run) {
    const Json prompts = run.value("prompt", Json::array());
    return prompts.empty() || !prompts.front().is_array() ? 1 : prompts.size();
}

/// That followed each prompt.
std::size_t tokensOf(const Json& run) {
    const Json tokens = run.value("tokens", Json::array());
    const bool isList = !tokens.empty() && tokens.front().is_array();
    return (isList ? tokens.front() : tokens).size();
}

std::vector<Message> stagedAssumptions(const PipelinePrediction& prediction) {
    std::vector<Message> all{
        say("Products take what was measured on each machine; nothing else is running. Links are "
            "as they were measured when the stages had found each other.")};
    if (prediction.sharesCores) {
        all.push_back(say(
            "Stages on one machine share its cores and its memory: while others compute, each is "
            "taken to have its part of the cores, and to be slower still where two runs at "
            "once were measured to be."));
    }
    return all;
}

/// The machines on which a rate is missing.
std::string unmeasuredMachines(const std::vector<StageAnswer>& answers) {
    std::vector<std::string> names;
    for (const StageAnswer& answer : answers) {
        const PipelineRun::Stage stage = stageOf(answer);
        const std::vector<StagePass>& prompts = stage.passes.prompt;
        if (!prompts.empty() && std::isnan(prompts.front().seconds) &&
            std::ranges::find(names, stage.machine) == names.end()) {
            names.push_back(stage.machine);
        }
    }
    return joinedText(names, ", ");
}

}  // namespace

std::string stagePassesLine(const StagePasses& passes, const MachineLink& next, unsigned threads) {
    return jsonText(Json{{"prediction",
                          {{"prompt", passesJson(passes.prompt)},
                           {"token", passesJson(passes.token)},
                           {"chunked", passes.isChunked},
                           {"threads", threads},
                           {"cores", std::max(std::thread::hardware_concurrency(), 1U)},
                           {"latency_seconds", next.latencySeconds},
                           {"bytes_per_second", next.bytesPerSecond}}}});
}

std::optional<PipelinePrediction> stagedPrediction(const std::vector<StageAnswer>& answers) {
    const Json& last = answers.back().answer.object;
    PipelineRun run;
    run.sequences = sequencesOf(last);
    run.generate = static_cast<std::int64_t>(tokensOf(last));
    for (const StageAnswer& answer : answers) {
        run.stages.push_back(stageOf(answer));
    }
    return predictPipeline(run);
}

RunTimes stagedTimes(const Json& last, double began) {
    RunTimes times;
    const Json passes = last.value("passes", Json::array());
    const auto prompts = static_cast<std::size_t>(std::max(1.0, numberAt(last, "/prefill_passes")));
    if (passes.size() < prompts) {
        return times;
    }
    const double first = numberAt(passes[prompts - 1], "/end");
    times.toFirstToken = began + first;
    if (const std::size_t tokens = tokensOf(last); tokens > 1) {
        times.perToken =
            (numberAt(passes.back(), "/end") - first) / static_cast<double>(tokens - 1);
        times.tokensPerSecond = static_cast<double>(sequencesOf(last)) / *times.perToken;
    }
    return times;
}

Json stagedTimesJson(double seconds, const RunTimes& times) {
    return Json{{"seconds", seconds},
                {"to_first_token", orNull(times.toFirstToken)},
                {"per_token", orNull(times.perToken)},
                {"tokens_per_second", orNull(times.tokensPerSecond)}};
}

Json stagedPredictionJson(const std::optional<PipelinePrediction>& prediction) {
    if (!prediction) {
        return {};
    }
    Json object = stagedTimesJson(prediction->seconds, prediction->times);
    object["assumptions"] = Json::array();
    for (const Message& sentence : stagedAssumptions(*prediction)) {
        object["assumptions"].push_back(sentence.english());
    }
    return object;
}

std::vector<Message> predictionLines(const std::optional<PipelinePrediction>& prediction,
                                     const RunTimes& measured,
                                     const std::vector<StageAnswer>& answers) {
    if (!prediction) {
        const std::string machines = unmeasuredMachines(answers);
        return machines.empty()
                   ? std::vector<Message>{}
                   : std::vector<Message>{say(
                         "No times are predicted: a rate that they need was not measured on %1. "
                         "\"stowagectl devices --measure\" measures the machine on which it runs.",
                         machines)};
    }
    std::vector<Message> lines;
    const RunTimes& predicted = prediction->times;
    if (predicted.toFirstToken && measured.toFirstToken) {
        lines.push_back(say("Prompts: predicted %1, measured %2 (%3 %).",
                            runSecondsText(*predicted.toFirstToken),
                            runSecondsText(*measured.toFirstToken),
                            differenceText(*measured.toFirstToken, *predicted.toFirstToken)));
    }
    if (predicted.tokensPerSecond && measured.tokensPerSecond) {
        lines.push_back(say("Tokens that follow: predicted %1 tokens/s, measured %2 (%3 %).",
                            perSecondText(*predicted.tokensPerSecond),
                            perSecondText(*measured.tokensPerSecond),
                            differenceText(*measured.tokensPerSecond, *predicted.tokensPerSecond)));
    }
    if (prediction->sharesCores) {
        lines.push_back(stagedAssumptions(*prediction).back());
    }
    return lines;
}

}  // namespace stowage
