// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_stages.h"

#include "app/cli/common_options.h"
#include "app/cli/help_texts.h"
#include "app/cli/machine_command.h"
#include "app/cli/stage_peers.h"
#include "app/cli/staged_processes.h"
#include "app/cli/text_table.h"
#include "app/cli/typed_options.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <optional>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostStages = 64;
constexpr std::int64_t kMostLayers = 1'000'000;
constexpr std::size_t kStageTokensShown = 5;

Unexpected noStage(const std::string& word) {
    return wrongValue("--stages",
                      say("\"%1\" is no stage; write MACHINE:FIRST-LAST, as gpu1:0-11.", word));
}

std::optional<std::int64_t> layerOf(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = failure == std::errc() && end == text.data() + text.size();
    return isWhole && value >= 0 && value < kMostLayers ? std::optional(value) : std::nullopt;
}

Result<StagePlace> parseStage(const std::string& word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) {
        return noStage(word);
    }
    StagePlace place{word.substr(0, colon), {}};
    STOWAGE_TRY(checkMachineName("--stages", place.machine));
    std::string range = word.substr(colon + 1);
    if (const std::size_t at = range.find('@'); at != std::string::npos) {
        place.address = range.substr(at + 1);
        range.erase(at);
    }
    const std::size_t dash = range.find('-');
    const auto first = layerOf(std::string_view(range).substr(0, dash));
    const auto last =
        dash == std::string::npos ? first : layerOf(std::string_view(range).substr(dash + 1));
    if (!first || !last || *first > *last) {
        return noStage(word);
    }
    place.layers = {*first, *last};
    return place;
}

std::string layersText(const LayerRange& layers) {
    return std::to_string(layers.first) + "-" + std::to_string(layers.last);
}

double numberAt(const Json& object, const char* place) {
    const Json::json_pointer pointer(place);
    return object.contains(pointer) && object[pointer].is_number() ? object[pointer].get<double>()
                                                                   : 0;
}

std::uint64_t bytesAt(const Json& object, const char* place) {
    return static_cast<std::uint64_t>(std::max(0.0, numberAt(object, place)));
}

/// Whose failure it was: a stage that ended because another one was lost is not to blame, nor is
/// one that was stopped for another's sake.
const StageAnswer& culprit(const std::vector<StageAnswer>& answers) {
    const auto rank = [](const StageAnswer& stage) {
        return stage.answer.isOk()                                 ? 4
               : !stage.blamed && stage.answer.kind != "cancelled" ? 0
               : stage.endedByItself                               ? 1
               : stage.blamed                                      ? 2
                                                                   : 3;
    };
    return *std::ranges::min_element(answers, {}, rank);
}

Message failureText(const StageAnswer& failed, const std::vector<StageAnswer>& answers) {
    const StagePlace& place = failed.place;
    if (failed.blamed) {
        // Where one did not even stop when it was asked to, the others waited for it.
        const auto silent = std::ranges::find_if(answers, &StageAnswer::wasSilent);
        const StageAnswer& blamed = answers[static_cast<std::size_t>(*failed.blamed)];
        const StagePlace& lost =
            blamed.wasSilent || silent == answers.end() ? blamed.place : silent->place;
        return say(
            "The stage on %1 (layers %2) lost the one on %3 (layers %4): it is gone, or was "
            "silent for longer than --stage-timeout. %5",
            place.machine, layersText(place.layers), lost.machine, layersText(lost.layers),
            failed.answer.failure);
    }
    return say("The stage on %1 (layers %2) ended: %3", place.machine, layersText(place.layers),
               failed.answer.failure);
}

int reportFailure(const std::vector<StageAnswer>& answers, const CommandContext& context) {
    const StageAnswer& failed = culprit(answers);
    const Message sentence = failureText(failed, answers);
    if (context.wantsJson()) {
        context.print(jsonText({{"error",
                                 {{"kind", failed.answer.kind},
                                  {"message", sentence.english()},
                                  {"machine", failed.place.machine},
                                  {"layers", layersText(failed.place.layers)}}}},
                               2));
    } else {
        context.warn(sentence);
    }
    return std::max(failed.answer.status, kExitAnswerIsNo);
}

/// When a stage's run began, on the clock of this machine.
double beganAt(const StageAnswer& stage) {
    return numberAt(stage.figures, "/began_at") - stage.clockOffset;
}

double firstBegin(const std::vector<StageAnswer>& answers) {
    return beganAt(std::ranges::min(answers, {}, beganAt));
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

/// What a stage did, its times since the first one began.
Json stageJson(const StageAnswer& stage, double origin) {
    const Json& object = stage.answer.object;
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
                {"layers", std::move(layers)}};
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
    double end = 0;
    Json stages = Json::array();
    for (const StageAnswer& stage : answers) {
        end = std::max(end, beganAt(stage) - origin + numberAt(stage.answer.object, "/seconds"));
        stages.push_back(stageJson(stage, origin));
    }
    object["seconds"] = end;
    object["stages"] = std::move(stages);
    return jsonText(object, 2);
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
    return text;
}

std::string sequencesText(const Json& object, const Translate& translate) {
    const Json prompts = object.value("prompt", Json::array());
    const bool isOne = prompts.empty() || !prompts.front().is_array();
    std::string text;
    for (std::size_t i = 0; i < (isOne ? 1 : prompts.size()); ++i) {
        text +=
            say("Prompt: %1", numbersText(ofSequence(object, "prompt", i, isOne))).in(translate) +
            "\n";
        if (const Json tokens = ofSequence(object, "tokens", i, isOne); !tokens.empty()) {
            text += say("Tokens that follow: %1", numbersText(tokens)).in(translate) + "\n";
        }
        if (const Json words = ofSequence(object, "text", i, isOne); words.is_string()) {
            const std::string shown = printableText(" " + words.get<std::string>());
            text += say("Text that follows: %1", shown.substr(1)).in(translate) + "\n";
        }
        TextTable table(
            {rightHead(phrase("likeliest at the last position")), rightHead(phrase("logit"))},
            translate);
        const Json top = ofSequence(object, "top", i, isOne);
        for (std::size_t row = 0; top.is_array() && row < std::min(top.size(), kStageTokensShown);
             ++row) {
            table.addRow({jsonText(top[row][0]), formatFixed(top[row][1].get<double>(), 5)});
        }
        text += "\n" + table.text() + "\n";
    }
    return text;
}

std::string answersToText(const std::vector<StageAnswer>& answers, const Translate& translate) {
    std::string text = sequencesText(answers.back().answer.object, translate);
    TextTable table({phrase("stage"), phrase("layers"), rightHead(phrase("weights")),
                     rightHead(phrase("loaded in")), rightHead(phrase("computed")),
                     rightHead(phrase("waited")), rightHead(phrase("sent"))},
                    translate);
    double error = 0;
    for (const StageAnswer& stage : answers) {
        const Json& object = stage.answer.object;
        table.addRow({stage.place.machine, layersText(stage.place.layers),
                      formatSize(bytesAt(object, "/load/bytes")),
                      secondsText(numberAt(object, "/load/seconds")),
                      secondsText(computeSeconds(stage)),
                      secondsText(numberAt(stage.figures, "/waited_seconds")),
                      formatSize(bytesAt(stage.figures, "/bytes_sent"))});
        error = std::max(error, stage.clockError);
    }
    const double origin = firstBegin(answers);
    double end = 0;
    for (const StageAnswer& stage : answers) {
        end = std::max(end, beganAt(stage) - origin + numberAt(stage.answer.object, "/seconds"));
    }
    return text + table.text() + "\n" +
           say("The run took %1 from the first stage's begin to the last one's end, measured; the "
               "machines' clocks were compared, and the figure is at most %2 ms off.",
               secondsText(end), formatFixed(error * 1000, 2))
               .in(translate) +
           "\n";
}

}  // namespace

Result<std::vector<StagePlace>> parseStages(const std::vector<std::string>& words) {
    std::vector<StagePlace> places;
    for (const std::string& word : words) {
        auto place = parseStage(word);
        STOWAGE_TRY(place);
        const std::int64_t expected = places.empty() ? 0 : places.back().layers.last + 1;
        if (place->layers.first != expected) {
            return wrongValue("--stages",
                              say("\"%1\" has to begin with layer %2: each layer is in one stage, "
                                  "and the stages are in the order of the layers.",
                                  word, expected));
        }
        places.push_back(std::move(*place));
    }
    if (places.size() < 2 || places.size() > kMostStages) {
        return wrongValue("--stages", say("give 2 to %1 stages.", kMostStages));
    }
    return places;
}

void RunStages::addTo(CLI::App& command, const HelpTexts& help) {
    m_command = &command;
    addListOption(
        command, "--stages", "MACHINE:FIRST-LAST,...", m_stages,
        help(say("Run the layers in several processes, each with its own part of the "
                 "model: on machines that ssh reaches (localhost: on this one), whose own "
                 "path MODEL is. Activations go from address to address, not encrypted; "
                 "MACHINE:FIRST-LAST@ADDRESS names the address to listen on")));
    command
        .add_option("--stage-timeout", m_patience,
                    help(say("Give a stage up that has sent nothing for so many seconds (300)")))
        ->type_name("S");
}

std::chrono::milliseconds RunStages::patience() const {
    return std::chrono::milliseconds(static_cast<std::int64_t>(m_patience * 1000));
}

Result<void> RunStages::check(const std::string& model) const {
    for (const char* const option :
         {"--logits", "--timeline", "--record", "--chain", "--input", "--decoder-tokens"}) {
        const CLI::Option* const found = m_command->get_option_no_throw(option);
        if (found != nullptr && found->count() > 0) {
            return wrongOption(option, say("%1 does not go with %2: %3", option, "--stages",
                                           phrase("it tells of one process.")));
        }
    }
    if (!(m_patience >= 1 && m_patience <= 86'400)) {
        return wrongValue("--stage-timeout", say("give 1 to 86400 seconds."));
    }
    // A map, too, may be named so.
    const auto readsInput = [](const CLI::Option* option) {
        return std::ranges::count(option->results(), "-") > 0;
    };
    if (model == "-" || std::ranges::any_of(m_command->get_options(), readsInput)) {
        return fail(ErrorCode::InvalidArgument,
                    say("Several machines cannot share standard input; give a file instead of "
                        "\"-\"."));
    }
    return {};
}

std::vector<std::string> RunStages::argumentsOf(const PipelineStage& stage,
                                                const std::string& model) const {
    std::vector<std::string> arguments{"run", "--json", "--stage=" + pipelineStageText(stage)};
    for (const CLI::Option* const option : m_command->get_options()) {
        const std::string name = option->get_name();
        if (option->count() > 0 && name != "MODEL" && name != "--stages") {
            addTyped(*option, arguments);
        }
    }
    addTypedOpening(*m_command, arguments);
    arguments.insert(arguments.end(), {"--", model});
    return arguments;
}

Result<int> RunStages::run(const std::string& model, const CommandContext& context) const {
    STOWAGE_TRY(check(model));
    const auto places = parseStages(m_stages);
    STOWAGE_TRY(places);
    std::vector<std::vector<std::string>> arguments;
    for (std::size_t i = 0; i < places->size(); ++i) {
        arguments.push_back(argumentsOf(
            {(*places)[i].layers, static_cast<int>(i), static_cast<int>(places->size())}, model));
    }
    std::signal(SIGPIPE, SIG_IGN);  // a stage that has ended takes no more lines
    StagedProcesses processes(*places);
    const auto answers = processes.run(arguments, context.stop());
    STOWAGE_TRY(answers);
    if (context.stop().stop_requested()) {
        return fail(ErrorCode::Cancelled, say("The run was interrupted on all machines."));
    }
    const auto isOk = [](const StageAnswer& stage) { return stage.answer.isOk(); };
    if (!std::ranges::all_of(*answers, isOk)) {
        return reportFailure(*answers, context);
    }
    context.print(context.wantsJson() ? answersToJson(*answers)
                                      : answersToText(*answers, context.translate));
    return kExitDone;
}

}  // namespace stowage
