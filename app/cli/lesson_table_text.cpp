// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson's table as `compare` prints it for people.
#include "app/cli/lesson_table.h"
#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/lesson/peak_reason_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stowage {
namespace {

using Align = TextTable::Align;

std::string decimals(const char* format, double value) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string gib(const std::optional<double>& bytes) {
    return bytes ? formatGiB(*bytes) : "";
}

/// As it was printed.
std::string published(const std::optional<double>& bytes) {
    return bytes ? decimals("%.1f", *bytes / double{kGiB}) : "";
}

std::string kindOf(const RunFigures& run) {
    const auto isGpu = [](const RunDeviceFigures& device) { return device.device.isGpu(); };
    if (run.dryRun || std::ranges::none_of(run.devices, isGpu)) {
        return run.dryRun ? "forecast" : "";
    }
    return std::ranges::any_of(run.devices, &RunDeviceFigures::simulated) ? "simulated"
                                                                          : "measured";
}

std::string verdict(const std::optional<bool>& truth, const char* yes, const char* no) {
    return !truth ? "" : *truth ? yes : no;
}

std::string forwardOf(const RunFigures& run) {
    if (!run.forward) {
        return "";
    }
    return !run.forward->agrees && !run.forward->why.empty()
               ? "FAILED"
               : verdict(run.forward->agrees, "agrees", "DIFFERS");
}

/// Only where there is something to compare with: figures were published for one size alone.
bool hasPublished(LessonSize size) {
    return size == LessonSize::Xl1558M;
}

std::vector<std::string> cellsOf(const LessonRow& row, LessonSize size) {
    const LessonFigures& figures = row.figures;
    const RunFigures& run = row.run.figures;
    std::vector<std::string> cells{std::string(loadMethodName(run.method)), gib(figures.vram)};
    const auto add = [&](bool isWanted, std::string text) {
        if (isWanted) {
            cells.push_back(std::move(text));
        }
    };
    add(hasPublished(size), published(figures.publishedVram));
    add(true, gib(figures.ramAnonymous));
    add(true, gib(figures.ramFile));
    add(true, gib(figures.ramRss));
    add(hasPublished(size), published(figures.publishedRam));
    add(true, figures.seconds ? decimals("%.2f", *figures.seconds) : "");
    add(true, kindOf(run));
    add(true, verdict(run.verified, "yes", "NO"));
    add(true, forwardOf(run));
    add(true, peakReasonPhrase(row.reasons));
    return cells;
}

TextTable makeTable(LessonSize size) {
    std::vector<TextTable::Column> columns{{"method"}, {"VRAM GiB", Align::Right}};
    const std::vector<TextTable::Column> ram{{"RAM anonymous", Align::Right},
                                             {"file-backed", Align::Right},
                                             {"RSS - shared", Align::Right}};
    const TextTable::Column printed{"published", Align::Right};
    if (hasPublished(size)) {
        columns.push_back(printed);
    }
    columns.insert(columns.end(), ram.begin(), ram.end());
    if (hasPublished(size)) {
        columns.push_back(printed);
    }
    columns.insert(columns.end(),
                   {{"seconds", Align::Right}, {"kind"}, {"verified"}, {"forward"}, {"why"}});
    return TextTable(columns);
}

/// "naive, RAM +43 % beside the published figure:" and its reasons.
std::string explanation(const LessonRow& row) {
    std::string text;
    const std::string method(loadMethodName(row.run.figures.method));
    const auto explain = [&](const char* what, PeakReason::Of of,
                             const std::optional<double>& difference) {
        if (!difference || std::abs(*difference) <= kExplainedDifference) {
            return;
        }
        constexpr double kPercent = 100;
        text += method + ", " + what + decimals(" %+.0f %%", *difference * kPercent) +
                " beside the published figure:\n";
        for (const PeakReason& reason : row.reasons) {
            text += reason.of == of ? "  " + peakReasonText(reason) + "\n" : "";
        }
    };
    explain("VRAM", PeakReason::Of::Vram, row.figures.vramDifference());
    explain("RAM", PeakReason::Of::Ram, row.figures.ramDifference());
    return text;
}

std::string notes(const LessonTable& table) {
    const std::string text =
        "GiB = 2^30 bytes. VRAM: peak allocated, of a simulated GPU or measured on a real one, as "
        "the column kind says. RAM: measured above the level before the load.\n";
    return text + (hasPublished(table.size)
                       ? "Published: the lesson's figures for GPT-2 XL; its RAM is RSS less a "
                         "baseline, sampled every 0.1 s, so file pages are in it.\n"
                       : "Figures were published for GPT-2 XL alone.\n");
}

}  // namespace

std::string lessonTableText(const LessonTable& table) {
    TextTable text = makeTable(table.size);
    std::string explained;
    for (const LessonRow& row : table.rows) {
        text.addRow(cellsOf(row, table.size));
        explained += explanation(row);
    }
    return "The lesson's GPT, " + std::string(lessonSizeName(table.size)) + ", float32\n\n" +
           text.text() + "\n" + (explained.empty() ? "" : explained + "\n") + notes(table);
}

}  // namespace stowage
