// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/config_expression.h"

#include <string>
#include <vector>

namespace stowage {

/// What has to hold between a configuration's fields: the library refuses a file where it does not.
/// "checks" of an architecture file: {"hidden_size % num_attention_heads == 0": "hidden_size has to
/// be a multiple of num_attention_heads"}.
struct ArchitectureCheck {
    ConfigExpression condition;
    std::string rule;  ///< for the sentence, without a full stop
};

/// Reads "checks" of an architecture file, an object. Errors: Internal (the data is wrong).
[[nodiscard]] Result<std::vector<ArchitectureCheck>> readChecks(const ConfigJson& checks);

/// Holds the fields of a configuration, and what is derived from them, to each check. `file` is for
/// messages. Errors: Malformed, with the rule that is broken and the values of its fields.
[[nodiscard]] Result<void> holdToChecks(const std::vector<ArchitectureCheck>& checks,
                                        const ConfigScope& scope, const std::string& file);

}  // namespace stowage
