// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/device/machine_rates.h"

#include <memory>

namespace stowage {

/// What `devices --measure` kept on this machine. Null where nothing was measured; a file that
/// cannot be read is one warning, and is then as if it were not there.
[[nodiscard]] std::shared_ptr<const MachineRates> measuredRates(const CommandContext& context);

}  // namespace stowage
