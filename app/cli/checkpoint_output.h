// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/model_input.h"

#include <string>

namespace stowage {

/// The object of `inspect --json` with a member "checkpoint" that says what was opened: {"format",
/// "files" (how many hold tensors), "first_file", "prefix" and "parts" of a nested PyTorch file,
/// "meta_tensors" where there are some, "warnings"}.
[[nodiscard]] std::string withCheckpoint(std::string object, const Checkpoint& checkpoint);

}  // namespace stowage
