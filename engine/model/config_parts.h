// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/architecture_file.h"
#include "engine/model/dtype.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace stowage {

struct ConfigModel;

/// The configurations inside a configuration ("text_config", "vision_config"), by their fields.
using ConfigParts = std::map<std::string, std::shared_ptr<const ConfigModel>, std::less<>>;

/// Reads what a family's "parts" name: each of those objects by the rules of its own family, all
/// with the dtype of the whole, as the library builds them. A part that the configuration leaves
/// out has its family's defaults. Errors: Malformed (no object, or what readConfigFields() finds in
/// it), Unsupported (a part whose model_type is another one).
[[nodiscard]] Result<ConfigParts> readConfigParts(const ArchitectureFile& family,
                                                  const ConfigPart& config,
                                                  std::optional<DType> dtype,
                                                  const std::string& file);

/// What expressions of the whole see of its parts: text_config.hidden_size and so on, with defaults
/// and derived values.
[[nodiscard]] ConfigScope scopeOfParts(const ConfigParts& parts);

}  // namespace stowage
