// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/torch_document.h"

namespace stowage {

/// The tensors of a TorchScript archive, named as in the module's state dict: the attributes that
/// lead to them, joined by '.'. An object that is reached twice is listed once, under its first
/// name. A warning says that the code was left alone.
/// Errors: LimitExceeded (nesting, length of names), NoCheckpoint (no tensors), Malformed (a name
/// twice), and those of placeTorchTensor.
[[nodiscard]] Result<Checkpoint> makeScriptCheckpoint(const TorchDocument& document);

}  // namespace stowage
