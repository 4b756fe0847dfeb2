// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "app/cli/project_plans.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/catalogue.h"
#include "engine/base/file_writer.h"
#include "engine/load/report/load_figures.h"
#include "engine/report/plan_report.h"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <memory>
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

void ReportVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    addTextOption(command, "--out", "FILE", m_out)->required();
    addListOption(command, "--records", "FILE,...", m_records);
    m_placement.addTo(command, PlacementOptions::MapOption::InsteadOfStrategy);
    m_placement.addWorkloadTo(command);
}

Result<int> ReportVerb::run(CommandContext& context) {
    const auto format = optionValue("--out", reportFormatOf(m_out));
    STOWAGE_TRY(format);
    STOWAGE_TRY(requireWritable(m_out));
    context.willWrite(m_out);
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    const bool isOne = *format == ReportFormat::Svg || !context.variant.empty();
    auto plans =
        reportedPlans(*model, m_placement, isOne ? PlanChoice::Chosen : PlanChoice::All, context);
    STOWAGE_TRY(plans);
    PlanReport report;
    report.language = &languageOfEnvironment(&std::getenv);
    report.modelPath = model->checkpoint->path;
    report.model = lastNameOf(report.modelPath);
    report.date = reportDate();
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
    STOWAGE_TRY(writeFileAtomically(m_out, writtenReport(report, *format)));
    return exitStatusOf(report.plans);
}

std::unique_ptr<Verb> makeReportVerb() {
    return std::make_unique<ReportVerb>();
}

}  // namespace stowage
