// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"
#include "engine/run/run_config.h"

#include <string_view>

namespace stowage {

/// The activation function that a configuration names ("gelu_new", "silu" …). An unknown one is
/// kept as the configuration's error.
[[nodiscard]] Bend readBend(RunConfig& config, std::string_view field, std::string_view fallback);

}  // namespace stowage
