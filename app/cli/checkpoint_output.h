// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/model_input.h"

#include <string>

namespace stowage {

/// The object of `inspect --json` with a member "checkpoint" that says what was opened: {"format",
/// "files" (how many hold tensors), "first_file", "prefix" and "parts" of a nested PyTorch file,
/// "meta_tensors" where there are some, "modules" (where they are known from: {"from": "config",
/// "tree", "recognised" or "names", "file" of the first two, "class" of the model}), "warnings"}.
[[nodiscard]] std::string withCheckpoint(std::string object, const OpenedModel& model);

/// Where the modules are known from, as a sentence.
[[nodiscard]] std::string modulesText(const OpenedModel& model);

}  // namespace stowage
