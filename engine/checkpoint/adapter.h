// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/model/module_tree.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace stowage {

/// A LoRA adapter as it lies over a model. A value.
struct Adapter {
    std::string name;           ///< of its modules: "default" in `lora_A.default`
    std::string path;           ///< what the person gave
    std::string base;           ///< the model that it says it was made for; "": not said
    double alpha = 8;           ///< of its config.json
    std::size_t modules = 0;    ///< that it changes
    std::int64_t rankFrom = 0;  ///< the smallest rank among them
    std::int64_t rankTo = 0;    ///< and the largest
    std::uint64_t parameters = 0;
    std::uint64_t bytes = 0;                     ///< of its tensors as stored
    std::shared_ptr<const ModuleTree> before{};  ///< the model's modules before it was laid over
};

/// "16", or of modules with different ranks "8 to 16".
[[nodiscard]] Message rankText(const Adapter& adapter);

}  // namespace stowage
