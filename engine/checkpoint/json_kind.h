// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_scanner.h"
#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace stowage {

/// What a JSON file beside a model is.
enum class JsonKind {
    ShardIndex,    ///< has "weight_map", or maps every key to a text (Accelerate's flat form)
    OffloadIndex,  ///< maps names to {"dtype", …}
    ModelConfig,   ///< has "model_type" or "architectures"
    ModuleTree,    ///< has "format"
    Other,         ///< nothing we know
};

/// Tells it from one pass of events; no document is built.
/// Errors: Malformed (no JSON), LimitExceeded (nested over 1024 levels).
[[nodiscard]] Result<JsonKind> probeJson(JsonScanner& json, const std::string& file);
[[nodiscard]] Result<JsonKind> probeJson(std::string_view text, const std::string& file);

}  // namespace stowage
