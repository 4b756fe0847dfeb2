// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_text.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
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

std::string budgetText(const PlacementPlan& plan, const DevicePlacement& placement) {
    return isNotUsed(plan, placement) ? "not used"
           : placement.budget         ? formatSize(*placement.budget)
                                      : "no limit";
}

std::string capacityText(const DeviceInfo& device) {
    if (device.id.kind == DeviceKind::Disk) {
        return "";
    }
    return device.capacity ? formatSize(*device.capacity) : "unknown";
}

std::string decisionText(PlacementDecision::Kind kind) {
    switch (kind) {
        case PlacementDecision::Kind::Placed:
            return "placed";
        case PlacementDecision::Kind::DoesNotFit:
            return "does not fit";
        case PlacementDecision::Kind::Split:
            return "split";
        case PlacementDecision::Kind::SplitPartner:
            return "tied partner split";
        case PlacementDecision::Kind::Fallback:
            return "taken first";
        case PlacementDecision::Kind::LeftOnCpu:
            return "left on the CPU";
        case PlacementDecision::Kind::Pinned:
            return "pinned";
        case PlacementDecision::Kind::MovedByHand:
            return "moved by hand";
    }
    return "";
}

}  // namespace

bool isNextSibling(const std::string& path, const std::string& next) {
    const auto first = numberedPath(path);
    const auto second = numberedPath(next);
    return first && second && first->stem == second->stem && first->number + 1 == second->number;
}

std::string siblingsText(const std::string& first, const std::string& last) {
    const std::string name = first.empty() ? "(all)" : first;
    const auto end = numberedPath(last);
    return first == last || !end ? name : name + " … " + std::to_string(end->number);
}

std::string deviceKindText(const DeviceInfo& device) {
    if (device.id.isGpu()) {
        return device.simulated ? "simulated" : "real";
    }
    return device.id.kind == DeviceKind::Disk ? "disk" : "this machine";
}

std::string placementTable(const PlacementPlan& plan) {
    TextTable table(
        {"device", "kind", ">blocks", ">weights", ">budget", ">reserved (predicted)", ">capacity"});
    for (const DevicePlacement& placement : plan.placements) {
        const bool isGpu = placement.device.id.isGpu();
        const bool isUnified = plan.request.preset && plan.request.preset->device == "mps" &&
                               placement.device.id == DeviceId::cpu();
        table.addRow({deviceLabel(placement.device.id),
                      isUnified ? "unified (mps)" : deviceKindText(placement.device),
                      std::to_string(placement.blocks), formatSize(placement.weights),
                      budgetText(plan, placement),
                      isGpu ? formatSize(placement.weightsReserved) : "",
                      capacityText(placement.device)});
    }
    return table.text();
}

std::string mapTable(const DeviceMap& map) {
    TextTable table({"module", "device"});
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

std::string issueLines(const std::vector<PlanIssue>& issues) {
    std::string out;
    for (const PlanIssue& issue : issues) {
        out += std::string(severityName(issue.severity)) + ": " + issue.text + "\n";
    }
    return out;
}

std::string quantizationLines(const PlacementPlan& plan) {
    const std::string line = quantizationLine(plan);
    if (line.empty()) {
        return line;
    }
    double exact = 0;
    for (const DevicePlacement& placement : plan.placements) {
        exact += placement.weights;
    }
    return "Quantisation: " + line + "\nWeights: " + formatSize(exact) +
           " with all scales; the strategy counted " + formatSize(countedBytes(plan)) + "\n";
}

std::string traceTable(const PlacementPlan& plan) {
    TextTable table({"module", "device", "step", ">needed", ">left", ">reserve", "why"});
    for (const PlacementDecision& decision : decisionsOf(plan)) {
        table.addRow({decision.module.empty() ? "(all)" : decision.module,
                      deviceLabel(decision.device), decisionText(decision.kind),
                      formatSize(decision.needed),
                      decision.left ? formatSize(*decision.left) : "no limit",
                      formatSize(decision.reserved), decision.reason});
    }
    return table.text();
}

std::string reserveLines(const PlacementPlan& plan) {
    std::string out;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.reservedForLargestLayer > 0) {
            out += deviceLabel(placement.device.id) + " keeps " +
                   formatSize(placement.reservedForLargestLayer) +
                   " free for the largest layer that may have to be brought in.\n";
        }
    }
    return out;
}

std::string effectLines(const std::vector<NoSplitEffect>& effects) {
    std::string out;
    for (const NoSplitEffect& effect : effects) {
        out += effect.text + "\n";
    }
    return out;
}

std::string optimalLines(const PlacementPlan& plan) {
    if (plan.optimal == nullptr) {
        return {};
    }
    const OptimalProof& proof = *plan.optimal;
    std::string text = "Objective: " + std::string(objectiveName(proof.objective.kind)) + ". " +
                       proof.text + " Estimated.\n";
    if (proof.robustWithin) {
        text += "Any one rate may be off by " + formatFixed(100 * *proof.robustWithin, 1) +
                " % before another of the compared plans is better.\n";
    }
    std::string words;
    for (const std::string& word : proof.options) {
        words += (words.empty() ? "" : " ") + word;
    }
    return text + (words.empty() ? "" : "It needs these options: " + words + "\n");
}

}  // namespace stowage
