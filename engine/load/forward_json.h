// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/run_figures.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stowage {

/// {"tokens", "sha256", "max_logit", "next_token", "max_difference", "agrees", "seconds",
/// "bytes_moved", "why"?}: what "forward" is in the object of `load --json`. What is not known is
/// null.
[[nodiscard]] nlohmann::ordered_json forwardJson(const ForwardFigures& forward);

/// For people: "Forward pass over [1, 2, 3]: the logits agree with the reference (…)".
[[nodiscard]] std::string forwardText(const ForwardFigures& forward);

}  // namespace stowage
