// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/sample_checkpoint.h"
#include "engine/checkpoint/tensor_writing.h"

#include <optional>
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

}  // namespace stowage
