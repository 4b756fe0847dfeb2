// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <nlohmann/json_fwd.hpp>

namespace stowage {

/// Everything except OpenOptions::python, as a project and a job contain it.
[[nodiscard]] nlohmann::ordered_json openOptionsToJson(const OpenOptions& options);
/// Reads the members that are there. Errors: as of Field.
[[nodiscard]] Result<void> readOpenOptions(const nlohmann::ordered_json& object,
                                           OpenOptions& options);

}  // namespace stowage
