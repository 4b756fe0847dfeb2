// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_scanner.h"
#include "engine/checkpoint/checkpoint.h"

#include <stop_token>
#include <string>

namespace stowage {

/// Reads a sharded checkpoint by its index: `json` walks the content of `indexPath`, shards lie
/// relative to its folder and are safetensors files or PyTorch's. Tensors come in the shards'
/// natural order, within each in the file's own. `options` go to the reader of each shard.
/// Refused: a shard that is missing (FileNotFound), lies outside the folder (Malformed) or is no
/// regular file (NotARegularFile), two shards that differ by case only, a tensor in two shards, a
/// mapped tensor that is not in its shard (Malformed), and what the shards' readers refuse.
/// `progress` hears of the shards read out of all.
/// Warned about: tensors that the index leaves out, a wrong total_size.
[[nodiscard]] Result<Checkpoint> readShards(const std::string& indexPath, JsonScanner& json,
                                            const OpenOptions& options, const std::stop_token& stop,
                                            const ProgressSink& progress = {});

}  // namespace stowage
