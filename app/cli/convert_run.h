// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/checkpoint/convert_checkpoint.h"

#include <string>

namespace stowage {

/// Opens the model, converts it with a progress bar and prints what was written: for `convert` and
/// `offload`. Returns the exit status. Errors: those of opening and of convertCheckpoint.
[[nodiscard]] Result<int> runConversion(const std::string& model, const ConvertOptions& options,
                                        CommandContext& context);

/// What was written, as the commands print it.
[[nodiscard]] std::string conversionText(const ConvertSummary& summary, double seconds);
[[nodiscard]] std::string conversionJson(const ConvertSummary& summary, ConvertTarget target,
                                         double seconds);

}  // namespace stowage
