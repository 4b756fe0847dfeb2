// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/write/sample_checkpoint.h"
#include "engine/checkpoint/write/tensor_writing.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// How a tensor of a sample gets its values.
enum class SampleFill { Normal, Ones, Zeros, CausalMask };

/// The tensors of a sample in the order of their state dict.
struct SampleLayout {
    std::vector<TensorToWrite> tensors;
    std::vector<SampleFill> fills;  ///< one a tensor
    std::string configJson;
};

/// The names of the architectures with their sizes or configuration.
struct SampleArchitecture {
    std::string name;
    bool isFromScratch = false;
    SampleSizes sizes;
    std::string_view configText{};  ///< a config.json, and no sizes; "": a GPT of these sizes
};
[[nodiscard]] const std::vector<SampleArchitecture>& knownSampleArchitectures();

/// Lists the tensors and the config of a sample. `options.format` decides how the tied head is
/// written. Errors: InvalidArgument (an unknown architecture or dtype, sizes that do not fit).
[[nodiscard]] Result<SampleLayout> layOutSample(const SampleOptions& options);

/// The tensors that the transformers library would save of the model that a config.json describes,
/// in the order of its state dict, and that file with the dtype of the sample. Where published
/// files hold a family in another layout than the library's (a module for each expert), the sample
/// does, too. A norm's scale starts at one, a bias at zero. A tied tensor is a second name in a
/// .pth and left out of the others. Errors: those of readConfigModel() and ModuleTreeBuilder.
[[nodiscard]] Result<SampleLayout> layOutConfig(std::string_view configText,
                                                const SampleOptions& options);

}  // namespace stowage
