// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/checkpoint/checkpoint.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stowage {

/// Puts what is planned with a model into the "checkpoint" of `inspect --json`: "adapters"
/// ([{"name", "path", "base", "alpha", "modules", "rank": [least, most], "parameters", "bytes"}])
/// and "tenants"
/// ([{"name", "path", "class", "parameters", "bytes"}]) where there are some.
void addCompanions(nlohmann::ordered_json& json, const Checkpoint& checkpoint);

/// A line for each adapter that was laid over the model; "" where there is none.
[[nodiscard]] std::string adaptersText(const Checkpoint& checkpoint, const Translate& translate);

/// "The models are model (llama), draft (gpt2)." of a checkpoint of several.
[[nodiscard]] Message modelsText(const Checkpoint& checkpoint);

}  // namespace stowage
