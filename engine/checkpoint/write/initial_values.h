// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <string>
#include <vector>

namespace stowage {

/// The parameters that the files lack and that can be given the values of a new model: those of the
/// from-scratch GPT, whose modules are PyTorch's own with their own reset_parameters(). Empty where
/// nothing is missing, and for other models, which are refused.
[[nodiscard]] std::vector<std::string> initialisable(const Checkpoint& checkpoint);

/// The checkpoint with these parameters in a further file, which lies in memory: Linear uniform
/// within ±1/√in, Embedding normal, LayerNorm one and zero, as PyTorch initialises them, by a seed
/// that is their name. They move from KeyCheck::missing to KeyCheck::initialised. Blocks; thread
/// safe. Errors: LimitExceeded (more than 4 GiB of them), Unsupported (no floating dtype),
/// WriteFailed and DiskFull where memory runs out.
[[nodiscard]] Result<std::shared_ptr<const Checkpoint>> withInitialValues(
    std::shared_ptr<const Checkpoint> checkpoint);

}  // namespace stowage
