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

/// As printed where it was printed, else with the mark of a scaled figure.
std::string published(const std::optional<double>& bytes, bool isScaled) {
    if (!bytes) {
        return "";
    }
    return isScaled ? "~" + formatGiB(*bytes) : decimals("%.1f", *bytes / double{kGiB});
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

std::vector<std::string> cellsOf(const LessonRow& row) {
    const LessonFigures& figures = row.figures;
    const RunFigures& run = row.run.figures;
    return {std::string(loadMethodName(run.method)),
            gib(figures.vram),
            published(figures.publishedVram, figures.publishedIsScaled),
            gib(figures.ramAnonymous),
            gib(figures.ramFile),
            gib(figures.ramRss),
            published(figures.publishedRam, figures.publishedIsScaled),
            figures.seconds ? decimals("%.2f", *figures.seconds) : "",
            kindOf(run),
            verdict(run.verified, "yes", "NO"),
            forwardOf(run),
            peakReasonPhrase(row.reasons)};
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
    const bool isScaled = table.size != LessonSize::Xl1558M;
    std::string text =
        "GiB = 2^30 bytes. VRAM: peak allocated, of a simulated GPU or measured on a real one, as "
        "the column kind says. RAM: measured above the level before the load.\n"
        "Published: the lesson's figures for GPT-2 XL; its RAM is RSS less a baseline, sampled "
        "every 0.1 s, so file pages are in it.";
    if (isScaled) {
        text +=
            " ~ scaled to this size: VRAM by the allocator's model, RAM by what the figure "
            "consists of.";
    }
    return text + "\n";
}

}  // namespace

std::string lessonTableText(const LessonTable& table) {
    TextTable text({{"method"},
                    {"VRAM GiB", Align::Right},
                    {"published", Align::Right},
                    {"RAM anonymous", Align::Right},
                    {"file-backed", Align::Right},
                    {"RSS - shared", Align::Right},
                    {"published", Align::Right},
                    {"seconds", Align::Right},
                    {"kind"},
                    {"verified"},
                    {"forward"},
                    {"why"}});
    std::string explained;
    for (const LessonRow& row : table.rows) {
        text.addRow(cellsOf(row));
        explained += explanation(row);
    }
    return "The lesson's GPT, " + std::string(lessonSizeName(table.size)) + ", float32\n\n" +
           text.text() + "\n" + (explained.empty() ? "" : explained + "\n") + notes(table);
}

}  // namespace stowage
