// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/json_stream.h"
#include "engine/base/name_table.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// What the index of a sharded checkpoint says, as it stands there.
struct ShardIndex {
    struct Weight {
        std::string_view tensor;  ///< kept in `names`
        std::uint32_t file = 0;   ///< number in `files`
    };
    TextStore names;
    std::vector<Weight> weights;
    std::vector<std::string> files;   ///< each once, as they are first named
    std::optional<double> totalSize;  ///< bytes; negative where it is no number
    /// Texts of "metadata"; huggingface_hub notes names there that share another's bytes.
    std::vector<std::pair<std::string, std::string>> metadata;
};

/// Parses Hugging Face's {"metadata", "weight_map"} or Accelerate's flat {tensor: file} event by
/// event. Errors: Malformed (no such index, a key twice, no tensors), LimitExceeded.
[[nodiscard]] Result<ShardIndex> parseShardIndex(JsonScanner& json, const std::string& file);
[[nodiscard]] Result<ShardIndex> parseShardIndex(std::string_view text, const std::string& file);

/// Reads a sharded checkpoint by its index: `json` walks the content of `indexPath`, shards lie
/// relative to its folder and are safetensors files or PyTorch's. Tensors come in the shards'
/// natural order, within each in the file's own. `options` go to the reader of each shard.
/// Refused: a shard that is missing (FileNotFound), lies outside the folder (Malformed) or is no
/// regular file (NotARegularFile), two shards that differ by case only, a tensor in two shards, a
/// mapped tensor that is not in its shard (Malformed), and what the shards' readers refuse.
/// `progress` counts the shards read out of all.
/// Warned about: tensors that the index leaves out, a wrong total_size.
[[nodiscard]] Result<Checkpoint> readShards(const std::string& indexPath, JsonScanner& json,
                                            const OpenOptions& options, const std::stop_token& stop,
                                            const ProgressSink& progress = {});

/// The model of an index of shards of which none is here, for planning: as the config.json beside
/// it describes it, else as the known model (resources/presets.json) that has the very tensors and
/// as many bytes. No tensors; a warning says what is missing, or that the index is stale: other
/// files of its folder hold the tensors. `missing` is the error of reading the shards, which stands
/// where a shard is here. Errors: that one, with the way out; those of readConfig() and of
/// parseShardIndex(); Cancelled.
[[nodiscard]] Result<Checkpoint> describeAbsentShards(const std::string& indexPath,
                                                      const OpenOptions& options,
                                                      const Error& missing,
                                                      const std::stop_token& stop);

/// A name such as "meta-llama/Llama-3.1-8B", which could be a repository of the Hugging Face Hub.
[[nodiscard]] bool looksLikeHubName(const std::string& path);

/// The error for such a name that is no path: which files to fetch, and where to.
[[nodiscard]] Unexpected hubNameError(const std::string& path);

}  // namespace stowage
