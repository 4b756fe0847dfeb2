// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace stowage {

/// Which checkpoint load_checkpoint_in_model takes (placement.md §9).
struct CheckpointChoice {
    enum class Kind {
        WholeFile,  ///< one file with all tensors
        Index,      ///< JSON that names the shards
    };
    Kind kind = Kind::WholeFile;
    std::string name;
};

/// Accelerate's choice among the names that lie directly in a folder: `pytorch_model.bin`, else
/// `model.safetensors`, else the only `*.index.json`.
/// Errors, in Accelerate's own words about `folder`: NoCheckpoint where there is none,
/// Unsupported for more than one index.
[[nodiscard]] Result<CheckpointChoice> chooseCheckpoint(const std::vector<std::string>& names,
                                                        const std::string& folder);

/// The same for a file that was named itself: `*.json` is an index.
[[nodiscard]] CheckpointChoice chooseNamedFile(const std::string& name);

/// The shards that an index names, sorted as byte strings, each once, as they are written there:
/// the values of its "weight_map", or of the object itself.
/// Errors: Malformed for what is no JSON object of names; `file` is for the message.
[[nodiscard]] Result<std::vector<std::string>> shardsOfIndex(const std::string& text,
                                                             const std::string& file);

}  // namespace stowage
