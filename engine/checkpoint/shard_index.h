// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_scanner.h"
#include "engine/base/result.h"
#include "engine/base/text_store.h"

#include <cstdint>
#include <optional>
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

}  // namespace stowage
