// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "app/cli/planned_model.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/file_writer.h"
#include "engine/capacity/estimate.h"
#include "engine/exchange/engine_export.h"
#include "engine/exchange/export_text.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace stowage {

/// `export MODEL --to ENGINE`: the plan as what another program takes, and what is lost.
class ExportVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_to;
    std::string m_folder;
    PlacementOptions m_placement;
    bool m_isForced = false;
};

namespace {

/// What the workload takes by the engine's own rules, where the person named no others: null where
/// there is no workload, and where no rules are known.
Result<std::shared_ptr<const CapacityEstimate>> estimateThere(
    const std::shared_ptr<const PlacementPlan>& plan, const std::string& target,
    const OpenedModel& model, const CommandContext& context) {
    const auto row = findExportTarget(target, "--to");
    STOWAGE_TRY(row);
    auto asked = planForEngine(plan, *row);
    if (asked == nullptr) {
        return std::shared_ptr<const CapacityEstimate>();
    }
    return estimateOfWorkload(std::move(asked), model, context);
}

/// Writes what is not there yet. Errors: InvalidArgument, WriteFailed.
Result<void> writeFiles(const std::string& folder, const EngineExport& made) {
    std::error_code error;
    for (const auto& [name, content] : made.files) {
        const std::filesystem::path path = std::filesystem::path(folder) / name;
        if (std::filesystem::exists(std::filesystem::symlink_status(path, error))) {
            return fail(
                ErrorCode::InvalidArgument,
                say("%1 already exists; remove this file or choose another folder.", path.string()),
                path.string(), "--out");
        }
    }
    std::filesystem::create_directories(folder, error);
    std::error_code absent;
    if (error && !std::filesystem::is_directory(folder, absent)) {
        return fail(ErrorCode::WriteFailed,
                    say("The folder %1 cannot be created: %2.", folder, error.message()), folder);
    }
    for (const auto& [name, content] : made.files) {
        STOWAGE_TRY(writeFileAtomically((std::filesystem::path(folder) / name).string(), content));
    }
    return {};
}

}  // namespace

void ExportVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    addOption(command, "--to", "ENGINE", m_to)->required();
    addTextOption(command, "--out", "DIR", m_folder);
    m_placement.addTo(command, PlacementOptions::MapOption::InsteadOfStrategy);
    m_placement.addWorkloadTo(command);
    command.add_flag("--force", m_isForced);
}

Result<int> ExportVerb::run(CommandContext& context) {
    STOWAGE_TRY(findExportTarget(m_to, "--to"));
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    STOWAGE_TRY(checkOutputFolder(m_folder, *model->checkpoint));
    auto plan = m_placement.makePlan(*model, context);
    STOWAGE_TRY(plan);
    const auto estimate = estimateThere(*plan, m_to, *model, context);
    STOWAGE_TRY(estimate);
    if (*estimate != nullptr) {
        *plan = judgedPlan(**estimate);
    }
    *plan = withKeyWarning(*plan, *model->checkpoint);
    const auto made = exportPlan(m_to, {*plan, model->checkpoint, pretrainedSource(*model, context),
                                        *estimate, m_placement.shownGpus()});
    STOWAGE_TRY(made);
    if (made->verdict == Verdict::Undetermined && !m_isForced) {
        context.reportError(makeError(
            ErrorCode::InvalidPlan,
            joined({made->verdictText, say("Nothing was exported; use --force to export anyway.")},
                   " ")));
        return kExitAnswerIsNo;
    }
    if (!m_folder.empty() && made->files.empty()) {
        context.warn(say("The command needs no files: nothing was written to %1.", m_folder));
    } else if (!m_folder.empty()) {
        STOWAGE_TRY(writeFiles(m_folder, *made));
    }
    if (context.wantsJson()) {
        context.print(exportToJson(*made));
    } else {
        const std::string text =
            exportToShell(*made, m_folder.empty() ? ShellFiles::InText : ShellFiles::Written);
        context.print(text);
        if (text.empty() && !isYes(made->verdict)) {
            context.warn(made->verdictText);  // the script says it, but in its own file
        }
    }
    return isYes(made->verdict) ? kExitDone : kExitAnswerIsNo;
}

std::unique_ptr<Verb> makeExportVerb() {
    return std::make_unique<ExportVerb>();
}

}  // namespace stowage
