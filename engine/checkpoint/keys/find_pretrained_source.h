// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/pretrained_models.h"

#include <string>
#include <string_view>

namespace stowage {

/// How from_pretrained of transformers would load an opened checkpoint: the class that was chosen,
/// else the one that its config.json names ("architectures"; a class of the model's own by its
/// auto class), else AutoModelForCausalLM, or AutoModel where a config.json names none; the folder
/// of the weights, or for a model without weights the repository of which config.json or the
/// compiled-in presets know that it is this model. What stands in the way is listed with it.
///
/// `configText`: the text of the config.json where it is known or lies in no file; else it is read,
/// at most 4 MiB. Reads files beside the checkpoint; a few milliseconds.
[[nodiscard]] PretrainedSource findPretrainedSource(const Checkpoint& checkpoint,
                                                    const OpenOptions& options,
                                                    const std::string& name,
                                                    std::string_view configText = {});

}  // namespace stowage
