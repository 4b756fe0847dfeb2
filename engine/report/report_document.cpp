// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/report_document.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/device/machine_link.h"
#include "engine/load/report/record_accuracy.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/quantized_plan.h"
#include "engine/plan/strategies/strategies.h"
#include "engine/report/board_svg.h"
#include "engine/report/record_svg.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace stowage {
namespace {

using Kind = ReportBlock::Kind;
using Blocks = std::vector<ReportBlock>;

/// A longer map is cut: a report is read, and `plan --json` has all of it.
constexpr std::size_t kReportedEntries = 400;
/// Charts of the first records; all stand in the table.
constexpr std::size_t kReportedCharts = 40;

void addHeading(Blocks& blocks, std::string text, int level = 2) {
    blocks.push_back({Kind::Heading, level, std::move(text)});
}

void addText(Blocks& blocks, std::string text) {
    if (!text.empty()) {
        blocks.push_back({Kind::Paragraph, 0, std::move(text)});
    }
}

void addList(Blocks& blocks, const std::string& heading, std::vector<std::string> items) {
    if (!items.empty()) {
        addHeading(blocks, heading, 3);
        blocks.push_back({Kind::List, 0, {}, std::move(items)});
    }
}

void addTable(Blocks& blocks, ReportTable table) {
    blocks.push_back({Kind::Table, 0, {}, {}, std::move(table)});
}

void addPicture(Blocks& blocks, std::string svg) {
    if (!svg.empty()) {
        blocks.push_back({Kind::Picture, 0, {}, {}, {}, std::move(svg)});
    }
}

std::string sizeOr(const std::optional<std::int64_t>& bytes) {
    if (!bytes) {
        return "not known";
    }
    return *bytes < 0 ? "−" + formatSize(static_cast<double>(-*bytes))
                      : formatSize(static_cast<double>(*bytes));
}

std::string kindOf(const DeviceInfo& device) {
    const bool isReal = device.id.isGpu() && !device.simulated;
    return isReal ? "real" : device.id.isGpu() ? "simulated" : "host";
}

std::string secondsOr(const std::optional<double>& seconds) {
    return seconds ? secondsText(*seconds, 3) : "not known";
}

/// With the work: what the estimate says of each device.
ReportTable devicesOf(const CapacityEstimate& estimate) {
    ReportTable table{{"device", "kind", ">weights", ">KV cache", ">activations", ">context",
                       ">used by others", ">free", "figures"}};
    for (const DeviceEstimate& device : estimate.devices) {
        const std::uint64_t activations =
            std::max(device.prefillActivations, device.decodeActivations);
        table.rows.push_back({deviceLabelOn(device.device).english() + ", " + device.device.name,
                              kindOf(device.device), formatSize(device.weights),
                              formatSize(device.kvCache), formatSize(activations),
                              formatSize(device.context), formatSize(device.device.usedByOthers),
                              sizeOr(device.free()),
                              device.basis == EstimateBasis::Replay ? "estimated by replay"
                                                                    : "estimated by formula"});
    }
    return table;
}

/// Of weights alone.
ReportTable devicesOf(const PlacementPlan& plan) {
    ReportTable table{{"device", "kind", ">weights", ">reserved (predicted)", ">context",
                       ">used by others", ">capacity"}};
    for (const DevicePlacement& placement : plan.placements) {
        const DeviceInfo& device = placement.device;
        table.rows.push_back({deviceLabelOn(device).english() + ", " + device.name, kindOf(device),
                              formatSize(placement.weights), formatSize(placement.weightsReserved),
                              formatSize(device.context), formatSize(device.usedByOthers),
                              device.capacity ? formatSize(*device.capacity) : "not limited"});
    }
    return table;
}

ReportTable limitsOf(const PlacementPlan& plan) {
    ReportTable table{{"device", ">limit of weights", "typed"}};
    for (const DevicePlacement& placement : plan.placements) {
        table.rows.push_back({deviceLabelOn(placement.device),
                              placement.budget ? formatSize(*placement.budget) : "none",
                              placement.budgetText.empty() ? "no" : placement.budgetText});
    }
    return table;
}

void addMap(Blocks& blocks, const PlacementPlan& plan) {
    const DeviceMap map = flatMap(*plan.request.tree, plan.map);
    ReportTable table{{"module", "device"}};
    for (const auto& [path, device] : map.entries()) {
        if (table.rows.size() == kReportedEntries) {
            break;
        }
        table.rows.push_back({path.empty() ? "(whole model)" : path, deviceLabel(device)});
    }
    const std::size_t shown = table.rows.size();
    addHeading(blocks, "Device map", 3);
    addTable(blocks, std::move(table));
    if (map.size() > shown) {
        addText(blocks, groupedText(map.size() - shown) +
                            " more entries are left out here; \"stowagectl plan --json\" has all.");
    }
}

void addEstimate(Blocks& blocks, const ReportedPlan& reported) {
    addHeading(blocks, "Estimate", 3);
    if (reported.estimate == nullptr) {
        addText(blocks, "There is no estimate of its work. " + reported.why.english());
        return;
    }
    const CapacityEstimate& estimate = *reported.estimate;
    addText(blocks, "Work: " + workloadText(estimate.workload).english() +
                        ". Memory by the rules of " + estimate.engine.title + ".");
    ReportTable table{{"figure", ">value", "how it is known"}};
    if (const TimeEstimate* const time = estimate.toldTime()) {
        const std::string basis = time->basis == SpeedBasis::Measured
                                      ? "estimated from rates measured on this machine"
                                      : "estimated from published rates";
        table.rows.push_back({"First token after", latencyText(time->toFirstToken), basis});
        if (time->tokensPerSecond > 0) {
            table.rows.push_back({"Each further token", latencyText(time->perToken), basis});
            table.rows.push_back({"Tokens a second", perSecondText(time->tokensPerSecond),
                                  basis + "; stands for " + perSecondText(time->low) + " to " +
                                      perSecondText(time->high)});
        }
    }
    table.rows.push_back({"Load time", secondsOr(reported.loadSeconds),
                          reported.loadSeconds
                              ? "predicted from rates measured on this machine"
                              : "the disk was not measured (stowagectl devices --measure)"});
    addTable(blocks, std::move(table));
    const std::vector<Message> notes = estimate.toldNotes();
    addList(blocks, "What the estimate rests on",
            std::vector<std::string>(notes.begin(), notes.end()));
}

void addPlan(Blocks& blocks, const ReportedPlan& reported) {
    const PlacementPlan& plan = *reported.plan;
    addHeading(blocks, reported.name);
    addText(blocks, plan.verdictText);
    addText(blocks, "Strategy: " + std::string(strategyName(plan.request.strategy)) +
                        ". Rules: " + std::string(rulesInForce(plan.request)) + ".");
    addText(blocks, quantizationLine(plan));
    addText(blocks, plan.accelerateError.value_or(""));
    addPicture(blocks, boardSvg(plan, reported.name));
    addHeading(blocks, "Devices", 3);
    addTable(blocks, reported.estimate ? devicesOf(*reported.estimate) : devicesOf(plan));
    std::vector<std::string> problems;
    for (const PlanIssue& issue : plan.issues) {
        problems.push_back(std::string(severityName(issue.severity)) + ": " + issue.text.english());
    }
    addList(blocks, "Problems", std::move(problems));
    addEstimate(blocks, reported);
    addHeading(blocks, "Limits", 3);
    addTable(blocks, limitsOf(plan));
    addMap(blocks, plan);
    if (!reported.notes.empty()) {
        addHeading(blocks, "Notes", 3);
        addText(blocks, reported.notes);
    }
}

void addOverview(Blocks& blocks, const PlanReport& report) {
    ReportTable table{
        {"plan", "verdict", ">tokens a second (estimated)", ">load time (predicted)"}};
    for (const ReportedPlan& each : report.plans) {
        const TimeEstimate* const time = each.estimate ? each.estimate->toldTime() : nullptr;
        table.rows.push_back({each.name, each.plan->verdictText,
                              time == nullptr             ? "not known"
                              : time->tokensPerSecond > 0 ? perSecondText(time->tokensPerSecond)
                                                          : "none follow",
                              secondsOr(each.loadSeconds)});
    }
    addHeading(blocks, "The plans");
    addTable(blocks, std::move(table));
}

/// What the GPUs of a record came to, each "GPU 0 1.20 GiB (simulated)".
std::string peaksOf(const LoadFigures& figures) {
    std::vector<std::string> peaks;
    for (const GpuLoadFigures& device : figures.devices) {
        peaks.push_back(deviceLabel(device.device).english() + " " +
                        formatSize(device.peakReserved) +
                        (device.simulated ? " (simulated)" : " (measured)"));
    }
    return joinedText(peaks, ", ");
}

/// "2026-11-20 14:03" of "2026-11-20T14:03:22.123Z"; other texts as they are.
std::string minuteOf(const std::string& date) {
    constexpr std::size_t kDayEnd = sizeof "2026-11-20" - 1;
    return date.size() > kDayEnd && date[kDayEnd] == 'T'
               ? date.substr(0, kDayEnd) + " " + date.substr(kDayEnd + 1, sizeof "14:03" - 1)
               : date;
}

/// Of those that have curves.
void addCharts(Blocks& blocks, const std::vector<LoadRecord>& records) {
    std::size_t left = kReportedCharts;
    for (const LoadRecord& record : records) {
        const std::string name = std::string(recordKindName(record.figures.kind())) + " (" +
                                 std::string(loadMethodName(record.figures.method)) + "), " +
                                 (record.note.empty() ? minuteOf(record.date) : record.note);
        std::string svg = left == 0 ? std::string() : recordSvg(record, name);
        if (!svg.empty()) {
            --left;
            addHeading(blocks, "Memory of the " + name, 3);
            addPicture(blocks, std::move(svg));
        }
    }
}

std::string quantityText(const std::optional<double>& value, QuantityUnit unit) {
    if (!value) {
        return "not known";
    }
    return unit == QuantityUnit::Bytes     ? formatSize(*value)
           : unit == QuantityUnit::Seconds ? secondsText(*value, 4)
                                           : perSecondText(*value);
}

/// ", GPU 0 (simulated)"; "" for what no GPU has.
std::string whereOf(const LoadFigures& figures, const std::optional<DeviceId>& device) {
    if (!device) {
        return {};
    }
    const auto gpu = std::ranges::find(figures.devices, *device, &GpuLoadFigures::device);
    const bool isSimulated = gpu != figures.devices.end() && gpu->simulated;
    return ", " + deviceLabel(*device).english() + (isSimulated ? " (simulated)" : "");
}

/// Everything of a run that was predicted or measured, beside each other.
ReportTable runTable(const LoadFigures& figures) {
    ReportTable table{{"quantity", ">predicted", ">measured", ">measured less predicted"}};
    for (const RecordQuantity& quantity : recordQuantities()) {
        for (const RecordQuantity::Pair& pair : quantity.pairsOf(figures)) {
            const bool isBoth = pair.predicted.value_or(0) > 0 && pair.measured;
            if (pair.predicted || pair.measured) {
                table.rows.push_back(
                    {quantity.title.english() + whereOf(figures, pair.device),
                     quantityText(pair.predicted, quantity.unit),
                     quantityText(pair.measured, quantity.unit),
                     isBoth ? formatFixed((*pair.measured / *pair.predicted - 1) * 100, 1) + " %"
                            : "–"});
            }
        }
    }
    return table;
}

ReportTable turnsTable(const ChainFigures& chain) {
    ReportTable table{{"model", ">times", ">came to " + deviceLabel(chain.device).english(),
                       ">in (measured)", ">all its calls (measured)"}};
    for (const ChainTurn& turn : chain.turns) {
        table.rows.push_back({turn.model, std::to_string(turn.times), formatSize(turn.bytesMoved),
                              secondsText(turn.transferSeconds, 4), secondsText(turn.seconds, 4)});
    }
    return table;
}

/// What a run was predicted to be and was, and the turns of a chain; a load's figures stand in the
/// table of all records.
void addRecordTables(Blocks& blocks, const LoadRecord& record) {
    const LoadFigures& figures = record.figures;
    if (!figures.run && !figures.chain) {
        return;
    }
    const std::string what(recordKindName(figures.kind()));
    addHeading(blocks, "The " + what + " of " + minuteOf(record.date) + ": " + record.modelName, 3);
    addText(blocks, figures.why);
    addTable(blocks, figures.chain ? turnsTable(*figures.chain) : runTable(figures));
}

void addRecords(Blocks& blocks, const PlanReport& report) {
    if (report.records.empty() && report.unread.empty()) {
        return;
    }
    addHeading(blocks, "Loads, runs and chains");
    ReportTable table{{"when (UTC)", "what", "model", "method", "came to", ">time (measured)",
                       ">time (predicted)", "peak reserved", ">RAM above before (measured)",
                       "note"}};
    for (const LoadRecord& record : report.records) {
        const LoadFigures& figures = record.figures;
        const auto host = figures.hostAnon();
        table.rows.push_back({minuteOf(record.date), std::string(recordKindName(figures.kind())),
                              record.modelName, std::string(loadMethodName(figures.method)),
                              std::string(loadEndingName(figures.state)),
                              secondsOr(figures.seconds), secondsOr(figures.predictedSeconds),
                              peaksOf(figures), host ? formatSize(*host) : "not known",
                              record.note});
    }
    addTable(blocks, std::move(table));
    addCharts(blocks, report.records);
    for (const LoadRecord& record : report.records) {
        addRecordTables(blocks, record);
    }
    addList(blocks, "Records that could not be read", report.unread);
}

}  // namespace

Blocks reportBlocks(const PlanReport& report) {
    Blocks blocks;
    addHeading(blocks, "Plans for " + report.model, 1);
    addText(blocks, "Made by Stowage on " + report.date +
                        (report.modelPath.empty() ? "" : " of " + report.modelPath) +
                        ". GiB are 2^30 bytes. What is simulated or estimated was not measured.");
    addText(blocks, report.modelNote);
    addText(blocks, report.notes);
    if (report.plans.size() > 1) {
        addOverview(blocks, report);
    }
    for (const ReportedPlan& plan : report.plans) {
        addPlan(blocks, plan);
    }
    addRecords(blocks, report);
    return blocks;
}

}  // namespace stowage
