// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stowage::test {

using Sides = std::pair<std::uint64_t, std::uint64_t>;  ///< outputs, inputs

/// A published model: the modules that bitsandbytes quantises, by hand from its model card.
struct Published {
    std::string config;
    std::map<std::string, Sides> block;  ///< by the module's name below a block
    std::string blocks;                  ///< the path of the list of blocks
    std::uint64_t layers = 0;
    std::uint64_t besides = 0;  ///< elements of parameters that stay as they are
};

/// Llama-3.1-8B, GPT-2 XL and OPT-6.7B, in bfloat16.
[[nodiscard]] std::vector<Published> publishedModels();

/// Llama-2-7B in float16.
[[nodiscard]] const char* llama2Config();

}  // namespace stowage::test
