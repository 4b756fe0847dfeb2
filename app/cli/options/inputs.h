// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/device/machine_rates.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/project/project.h"

#include <cstddef>
#include <memory>
#include <string>

namespace stowage {

struct OpenedProject;

/// The MODEL argument, opened by its headers.
struct OpenedModel {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
    std::shared_ptr<const OpenedProject> saved{};  ///< null where a model itself was named
};

/// Opens a file or folder, or the model of a project, of which `--variant` names the plan; "-"
/// reads a `.tree.json` from standard input. The checkpoint's warnings go to the context, and what
/// a project's model has become. Errors: those of openCheckpoint and of readProject, Cancelled,
/// ReadFailed.
[[nodiscard]] Result<OpenedModel> openModel(const std::string& path, const CommandContext& context);

/// What openModel() says of the command's outputs, for a model that other processes open. One that
/// cannot be opened here is theirs to tell of. Error: InvalidArgument.
[[nodiscard]] Result<void> checkOutputsOf(const std::string& path, const CommandContext& context);

/// Of a folder that the command is to write into; "": none. Error: InvalidArgument, where the model
/// itself lies in it.
[[nodiscard]] Result<void> checkOutputFolder(const std::string& folder,
                                             const Checkpoint& checkpoint);

/// The value of `--device-map`: the map itself (text that starts like one), a file, or "-".
/// Errors: InvalidArgument for a map on the command line, Malformed for one in a file.
[[nodiscard]] Result<ParsedDeviceMap> readDeviceMap(const std::string& value,
                                                    const CommandContext& context);

/// The value of `--import`: the text itself, a file's, or standard input's ("-"). What has none of
/// the signs of settings is a file's name. Errors: those of reading a map file.
[[nodiscard]] Result<std::string> readImportText(const std::string& value,
                                                 const CommandContext& context);

/// What `devices --measure` kept on this machine. Null where nothing was measured; a file that
/// cannot be read is one warning, and is then as if it were not there.
/// `Telling::Silent`: where another part of the command tells of it.
enum class Telling { Warning, Silent };
[[nodiscard]] std::shared_ptr<const MachineRates> measuredRates(const CommandContext& context,
                                                                Telling telling = Telling::Warning);

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

/// The index of the plan with this name, or of the current plan for "". Error: InvalidArgument.
[[nodiscard]] Result<std::size_t> chosenPlan(const Project& project, const std::string& path,
                                             const std::string& name);

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
