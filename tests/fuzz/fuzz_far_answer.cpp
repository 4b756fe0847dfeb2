// SPDX-License-Identifier: GPL-3.0-or-later
// What a stage on another machine prints, until it is shown.
#include "app/cli/machines/machine_answer.h"
#include "app/cli/machines/staged_prediction.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_target.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage::fuzz {
namespace {

/// What it told and answered, as StagedProcesses takes it; nothing: it is refused.
std::optional<StageAnswer> answerIn(std::string_view output) {
    StageAnswer stage;
    StageLines reader;
    LineSplitter lines(kMostStageLineBytes);
    ChildAnswer child;
    for (const std::string_view piece :
         {output.substr(0, output.size() / 2), output.substr(output.size() / 2)}) {
        lines.add(piece);
        while (const auto line = lines.next()) {
            auto told = reader.read(*line);
            if (!told) {
                checkError(told.error());
                return std::nullopt;
            }
            if (told->what.empty()) {
                child.output.append(line->text).append("\n");
            } else if (told->what == "figures") {
                stage.figures = std::move(told->value);
            } else if (told->what == "prediction") {
                stage.prediction = std::move(told->value);
            }
        }
    }
    stage.answer = answerOf("far", child);
    if (!stage.answer.isOk()) {
        const std::string& why = stage.answer.failure.english();
        require(printableText(why) == why, "a far failure is fit for a terminal");
        return std::nullopt;
    }
    if (const auto checked = checkStageAnswer(stage.answer.object); !checked) {
        checkError(checked.error());
        return std::nullopt;
    }
    return stage;
}

}  // namespace

void runFarAnswer(Input input) {
    const auto stage = answerIn(textOf(input));
    if (!stage) {
        return;
    }
    std::vector<StageAnswer> answers{*stage, *stage};
    answers.front().place = {"far", {0, 1}};
    answers.back().place = {"localhost", {2, 3}};
    const auto json = parseJson(answersToJson(answers), "The answer");
    require(json && json->is_object(), "the answer is JSON");
    const std::string text =
        answersToText(answers, [](const char* pattern) { return std::string(pattern); });
    require(printableText(text, std::string::npos) == text, "the text is fit for a terminal");
    require(answersToCsv(answers).starts_with("begin [s],"), "a table has its head");
}

}  // namespace stowage::fuzz
