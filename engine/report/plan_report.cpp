// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/plan_report.h"

#include "engine/base/byte_size.h"
#include "engine/base/csv.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/device/machine_link.h"
#include "engine/load/program/program_prediction.h"
#include "engine/load/report/record_accuracy.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/quantized_plan.h"
#include "engine/plan/strategies/strategies.h"
#include "engine/report/board_svg.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <ctime>
#include <iterator>
#include <utility>

namespace stowage {

namespace {

using Kind = ReportBlock::Kind;
using Blocks = std::vector<ReportBlock>;

/// A longer map is cut: a report is read, and `plan --json` has all of it.
constexpr std::size_t kReportedEntries = 400;
/// Charts of the first records; all stand in the table.
constexpr std::size_t kReportedCharts = 40;

void addHeading(Blocks& blocks, Message text, int level = 2) {
    blocks.push_back({Kind::Heading, level, std::move(text)});
}

void addText(Blocks& blocks, Message text) {
    if (!text.empty()) {
        blocks.push_back({Kind::Paragraph, 0, std::move(text)});
    }
}

void addList(Blocks& blocks, const Message& heading, std::vector<Message> items) {
    if (!items.empty()) {
        addHeading(blocks, heading, 3);
        blocks.push_back({Kind::List, 0, {}, std::move(items)});
    }
}

/// A table of a report: cells of plain text.
struct ReportTable {
    std::vector<ReportHead> heads;
    std::vector<std::vector<Message>> rows{};
};

/// Without rows. `kinds`: of each column, "<" for texts and ">" for numbers.
ReportTable tableOf(std::string_view kinds, const std::vector<Message>& heads) {
    ReportTable table;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        table.heads.push_back({heads[i], kinds[i] == '>'});
    }
    return table;
}

void addTable(Blocks& blocks, ReportTable table) {
    blocks.push_back({Kind::Table, 0, {}, {}, std::move(table.heads), std::move(table.rows)});
}

void addPicture(Blocks& blocks, std::string svg) {
    if (!svg.empty()) {
        blocks.push_back({Kind::Picture, 0, {}, {}, {}, {}, std::move(svg)});
    }
}

Message sizeOr(const std::optional<std::int64_t>& bytes) {
    if (!bytes) {
        return phrase("not known");
    }
    return *bytes < 0 ? "−" + formatSize(static_cast<double>(-*bytes))
                      : formatSize(static_cast<double>(*bytes));
}

Message kindOf(const DeviceInfo& device) {
    const bool isReal = device.id.isGpu() && !device.simulated;
    return isReal ? phrase("real") : device.id.isGpu() ? phrase("simulated") : phrase("host");
}

/// With a name that says more, as a card's: neither "CPU, CPU" nor "GPU 0, Simulated, 2.00 GiB".
Message deviceText(const DeviceInfo& device) {
    const bool isNamed = device.id.isGpu() && !device.name.starts_with("Simulated, ");
    return joined({deviceLabelOn(device), isNamed ? device.name : ""}, ", ");
}

Message secondsOr(const std::optional<double>& seconds) {
    return seconds ? Message(secondsText(*seconds, 3)) : phrase("not known");
}

/// With the work: what the estimate says of each device.
ReportTable devicesOf(const CapacityEstimate& estimate) {
    ReportTable table =
        tableOf("<<>>>>>><", {phrase("device"), phrase("kind"), phrase("weights"),
                              phrase("KV cache"), phrase("activations"), phrase("context"),
                              phrase("used by others"), phrase("free"), phrase("figures")});
    for (const DeviceEstimate& device : estimate.devices) {
        const std::uint64_t activations =
            std::max(device.prefillActivations, device.decodeActivations);
        table.rows.push_back({deviceText(device.device), kindOf(device.device),
                              formatSize(device.weights), formatSize(device.kvCache),
                              formatSize(activations), formatSize(device.context),
                              formatSize(device.device.usedByOthers), sizeOr(device.free()),
                              say("estimated, %1", basisText(device.basis))});
    }
    return table;
}

/// Of weights alone.
ReportTable devicesOf(const PlacementPlan& plan) {
    ReportTable table = tableOf("<<>>>>>", {phrase("device"), phrase("kind"), phrase("weights"),
                                            phrase("reserved (predicted)"), phrase("context"),
                                            phrase("used by others"), phrase("capacity")});
    for (const DevicePlacement& placement : plan.placements) {
        const DeviceInfo& device = placement.device;
        table.rows.push_back(
            {deviceText(device), kindOf(device), formatSize(placement.weights),
             formatSize(placement.weightsReserved), formatSize(device.context),
             formatSize(device.usedByOthers),
             device.capacity ? Message(formatSize(*device.capacity)) : phrase("not limited")});
    }
    return table;
}

ReportTable limitsOf(const PlacementPlan& plan) {
    ReportTable table =
        tableOf("<><", {phrase("device"), phrase("limit for weights"), phrase("typed")});
    for (const DevicePlacement& placement : plan.placements) {
        table.rows.push_back(
            {deviceLabelOn(placement.device),
             placement.budget ? Message(formatSize(*placement.budget)) : phrase("none"),
             placement.budgetText.empty() ? Message(phrase("no")) : Message(placement.budgetText)});
    }
    return table;
}

void addMap(Blocks& blocks, const PlacementPlan& plan) {
    const DeviceMap map = flatMap(*plan.request.tree, plan.map);
    ReportTable table = tableOf("<<", {phrase("module"), phrase("device")});
    for (const auto& [path, device] : map.entries()) {
        if (table.rows.size() == kReportedEntries) {
            break;
        }
        table.rows.push_back(
            {path.empty() ? Message(phrase("(whole model)")) : Message(path), deviceLabel(device)});
    }
    const std::size_t shown = table.rows.size();
    addHeading(blocks, phrase("Device map"), 3);
    addTable(blocks, std::move(table));
    if (map.size() > shown) {
        addText(blocks, say("%1 more entries are omitted from this report; \"stowagectl plan "
                            "--json\" prints all entries.",
                            groupedText(map.size() - shown)));
    }
}

void addEstimate(Blocks& blocks, const ReportedPlan& reported) {
    addHeading(blocks, phrase("Estimate"), 3);
    if (reported.estimate == nullptr) {
        addText(blocks, joined({phrase("There is no estimate for the workload of this plan."),
                                reported.why},
                               " "));
        return;
    }
    const CapacityEstimate& estimate = *reported.estimate;
    addText(blocks, say("Workload: %1. Memory is calculated by the rules of %2.",
                        workloadText(estimate.workload), estimate.engine.title));
    ReportTable table =
        tableOf("<><", {phrase("figure"), phrase("value"), phrase("basis of the value")});
    const TimeEstimate* const time = estimate.toldTime();
    if (time != nullptr && estimate.verdict != Verdict::DoesNotFit) {
        const Message basis = time->basis == SpeedBasis::Measured
                                  ? phrase("estimated from rates measured on this machine")
                                  : phrase("estimated from published rates");
        table.rows.push_back(
            {phrase("First token (prefill)"), latencyText(time->toFirstToken), basis});
        if (time->tokensPerSecond > 0) {
            table.rows.push_back(
                {phrase("Each further token (decode)"), latencyText(time->perToken), basis});
            table.rows.push_back({phrase("Tokens per second"), perSecondText(time->tokensPerSecond),
                                  say("%1; range from %2 to %3", basis, perSecondText(time->low),
                                      perSecondText(time->high))});
        }
    }
    table.rows.push_back(
        {phrase("Load time"), secondsOr(reported.loadSeconds),
         reported.loadSeconds
             ? phrase("predicted from rates measured on this machine")
             : phrase("the disk was not measured (stowagectl devices --measure)")});
    addTable(blocks, std::move(table));
    std::vector<Message> notes = estimate.toldNotes();
    if (time != nullptr && !time->sources.empty()) {
        notes.push_back(say("Hardware rates: %1.", joined(time->sources, "; ")));
    }
    addList(blocks, phrase("Basis of the estimate"), std::move(notes));
}

void addPlan(Blocks& blocks, const ReportedPlan& reported, const Translate& translate) {
    const PlacementPlan& plan = *reported.plan;
    addHeading(blocks, reported.name);
    addText(blocks, plan.verdictText);
    const auto strategy = strategyName(plan.request.strategy);
    const auto rules = rulesInForce(plan.request);
    addText(blocks, plan.hasNoOptimum()
                        ? say("Strategy: %1, which found no plan. Rules: %2.", strategy, rules)
                        : say("Strategy: %1. Rules: %2.", strategy, rules));
    addText(blocks, quantizationLine(plan));
    addText(blocks, plan.accelerateError.value_or(Message()));
    addPicture(blocks, boardSvg(plan, reported.name, SvgPlace::InPage, translate));
    addHeading(blocks, phrase("Devices"), 3);
    addTable(blocks, reported.estimate ? devicesOf(*reported.estimate) : devicesOf(plan));
    std::vector<Message> problems;
    for (const PlanIssue& issue : plan.issues) {
        problems.push_back(issueText(issue));
    }
    addList(blocks, phrase("Problems"), std::move(problems));
    addEstimate(blocks, reported);
    addHeading(blocks, phrase("Limits"), 3);
    addTable(blocks, limitsOf(plan));
    addMap(blocks, plan);
    if (!reported.notes.empty()) {
        addHeading(blocks, phrase("Notes"), 3);
        addText(blocks, reported.notes);
    }
}

void addOverview(Blocks& blocks, const PlanReport& report) {
    ReportTable table =
        tableOf("<<>>", {phrase("plan"), phrase("verdict"), phrase("tokens per second (estimated)"),
                         phrase("load time (predicted)")});
    for (const ReportedPlan& each : report.plans) {
        const TimeEstimate* const time = each.estimate ? each.estimate->toldTime() : nullptr;
        table.rows.push_back({each.name, each.plan->verdictText,
                              time == nullptr ? Message(phrase("not known"))
                              : time->tokensPerSecond > 0
                                  ? Message(perSecondText(time->tokensPerSecond))
                                  : Message(phrase("none follow")),
                              secondsOr(each.loadSeconds)});
    }
    addHeading(blocks, phrase("The plans"));
    addTable(blocks, std::move(table));
}

/// What the GPUs of a record came to, each "GPU 0 1.20 GiB (simulated)".
Message peaksOf(const LoadFigures& figures) {
    std::vector<Message> peaks;
    for (const GpuLoadFigures& device : figures.devices) {
        const Message label = deviceLabel(device.device);
        const std::string peak = formatSize(device.peakReserved);
        peaks.push_back(device.simulated ? say("%1 %2 (simulated)", label, peak)
                                         : say("%1 %2 (measured)", label, peak));
    }
    return joined(std::move(peaks), ", ");
}

/// "2026-11-20 14:03" of "2026-11-20T14:03:22.123Z"; other texts as they are.
std::string minuteOf(const std::string& date) {
    constexpr std::size_t kDayEnd = sizeof "2026-11-20" - 1;
    return date.size() > kDayEnd && date[kDayEnd] == 'T'
               ? date.substr(0, kDayEnd) + " " + date.substr(kDayEnd + 1, sizeof "14:03" - 1)
               : date;
}

Message kindText(RecordKind kind) {
    // In the order of the enumerators.
    constexpr std::array kTexts{phrase("load"), phrase("run"), phrase("chain")};
    return kTexts[static_cast<std::size_t>(kind)];
}

Message endingText(LoadEnding ending) {
    constexpr std::array kTexts{phrase("done"), phrase("differs"), phrase("cancelled"),
                                phrase("refused"), phrase("failed")};
    return kTexts[static_cast<std::size_t>(ending)];
}

/// Of those that have curves.
void addCharts(Blocks& blocks, const std::vector<LoadRecord>& records, const Translate& translate) {
    std::size_t left = kReportedCharts;
    for (const LoadRecord& record : records) {
        const Message name = say("%1 (%2), %3", kindText(record.figures.kind()),
                                 loadMethodName(record.figures.method),
                                 record.note.empty() ? minuteOf(record.date) : record.note);
        std::string svg = left == 0 ? std::string() : recordSvg(record, name, translate);
        if (!svg.empty()) {
            --left;
            addHeading(blocks, say("Memory of the %1", name), 3);
            addPicture(blocks, std::move(svg));
        }
    }
}

Message quantityText(const std::optional<double>& value, QuantityUnit unit) {
    if (!value) {
        return phrase("not known");
    }
    return unit == QuantityUnit::Bytes     ? formatSize(*value)
           : unit == QuantityUnit::Seconds ? secondsText(*value, 4)
                                           : perSecondText(*value);
}

/// "GPU 0 (simulated)"; "" for what no GPU has.
Message whereOf(const LoadFigures& figures, const std::optional<DeviceId>& device) {
    if (!device) {
        return {};
    }
    const auto gpu = std::ranges::find(figures.devices, *device, &GpuLoadFigures::device);
    const bool isSimulated = gpu != figures.devices.end() && gpu->simulated;
    return isSimulated ? say("%1 (simulated)", deviceLabel(*device)) : deviceLabel(*device);
}

/// Everything of a run that was predicted or measured, beside each other.
ReportTable runTable(const LoadFigures& figures) {
    ReportTable table = tableOf("<>>>", {phrase("quantity"), phrase("predicted"),
                                         phrase("measured"), phrase("difference from prediction")});
    for (const RecordQuantity& quantity : recordQuantities()) {
        for (const RecordQuantity::Pair& pair : quantity.pairsOf(figures)) {
            const bool isBoth = pair.predicted.value_or(0) > 0 && pair.measured;
            if (pair.predicted || pair.measured) {
                table.rows.push_back(
                    {joined({quantity.title, whereOf(figures, pair.device)}, ", "),
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
    ReportTable table = tableOf(
        "<>>>>", {phrase("model"), phrase("times"), say("moved to %1", deviceLabel(chain.device)),
                  phrase("transfer time (measured)"), phrase("time of all calls (measured)")});
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
    addHeading(
        blocks,
        say("The %1 of %2: %3", kindText(figures.kind()), minuteOf(record.date), record.modelName),
        3);
    addText(blocks, figures.why);
    addTable(blocks, figures.chain ? turnsTable(*figures.chain) : runTable(figures));
}

void addRecords(Blocks& blocks, const PlanReport& report, const Translate& translate) {
    if (report.records.empty() && report.unread.empty()) {
        return;
    }
    addHeading(blocks, phrase("Recorded loads and runs"));
    ReportTable table = tableOf(
        "<<<<<>><><", {phrase("when (UTC)"), phrase("what"), phrase("model"), phrase("method"),
                       phrase("came to"), phrase("time (measured)"), phrase("time (predicted)"),
                       phrase("peak reserved"), phrase("RAM increase (measured)"), phrase("note")});
    for (const LoadRecord& record : report.records) {
        const LoadFigures& figures = record.figures;
        const auto host = figures.hostAnon();
        table.rows.push_back(
            {minuteOf(record.date), kindText(figures.kind()), record.modelName,
             loadMethodName(figures.method), endingText(figures.state), secondsOr(figures.seconds),
             secondsOr(figures.predictedSeconds), peaksOf(figures),
             host ? Message(formatSize(*host)) : phrase("not known"), record.note});
    }
    addTable(blocks, std::move(table));
    addCharts(blocks, report.records, translate);
    for (const LoadRecord& record : report.records) {
        addRecordTables(blocks, record);
    }
    addList(blocks, phrase("Records that could not be read"), report.unread);
}

Translate translatorOf(const PlanReport& report) {
    return translateBy(engineCatalogue(*report.language));
}

void putInLanguage(Blocks& blocks, const Translate& translate) {
    const auto put = [&translate](Message& text) { text = text.in(translate); };
    for (ReportBlock& block : blocks) {
        put(block.text);
        std::ranges::for_each(block.items, put);
        std::ranges::for_each(block.heads, put, &ReportHead::text);
        for (std::vector<Message>& row : block.rows) {
            std::ranges::for_each(row, put);
        }
    }
}

}  // namespace

Blocks reportBlocks(const PlanReport& report) {
    const Translate translate = translatorOf(report);
    Blocks blocks;
    addHeading(blocks, say("Plans for %1", report.model), 1);
    addText(
        blocks,
        joined(
            {report.modelPath.empty()
                 ? say("Created by Stowage on %1.", report.date)
                 : say("Created by Stowage on %1 for the model %2.", report.date, report.modelPath),
             phrase("1 GiB is 2^30 bytes. Simulated and estimated figures are not measurements.")},
            " "));
    addText(blocks, report.modelNote);
    addText(blocks, report.notes);
    if (report.plans.size() > 1) {
        addOverview(blocks, report);
    }
    for (const ReportedPlan& plan : report.plans) {
        addPlan(blocks, plan, translate);
    }
    addRecords(blocks, report, translate);
    putInLanguage(blocks, translate);
    return blocks;
}

namespace {

/// Light and dark, one measure for text and tables; what is printed keeps its colours.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1d2328; --paper: #ffffff; --line: #c8d0d6; --faint: #5a6670; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaed; --paper: #16191c; --line: #444d55; --faint: #a3adb5; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 900px; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; } h2 { border-top: 1px solid var(--line); padding-top: 1em; }
table { border-collapse: collapse; width: 100%; font-size: 13px; margin: 0.5em 0 1em; }
th, td { border-bottom: 1px solid var(--line); padding: 3px 6px; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
p { white-space: pre-line; } svg { width: 100%; height: auto; }
)";

std::string tableHtml(const ReportBlock& table) {
    std::string html = "<table><thead><tr>";
    for (const ReportHead& head : table.heads) {
        html += std::string("<th scope=\"col\"") + (head.isNumber ? " class=\"n\">" : ">") +
                markupEscaped(head.text.english()) + "</th>";
    }
    html += "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            html += std::string(table.heads[i].isNumber ? "<td class=\"n\">" : "<td>") +
                    markupEscaped(row[i].english()) + "</td>";
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table>\n";
}

std::string blockHtml(const ReportBlock& block) {
    switch (block.kind) {
        case Kind::Heading: {
            const std::string tag = "h" + std::to_string(block.level);
            return "<" + tag + ">" + markupEscaped(block.text.english()) + "</" + tag + ">\n";
        }
        case Kind::Paragraph:
            return "<p>" + markupEscaped(block.text.english()) + "</p>\n";
        case Kind::List: {
            std::string html = "<ul>\n";
            for (const Message& item : block.items) {
                html += "<li>" + markupEscaped(item.english()) + "</li>\n";
            }
            return html + "</ul>\n";
        }
        case Kind::Table:
            return tableHtml(block);
        case Kind::Picture:
            break;
    }
    return block.svg + "\n";
}

/// One line, with what Markdown and the HTML in it would take as signs made plain.
std::string markdownEscaped(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            plain += ' ';
        } else if (c == '<') {
            plain += "&lt;";
        } else if (c == '&') {
            plain += "&amp;";
        } else {
            plain += std::string_view("\\`*_[]|#!~>").find(c) == std::string_view::npos
                         ? std::string(1, c)
                         : std::string{'\\', c};
        }
    }
    return plain;
}

std::string rowMarkdown(const std::vector<Message>& cells) {
    std::string row = "|";
    for (const Message& cell : cells) {
        row += " " + markdownEscaped(cell.english()) + " |";
    }
    return row + "\n";
}

std::string tableMarkdown(const ReportBlock& table) {
    std::vector<Message> heads;
    std::string rule = "|";
    for (const ReportHead& head : table.heads) {
        heads.push_back(head.text);
        rule += head.isNumber ? " ---: |" : " --- |";
    }
    std::string text = rowMarkdown(heads) + rule + "\n";
    for (const auto& row : table.rows) {
        text += rowMarkdown(row);
    }
    return text + "\n";
}

std::string blockMarkdown(const ReportBlock& block) {
    switch (block.kind) {
        case Kind::Heading:
            return std::string(static_cast<std::size_t>(block.level), '#') + " " +
                   markdownEscaped(block.text.english()) + "\n\n";
        case Kind::Paragraph:
            return markdownEscaped(block.text.english()) + "\n\n";
        case Kind::List: {
            std::string text;
            for (const Message& item : block.items) {
                text += "- " + markdownEscaped(item.english()) + "\n";
            }
            return text + "\n";
        }
        case Kind::Table:
            return tableMarkdown(block);
        case Kind::Picture:
            break;  // tables say the same in words
    }
    return {};
}

}  // namespace

Result<ReportedPlan> reportedPlan(std::string name, EstimateInput input,
                                  const std::stop_token& stop) {
    ReportedPlan reported{std::move(name), input.plan};
    const auto estimate = estimateCapacity(input, stop);
    if (estimate) {
        reported.estimate = *estimate;
        reported.plan = judgedPlan(**estimate);
    } else if (estimate.error().code == ErrorCode::Cancelled) {
        return estimate.unexpected();
    } else {
        reported.why = estimate.error().message;
    }
    const auto loads = predictMethods(input.plan, input.checkpoint, input.rates);
    const auto usual = std::ranges::find(loads, LoadMethod::Streamed, &MethodPrediction::method);
    reported.loadSeconds = usual == loads.end() ? std::nullopt : usual->seconds;
    return reported;
}

void addRecordsOf(const std::string& path, PlanReport& report) {
    const auto text = readRecordText(path);
    auto records = text ? importLoadRecords(*text, path) : text.unexpected();
    if (!records) {
        report.unread.push_back(records.error().message);
        return;
    }
    std::ranges::move(*records, std::back_inserter(report.records));
}

std::string reportDate() {
    return utcText(std::time(nullptr), "%Y-%m-%d %H:%M UTC");
}

Result<ReportFormat> reportFormatOf(std::string_view path) {
    constexpr std::array<std::pair<std::string_view, ReportFormat>, 5> kEndings{
        {{".html", ReportFormat::Html},
         {".htm", ReportFormat::Html},
         {".md", ReportFormat::Markdown},
         {".svg", ReportFormat::Svg},
         {".csv", ReportFormat::Csv}}};
    std::string name(path);
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const auto& [ending, format] : kEndings) {
        if (name.ends_with(ending)) {
            return format;
        }
    }
    return fail(ErrorCode::InvalidArgument,
                name.ends_with(".pdf") ? say("%1 would be a PDF file, but only Stowage's window "
                                             "can write PDF files; use .html, .md, .svg or .csv.",
                                             path)
                                       : say("%1: the file extension determines the kind of "
                                             "report; use .html, .md, .svg or .csv.",
                                             path),
                std::string(path));
}

std::string reportToHtml(const PlanReport& report) {
    std::string html =
        "<!DOCTYPE html>\n<html lang=\"" + std::string(report.language->code.substr(0, 2)) +
        (report.language->direction == WritingDirection::RightToLeft ? "\" dir=\"rtl" : "") +
        "\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
        markupEscaped(say("Plans for %1", report.model).in(translatorOf(report))) +
        "</title>\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n";
    for (const ReportBlock& block : reportBlocks(report)) {
        html += blockHtml(block);
    }
    return html + "</body>\n</html>\n";
}

std::string reportToMarkdown(const PlanReport& report) {
    std::string text;
    for (const ReportBlock& block : reportBlocks(report)) {
        text += blockMarkdown(block);
    }
    return text;
}

std::string reportToCsv(const PlanReport& report) {
    std::string csv = csvRow({"plan", "verdict", "device", "name", "simulated", "weights [B]",
                              "KV cache [B]", "activations [B]", "context [B]",
                              "used by others [B]", "needed [B]", "capacity [B]"});
    for (const ReportedPlan& plan : report.plans) {
        for (const DevicePlacement& placement : plan.plan->placements) {
            const DeviceInfo& info = placement.device;
            const DeviceEstimate* const use = plan.estimate ? plan.estimate->on(info.id) : nullptr;
            const auto known = [use](std::uint64_t DeviceEstimate::*part) {
                return use == nullptr ? std::string() : std::to_string(use->*part);
            };
            const std::uint64_t activations =
                use == nullptr ? 0 : std::max(use->prefillActivations, use->decodeActivations);
            csv += csvRow({plan.name, verdictName(plan.plan->verdict), deviceName(info.id),
                           info.name, info.simulated ? "yes" : "no",
                           std::to_string(use ? use->weights : placement.weightsAllocated),
                           known(&DeviceEstimate::kvCache),
                           use == nullptr ? "" : std::to_string(activations),
                           std::to_string(use ? use->context : info.context),
                           std::to_string(info.usedByOthers),
                           use == nullptr ? "" : std::to_string(use->needed()),
                           info.capacity ? std::to_string(*info.capacity) : ""});
        }
    }
    return csv;
}

std::string writtenReport(const PlanReport& report, ReportFormat format) {
    switch (format) {
        case ReportFormat::Markdown:
            return reportToMarkdown(report);
        case ReportFormat::Csv:
            return reportToCsv(report);
        case ReportFormat::Svg:
            return boardSvg(*report.plans.front().plan, report.plans.front().name,
                            SvgPlace::OwnFile, translatorOf(report));
        case ReportFormat::Html:
            break;
    }
    return reportToHtml(report);
}

}  // namespace stowage
