// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs.h"
#include "app/cli/placement_options.h"
#include "app/cli/project_input.h"
#include "app/cli/project_plans.h"
#include "app/cli/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/base/random_access_file.h"
#include "engine/report/board_svg.h"
#include "engine/report/plan_report.h"

#include <CLI/CLI.hpp>

#include <array>
#include <ctime>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// `report MODEL|PROJECT --out FILE`: plans as a document to hand on.
class ReportVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_out;
    std::vector<std::string> m_records;
    PlacementOptions m_placement;
};

namespace {

/// A record has curves of a few thousand samples.
constexpr std::uint64_t kMostRecordBytes = 64 * kMiB;

std::string utcMinute() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, sizeof "2026-01-31 12:00 UTC"> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts);
    return text.data();
}

Result<std::vector<LoadRecord>> readRecords(const std::string& path) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > kMostRecordBytes) {
        return fail(ErrorCode::LimitExceeded,
                    path + " has " + formatSize((*file)->size()) + ", too much for a record.",
                    path);
    }
    std::string text((*file)->size(), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return importLoadRecords(text, path);
}

void addRecordsOf(const std::string& path, PlanReport& report) {
    auto records = readRecords(path);
    if (!records) {
        report.unread.push_back(records.error().message);
        return;
    }
    for (LoadRecord& record : *records) {
        report.records.push_back(std::move(record));
    }
}

std::string written(const PlanReport& report, ReportFormat format) {
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

}  // namespace

void ReportVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model, "Checkpoint file or folder, .tree.json, or a project")
        ->required();
    addTextOption(command, "--out", "FILE", m_out,
                  "Where it goes: .html and .md have all plans of a project, .csv their bytes by "
                  "device, .svg the board of one")
        ->required();
    addListOption(command, "--records", "FILE,...", m_records,
                  "Records of loads and runs beside those of the project: what the window keeps, "
                  "or the JSON of load, run and compare");
    m_placement.addTo(command, PlacementOptions::MapOption::InsteadOfStrategy);
    m_placement.addWorkloadTo(command);
    command.footer("Example:\n  stowagectl report llama.stowage --out llama.html");
}

Result<int> ReportVerb::run(CommandContext& context) {
    const auto format = reportFormatOf(m_out);
    if (!format) {
        return wrongOption("--out", ": " + format.error().message);
    }
    STOWAGE_TRY(requireWritable(m_out));
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    const bool isOne = *format == ReportFormat::Svg || !context.variant.empty();
    auto plans =
        reportedPlans(*model, m_placement, isOne ? PlanChoice::Chosen : PlanChoice::All, context);
    STOWAGE_TRY(plans);
    PlanReport report;
    const std::filesystem::path path(model->checkpoint->path);
    report.modelPath = path.string();
    report.model = (path.has_filename() ? path : path.parent_path()).filename().string();
    report.date = utcMinute();
    report.plans = *std::move(plans);
    if (const auto& saved = model->saved) {
        report.modelNote = saved->model.text;
        report.notes = saved->project.notes;
        for (const std::string& record : saved->project.records) {
            addRecordsOf(recordPath(record, saved->path), report);
        }
    }
    for (const std::string& record : m_records) {
        addRecordsOf(record, report);
    }
    STOWAGE_TRY(writeFileAtomically(m_out, written(report, *format)));
    return exitStatusOf(report.plans);
}

std::unique_ptr<Verb> makeReportVerb() {
    return std::make_unique<ReportVerb>();
}

}  // namespace stowage
