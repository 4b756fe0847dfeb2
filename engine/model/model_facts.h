// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stowage {

/// What a model's configuration says of it that no tensor does: numbers for a person. A value;
/// what a family has not stays empty.
struct ModelFacts {
    std::string family;     ///< the model_type: "llama"
    std::string className;  ///< the class that is built: "LlamaForCausalLM"
    std::string file;       ///< the config.json
};

}  // namespace stowage
