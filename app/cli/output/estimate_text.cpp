// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/estimate_text.h"

#include "app/cli/options/common_options.h"
#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/capacity/logs/log_comparison.h"
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

std::string sizeOrDash(std::uint64_t bytes) {
    return bytes == 0 ? "–" : formatSize(bytes);
}

/// Bytes that may be below 0.
std::string signedSize(std::int64_t bytes) {
    return bytes < 0 ? "–" + formatSize(static_cast<std::uint64_t>(-bytes))
                     : sizeOrDash(static_cast<std::uint64_t>(bytes));
}

Message freeText(const DeviceEstimate& device) {
    const auto free = device.free();
    if (!free) {
        return phrase("unknown");
    }
    return *free < 0 ? "–" + formatSize(static_cast<std::uint64_t>(-*free))
                     : formatSize(static_cast<std::uint64_t>(*free));
}

std::string devicesText(const std::vector<DeviceEstimate>& devices, const Translate& translate) {
    const bool hasStates =
        std::ranges::any_of(devices, [](const DeviceEstimate& device) { return device.state > 0; });
    const bool hasOverlap = std::ranges::any_of(
        devices, [](const DeviceEstimate& device) { return device.other() < 0; });
    constexpr std::ptrdiff_t kStates = 3;
    constexpr std::ptrdiff_t kOverlap = 8;  // not counting kStates
    std::vector<TableHead> heads{phrase("device"),
                                 rightHead(phrase("weights")),
                                 rightHead(phrase("KV cache")),
                                 rightHead(phrase("streamed")),
                                 rightHead(phrase("prefill")),
                                 rightHead(phrase("decode")),
                                 rightHead(phrase("logits")),
                                 rightHead(phrase("other")),
                                 rightHead(phrase("context")),
                                 rightHead(phrase("slack")),
                                 rightHead(phrase("needed")),
                                 rightHead(phrase("used by others")),
                                 rightHead(phrase("free")),
                                 phrase("figures")};
    if (hasOverlap) {
        heads.insert(heads.begin() + kOverlap, rightHead(phrase("not at once")));
    }
    if (hasStates) {
        heads.insert(heads.begin() + kStates, rightHead(phrase("state")));
    }
    TextTable table(heads, translate);
    for (const DeviceEstimate& device : devices) {
        std::vector<Message> cells{deviceLabelOn(device.device),
                                   sizeOrDash(device.weights),
                                   sizeOrDash(device.kvCache),
                                   sizeOrDash(device.window),
                                   sizeOrDash(device.prefillActivations),
                                   sizeOrDash(device.decodeActivations),
                                   sizeOrDash(device.logits),
                                   signedSize(std::max<std::int64_t>(device.other(), 0)),
                                   sizeOrDash(device.context),
                                   sizeOrDash(device.slack()),
                                   sizeOrDash(device.needed()),
                                   sizeOrDash(device.device.usedByOthers),
                                   freeText(device),
                                   basisText(device.basis)};
        if (hasOverlap) {
            cells.insert(cells.begin() + kOverlap,
                         signedSize(std::min<std::int64_t>(device.other(), 0)));
        }
        if (hasStates) {
            cells.insert(cells.begin() + kStates, sizeOrDash(device.state));
        }
        table.addRow(cells);
    }
    return table.text();
}

std::string explanations(const CapacityEstimate& estimate, const Translate& translate) {
    std::string text;
    for (const DeviceEstimate& device : estimate.devices) {
        for (const auto& [part, formula] : device.explained) {
            text += deviceLabel(device.device.id).in(translate) + ", " + part + ": " +
                    formula.in(translate) + "\n";
        }
    }
    return text.empty() ? text : text + "\n";
}

Message timeText(const TimeEstimate& time, Verdict verdict) {
    const std::string first = latencyText(time.toFirstToken);
    const std::string rate = perSecondText(time.tokensPerSecond);
    std::vector<Message> sentences{
        !time.assumedCard.empty() && time.tokensPerSecond > 0
            ? say("Estimated time on an assumed card: first token after %1, then %2 tokens per "
                  "second (range %3 to %4, from published figures); limited by %5 speed.",
                  first, rate, perSecondText(time.low), perSecondText(time.high),
                  boundName(time.bound))
        : time.tokensPerSecond <= 0
            ? say("Estimated time: the prompts are processed after %1; limited "
                  "by %2 speed. The model generates no tokens.",
                  first, boundName(time.bound))
        : time.basis == SpeedBasis::Catalogue
            ? say("Estimated time: first token after %1, then %2 tokens per second (range %3 to "
                  "%4, from published figures); limited by %5 speed.",
                  first, rate, perSecondText(time.low), perSecondText(time.high),
                  boundName(time.bound))
            : say("Estimated time: first token after %1, then %2 tokens per second; limited by %3 "
                  "speed.",
                  first, rate, boundName(time.bound))};
    if (!time.sources.empty()) {
        sentences.push_back(say("Hardware rates: %1.", joined(time.sources, "; ")));
    }
    if (verdict == Verdict::DoesNotFit) {
        sentences.push_back(say("The times apply only if there is enough memory."));
    }
    return joined(std::move(sentences), " ");
}

/// A context of so many tokens, or of any number, with what the model was made for where that is
/// less.
Message withPositions(Message context, const std::optional<std::uint64_t>& tokens,
                      const std::optional<std::uint64_t>& positions) {
    const bool isBeyond = positions && (!tokens || *tokens > *positions);
    return isBeyond ? say("%1 (the model is designed for %2 positions)", std::move(context),
                          groupedText(*positions))
                    : std::move(context);
}

Message countOr(const std::optional<std::uint64_t>& count, Phrase none) {
    return count ? Message(groupedText(*count)) : none;
}

/// The same of sequences: what is by formula is marked.
Message sequencesOr(const std::optional<std::uint64_t>& count, Phrase none) {
    return count && *count > kMostReplayedSequences ? Message("≈ " + groupedText(*count))
                                                    : countOr(count, none);
}

/// `before` is the time without the change, where it is compared.
Message outcomeText(const Message& change, const Message& what, const TimeEstimate* time,
                    const TimeEstimate* before = nullptr) {
    if (!time) {
        return say("With %1: %2.", change, what);
    }
    const std::string first = latencyText(time->toFirstToken);
    const std::string rate = perSecondText(time->tokensPerSecond);
    return time->tokensPerSecond <= 0
               ? say("With %1: %2, the prompts are processed after %3.", change, what, first)
           : before == nullptr
               ? say("With %1: %2, first token after %3, %4 tokens per second.", change, what,
                     first, rate)
               : say("With %1: %2, first token after %3, %4 tokens per second instead of %5.",
                     change, what, first, rate, perSecondText(before->tokensPerSecond));
}

Message gainText(const CapacityGain& gain) {
    const Message what = gain.result->verdict == Verdict::DoesNotFit ? phrase("still does not fit")
                         : gain.largestContext
                             ? withPositions(say("an estimated context of up to %1 tokens",
                                                 groupedText(*gain.largestContext)),
                                             gain.largestContext, gain.result->positions)
                             : phrase("fits");
    return outcomeText(gain.text, what, gain.result->toldTime());
}

/// `before` is without the remedy.
Message remedyText(const CapacityChange& remedy, const CapacityEstimate& before) {
    std::vector<std::string> options;
    for (const auto& [key, value] : remedy.values) {
        options.push_back(optionName(key) + " " + value);
    }
    return outcomeText(
        joined({remedy.text, "(" + joinedText(options, " ") + ")"}, " "),
        remedy.result->verdict == Verdict::Fits ? phrase("fits") : phrase("fits with offload"),
        remedy.result->toldTime(), isYes(before.verdict) ? before.toldTime() : nullptr);
}

Message largestText(const CapacityLimits& most, const std::optional<std::uint64_t>& positions) {
    if (most.context == 0U && most.batch == 0U && most.users == 0U) {
        return say("This plan leaves too little memory for even one prompt of the workload.");
    }
    const Message context =
        withPositions(say("a context of %1 tokens", countOr(most.context, phrase("any number of"))),
                      most.context, positions);
    const Message sequences = sequencesOr(most.batch, phrase("any size"));
    const Message batch =
        most.unfitBatch ? say("%1 (but not %2)", sequences, *most.unfitBatch) : sequences;
    if (most.batch == 0U && most.users == 0U) {
        return say("Largest workload that fits: %1.", context);
    }
    // What goes in together goes in one after another, too.
    return most.users == most.batch
               ? say("Largest workload that fits: %1, or a batch of %2.", context, batch)
               : say("Largest workload that fits: %1, or a batch of %2, or %3 sequences whose "
                     "prompts are processed one after another.",
                     context, batch, sequencesOr(most.users, phrase("any number of")));
}

/// Says that a figure of the answer is not known, and what is missing for it.
Message unknownText(Phrase figure, const CapacityEstimate& estimate) {
    if (estimate.refusal) {
        return say("%1: undetermined, because the engine does not load the weights of this model.",
                   figure);
    }
    std::vector<Message> missing;
    for (const MissingFact& fact : estimate.missing) {
        missing.push_back(fact.what);
    }
    return missing.empty() ? say("%1: not known.", figure)
                           : say("%1: undetermined, because the following is not known: %2.",
                                 figure, joined(std::move(missing), "; "));
}

/// On which device a plan's weights leave the least room.
std::optional<TightestDevice> tightestByWeights(const PlacementPlan& plan) {
    std::optional<TightestDevice> tightest;
    for (const DevicePlacement& placement : plan.placements) {
        const DeviceInfo& device = placement.device;
        const std::uint64_t taken =
            placement.weightsReserved + placement.window + device.context + device.usedByOthers;
        const auto margin = static_cast<std::int64_t>(device.capacity.value_or(0)) -
                            static_cast<std::int64_t>(taken);
        const bool isUsed = placement.weights > 0 || placement.window > 0;
        if (isUsed && device.capacity && (!tightest || margin < tightest->margin)) {
            tightest = TightestDevice{device.id, margin, 0};
        }
    }
    return tightest;
}

/// Changes that would help, and the gain from more of the machine.
std::string changesText(const CapacityEstimate& estimate, const CapacityAnswers& answers,
                        const Translate& translate) {
    std::string text;
    for (const CapacityChange& remedy : answers.remedies) {
        text += lineOf(remedyText(remedy, estimate), translate);
    }
    if (answers.remedies.empty() && estimate.verdict == Verdict::DoesNotFit && answers.largest) {
        text += lineOf(say("No change that Stowage tried makes the workload fit."), translate);
    }
    return text + linesOf(answers.more, translate, gainText);
}

std::vector<std::string> splitLines(const std::string& text) {
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
    const std::vector<std::string> lines = splitLines(text);
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

Message errorText(const std::optional<double>& error) {
    return error ? percentText(formatSigned(*error * 100, 1)) : Message();
}

std::string secondsOrDash(const std::optional<TimeEstimate>& time) {
    return time ? latencyText(time->toFirstToken) : "–";
}

std::string rateOrDash(double perSecond) {
    return perSecond > 0 ? perSecondText(perSecond) : "–";
}

/// What loading takes, way by way: what runs afterwards is in the table above.
std::string loadsText(const std::vector<LoadPeaks>& loads, const Translate& translate) {
    TextTable table({phrase("load method"), rightHead(phrase("on the fullest GPU")),
                     rightHead("RAM"), rightHead(phrase("file pages"))},
                    translate);
    std::string explained;
    for (const LoadPeaks& load : loads) {
        std::uint64_t fullest = 0;
        for (const auto& [device, peak] : load.devices) {
            fullest = std::max(fullest, peak.reserved);
        }
        table.addRow({load.name, sizeOrDash(fullest), sizeOrDash(load.hostAnonymousMost),
                      sizeOrDash(load.filePages)});
        for (const Message& sentence : load.explained) {
            explained += load.name + ": " + sentence.in(translate) + "\n";
        }
    }
    return table.empty() ? std::string() : "\n" + table.text() + explained;
}

std::string keyValueLine(const CapacityEstimate& estimate, const Translate& translate) {
    return estimate.kvBytesPerToken > 0
               ? lineOf(say("Keys and values per token: %1.", formatSize(estimate.kvBytesPerToken)),
                        translate)
               : std::string();
}

}  // namespace

Message workLine(const CapacityEstimate& estimate, bool isAssumed) {
    const std::string engine = estimate.engine.titleWithVersion();
    Workload work = estimate.workload;
    work.engine.clear();
    return isAssumed ? say("Engine: %1. Assumed workload: %2. All figures are estimated.", engine,
                           workloadText(work))
                     : say("Engine: %1. Workload: %2. All figures are estimated.", engine,
                           workloadText(work));
}

std::string answerText(const Message& verdict, const CapacityEstimate& estimate,
                       const std::optional<CapacityLimits>& largest, const Translate& translate) {
    std::vector<Message> lines{verdict};
    const Message tightest = tightestText(estimate.tightest);
    const bool isKnown = estimate.missing.empty() && !estimate.refusal && !tightest.empty();
    if (tightest.empty() || verdict.english().find(tightest.english()) == std::string::npos) {
        lines.push_back(isKnown ? tightest : unknownText(phrase("Tightest device"), estimate));
    }
    const TimeEstimate* const time = estimate.toldTime();
    const Message why = estimate.whyNoTime();
    const bool isUndetermined = why.empty() || !estimate.missing.empty();
    lines.push_back(time != nullptr  ? timeText(*time, estimate.verdict)
                    : isUndetermined ? unknownText(phrase("Tokens per second"), estimate)
                                     : say("Tokens per second: not known. %1", why));
    lines.push_back(largest ? largestText(*largest, estimate.positions)
                            : unknownText(phrase("Largest workload that fits"), estimate));
    return linesOf(lines, translate);
}

std::string answerText(const PlacementPlan& plan, const Translate& translate) {
    const Message tightest = tightestText(tightestByWeights(plan));
    std::vector<Message> lines{
        plan.verdictText,
        tightest.empty() ? say("Tightest device: not known, since no weights are on a device of "
                               "known capacity.")
                         : tightest};
    if (!isPipeline(*plan.request.tree)) {
        lines.push_back(
            say("Tokens per second and largest workload that fits: not known, because no workload "
                "is specified. Add --prompt and --generate, or use stowagectl estimate, which "
                "assumes a workload."));
    }
    return linesOf(lines, translate);
}

std::string estimateText(const CapacityEstimate& estimate, const CapacityAnswers& answers,
                         const std::vector<LoadPeaks>& loads, const Translate& translate) {
    return changesText(estimate, answers, translate) + linesOf(estimate.notes, translate) + "\n" +
           devicesText(estimate.devices, translate) + loadsText(loads, translate) + "\n" +
           explanations(estimate, translate) + keyValueLine(estimate, translate);
}

std::string tenantsText(const TenantsEstimate& estimate, const Translate& translate) {
    std::string text =
        lineOf(tenantsSentence(estimate), translate) +
        lineOf(say("All figures are estimated."), translate) + "\n" +
        lineOf(say("Memory of all models in one process that runs one model at a time:"),
               translate) +
        devicesText(estimate.devices, translate);
    for (const TenantEstimate& tenant : estimate.tenants) {
        const CapacityEstimate& own = *tenant.estimate;
        const TimeEstimate* const time = own.toldTime();
        text +=
            "\n" + tenant.name + ", " + workloadText(own.workload).in(translate) + ":\n" +
            devicesText(own.devices, translate) + keyValueLine(own, translate) +
            (time == nullptr ? std::string() : lineOf(timeText(*time, own.verdict), translate)) +
            linesOf(own.toldNotes(), translate);
    }
    return text;
}

std::string logText(const EngineLog& log, const std::string& text, const CapacityEstimate& estimate,
                    const ModelFacts* facts, const CapacityAnswers& answers,
                    const Translate& translate) {
    std::string told;
    if (log.figures.empty()) {
        told =
            say("The log contains no memory figure that Stowage recognises.").in(translate) + "\n";
    } else {
        const std::string engine = log.engine == "pytorch" ? "PyTorch" : log.engine;
        TextTable table(
            {say("log of %1", log.version.empty() ? engine : engine + " " + log.version),
             rightHead(phrase("printed")), rightHead(phrase("estimated")),
             rightHead(phrase("error"))},
            translate);
        for (const LogRow& row : compareLog(log, estimate)) {
            const LogUnit unit = logRowUnit(log, row);
            table.addRow({logRowTitle(row), figureText(unit, row.printed),
                          figureText(unit, row.predicted), errorText(row.error)});
        }
        told = table.text() + outOfMemoryText(log, estimate, facts, answers.remedies).in(translate);
    }
    for (const std::string& line : unreadLines(log, text)) {
        told += say("Line of the log not recognised: %1", line).in(translate) + "\n";
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
                        {"predicted", orNull(row.predicted)},
                        {"error", orNull(row.error)}});
    }
    const auto orNull = [](const std::string& name) { return name.empty() ? Json() : Json(name); };
    extended["log"] = {{"engine", orNull(log.engine)},
                       {"version", orNull(log.version)},
                       {"rows", std::move(rows)},
                       {"unread", unreadLines(log, text)}};
    return jsonText(extended, 2);
}

std::string machinesText(const std::vector<ServingMachine>& machines, const Translate& translate) {
    if (machines.empty()) {
        return lineOf(say("No set of 1, 2, 4 or 8 cards from the catalogue meets these targets."),
                      translate);
    }
    TextTable table({phrase("suitable cards"), rightHead(phrase("memory")),
                     rightHead(phrase("first token")), rightHead(phrase("tokens/s per sequence")),
                     rightHead(phrase("at least")), rightHead(phrase("at most"))},
                    translate);
    std::vector<Message> open;
    for (const ServingMachine& machine : machines) {
        if (machine.isOpen) {
            open.push_back(say("%1 × %2", machine.count, machine.card.name));
            continue;
        }
        table.addRow(
            {(machine.count > 1 ? std::to_string(machine.count) + " × " : "") + machine.card.name,
             formatSize(machine.card.capacity * machine.count), secondsOrDash(machine.result->time),
             rateOrDash(machine.tokensPerSecond), rateOrDash(machine.low),
             rateOrDash(machine.high)});
    }
    const Message basis =
        open.size() < machines.size()
            ? say("The table is based on published figures. The strategy \"auto\" distributes the "
                  "layers over the cards (--tensor-parallel 1).")
            : say("No set of 1, 2, 4 or 8 cards from the catalogue is certain to meet these "
                  "targets.");
    const Message rest =
        say("It is undetermined whether the following cards meet the targets, because their "
            "compute speed in this dtype is not published: %1.",
            joined(open, ", "));
    return (open.size() < machines.size() ? table.text() : std::string()) +
           lineOf(basis, translate) + (open.empty() ? std::string() : lineOf(rest, translate));
}

}  // namespace stowage
