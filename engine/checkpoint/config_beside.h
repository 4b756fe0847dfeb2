// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <string>

namespace stowage {

/// Gives an opened checkpoint the tree of the `config.json` that lies beside its weights (of
/// per-tensor, .npy and offload folders also beside the folder): the class that the file names, or
/// the one of the options, with the file's own dtypes. As from_pretrained does, old key names and
/// the base model's prefix are changed to the class's, which becomes a warning; keys of older
/// releases are listed as ignored. Where the file holds some modules in a layout that the family
/// knows, or quantised tensors that the configuration declares, the tree is as the file, with the
/// classes of the configuration.
///
/// Without a configuration, the book's GPT is known by its names; where parameters are missing, it
/// gets the tree of the sizes that the others tell, and a check that lists them.
///
/// No configuration stops weights from being opened: one that cannot be read, is of an unknown
/// model_type or describes another model becomes a warning, and no tree is attached. Errors, only
/// where the options name a class: InvalidArgument (no config.json to build it from), those of
/// readConfigModel().
[[nodiscard]] Result<void> attachConfigTree(Checkpoint& checkpoint, const OpenOptions& options);

}  // namespace stowage
