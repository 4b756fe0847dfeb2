// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/estimate_text.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/capacity/logs/log_comparison.h"
#include "engine/capacity/logs/out_of_memory.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stowage {
namespace {

std::string sizeOrDash(std::uint64_t bytes) {
    return bytes == 0 ? "–" : formatSize(bytes);
}

std::string freeText(const DeviceEstimate& device) {
    const auto free = device.free();
    if (!free) {
        return "unknown";
    }
    return *free < 0 ? "–" + formatSize(static_cast<std::uint64_t>(-*free))
                     : formatSize(static_cast<std::uint64_t>(*free));
}

std::string devicesText(const std::vector<DeviceEstimate>& devices) {
    TextTable table({"device", ">weights", ">KV cache", ">brought in", ">prefill", ">decode",
                     ">logits", ">context", ">slack", ">needed", ">used by others", ">free",
                     "figures"});
    for (const DeviceEstimate& device : devices) {
        table.addRow({deviceLabel(device.device.id), sizeOrDash(device.weights),
                      sizeOrDash(device.kvCache), sizeOrDash(device.window),
                      sizeOrDash(device.prefillActivations), sizeOrDash(device.decodeActivations),
                      sizeOrDash(device.logits), sizeOrDash(device.context),
                      sizeOrDash(device.slack()), sizeOrDash(device.needed()),
                      sizeOrDash(device.device.usedByOthers), freeText(device),
                      device.basis == EstimateBasis::Replay ? "replayed" : "by formula"});
    }
    return table.text();
}

std::string explanations(const CapacityEstimate& estimate) {
    std::string text;
    for (const DeviceEstimate& device : estimate.devices) {
        for (const auto& [part, formula] : device.explained) {
            text += deviceLabel(device.device.id) + ", " + part + ": " + formula + "\n";
        }
    }
    return text.empty() ? text : text + "\n";
}

std::string timeText(const TimeEstimate& time) {
    std::string text = "Time: first token after " + secondsText(time.toFirstToken, 3) + ", then " +
                       perSecondText(time.tokensPerSecond) + " tokens a second";
    if (time.basis == SpeedBasis::Catalogue) {
        text += " (" + perSecondText(time.low) + " to " + perSecondText(time.high) +
                ", from published figures)";
    }
    text += ", bound by " + std::string(boundName(time.bound)) + ".";
    for (const std::string& source : time.sources) {
        text += " " + source + ".";
    }
    return text + "\n";
}

std::string countOr(const std::optional<std::uint64_t>& count, const char* none) {
    return count ? groupedText(*count) : none;
}

std::string gainText(const CapacityGain& gain) {
    const auto& time = gain.result->time;
    std::string text = "fits";
    if (gain.result->verdict == Verdict::DoesNotFit) {
        text = "does not fit yet";
    } else if (gain.largestContext) {
        text = "a context of " + groupedText(*gain.largestContext) + " tokens by formula";
    }
    return text + (time ? ", first token after " + secondsText(time->toFirstToken, 3) + ", " +
                              perSecondText(time->tokensPerSecond) + " tokens a second"
                        : "");
}

std::string answersText(const CapacityAnswers& answers,
                        const std::optional<std::uint64_t>& positions) {
    const CapacityLimits& most = answers.largest;
    const bool isBeyond = positions && most.context.value_or(0) > *positions;
    const bool isNone = most.context == 0U && most.batch == 0U && most.users == 0U;
    std::string text =
        isNone
            ? std::string("Under this plan not one such prompt fits.\n")
            : "The most that fits: a context of " + countOr(most.context, "any number of") +
                  " tokens" +
                  (isBeyond ? " (the model was made for " + groupedText(*positions) + " positions)"
                            : "") +
                  ", or a batch of " + countOr(most.batch, "any size") + ", or " +
                  countOr(most.users, "any number of") +
                  (most.users == 1U ? " sequence by itself.\n"
                                    : " sequences whose prompts go in one after another.\n");
    for (const CapacityChange& remedy : answers.remedies) {
        const bool hasLimits = remedy.kind == CapacityChange::Kind::Offload;
        const bool isFirst = &remedy == &answers.remedies.front();
        text += (isFirst ? "With " : "And with ") + remedy.text +
                (hasLimits ? " (--max-memory " + remedy.values.back().second + ")" : "") + ": " +
                (remedy.result->verdict == Verdict::DoesNotFit ? "does not fit yet" : "fits") +
                ".\n";
    }
    for (const CapacityGain& gain : answers.more) {
        text += "With " + gain.text + ": " + gainText(gain) + ".\n";
    }
    return text;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        lines.push_back(std::move(line));
        at = end + 1;
    }
    return lines;
}

std::vector<std::string> unreadLines(const EngineLog& log, const std::string& text) {
    const std::vector<std::string> lines = linesOf(text);
    std::vector<std::string> unread;
    for (const std::size_t line : log.unread) {
        unread.push_back(line < lines.size() ? lines[line] : std::string());
    }
    return unread;
}

std::string figureText(LogUnit unit, std::optional<double> value) {
    if (!value) {
        return "–";
    }
    const std::string sign = *value < 0 ? "–" : "";
    const double size = std::abs(*value);
    return sign + (unit == LogUnit::Bytes   ? formatSize(size)
                   : unit == LogUnit::Ratio ? formatFixed(size, 2)
                                            : groupedText(static_cast<std::uint64_t>(size)));
}

std::string errorText(const std::optional<double>& error) {
    return error ? formatSigned(*error * 100, 1) + " %" : std::string();
}

std::string secondsOrDash(const std::optional<TimeEstimate>& time) {
    return time ? secondsText(time->toFirstToken, 3) : "–";
}

/// What loading takes, way by way: what runs afterwards is in the table above.
std::string loadsText(const std::vector<LoadPeaks>& loads) {
    TextTable table({"load by", ">on the fullest GPU", ">RAM", ">file pages"});
    std::string explained;
    for (const LoadPeaks& load : loads) {
        std::uint64_t fullest = 0;
        for (const auto& [device, peak] : load.devices) {
            fullest = std::max(fullest, peak.reserved);
        }
        table.addRow({load.name, sizeOrDash(fullest), sizeOrDash(load.hostAnonymousMost),
                      sizeOrDash(load.filePages)});
        for (const std::string& sentence : load.explained) {
            explained += load.name + ": " + sentence + "\n";
        }
    }
    return table.empty() ? std::string() : "\n" + table.text() + explained;
}

}  // namespace

std::string estimateText(const CapacityEstimate& estimate, const CapacityAnswers& answers,
                         const std::vector<LoadPeaks>& loads) {
    std::string text =
        devicesText(estimate.devices) + loadsText(loads) + "\n" + explanations(estimate);
    if (estimate.kvBytesPerToken > 0) {
        text += "Keys and values of a token: " + formatSize(estimate.kvBytesPerToken) + ".\n";
    }
    text += estimate.time ? timeText(*estimate.time) : std::string();
    text += answersText(answers, estimate.positions);
    for (const std::string& note : estimate.notes) {
        text += note + "\n";
    }
    const EngineProfile& engine = estimate.engine;
    return text + "Engine: " + engine.title + (engine.version.empty() ? "" : " " + engine.version) +
           ". All figures are estimated.\n" + estimateSentence(estimate) + "\n";
}

std::string tenantsText(const TenantsEstimate& estimate) {
    std::string text;
    for (const TenantEstimate& tenant : estimate.tenants) {
        const CapacityEstimate& own = *tenant.estimate;
        text += tenant.name + ", " + workloadText(own.workload) + ":\n" + devicesText(own.devices);
        if (own.kvBytesPerToken > 0) {
            text += "Keys and values of a token: " + formatSize(own.kvBytesPerToken) + ".\n";
        }
        text += own.time ? timeText(*own.time) : std::string();
        for (const std::string& note : own.notes) {
            text += note + "\n";
        }
        text += "\n";
    }
    return text + "Together, in one process that runs one of them at a time:\n" +
           devicesText(estimate.devices) + "All figures are estimated.\n" +
           tenantsSentence(estimate) + "\n";
}

std::string logText(const EngineLog& log, const std::string& text, const CapacityEstimate& estimate,
                    const ModelFacts* facts, const CapacityAnswers& answers) {
    std::string told;
    if (log.figures.empty()) {
        told = "Of the log no figure of memory was recognised.\n";
    } else {
        TextTable table({"log of " + (log.engine == "pytorch" ? "PyTorch" : log.engine) +
                             (log.version.empty() ? "" : " " + log.version),
                         ">printed", ">estimated", ">error"});
        for (const LogRow& row : compareLog(log, estimate)) {
            const LogUnit unit = logRowUnit(log, row);
            table.addRow({logRowTitle(row), figureText(unit, row.printed),
                          figureText(unit, row.predicted), errorText(row.error)});
        }
        told = table.text() + outOfMemoryText(log, estimate, facts, answers.remedies);
    }
    for (const std::string& line : unreadLines(log, text)) {
        told += "Not read: " + line + "\n";
    }
    return told + "\n";
}

std::string withLog(const std::string& object, const EngineLog& log, const std::string& text,
                    const CapacityEstimate& estimate) {
    using Json = nlohmann::ordered_json;
    Json extended = Json::parse(object);
    Json rows = Json::array();
    for (const LogRow& row : compareLog(log, estimate)) {
        rows.push_back({{"name", row.name},
                        {"printed", row.printed},
                        {"predicted", row.predicted ? Json(*row.predicted) : Json()},
                        {"error", row.error ? Json(*row.error) : Json()}});
    }
    const auto orNull = [](const std::string& name) { return name.empty() ? Json() : Json(name); };
    extended["log"] = {{"engine", orNull(log.engine)},
                       {"version", orNull(log.version)},
                       {"rows", std::move(rows)},
                       {"unread", unreadLines(log, text)}};
    return jsonText(extended, 2);
}

std::string machinesText(const std::vector<Machine>& machines) {
    if (machines.empty()) {
        return "No set of 1, 2, 4 or 8 cards of the catalogue serves these targets.\n";
    }
    TextTable table({"cards that serve", ">memory", ">first token", ">tokens a second, each",
                     ">at least", ">at most"});
    for (const Machine& machine : machines) {
        table.addRow(
            {(machine.count > 1 ? std::to_string(machine.count) + " × " : "") + machine.card.name,
             formatSize(machine.card.capacity * machine.count), secondsOrDash(machine.result->time),
             perSecondText(machine.tokensPerSecond), perSecondText(machine.low),
             perSecondText(machine.high)});
    }
    return table.text() + "From published figures, layers shared out by auto.\n";
}

}  // namespace stowage
