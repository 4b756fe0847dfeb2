// SPDX-License-Identifier: GPL-3.0-or-later
// The table that `compare` prints for people.
#include "app/cli/compare_runs.h"
#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/load/published_figures.h"
#include "engine/load/ram_limit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

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

std::string decimals(const char* format, double value) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// A difference with its sign.
std::string signedSize(const std::optional<double>& measured, const std::optional<double>& said) {
    if (!measured || !said) {
        return "";
    }
    const double error = *measured - *said;
    return (error > 0 ? "+" : error < 0 ? "-" : "") + formatSize(error < 0 ? -error : error);
}

/// The devices that any run had, as "gpu:0".
std::vector<std::string> devicesOf(const Comparison& comparison) {
    std::vector<std::string> names;
    for (const ComparedRun& run : comparison.runs) {
        const Json* const devices = find(run.object, "/devices");
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

std::string timeError(const Json& object) {
    const auto measured = number(object, "/seconds");
    const auto said = number(object, "/predicted/seconds");
    if (!measured || !said || *said <= 0) {
        return "";
    }
    return decimals("%+.0f %%", (*measured / *said - 1) * 100);
}

std::string verifiedText(const Json& object) {
    const Json* const verified = find(object, "/verified");
    if (verified == nullptr || !verified->is_boolean()) {
        return "";
    }
    return verified->get<bool>() ? "yes" : "NO";
}

std::vector<TextTable::Column> columns(const Comparison& comparison,
                                       const std::vector<std::string>& devices) {
    std::vector<TextTable::Column> heads{
        {"method"}, {"seconds", Align::Right}, {"GiB/s", Align::Right}};
    for (const std::string& device : devices) {
        heads.push_back({device + " allocated", Align::Right});
        heads.push_back({"reserved", Align::Right});
    }
    heads.insert(heads.end(), {{"host anon, own", Align::Right},
                               {"polled", Align::Right},
                               {"verified"},
                               {"GPU error", Align::Right},
                               {"host error", Align::Right},
                               {"time error", Align::Right}});
    if (comparison.isPublishedModel) {
        heads.insert(heads.end(), {{"published VRAM", Align::Right}, {"RAM", Align::Right}});
    }
    return heads;
}

std::vector<std::string> cells(const Comparison& comparison, const ComparedRun& run,
                               const std::vector<std::string>& devices) {
    const Json& object = run.object;
    const auto seconds = number(object, "/seconds");
    const auto rate = number(object, "/bytes_per_second");
    std::vector<std::string> row{run.method, seconds ? decimals("%.2f", *seconds) : "",
                                 rate ? formatGiB(*rate) : ""};
    for (const std::string& device : devices) {
        row.push_back(size(number(object, "/devices/" + device + "/peak_allocated")));
        row.push_back(size(number(object, "/devices/" + device + "/peak_reserved")));
    }
    const auto own = number(object, "/host/peak/anon");
    row.insert(row.end(),
               {size(own), size(number(object, "/polled_host_anon")), verifiedText(object),
                deviceError(object, devices),
                signedSize(own, number(object, "/predicted/host_anon")), timeError(object)});
    if (comparison.isPublishedModel) {
        const auto published = publishedRow(run.method);
        row.push_back(published ? decimals("%.1f GB", published->vramGiB) : "");
        row.push_back(published ? decimals("%.1f GB", published->ramGiB) : "");
    }
    return row;
}

std::string failureText(const ComparedRun& run) {
    for (const char* const place :
         {"/error/message", "/stopped/why", "/verify_failure", "/forward/why"}) {
        const Json* const message = find(run.object, place);
        if (message != nullptr && message->is_string()) {
            return run.method + ": " + message->get<std::string>() + "\n";
        }
    }
    return {};
}

/// Whether each method held the RAM limit, and where it was stopped if not.
std::string limitLines(const Comparison& comparison) {
    std::string text = "\nUnder the RAM limit:";
    for (const ComparedRun& run : comparison.runs) {
        const Json* const at = find(run.object, "/stopped/at");
        const bool isHeld = at == nullptr && find(run.object, "/error") == nullptr;
        text += "\n  " + run.method + ": " + (isHeld ? "held" : "stopped") +
                (at != nullptr && at->is_string() ? " at " + at->get<std::string>() : "");
    }
    return text;
}

std::string usualTable(const Comparison& comparison) {
    const std::vector<std::string> devices = devicesOf(comparison);
    TextTable table(columns(comparison, devices));
    for (const ComparedRun& run : comparison.runs) {
        table.addRow(cells(comparison, run, devices));
    }
    return table.text();
}

}  // namespace

std::string comparisonText(const Comparison& comparison) {
    std::string failures;
    for (const ComparedRun& run : comparison.runs) {
        failures += failureText(run);
    }
    std::string text =
        comparison.lesson ? lessonTableText(*comparison.lesson) : usualTable(comparison);
    text += (failures.empty() ? "" : "\n" + failures) + "\n";
    text += "Page cache " + std::string(pageCacheStateName(comparison.cache));
    const std::string_view means = pageCacheMeans(comparison.cache);
    text += means.empty() ? "" : " before each run (" + std::string(means) + ")";
    text += "; each method ran in a process of its own.";
    if (comparison.ramLimit) {
        text += "\nRAM limit " + formatSize(static_cast<double>(*comparison.ramLimit)) + ": " +
                ramLimitCounts() + ".";
    }
    text += comparison.lesson ? "" : " Errors are measured less predicted.";
    if (comparison.isPublishedModel && !comparison.lesson) {
        text +=
            "\nPublished figures are the lesson's for GPT-2 XL; its GB are 2^30 bytes, and its RAM "
            "contains file pages.";
    }
    return text + (comparison.ramLimit ? limitLines(comparison) : std::string());
}

}  // namespace stowage
