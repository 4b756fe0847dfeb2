// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/sample_layout.h"

#include <span>
#include <string_view>

namespace stowage {

/// A model whose sample is made of its configuration: another one is another entry.
struct SampleConfig {
    std::string_view name;  ///< "llama-tiny"
    std::string_view text;  ///< a config.json without its dtype
};

/// All of them; the first of a family is its small one.
[[nodiscard]] std::span<const SampleConfig> sampleConfigs();

/// The tensors that the transformers library would save of the model that a config.json describes,
/// in the order of its state dict, and that file with the dtype of the sample. Where published
/// files hold a family in another layout than the library's (a module for each expert), the sample
/// does, too. A norm's scale starts at one, a bias at zero. A tied tensor is a second name in a
/// .pth and left out of the others. Errors: those of readConfigModel() and ModuleTreeBuilder.
[[nodiscard]] Result<SampleLayout> layOutConfig(std::string_view configText,
                                                const SampleOptions& options);

}  // namespace stowage
