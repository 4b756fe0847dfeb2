// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"
#include "engine/run/run_config.h"

#include <cstdint>

namespace stowage {

/// The rotary positions that a configuration asks for: "rope_theta" with "rope_scaling", or both in
/// "rope_parameters" as newer files have them. Known are "default", "linear" and "llama3".
/// `headWidth`: numbers of a head; `theta`: the family's own base.
/// Errors: Unsupported (another kind of scaling, named), Malformed.
[[nodiscard]] Result<RotaryTable> readRotary(RunConfig& config, std::int64_t headWidth,
                                             double theta);

}  // namespace stowage
