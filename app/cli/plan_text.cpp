// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_text.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"

#include <charconv>
#include <optional>

namespace stowage {

namespace {

using Align = TextTable::Align;

std::string sizeOf(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

std::string budgetText(const DevicePlacement& placement) {
    return placement.budget ? formatSize(*placement.budget) : "no limit";
}

std::string capacityText(const DeviceInfo& device) {
    if (device.id.kind == DeviceKind::Disk) {
        return "";
    }
    return device.capacity ? sizeOf(*device.capacity) : "unknown";
}

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

/// The end of the run of map entries that starts at `begin`: consecutive numbers, one device.
std::size_t runEnd(const std::vector<DeviceMap::Entry>& entries, std::size_t begin) {
    auto previous = numberedPath(entries[begin].first);
    std::size_t end = begin + 1;
    while (previous && end < entries.size() && entries[end].second == entries[begin].second) {
        const auto next = numberedPath(entries[end].first);
        if (!next || next->stem != previous->stem || next->number != previous->number + 1) {
            break;
        }
        previous = next;
        ++end;
    }
    return end;
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
        case PlacementDecision::Kind::Pinned:
            return "pinned";
        case PlacementDecision::Kind::MovedByHand:
            return "moved by hand";
    }
    return "";
}

}  // namespace

std::string deviceKindText(const DeviceInfo& device) {
    if (device.id.isGpu()) {
        return device.simulated ? "simulated" : "real";
    }
    return device.id.kind == DeviceKind::Disk ? "disk" : "this machine";
}

std::string placementTable(const PlacementPlan& plan) {
    TextTable table({{"device"},
                     {"kind"},
                     {"blocks", Align::Right},
                     {"weights", Align::Right},
                     {"budget", Align::Right},
                     {"reserved (predicted)", Align::Right},
                     {"capacity", Align::Right}});
    for (const DevicePlacement& placement : plan.placements) {
        const bool isGpu = placement.device.id.isGpu();
        table.addRow({deviceLabel(placement.device.id), deviceKindText(placement.device),
                      std::to_string(placement.blocks), formatSize(placement.weights),
                      budgetText(placement), isGpu ? sizeOf(placement.weightsReserved) : "",
                      capacityText(placement.device)});
    }
    return table.text();
}

std::string mapTable(const DeviceMap& map) {
    TextTable table({{"module"}, {"device"}});
    const auto& entries = map.entries();
    for (std::size_t begin = 0; begin < entries.size();) {
        const std::size_t end = runEnd(entries, begin);
        std::string name = entries[begin].first.empty() ? "(all)" : entries[begin].first;
        if (end - begin > 1) {
            name += " … " + std::to_string(numberedPath(entries[end - 1].first)->number);
        }
        table.addRow({name, deviceLabel(entries[begin].second)});
        begin = end;
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

std::string traceTable(const PlacementPlan& plan) {
    TextTable table({{"module"},
                     {"device"},
                     {"step"},
                     {"needed", Align::Right},
                     {"left", Align::Right},
                     {"why"}});
    if (plan.trace) {
        for (const PlacementDecision& decision : *plan.trace) {
            table.addRow(
                {decision.module.empty() ? "(all)" : decision.module, deviceLabel(decision.device),
                 decisionText(decision.kind), formatSize(decision.needed),
                 decision.left ? formatSize(*decision.left) : "no limit", decision.reason});
        }
    }
    return table.text();
}

}  // namespace stowage
