// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/device/machine_rates.h"
#include "engine/plan/map/device_map_text.h"

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

}  // namespace stowage
