// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/config_tree.h"

#include <memory>
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

/// Opens a `config.json`, or a folder that holds one and no weights, with a class of one's choice.
/// Errors: those of openCheckpoint() and readConfig(); InvalidArgument where `path` is or holds
/// anything else.
[[nodiscard]] Result<std::shared_ptr<const Checkpoint>> openConfig(
    const std::string& path, const ConfigTreeOptions& options);

}  // namespace stowage
