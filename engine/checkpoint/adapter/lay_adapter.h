// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/adapter/adapter_config.h"
#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <string>

namespace stowage {

/// An adapter's files, read by headers.
struct AdapterFiles {
    AdapterConfig config;
    std::shared_ptr<const Checkpoint> weights;  ///< names as they stand in the file
};

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
