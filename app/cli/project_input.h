// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/inputs.h"
#include "engine/project/project.h"

#include <cstddef>
#include <memory>
#include <string>

namespace stowage {

/// A project that was named in the place of a model.
struct OpenedProject {
    std::string path;
    Project project;
    std::size_t variant = 0;                         ///< which plan is meant
    ModelCheck model;                                ///< how its model agrees with what was saved
    std::shared_ptr<const Checkpoint> checkpoint{};  ///< null where the model is missing
};

/// Opens a project and its model. What the model has become, and where it lies now, goes to the
/// context; `--prefix`, `--rename`, `--tree` and `--class` win over what the project says. Errors:
/// those of readProject and of openCheckpoint; FileNotFound where the model is gone;
/// InvalidArgument for a plan that the project does not have.
[[nodiscard]] Result<OpenedProject> openProject(const std::string& path,
                                                const CommandContext& context);

/// The same where the model may be missing, which is told in `model` alone; no plan is chosen.
[[nodiscard]] Result<OpenedProject> lookAtProject(const std::string& path,
                                                  const CommandContext& context);

/// The plan that is meant.
[[nodiscard]] const ProjectVariant& savedPlan(const OpenedProject& project);

/// Where a model lies that a path names, itself or as a project: for files beside it. The path
/// itself where that cannot be told.
[[nodiscard]] std::string modelPathOf(const std::string& path);

/// Puts a plan into a project under the name of a variant, "Plan" where that is empty: a new file,
/// or one more plan of the project that is there. `model` is what the plan is of. Errors: those of
/// reading and of writing a project; InvalidArgument where the file is something else than a
/// project, or one of another model.
[[nodiscard]] Result<void> savePlan(const std::string& path, const std::string& name,
                                    const PlacementRequest& request, const OpenedModel& model,
                                    const CommandContext& context);

/// Names a record's file in the project that was opened, from its folder where it lies below it;
/// `modelPath` is where the model lies now. The project is read once more: a window may have saved
/// it meanwhile. Errors: those of reading and of writing a project.
[[nodiscard]] Result<void> nameRecord(const OpenedProject& opened, const std::string& modelPath,
                                      const std::string& record);

/// `inspect` of a project for people: its model and a table of its plans.
[[nodiscard]] std::string projectText(const OpenedProject& opened, const Translate& translate);
/// The same as an object: {"project", "model": {"path", "state", "text"}, "current", "variants":
/// [{"name", "strategy", "devices", "workload", "edits", "notes"}], "records", "notes"}.
[[nodiscard]] std::string projectInspection(const OpenedProject& opened);

}  // namespace stowage
