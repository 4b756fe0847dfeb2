// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/staged_prediction.h"

#include "app/cli/output/run_text.h"
#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/csv.h"
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
        say("Matrix products are assumed to take the time that was measured on each machine while "
            "no other program was running. For the links, the bandwidth measured when the stages "
            "connected is assumed.")};
    if (prediction.sharesCores) {
        all.push_back(say(
            "Stages on the same machine share its cores and memory. While several stages compute, "
            "each one is assumed to use its share of the cores. If a measurement showed that two "
            "simultaneous runs slow each other down even more, this slowdown is included."));
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

/// What a run in stages is predicted to take from what they told; nothing where one does not know.
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

/// What it took: from the last stage's object, whose run began so many seconds after the first's.
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

/// {"seconds", "to_first_token", "per_token", "tokens_per_second"}; what is not known is null.
Json stagedTimesJson(double seconds, const RunTimes& times) {
    return Json{{"seconds", seconds},
                {"to_first_token", orNull(times.toFirstToken)},
                {"per_token", orNull(times.perToken)},
                {"tokens_per_second", orNull(times.tokensPerSecond)}};
}

/// The same of what was predicted, with "assumptions"; null where nothing was.
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

/// Sentences: what was predicted beside what was measured, or why nothing was predicted.
std::vector<Message> predictionLines(const std::optional<PipelinePrediction>& prediction,
                                     const RunTimes& measured,
                                     const std::vector<StageAnswer>& answers) {
    if (!prediction) {
        const std::string machines = unmeasuredMachines(answers);
        return machines.empty()
                   ? std::vector<Message>{}
                   : std::vector<Message>{
                         say("No times are predicted, because a required speed has not been "
                             "measured on %1. Run \"stowagectl devices --measure\" there.",
                             machines)};
    }
    std::vector<Message> lines;
    const RunTimes& predicted = prediction->times;
    if (predicted.toFirstToken && measured.toFirstToken) {
        lines.push_back(
            say("Time to first token (prefill): predicted %1, measured %2 (difference: %3 %).",
                runSecondsText(*predicted.toFirstToken), runSecondsText(*measured.toFirstToken),
                differenceText(*measured.toFirstToken, *predicted.toFirstToken)));
    }
    if (predicted.tokensPerSecond && measured.tokensPerSecond) {
        lines.push_back(
            say("Generated tokens: predicted %1 tokens/s, measured %2 tokens/s (difference: %3 %).",
                perSecondText(*predicted.tokensPerSecond), perSecondText(*measured.tokensPerSecond),
                differenceText(*measured.tokensPerSecond, *predicted.tokensPerSecond)));
    }
    if (prediction->sharesCores) {
        lines.push_back(stagedAssumptions(*prediction).back());
    }
    return lines;
}

constexpr std::size_t kWholeText = std::string::npos;  ///< nothing of it is cut

std::uint64_t bytesAt(const Json& object, const char* place) {
    return static_cast<std::uint64_t>(std::max(0.0, numberAt(object, place)));
}

/// When a stage's run began, on the clock of this machine.
double beganAt(const StageAnswer& stage) {
    return numberAt(stage.figures, "/began_at") - stage.clockOffset;
}

double firstBegin(const std::vector<StageAnswer>& answers) {
    return beganAt(std::ranges::min(answers, {}, beganAt));
}

/// From the first begin to the last end.
double allSeconds(const std::vector<StageAnswer>& answers, double origin) {
    double end = 0;
    for (const StageAnswer& stage : answers) {
        end = std::max(end, beganAt(stage) - origin + numberAt(stage.answer.object, "/seconds"));
    }
    return end;
}

RunTimes measuredOf(const std::vector<StageAnswer>& answers, double origin) {
    const StageAnswer& last = answers.back();
    return stagedTimes(last.answer.object, beganAt(last) - origin);
}

double computeSeconds(const StageAnswer& stage) {
    double seconds = 0;
    const auto layers = stage.answer.object.find("layers");
    if (layers != stage.answer.object.end() && layers->is_array()) {
        for (const Json& layer : *layers) {
            seconds += numberAt(layer, "/compute_seconds");
        }
    }
    return seconds;
}

/// Of a stage to the next one, of the last one to the first; null where it was not measured.
Json linkJson(const Json& told) {
    return told.is_object() ? Json{{"latency_seconds", numberAt(told, "/latency_seconds")},
                                   {"bytes_per_second", numberAt(told, "/bytes_per_second")}}
                            : Json();
}

/// What a stage did, its times since the first one began.
Json stageJson(const StageAnswer& stage, double origin) {
    const Json& object = stage.answer.object;
    const Json sent =
        stage.sent ? Json{{"bytes", stage.sent->bytes}, {"seconds", stage.sent->seconds}} : Json();
    const double shift = beganAt(stage) - origin;
    Json layers = object.value("layers", Json::array());
    for (Json& layer : layers) {
        layer["begin"] = numberAt(layer, "/begin") + shift;
        layer["end"] = numberAt(layer, "/end") + shift;
    }
    return Json{{"machine", stage.place.machine},
                {"first_layer", stage.place.layers.first},
                {"last_layer", stage.place.layers.last},
                {"address", stage.address},
                {"model_sent", sent},
                {"load", object.value("load", Json())},
                {"began", shift},
                {"seconds", object.value("seconds", Json())},
                {"compute_seconds", computeSeconds(stage)},
                {"waited_seconds", numberAt(stage.figures, "/waited_seconds")},
                {"bytes_sent", bytesAt(stage.figures, "/bytes_sent")},
                {"bytes_received", bytesAt(stage.figures, "/bytes_received")},
                {"clock_offset", stage.clockOffset},
                {"clock_error", stage.clockError},
                {"devices", object.value("devices", Json())},
                {"host", object.value("host", Json())},
                {"device_map", object.value("device_map", Json())},
                {"link", linkJson(stage.prediction)},
                {"layers", std::move(layers)}};
}

/// Of one sequence the member itself, of several its part.
Json ofSequence(const Json& object, const char* member, std::size_t sequence, bool isOne) {
    const Json all = object.value(member, Json());
    return isOne ? all : all.is_array() && sequence < all.size() ? all[sequence] : Json();
}

std::string numbersText(const Json& list) {
    std::string text;
    for (const Json& number : list) {
        text += (text.empty() ? "" : ", ") + jsonText(number);
    }
    return printableText(text, kWholeText);
}

std::string sequencesText(const Json& object, const Translate& translate) {
    constexpr std::size_t kTokensShown = 5;
    const Json prompts = object.value("prompt", Json::array());
    const bool isOne = prompts.empty() || !prompts.front().is_array();
    std::string text;
    for (std::size_t i = 0; i < (isOne ? 1 : prompts.size()); ++i) {
        text += lineOf(say("Prompt: %1", numbersText(ofSequence(object, "prompt", i, isOne))),
                       translate);
        if (const Json words = ofSequence(object, "prompt_text", i, isOne); words.is_string()) {
            text += lineOf(say("Prompt as text: %1", printableText(words.get<std::string>())),
                           translate);
        }
        if (const Json tokens = ofSequence(object, "tokens", i, isOne); !tokens.empty()) {
            text += lineOf(say("Generated tokens: %1", numbersText(tokens)), translate);
        }
        if (const Json words = ofSequence(object, "text", i, isOne); words.is_string()) {
            const std::string shown = printableText(" " + words.get<std::string>());
            text += lineOf(say("Generated text: %1", shown.substr(1)), translate);
        }
        TextTable table(
            {rightHead(phrase("most likely token (last position)")), rightHead(phrase("logit"))},
            translate);
        const Json top = ofSequence(object, "top", i, isOne);
        for (std::size_t row = 0; top.is_array() && row < std::min(top.size(), kTokensShown);
             ++row) {
            if (top[row].is_array() && top[row].size() == 2) {
                table.addRow({printableText(jsonText(top[row][0])),
                              formatFixed(numberAt(top[row], "/1"), 5)});
            }
        }
        text += "\n" + table.text() + "\n";
    }
    return text;
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

std::string layersText(const LayerRange& layers) {
    return std::to_string(layers.first) + "-" + std::to_string(layers.last);
}

std::string answersToJson(const std::vector<StageAnswer>& answers) {
    const Json& last = answers.back().answer.object;
    Json object = Json::object();
    for (const char* const member :
         {"prompt", "tokens", "prompt_text", "text", "top", "family", "output", "attention"}) {
        if (last.contains(member)) {
            object[member] = last[member];
        }
    }
    const double origin = firstBegin(answers);
    const double seconds = allSeconds(answers, origin);
    const auto prediction = stagedPrediction(answers);
    Json stages = Json::array();
    for (std::size_t i = 0; i < answers.size(); ++i) {
        Json& stage = stages.emplace_back(stageJson(answers[i], origin));
        if (prediction) {
            stage["predicted"] = Json{{"compute_seconds", prediction->stages[i].computeSeconds},
                                      {"waited_seconds", prediction->stages[i].waitedSeconds}};
        }
    }
    object["seconds"] = seconds;
    object["predicted"] = stagedPredictionJson(prediction);
    object["measured"] = stagedTimesJson(seconds, measuredOf(answers, origin));
    object["stages"] = std::move(stages);
    return jsonText(object, 2);
}

std::string answersToText(const std::vector<StageAnswer>& answers, const Translate& translate) {
    std::string text = sequencesText(answers.back().answer.object, translate);
    const double origin = firstBegin(answers);
    const auto prediction = stagedPrediction(answers);
    std::vector<TableHead> heads{phrase("stage"),
                                 phrase("layers"),
                                 rightHead(phrase("weights")),
                                 rightHead(phrase("loaded in")),
                                 rightHead(phrase("sent")),
                                 rightHead(phrase("computed")),
                                 rightHead(phrase("waited"))};
    if (prediction) {
        heads.push_back(rightHead(phrase("predicted compute")));
        heads.push_back(rightHead(phrase("predicted wait")));
    }
    TextTable table(heads, translate);
    double error = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const StageAnswer& stage = answers[i];
        const Json& object = stage.answer.object;
        std::vector<Message> cells{stage.place.machine,
                                   layersText(stage.place.layers),
                                   formatSize(bytesAt(object, "/load/bytes")),
                                   secondsText(numberAt(object, "/load/seconds")),
                                   formatSize(bytesAt(stage.figures, "/bytes_sent")),
                                   secondsText(computeSeconds(stage)),
                                   secondsText(numberAt(stage.figures, "/waited_seconds"))};
        if (prediction) {
            cells.push_back(secondsText(prediction->stages[i].computeSeconds));
            cells.push_back(secondsText(prediction->stages[i].waitedSeconds));
        }
        table.addRow(cells);
        error = std::max(error, stage.clockError);
    }
    text += table.text() + "\n";
    text += linesOf(predictionLines(prediction, measuredOf(answers, origin), answers), translate);
    std::string sent;
    for (const StageAnswer& stage : answers) {
        if (stage.sent) {
            sent += lineOf(say("%2 of the model (layers %3) was sent to %1 in %4.",
                               stage.place.machine, formatSize(stage.sent->bytes),
                               layersText(stage.place.layers), secondsText(stage.sent->seconds)),
                           translate);
        }
    }
    // The first begin is off by at most one clock's error, and so is the last end.
    return text + sent +
           lineOf(say("The run took %1 (measured), from the start of the first stage to the end of "
                      "the last stage. The clocks of the machines were compared; the error of the "
                      "measured time is at most %2 ms.",
                      secondsText(allSeconds(answers, origin)),
                      formatFixed(std::ceil(2 * error * 1e5) / 100, 2)),
                  translate);
}

std::string answersToCsv(const std::vector<StageAnswer>& answers) {
    constexpr int kSecondDigits = 6;
    const double origin = firstBegin(answers);
    std::vector<std::pair<double, std::string>> rows;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const StageAnswer& stage = answers[i];
        const Json described = stageJson(stage, origin);
        for (const Json& layer : described.at("layers")) {
            const double begin = numberAt(layer, "/begin");
            rows.emplace_back(
                begin, csvRow({formatFixed(begin, kSecondDigits),
                               formatFixed(numberAt(layer, "/end"), kSecondDigits),
                               std::to_string(i), stage.place.machine, textAt(layer, "/device"),
                               textAt(layer, "/module"), std::to_string(bytesAt(layer, "/pass"))}));
        }
    }
    std::ranges::stable_sort(rows, {}, &std::pair<double, std::string>::first);
    std::string text =
        csvRow({"begin [s]", "end [s]", "stage", "machine", "device", "layer", "pass"});
    for (const auto& [begin, row] : rows) {
        text += row;
    }
    return text;
}

}  // namespace stowage
