// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare_runs.h"

#include "engine/base/error.h"
#include "engine/load/published_figures.h"
#include "engine/load/ram_limit.h"

#include <signal.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// The last sentence that the child said, for where it left no object.
std::string lastLine(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    if (end == std::string::npos) {
        return {};
    }
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin + 1) + 1);
}

Json failure(const ChildOutcome& child) {
    if (child.signal != 0) {
        const char* const name = ::strsignal(child.signal);
        return Json{
            {"kind", "killed"},
            {"message",
             "The process was ended by signal " + std::to_string(child.signal) + " (" +
                 (name == nullptr ? "unknown" : name) + ")" +
                 (child.signal == SIGKILL ? "; most likely the system ran out of memory." : ".")}};
    }
    const std::string said = lastLine(child.diagnostics);
    return Json{
        {"kind", errorCodeName(ErrorCode::Internal)},
        {"message", said.empty() ? "The process ended with status " +
                                       std::to_string(child.exitStatus) + " and left no result."
                                 : said}};
}

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

}  // namespace

ComparedRun makeComparedRun(const std::string& method, const ChildOutcome& child) {
    ComparedRun run;
    run.method = method;
    run.exitStatus = child.signal != 0 ? exitStatusFor(ErrorCode::OutOfMemory) : child.exitStatus;
    Json parsed = Json::parse(child.output, nullptr, false);
    if (child.signal == 0 && parsed.is_object() && parsed.contains("method")) {
        run.object = std::move(parsed);
    } else {
        run.object["method"] = method;
        const bool isError = child.signal == 0 && parsed.is_object() && parsed.contains("error");
        run.object["error"] = isError ? parsed["error"] : failure(child);
    }
    const std::int64_t baseline = baselineAnon(run.object);
    const auto polled = child.peakAnon(endOfLoad(run.object));
    const auto peak = static_cast<std::int64_t>(polled.value_or(0));
    run.object["polled_host_anon"] =
        polled ? Json(std::max<std::int64_t>(peak - baseline, 0)) : Json(nullptr);
    run.object["polled_samples"] = child.polls;
    run.object["polled_interval_s"] = kChildPollSeconds;
    run.object["exit_status"] = run.exitStatus;
    return run;
}

std::string comparisonToJson(const Comparison& comparison) {
    Json runs = Json::array();
    for (const ComparedRun& run : comparison.runs) {
        runs.push_back(run.object);
    }
    Json cache{{"state", pageCacheStateName(comparison.cache)}};
    if (comparison.cache != PageCacheState::AsIs) {
        cache["means"] = pageCacheMeans(comparison.cache);
    }
    Json object{{"runs", std::move(runs)},
                {"published", publishedJson(comparison)},
                {"cache", std::move(cache)}};
    if (comparison.ramLimit) {
        object["ram_limit"] = Json{{"bytes", *comparison.ramLimit}, {"counts", ramLimitCounts()}};
    }
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stowage
