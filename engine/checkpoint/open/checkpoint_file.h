// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/checkpoint/checkpoint.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage {

/// Reads any one file by its content: weights, a `.tree.json`, an index of shards or of an offload
/// folder (whose files lie beside it). `options` go to the readers of PyTorch files; `progress`
/// counts the files read, where there are several. Errors: those of the format's reader,
/// UnknownFormat, Unsupported (formats that are known and not read).
[[nodiscard]] Result<Checkpoint> readCheckpointFile(
    const std::shared_ptr<const RandomAccessFile>& file, const OpenOptions& options,
    const std::stop_token& stop, const ProgressSink& progress = {});

/// The same for a file that must hold weights itself: one of a checkpoint's shards. JSON is refused
/// as UnknownFormat, so that no index can name another.
[[nodiscard]] Result<Checkpoint> readWeightsFile(
    const std::shared_ptr<const RandomAccessFile>& file, const OpenOptions& options,
    const std::stop_token& stop);

/// Whether a file is an index of shards, by its content; false where it cannot be read.
[[nodiscard]] bool isShardIndexFile(const std::string& path, const std::stop_token& stop = {});

/// A sharded checkpoint that a file is one part of.
struct ShardSet {
    std::string index;       ///< the file's path
    std::size_t shards = 0;  ///< how many it names
};
/// The index beside a weights file that names it: `index.json`, or one of the first eight
/// `*.index.json`. Nothing where none does.
[[nodiscard]] std::optional<ShardSet> shardSetOf(const std::string& path,
                                                 const std::stop_token& stop);

}  // namespace stowage
