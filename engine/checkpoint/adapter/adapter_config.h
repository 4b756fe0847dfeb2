// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a PEFT folder's adapter_config.json says that the modules follow from. A value; the
/// defaults are LoraConfig's.
struct AdapterConfig {
    std::string base;         ///< base_model_name_or_path: a Hub name or a path; "": not said
    double alpha = 8;         ///< lora_alpha, by which the rank divides the scaling
    bool hasDropout = false;  ///< lora_dropout above 0: a Dropout in the place of an Identity
    /// modules_to_save: modules that are trained and saved whole, by their names' ends.
    std::vector<std::string> wholeModules{};
};

/// Reads an adapter_config.json of PEFT. Errors: Malformed, LimitExceeded, Unsupported (another
/// method than LoRA; a LoRA of parameters, of single tokens, of repeated layers).
[[nodiscard]] Result<AdapterConfig> parseAdapterConfig(std::string_view text,
                                                       const std::string& file);

}  // namespace stowage
