// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// An adapter's files, read by headers: the tensors, and what a PEFT folder's adapter_config.json
/// says that the modules follow from. A value; the defaults are LoraConfig's.
struct AdapterFiles {
    std::string base;         ///< base_model_name_or_path: a Hub name or a path; "": not said
    double alpha = 8;         ///< lora_alpha, by which the rank divides the scaling
    bool hasDropout = false;  ///< lora_dropout above 0: a Dropout in the place of an Identity
    /// modules_to_save: modules that are trained and saved whole, by their names' ends.
    std::vector<std::string> wholeModules{};
    std::shared_ptr<const Checkpoint> weights{};  ///< names as they stand in the file
};

/// Reads an adapter_config.json of PEFT, without weights. Errors: Malformed, LimitExceeded,
/// Unsupported (another method than LoRA; a LoRA of parameters, of single tokens, of repeated
/// layers).
[[nodiscard]] Result<AdapterFiles> parseAdapterConfig(std::string_view text,
                                                      const std::string& file);

/// The model of `checkpoint` with an adapter laid over it as PEFT injects one, not merged: each
/// module that it changes becomes a LoRA layer with the old module as its `base_layer`, those that
/// it saved whole a ModulesToSaveWrapper; other tensors that the adapter has replace the model's.
/// Truth: tests/reference/record_adapters.py. Errors: InvalidArgument (a name that is taken, or has
/// a dot), KeyMismatch (modules that the model has not, other widths), Malformed (half a pair),
/// Unsupported (a module that LoRA does not change, keys of other programs).
[[nodiscard]] Result<Checkpoint> layAdapter(const Checkpoint& checkpoint,
                                            std::shared_ptr<const ModuleTree> tree,
                                            const AdapterFiles& files, const std::string& name,
                                            const std::string& path);

}  // namespace stowage
