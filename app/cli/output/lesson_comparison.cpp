// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/lesson_comparison.h"

#include "app/cli/output/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_fields.h"
#include "engine/base/number_text.h"
#include "engine/load/program/load_schedule.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

namespace stowage {

struct LessonRow {
    LoadRecord run;
    LessonFigures figures;
    std::vector<PeakReason> reasons;
};

namespace {

using Json = nlohmann::ordered_json;

/// The load's own stretch of the samples; empty where there are none.
LoadCurves readCurves(const std::string& file, const LoadFigures& figures) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    auto curves = curvesOfCsv(text, file, {0, figures.seconds.value_or(0), figures.baseline});
    return curves ? std::move(*curves) : LoadCurves{};
}

Json reasonJson(const PeakReason& reason) {
    Json object{{"kind", peakReasonName(reason.kind)},
                {"of", reason.of == PeakReason::Of::Vram ? "vram" : "ram"},
                {"bytes", reason.bytes}};
    if (!reason.name.empty()) {
        object["name"] = reason.name;
    }
    if (reason.device) {
        object["device"] = deviceName(*reason.device);
    }
    if (reason.seconds) {
        object["seconds"] = *reason.seconds;
    }
    object["text"] = peakReasonText(reason).english();
    return object;
}

std::string gib(const std::optional<double>& bytes) {
    return bytes ? formatGiB(*bytes) : "";
}

/// As it was printed.
std::string published(const std::optional<double>& bytes) {
    return bytes ? formatFixed(*bytes / double{kGiB}, 1) : "";
}

Phrase kindOf(const LoadFigures& run) {
    const auto isGpu = [](const GpuLoadFigures& device) { return device.device.isGpu(); };
    if (run.dryRun || std::ranges::none_of(run.devices, isGpu)) {
        return run.dryRun ? phrase("forecast") : Phrase();
    }
    return std::ranges::any_of(run.devices, &GpuLoadFigures::simulated) ? phrase("simulated")
                                                                        : phrase("measured");
}

Phrase verdict(const std::optional<bool>& truth, Phrase yes, Phrase no) {
    return !truth ? Phrase() : *truth ? yes : no;
}

Phrase forwardOf(const LoadFigures& run) {
    if (!run.forward) {
        return {};
    }
    return !run.forward->agrees && !run.forward->why.empty()
               ? phrase("FAILED")
               : verdict(run.forward->agrees, phrase("agrees"), phrase("DIFFERS"));
}

/// Only where there is something to compare with: figures were published for one size alone.
bool hasPublished(LessonSize size) {
    return size == LessonSize::Xl1558M;
}

std::vector<Message> cellsOf(const LessonRow& row, LessonSize size) {
    const LessonFigures& figures = row.figures;
    const LoadFigures& run = row.run.figures;
    std::vector<Message> cells{loadMethodName(run.method), gib(figures.vram)};
    const auto add = [&](bool isWanted, Message text) {
        if (isWanted) {
            cells.push_back(std::move(text));
        }
    };
    add(hasPublished(size), published(figures.publishedVram));
    add(true, gib(figures.ramAnonymous));
    add(true, gib(figures.ramFile));
    add(true, gib(figures.ramRss));
    add(hasPublished(size), published(figures.publishedRam));
    add(true, figures.seconds ? formatFixed(*figures.seconds, 2) : "");
    add(true, kindOf(run));
    add(true, verdict(run.verified, phrase("yes"), phrase("NO")));
    add(true, forwardOf(run));
    add(true, peakReasonPhrase(row.reasons));
    return cells;
}

TextTable makeTable(LessonSize size, const Translate& translate) {
    std::vector<TableHead> columns{phrase("method"), rightHead("VRAM GiB")};
    const std::vector<TableHead> ram{rightHead(phrase("RAM anonymous")),
                                     rightHead(phrase("file-backed")),
                                     rightHead(phrase("RSS - shared"))};
    const TableHead printed = rightHead(phrase("published"));
    if (hasPublished(size)) {
        columns.push_back(printed);
    }
    columns.insert(columns.end(), ram.begin(), ram.end());
    if (hasPublished(size)) {
        columns.push_back(printed);
    }
    columns.insert(columns.end(), {rightHead(phrase("seconds")), phrase("kind"), phrase("verified"),
                                   phrase("forward"), phrase("why")});
    return TextTable(columns, translate);
}

/// "naive, RAM +43 % beside the published figure:" and its reasons.
std::string explanation(const LessonRow& row, const Translate& translate) {
    std::string text;
    const std::string method(loadMethodName(row.run.figures.method));
    const auto explain = [&](const std::string& what, PeakReason::Of of,
                             const std::optional<double>& difference) {
        if (!difference || std::abs(*difference) <= kExplainedDifference) {
            return;
        }
        constexpr double kPercentOf = 100;
        text += say("With %1, %2 differs by %3 % from the published figure:", method, what,
                    formatSigned(*difference * kPercentOf, 0))
                    .in(translate) +
                "\n";
        for (const PeakReason& reason : row.reasons) {
            if (reason.of == of) {
                text += "  " + peakReasonText(reason).in(translate) + "\n";
            }
        }
    };
    explain("VRAM", PeakReason::Of::Vram, row.figures.vramDifference());
    explain("RAM", PeakReason::Of::Ram, row.figures.ramDifference());
    return text;
}

std::string notes(LessonSize size, const Translate& translate) {
    const Message units =
        say("1 GiB is 2^30 bytes. VRAM is the peak allocated memory of a simulated GPU, or the "
            "measured peak of a real GPU; see the column kind. RAM is the measured increase above "
            "the level before the load.");
    const Message published =
        hasPublished(size) ? say("The published figures are those of the lesson for GPT-2 XL. The "
                                 "RAM of the lesson is sampled every 0.1 s as RSS minus a "
                                 "baseline. It includes file pages, because RSS includes them.")
                           : say("Figures were published only for GPT-2 XL.");
    return units.in(translate) + "\n" + published.in(translate) + "\n";
}

Json rowJson(const LessonRow& row, LessonSize size) {
    const LessonFigures& figures = row.figures;
    const auto& devices = row.run.figures.devices;
    const bool isSimulated =
        std::ranges::any_of(devices, [](const GpuLoadFigures& device) { return device.simulated; });
    Json object{{"size", lessonSizeName(size)},
                {"kind", isSimulated ? "simulated" : "measured"},
                {"vram", orNull(figures.vram)},
                {"vram_reserved", orNull(figures.reserved)},
                {"vram_published", orNull(figures.publishedVram)},
                {"ram_rss_less_shared", orNull(figures.ramRss)},
                {"ram_anonymous", orNull(figures.ramAnonymous)},
                {"ram_file", orNull(figures.ramFile)},
                {"ram_published", orNull(figures.publishedRam)},
                {"published_is_scaled", false},
                {"vram_difference", orNull(figures.vramDifference())},
                {"ram_difference", orNull(figures.ramDifference())}};
    Json reasons = Json::array();
    for (const PeakReason& reason : row.reasons) {
        reasons.push_back(reasonJson(reason));
    }
    object["reasons"] = std::move(reasons);
    return object;
}

}  // namespace

std::optional<LessonComparison> LessonComparison::make(
    const std::shared_ptr<const PlacementPlan>& plan,
    const std::shared_ptr<const Checkpoint>& checkpoint) {
    const auto size = lessonSizeOf(*checkpoint);
    const std::optional<DType>& dtype = plan->request.constraints.dtype;
    if (!size || (dtype && *dtype != DType::Float32)) {
        return std::nullopt;
    }
    ScheduleOptions options;
    options.dryRun = true;  // only what each method's program would hold is asked for
    auto schedule = makeLoadSchedule(plan, checkpoint, options);
    return schedule ? std::optional(LessonComparison(*size, std::move(*schedule))) : std::nullopt;
}

void LessonComparison::add(Json& loadObject, const std::string& samplesFile) {
    LessonRow row;
    if (loadObject.contains("error") || !setLoadObject(row.run, loadObject)) {
        return;
    }
    row.run.curves = readCurves(samplesFile, row.run.figures);
    row.figures = lessonFigures(row.run, m_size);
    const auto schedule = scheduleWithMethod(*m_schedule, row.run.figures.method);
    row.reasons = peakReasons(row.run, *schedule, row.figures);
    loadObject["lesson"] = rowJson(row, m_size);
    m_rows.push_back(std::make_shared<const LessonRow>(std::move(row)));
}

std::string LessonComparison::text(const Translate& translate) const {
    TextTable table = makeTable(m_size, translate);
    std::string explained;
    for (const auto& row : m_rows) {
        table.addRow(cellsOf(*row, m_size));
        explained += explanation(*row, translate);
    }
    return say("The lesson's GPT, %1, float32", lessonSizeName(m_size)).in(translate) + "\n\n" +
           table.text() + "\n" + (explained.empty() ? "" : explained + "\n") +
           notes(m_size, translate);
}

}  // namespace stowage
