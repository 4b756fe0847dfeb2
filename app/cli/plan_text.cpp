// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_text.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/quantized_plan.h"

#include <charconv>
#include <cstdint>
#include <optional>

namespace stowage {
namespace {

/// A path cut into what stands before its last number and the number: "h.", 11.
struct NumberedPath {
    std::string stem;
    std::uint32_t number = 0;
};

std::optional<NumberedPath> numberedPath(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    const std::size_t start = dot == std::string::npos ? 0 : dot + 1;
    NumberedPath result{path.substr(0, start), 0};
    const char* end = path.data() + path.size();
    const auto parsed = std::from_chars(path.data() + start, end, result.number);
    if (start == path.size() || parsed.ec != std::errc() || parsed.ptr != end) {
        return std::nullopt;
    }
    return result;
}

Message budgetText(const PlacementPlan& plan, const DevicePlacement& placement) {
    if (isNotUsed(plan, placement)) {
        return phrase("not used");
    }
    return placement.budget ? Message(formatSize(*placement.budget)) : phrase("no limit");
}

Message capacityText(const DeviceInfo& device) {
    if (device.id.kind == DeviceKind::Disk) {
        return {};
    }
    return device.capacity ? Message(formatSize(*device.capacity)) : phrase("unknown");
}

Phrase decisionText(PlacementDecision::Kind kind) {
    switch (kind) {
        case PlacementDecision::Kind::Placed:
            return phrase("placed");
        case PlacementDecision::Kind::DoesNotFit:
            return phrase("does not fit");
        case PlacementDecision::Kind::Split:
            return phrase("split");
        case PlacementDecision::Kind::SplitPartner:
            return phrase("tied partner split");
        case PlacementDecision::Kind::Fallback:
            return phrase("taken first");
        case PlacementDecision::Kind::LeftOnCpu:
            return phrase("left on the CPU");
        case PlacementDecision::Kind::Pinned:
            return phrase("pinned");
        case PlacementDecision::Kind::MovedByHand:
            return phrase("moved by hand");
    }
    return {};
}

}  // namespace

bool isNextSibling(const std::string& path, const std::string& next) {
    const auto first = numberedPath(path);
    const auto second = numberedPath(next);
    return first && second && first->stem == second->stem && first->number + 1 == second->number;
}

Message siblingsText(const std::string& first, const std::string& last) {
    const Message name = first.empty() ? phrase("(all)") : Message(first);
    const auto end = numberedPath(last);
    return first == last || !end ? name : say("%1 … %2", name, end->number);
}

Phrase deviceKindText(const DeviceInfo& device) {
    if (device.id.isGpu()) {
        return device.simulated ? phrase("simulated") : phrase("real");
    }
    return device.id.kind == DeviceKind::Disk ? phrase("disk")
           : device.machine.empty()           ? phrase("this machine")
                                              : phrase("RAM");
}

std::string placementTable(const PlacementPlan& plan, const Translate& translate) {
    TextTable table({phrase("device"), phrase("kind"), rightHead(phrase("blocks")),
                     rightHead(phrase("weights")), rightHead(phrase("budget")),
                     rightHead(phrase("reserved (predicted)")), rightHead(phrase("capacity"))},
                    translate);
    for (const DevicePlacement& placement : plan.placements) {
        const bool isGpu = placement.device.id.isGpu();
        const bool isUnified = plan.request.preset && plan.request.preset->device == "mps" &&
                               placement.device.id == DeviceId::cpu();
        table.addRow({deviceLabelOn(placement.device),
                      isUnified ? phrase("unified (mps)") : deviceKindText(placement.device),
                      std::to_string(placement.blocks), formatSize(placement.weights),
                      budgetText(plan, placement),
                      isGpu ? formatSize(placement.weightsReserved) : "",
                      capacityText(placement.device)});
    }
    return table.text();
}

std::string mapTable(const DeviceMap& map, const Translate& translate) {
    TextTable table({phrase("module"), phrase("device")}, translate);
    const auto& entries = map.entries();
    for (std::size_t begin = 0; begin < entries.size();) {
        std::size_t last = begin;
        while (last + 1 < entries.size() && entries[last + 1].second == entries[begin].second &&
               isNextSibling(entries[last].first, entries[last + 1].first)) {
            ++last;
        }
        table.addRow({siblingsText(entries[begin].first, entries[last].first),
                      deviceLabel(entries[begin].second)});
        begin = last + 1;
    }
    return table.text();
}

Message issueText(const PlanIssue& issue) {
    switch (issue.severity) {
        case Severity::Error:
            return say("error: %1", issue.text);
        case Severity::Warning:
            return say("warning: %1", issue.text);
        case Severity::Hint:
            break;
    }
    return say("hint: %1", issue.text);
}

std::string issueLines(const std::vector<PlanIssue>& issues, const Translate& translate) {
    std::string out;
    for (const PlanIssue& issue : issues) {
        out += issueText(issue).in(translate) + "\n";
    }
    return out;
}

std::string quantizationLines(const PlacementPlan& plan, const Translate& translate) {
    const Message line = quantizationLine(plan);
    if (line.empty()) {
        return {};
    }
    double exact = 0;
    for (const DevicePlacement& placement : plan.placements) {
        exact += placement.weights;
    }
    return say("Quantisation: %1", line).in(translate) + "\n" +
           say("Weights: %1 with all scales; the strategy counted %2", formatSize(exact),
               formatSize(countedBytes(plan)))
               .in(translate) +
           "\n";
}

std::string traceTable(const PlacementPlan& plan, const Translate& translate) {
    TextTable table(
        {phrase("module"), phrase("device"), phrase("step"), rightHead(phrase("needed")),
         rightHead(phrase("left")), rightHead(phrase("reserve")), phrase("why")},
        translate);
    for (const PlacementDecision& decision : decisionsOf(plan)) {
        table.addRow({decision.module.empty() ? phrase("(all)") : Message(decision.module),
                      deviceLabel(decision.device), decisionText(decision.kind),
                      formatSize(decision.needed),
                      decision.left ? Message(formatSize(*decision.left)) : phrase("no limit"),
                      formatSize(decision.reserved), decision.reason});
    }
    return table.text();
}

std::string reserveLines(const PlacementPlan& plan, const Translate& translate) {
    std::string out;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.reservedForLargestLayer > 0) {
            out +=
                say("%1 keeps %2 free for the largest layer that may have to be brought in.",
                    deviceLabel(placement.device.id), formatSize(placement.reservedForLargestLayer))
                    .in(translate) +
                "\n";
        }
    }
    return out;
}

std::string effectLines(const std::vector<NoSplitEffect>& effects, const Translate& translate) {
    std::string out;
    for (const NoSplitEffect& effect : effects) {
        out += effect.text.in(translate) + "\n";
    }
    return out;
}

std::string optimalLines(const PlacementPlan& plan, const Translate& translate) {
    if (plan.optimal == nullptr) {
        return {};
    }
    const OptimalProof& proof = *plan.optimal;
    std::string text =
        say("Objective: %1. %2 Estimated.", objectiveName(proof.objective.kind), proof.text)
            .in(translate) +
        "\n";
    if (proof.robustWithin) {
        text += say("Any one rate may be off by %1 % before another of the compared plans is "
                    "better.",
                    formatFixed(100 * *proof.robustWithin, 1))
                    .in(translate) +
                "\n";
    }
    const std::string words = joinedText(proof.options, " ");
    return words.empty() ? text
                         : text + say("It needs these options: %1", words).in(translate) + "\n";
}

}  // namespace stowage
