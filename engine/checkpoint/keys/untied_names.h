// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <stop_token>

namespace stowage {

/// Some files hold several of the names that their model ties, with different numbers: Flan-T5's
/// head beside its table of tokens. from_pretrained leaves such names untied, whatever the
/// configuration says, and so does this, with a warning. Of names that the file holds apart the
/// numbers are read, until they differ; nothing else is.
/// Errors: Cancelled, those of TensorReader and ModuleTreeBuilder.
[[nodiscard]] Result<void> untieDifferent(Checkpoint& checkpoint, const std::stop_token& stop);

}  // namespace stowage
