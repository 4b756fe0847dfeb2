// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <map>
#include <string>
#include <vector>

namespace stowage {

/// A tensor of an adapter and what it is called inside the layer that it belongs to.
struct AdapterPart {
    std::string name;  ///< "lora_A.weight", "lora_embedding_B"
    const StoredTensor* stored = nullptr;
};

/// An adapter's tensors by what they do. Points into the checkpoint that it was made of.
struct AdapterKeys {
    std::map<std::string, std::vector<AdapterPart>> layers;  ///< by path of the changed module
    std::vector<AdapterPart> others;  ///< under the names that they have in the model
};

/// Sorts the tensors of an adapter's file, whose names may begin with PEFT's "base_model.model.".
/// Errors: Malformed (no LoRA at all, half a pair, matrices that do not belong together),
/// Unsupported (names as other programs write them).
[[nodiscard]] Result<AdapterKeys> sortAdapterKeys(const Checkpoint& weights);

}  // namespace stowage
