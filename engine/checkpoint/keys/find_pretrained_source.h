// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/pretrained_models.h"

#include <string>
#include <string_view>

namespace stowage {

/// How from_pretrained of transformers would load an opened checkpoint: the class that was chosen,
/// else the one that its config.json names ("architectures"; a class of the model's own by its
/// auto class), else AutoModelForCausalLM, or AutoModel where a config.json names none; the
/// repository that the path of a folder in the Hub's cache names, else the folder of the weights.
/// Nothing is guessed: without both the location is unknown. What stands in the way is listed.
///
/// `configText`: the text of the config.json where it is known or lies in no file; else it is read,
/// at most 4 MiB. Reads files beside the checkpoint; a few milliseconds.
[[nodiscard]] PretrainedSource findPretrainedSource(const Checkpoint& checkpoint,
                                                    const OpenOptions& options,
                                                    const std::string& name,
                                                    std::string_view configText = {});

}  // namespace stowage
