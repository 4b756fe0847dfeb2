// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/result.h"
#include "engine/lesson/lesson_figures.h"
#include "engine/load/ram_limit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

std::int64_t baselineAnon(const Json& object) {
    const Json::json_pointer place("/host/baseline/anon");
    return object.contains(place) && object[place].is_number() ? object[place].get<std::int64_t>()
                                                               : 0;
}

/// What came after the load's own end, as a forward pass, is none of its memory.
std::optional<double> endOfLoad(const Json& object) {
    const Json::json_pointer place("/forward/began_monotonic_s");
    return object.contains(place) && object[place].is_number()
               ? std::optional(object[place].get<double>())
               : std::nullopt;
}

Json publishedJson(const Comparison& comparison) {
    Json published = Json::object();
    if (!comparison.isPublishedModel) {
        return published;
    }
    published["model"] = "GPT-2 XL, float32";
    Json rows = Json::object();
    for (const PublishedRow& row : publishedRows()) {
        rows[std::string(row.method)] = Json{{"vram_gib", row.vramGiB}, {"ram_gib", row.ramGiB}};
    }
    published["rows"] = std::move(rows);
    return published;
}

const Json* find(const Json& object, const std::string& place) {
    const Json::json_pointer pointer(place);
    return object.contains(pointer) && !object[pointer].is_null() ? &object[pointer] : nullptr;
}

std::optional<double> number(const Json& object, const std::string& place) {
    const Json* const found = find(object, place);
    return found != nullptr && found->is_number() ? std::optional(found->get<double>())
                                                  : std::nullopt;
}

std::string size(const std::optional<double>& bytes) {
    return bytes ? formatSize(*bytes) : "";
}

/// A difference with its sign.
std::string signedSize(const std::optional<double>& measured, const std::optional<double>& said) {
    if (!measured || !said) {
        return "";
    }
    const double error = *measured - *said;
    return (error > 0 ? "+" : error < 0 ? "-" : "") + formatSize(error < 0 ? -error : error);
}

/// The devices that any load had, as "gpu:0".
std::vector<std::string> devicesOf(const Comparison& comparison) {
    std::vector<std::string> names;
    for (const ComparedLoad& load : comparison.loads) {
        const Json* const devices = find(load.object, "/devices");
        if (devices == nullptr || !devices->is_object()) {
            continue;
        }
        for (const auto& [name, figures] : devices->items()) {
            if (std::ranges::find(names, name) == names.end()) {
                names.push_back(name);
            }
        }
    }
    return names;
}

/// The largest error of any device's predicted peak.
std::string deviceError(const Json& object, const std::vector<std::string>& devices) {
    std::string text;
    double largest = -1;
    for (const std::string& device : devices) {
        for (const char* const figure : {"/peak_allocated", "/peak_reserved"}) {
            const auto measured = number(object, "/devices/" + device + figure);
            const auto said = number(object, "/predicted/devices/" + device + figure);
            if (measured && said && std::abs(*measured - *said) > largest) {
                largest = std::abs(*measured - *said);
                text = signedSize(measured, said);
            }
        }
    }
    return text;
}

Message timeError(const Json& object) {
    const auto measured = number(object, "/seconds");
    const auto said = number(object, "/predicted/seconds");
    if (!measured || !said || *said <= 0) {
        return "";
    }
    return percentText(formatSigned((*measured / *said - 1) * 100, 0));
}

Phrase verifiedText(const Json& object) {
    const Json* const verified = find(object, "/verified");
    if (verified == nullptr || !verified->is_boolean()) {
        return {};
    }
    return verified->get<bool>() ? phrase("yes") : phrase("NO");
}

std::vector<TableHead> columns(const Comparison& comparison,
                               const std::vector<std::string>& devices) {
    std::vector<TableHead> heads{phrase("method"), rightHead(phrase("seconds")),
                                 rightHead("GiB/s")};
    for (const std::string& device : devices) {
        heads.push_back(rightHead(say("%1 allocated", device)));
        heads.push_back(rightHead(phrase("reserved")));
    }
    heads.insert(heads.end(), {rightHead(phrase("host anon, own")), rightHead(phrase("polled")),
                               phrase("verified"), rightHead(phrase("GPU error")),
                               rightHead(phrase("host error")), rightHead(phrase("time error"))});
    if (comparison.isPublishedModel) {
        heads.push_back(rightHead(phrase("published VRAM")));
        heads.push_back(rightHead("RAM"));
    }
    return heads;
}

/// What was measured of a load that ran, from its seconds to its errors; of one that was stopped on
/// the way there are no errors.
std::vector<Message> figures(const Json& object, const std::vector<std::string>& devices) {
    const auto seconds = number(object, "/seconds");
    const auto rate = number(object, "/bytes_per_second");
    std::vector<Message> row{seconds ? formatFixed(*seconds, 2) : "", rate ? formatGiB(*rate) : ""};
    for (const std::string& device : devices) {
        row.push_back(size(number(object, "/devices/" + device + "/peak_allocated")));
        row.push_back(size(number(object, "/devices/" + device + "/peak_reserved")));
    }
    const auto own = number(object, "/host/peak/anon");
    row.insert(row.end(),
               {size(own), size(number(object, "/polled_host_anon")), verifiedText(object)});
    if (find(object, "/prediction_error") == nullptr) {
        row.insert(row.end(), {"", "", ""});
    } else {
        row.insert(row.end(),
                   {deviceError(object, devices),
                    signedSize(own, number(object, "/predicted/host_anon")), timeError(object)});
    }
    return row;
}

/// Whether the load was refused, so that nothing of it was measured.
bool isRefused(const ComparedLoad& load) {
    const Json* const at = find(load.object, "/stopped/at");
    const bool isError = find(load.object, "/error") != nullptr && load.failure.empty();
    return isError || (at != nullptr && *at == "pre-flight");
}

std::vector<Message> cells(const Comparison& comparison, const ComparedLoad& load,
                           const std::vector<std::string>& devices) {
    std::vector<Message> row{load.method};
    std::vector<Message> measured = figures(load.object, devices);
    if (isRefused(load)) {
        std::ranges::fill(measured, Message());
        measured.front() = phrase("refused");
    }
    std::ranges::move(measured, std::back_inserter(row));
    if (comparison.isPublishedModel) {
        const auto published = publishedRow(load.method);
        row.push_back(published ? formatFixed(published->vramGiB, 1) + " GB" : "");
        row.push_back(published ? formatFixed(published->ramGiB, 1) + " GB" : "");
    }
    return row;
}

std::string failureText(const ComparedLoad& load, const Translate& translate) {
    if (!load.failure.empty()) {
        return load.method + ": " + load.failure.in(translate) + "\n";
    }
    for (const char* const place :
         {"/error/message", "/stopped/why", "/verify_failure", "/forward/why"}) {
        const Json* const message = find(load.object, place);
        if (message != nullptr && message->is_string()) {
            return load.method + ": " + message->get<std::string>() + "\n";
        }
    }
    return {};
}

/// Whether each method held the RAM limit, and where it was stopped if not.
std::string limitLines(const Comparison& comparison, const Translate& translate) {
    std::string text = "\n" + say("Under the RAM limit:").in(translate);
    for (const ComparedLoad& load : comparison.loads) {
        const Json* const at = find(load.object, "/stopped/at");
        const bool isHeld = at == nullptr && find(load.object, "/error") == nullptr;
        const Message line = isHeld ? say("%1: held", load.method)
                             : at != nullptr && at->is_string()
                                 ? say("%1: stopped at %2", load.method, at->get<std::string>())
                                 : say("%1: stopped", load.method);
        text += "\n  " + line.in(translate);
    }
    return text;
}

std::string usualTable(const Comparison& comparison, const Translate& translate) {
    const std::vector<std::string> devices = devicesOf(comparison);
    TextTable table(columns(comparison, devices), translate);
    for (const ComparedLoad& load : comparison.loads) {
        table.addRow(cells(comparison, load, devices));
    }
    return table.text();
}

/// In which state the loads found the files' pages, and what each was allowed.
std::string conditionsText(const Comparison& comparison, const Translate& translate) {
    const std::string_view state = pageCacheStateName(comparison.cache);
    const Phrase means = pageCacheMeans(comparison.cache);
    const Message cache =
        means.empty()
            ? say("Page cache %1; each method ran in a process of its own.", state)
            : say("Page cache %1 before each run (%2); each method ran in a process of its own.",
                  state, means);
    if (!comparison.ramLimit) {
        return cache.in(translate);
    }
    const Message limit =
        say("RAM limit %1: %2.", formatSize(static_cast<double>(*comparison.ramLimit)),
            ramLimitCounts());
    return cache.in(translate) + "\n" + limit.in(translate);
}

}  // namespace

ComparedLoad makeComparedLoad(const std::string& method, const ChildOutcome& child) {
    ComparedLoad load;
    load.method = method;
    load.exitStatus = child.signal != 0 ? exitStatusFor(ErrorCode::OutOfMemory) : child.exitStatus;
    Json parsed = Json::parse(child.output, nullptr, false);
    if (child.signal == 0 && parsed.is_object() && parsed.contains("method")) {
        load.object = std::move(parsed);
    } else {
        load.object["method"] = method;
        const bool isError = child.signal == 0 && parsed.is_object() && parsed.contains("error");
        load.failure = isError ? Message() : whyNoResult(child);
        load.object["error"] =
            isError ? parsed["error"]
                    : Json{{"kind", child.signal != 0 ? std::string_view("killed")
                                                      : errorCodeName(ErrorCode::Internal)},
                           {"message", load.failure.english()}};
    }
    const std::int64_t baseline = baselineAnon(load.object);
    const auto polled = child.peakAnon(endOfLoad(load.object));
    const auto peak = static_cast<std::int64_t>(polled.value_or(0));
    load.object["polled_host_anon"] =
        polled ? Json(std::max<std::int64_t>(peak - baseline, 0)) : Json(nullptr);
    load.object["polled_samples"] = child.polls;
    load.object["polled_interval_s"] = kChildPollSeconds;
    load.object["exit_status"] = load.exitStatus;
    return load;
}

std::string comparisonToJson(const Comparison& comparison) {
    Json loads = Json::array();
    for (const ComparedLoad& load : comparison.loads) {
        loads.push_back(load.object);
    }
    Json cache{{"state", pageCacheStateName(comparison.cache)}};
    if (comparison.cache != PageCacheState::AsIs) {
        cache["means"] = pageCacheMeans(comparison.cache).english();
    }
    Json object{{"runs", std::move(loads)},
                {"published", publishedJson(comparison)},
                {"cache", std::move(cache)}};
    if (comparison.ramLimit) {
        object["ram_limit"] =
            Json{{"bytes", *comparison.ramLimit}, {"counts", ramLimitCounts().english()}};
    }
    return jsonText(object, 2);
}

std::string comparisonText(const Comparison& comparison, const Translate& translate) {
    std::string failures;
    for (const ComparedLoad& load : comparison.loads) {
        failures += failureText(load, translate);
    }
    std::string text = comparison.lesson ? lessonTableText(*comparison.lesson, translate)
                                         : usualTable(comparison, translate);
    std::vector<Message> conditions{conditionsText(comparison, translate)};
    if (!comparison.lesson) {
        conditions.emplace_back(say("Errors are measured less predicted.").in(translate));
    }
    text += (failures.empty() ? "" : "\n" + failures) + "\n" +
            joined(std::move(conditions), " ").english();
    if (comparison.isPublishedModel && !comparison.lesson) {
        text +=
            "\n" + say("Published figures are the lesson's for GPT-2 XL; its GB are 2^30 bytes, "
                       "and its RAM contains file pages.")
                       .in(translate);
    }
    return text + (comparison.ramLimit ? limitLines(comparison, translate) : std::string());
}

}  // namespace stowage
