// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stage_lines.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 7> kStageTells{"set",     "add",        "pong",  "ready",
                                                      "figures", "prediction", "memory"};
/// Other stages are told addresses and values, and take lines of 1 MiB.
constexpr std::size_t kMostSharedBytes = 64 * kKiB;
/// What a machine with 32 GPUs tells of them has half of that.
constexpr std::size_t kMostMemoryLineBytes = 8 * kKiB;
/// All that a stage tells: a pong every half a second while it loads is by far the most.
constexpr std::size_t kMostToldBytes = 64 * kMiB;
/// As much as is read as JSON.
constexpr std::size_t kMostAnswerBytes = JsonLimits().textBytes;
constexpr JsonLimits kLineLimits{
    .textBytes = kMostStageLineBytes, .depth = 16, .values = 2'000'000};
constexpr double kMostStageFigure = 1e18;

Unexpected tooMuchTold(std::size_t most) {
    return fail(ErrorCode::LimitExceeded,
                say("It told more than a stage has to tell: %1 are the most.", formatSize(most)));
}

Unexpected notOfStages(const std::string& key) {
    return fail(ErrorCode::Malformed,
                say("It told something for %1 that no stage tells.", quotedForMessage(key)));
}

/// `key`: whose value it is.
Result<void> checkFigures(const std::string& key, const Json& value) {
    if (value.is_number()) {
        const auto figure = value.get<double>();
        return figure >= 0 && figure <= kMostStageFigure
                   ? Result<void>()
                   : fail(ErrorCode::Malformed,
                          say("It told %2 for %1, which has to be a number from 0 to 10^18.",
                              quotedForMessage(key), jsonText(value)));
    }
    if (value.is_structured()) {
        for (auto inner = value.begin(); inner != value.end(); ++inner) {
            STOWAGE_TRY(checkFigures(value.is_object() ? inner.key() : key, *inner));
        }
    }
    return {};
}

}  // namespace

Result<StageLine> StageLines::read(const LineSplitter::Line& line) {
    const std::string_view text = line.text;
    const bool isObject = text.starts_with("{\"");  // an answer has a line a member
    const std::string_view what = isObject ? text.substr(2, text.find('"', 2) - 2) : "";
    const bool isTold = std::ranges::find(kStageTells, what) != kStageTells.end();
    (what == "memory" ? m_memoryBytes : isTold ? m_toldBytes : m_answerBytes) += text.size() + 1;
    if (line.isCut) {
        return tooMuchTold(kMostStageLineBytes);
    }
    if (m_toldBytes > kMostToldBytes || m_answerBytes > kMostAnswerBytes) {
        return tooMuchTold(isTold ? kMostToldBytes : kMostAnswerBytes);
    }
    if (m_memoryBytes > kMostStageMemoryBytes) {
        return tooMuchTold(kMostStageMemoryBytes);
    }
    if (!isTold) {
        return StageLine();
    }
    const std::size_t most = what == "prediction" ? kMostStageLineBytes
                             : what == "memory"   ? kMostMemoryLineBytes
                                                  : kMostSharedBytes;
    if (text.size() > most) {
        return tooMuchTold(most);
    }
    auto object = parseJson(text, "A line", kLineLimits);
    if (!object) {
        return fail(ErrorCode::Malformed,
                    say("It told what cannot be read: %1", object.error().message));
    }
    StageLine told{std::string(what), std::move(object->front())};
    if (object->size() != 1 || !told.value.is_object()) {
        return notOfStages(told.what);
    }
    STOWAGE_TRY(checkFigures(told.what, told.value));
    return told;
}

Result<void> checkStageAnswer(const Json& answer) {
    constexpr std::pair<const char*, bool> kMembers[] = {
        {"layers", true},           {"passes", true},
        {"seconds", false},         {"load", false},
        {"prefill_passes", false},  {"latency_seconds", false},
        {"bytes_per_second", false}};
    const auto isObject = [](const Json& entry) { return entry.is_object(); };
    for (const auto& [member, isList] : kMembers) {
        if (const auto found = answer.find(member); found != answer.end()) {
            if (isList && !(found->is_array() && std::ranges::all_of(*found, isObject))) {
                return notOfStages(member);
            }
            STOWAGE_TRY(checkFigures(member, *found));
        }
    }
    return {};
}

}  // namespace stowage
