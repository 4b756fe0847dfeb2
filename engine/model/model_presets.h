// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace stowage {

/// A known model to start from, of resources/presets.json. A value.
struct ModelPreset {
    std::string name;        ///< "Llama-3.1-8B"
    std::string source;      ///< where its numbers stand: "config.json of huggingface.co/…"
    std::string family;      ///< architectureOf() its configuration
    std::string configText;  ///< a config.json for treeFromConfig(), indented
};

/// All of them, in the file's order: those of a family stand together. Compiled in; reading them
/// takes a millisecond. Errors: Internal (the data is wrong).
[[nodiscard]] Result<std::vector<ModelPreset>> modelPresets();

}  // namespace stowage
