// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/config_model.h"
#include "engine/model/config_tree.h"

#include <string>
#include <string_view>

namespace stowage {

/// A `config.json` without weights as a checkpoint: the model that it describes, and no tensors, as
/// for a `.tree.json`. Errors: those of treeFromConfig() and of reading; LimitExceeded above 4
/// MiB.
[[nodiscard]] Result<Checkpoint> readConfig(const RandomAccessFile& file,
                                            const ConfigTreeOptions& options = {});

/// The same of the text of one, which need not lie in a file; `path` names it.
[[nodiscard]] Result<Checkpoint> configCheckpoint(std::string_view text, const std::string& path,
                                                  const ConfigTreeOptions& options = {});

/// The text of a configuration. Errors: those of reading; LimitExceeded above 4 MiB.
[[nodiscard]] Result<std::string> readConfigText(const RandomAccessFile& file);

/// Notes in a checkpoint what the configuration of its model (`text`) says beside the modules:
/// facts, and how the weights are quantised. `describedTree` is there.
/// Errors: those of attachDeclaredQuantization().
[[nodiscard]] Result<void> describeByConfig(Checkpoint& checkpoint, const ConfigModel& model,
                                            std::string_view text);

}  // namespace stowage
