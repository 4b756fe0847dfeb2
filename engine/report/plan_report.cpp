// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/plan_report.h"

#include "engine/base/csv.h"
#include "engine/capacity/judged_plan.h"
#include "engine/load/program/program_prediction.h"
#include "engine/report/board_svg.h"
#include "engine/report/report_document.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <iterator>
#include <utility>

namespace stowage {
namespace {

using Kind = ReportBlock::Kind;

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

bool isNumber(const std::string& head) {
    return head.starts_with('>');
}

std::string headText(const std::string& head) {
    return isNumber(head) ? head.substr(1) : head;
}

std::string tableHtml(const ReportTable& table) {
    std::string html = "<table><thead><tr>";
    for (const std::string& head : table.heads) {
        html += std::string("<th scope=\"col\"") + (isNumber(head) ? " class=\"n\">" : ">") +
                markupEscaped(headText(head)) + "</th>";
    }
    html += "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            html += std::string(isNumber(table.heads[i]) ? "<td class=\"n\">" : "<td>") +
                    markupEscaped(row[i]) + "</td>";
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table>\n";
}

std::string blockHtml(const ReportBlock& block) {
    switch (block.kind) {
        case Kind::Heading: {
            const std::string tag = "h" + std::to_string(block.level);
            return "<" + tag + ">" + markupEscaped(block.text) + "</" + tag + ">\n";
        }
        case Kind::Paragraph:
            return "<p>" + markupEscaped(block.text) + "</p>\n";
        case Kind::List: {
            std::string html = "<ul>\n";
            for (const std::string& item : block.items) {
                html += "<li>" + markupEscaped(item) + "</li>\n";
            }
            return html + "</ul>\n";
        }
        case Kind::Table:
            return tableHtml(block.table);
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

std::string rowMarkdown(const std::vector<std::string>& cells) {
    std::string row = "|";
    for (const std::string& cell : cells) {
        row += " " + markdownEscaped(cell) + " |";
    }
    return row + "\n";
}

std::string tableMarkdown(const ReportTable& table) {
    std::vector<std::string> heads;
    std::string rule = "|";
    for (const std::string& head : table.heads) {
        heads.push_back(headText(head));
        rule += isNumber(head) ? " ---: |" : " --- |";
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
                   markdownEscaped(block.text) + "\n\n";
        case Kind::Paragraph:
            return markdownEscaped(block.text) + "\n\n";
        case Kind::List: {
            std::string text;
            for (const std::string& item : block.items) {
                text += "- " + markdownEscaped(item) + "\n";
            }
            return text + "\n";
        }
        case Kind::Table:
            return tableMarkdown(block.table);
        case Kind::Picture:
            break;  // tables say the same in words
    }
    return {};
}

Result<std::vector<LoadRecord>> readRecords(const std::string& path) {
    const auto text = readRecordText(path);
    STOWAGE_TRY(text);
    return importLoadRecords(*text, path);
}

std::string csvNumber(std::uint64_t bytes) {
    return std::to_string(bytes);
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
    auto records = readRecords(path);
    if (!records) {
        report.unread.push_back(records.error().message);
        return;
    }
    std::ranges::move(*records, std::back_inserter(report.records));
}

std::string reportDate() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, sizeof "2026-01-31 12:00 UTC"> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts);
    return text.data();
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
                name.ends_with(".pdf")
                    ? say("%1 would be a PDF, which the window writes; here take .html, .md, .svg "
                          "or .csv.",
                          path)
                    : say("%1: a report is told by the file's ending; take .html, .md, .svg or "
                          ".csv.",
                          path),
                std::string(path));
}

std::string reportToHtml(const PlanReport& report) {
    std::string html =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
        markupEscaped("Plans for " + report.model) + "</title>\n<style>" + std::string(kStyle) +
        "</style>\n</head>\n<body>\n";
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
                return use == nullptr ? std::string() : csvNumber(use->*part);
            };
            const std::uint64_t activations =
                use == nullptr ? 0 : std::max(use->prefillActivations, use->decodeActivations);
            csv += csvRow(
                {plan.name, verdictName(plan.plan->verdict), deviceName(info.id), info.name,
                 info.simulated ? "yes" : "no",
                 csvNumber(use ? use->weights : placement.weightsAllocated),
                 known(&DeviceEstimate::kvCache), use == nullptr ? "" : csvNumber(activations),
                 csvNumber(use ? use->context : info.context), csvNumber(info.usedByOthers),
                 use == nullptr ? "" : csvNumber(use->needed()),
                 info.capacity ? csvNumber(*info.capacity) : ""});
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
                            SvgPlace::OwnFile);
        case ReportFormat::Html:
            break;
    }
    return reportToHtml(report);
}

}  // namespace stowage
