// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <stop_token>
#include <string>

namespace stowage {

/// Opens a file or a folder: safetensors, PyTorch zip or older file, `.tree.json`, an index of
/// shards, a folder of per-tensor files or Accelerate's offload folder, told by content. A shard
/// that an index beside it names opens the whole checkpoint, with a warning that says so.
/// Reads headers only. Errors name file, rule and offset; see ErrorCode. InvalidArgument: a prefix
/// that the checkpoint has not. `progress` counts tensors or files where there are many.
[[nodiscard]] Result<std::shared_ptr<const Checkpoint>> openCheckpoint(
    const std::string& path, const OpenOptions& options, std::stop_token stop = {},
    const ProgressSink& progress = {});
/// A checkpoint that is open already with what the options plan with it: adapters and tenants.
/// Errors: those of withCompanions().
[[nodiscard]] Result<std::shared_ptr<const Checkpoint>> openBeside(
    std::shared_ptr<const Checkpoint> checkpoint, const OpenOptions& options,
    std::stop_token stop = {});
/// The same without a choice.
[[nodiscard]] Result<std::shared_ptr<const Checkpoint>> openCheckpoint(const std::string& path,
                                                                       std::stop_token stop = {});

}  // namespace stowage
