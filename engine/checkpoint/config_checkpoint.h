// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/config_model.h"
#include "engine/model/config_tree.h"
#include "engine/model/quantization.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stowage {

/// A model that is known without weights, as a checkpoint: its tree and no tensors. `path` is where
/// the description came from.
[[nodiscard]] inline Checkpoint describedCheckpoint(std::string path,
                                                    std::shared_ptr<const ModuleTree> tree) {
    Checkpoint checkpoint;
    checkpoint.path = std::move(path);
    checkpoint.format = CheckpointFormat::TreeJson;
    checkpoint.describedTree = std::move(tree);
    return checkpoint;
}

/// Notes in a checkpoint what a config.json's "quantization_config" says of its weights. `text` is
/// the whole file, `file` its path. A method that cannot be planned becomes a warning of the
/// checkpoint. Errors: Malformed, LimitExceeded.
[[nodiscard]] Result<void> attachDeclaredQuantization(Checkpoint& checkpoint, std::string_view text,
                                                      const std::string& file);

/// The quantisation that a plan of this checkpoint starts with: the declared one where there are
/// no weights. Weights in a file count as they lie there, quantised already or not.
[[nodiscard]] std::optional<Quantization> startingQuantization(const Checkpoint& checkpoint);

/// A `config.json` without weights as a checkpoint: the model that it describes, and no tensors, as
/// for a `.tree.json`. One of MXFP4 that names no dtype means bfloat16. Errors: those of
/// treeFromConfig() and of reading; LimitExceeded above 4 MiB.
[[nodiscard]] Result<Checkpoint> readConfig(const RandomAccessFile& file,
                                            const std::string& className = {});

/// The same of the text of one, which need not lie in a file; `path` names it.
[[nodiscard]] Result<Checkpoint> configCheckpoint(std::string_view text, const std::string& path,
                                                  const std::string& className = {});

/// The text of a configuration. Errors: those of reading; LimitExceeded above 4 MiB.
[[nodiscard]] Result<std::string> readConfigText(const RandomAccessFile& file);

/// Notes in a checkpoint what the configuration of its model (`text`) says beside the modules:
/// facts, and how the weights are quantised. `describedTree` is there.
/// Errors: those of attachDeclaredQuantization().
[[nodiscard]] Result<void> describeByConfig(Checkpoint& checkpoint, const ConfigModel& model,
                                            std::string_view text);

}  // namespace stowage
