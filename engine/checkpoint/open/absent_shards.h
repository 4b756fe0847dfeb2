// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <string>

namespace stowage {

/// The model of an index of shards of which none is here, for planning: as the config.json beside
/// it describes it, else as the known model (resources/presets.json) that has the very tensors and
/// as many bytes. No tensors; a warning says what is missing. `missing` is the error of reading the
/// shards, which stands where a shard is here. Errors: that one, with the way out; those of
/// readConfig() and of parseShardIndex().
[[nodiscard]] Result<Checkpoint> describeAbsentShards(const std::string& indexPath,
                                                      const OpenOptions& options,
                                                      const Error& missing);

/// A name such as "meta-llama/Llama-3.1-8B", which could be a repository of the Hugging Face Hub.
[[nodiscard]] bool looksLikeHubName(const std::string& path);

/// The error for such a name that is no path: which files to fetch, and where to.
[[nodiscard]] Unexpected hubNameError(const std::string& path);

}  // namespace stowage
