// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace stowage {

/// The tokens of a prompt as a person types it: numbers with commas or spaces between them, also
/// within the brackets that Python prints around a list. Empty text gives no token.
/// Errors: InvalidArgument (what is no number, or more tokens than anybody types).
[[nodiscard]] Result<std::vector<std::int64_t>> parsePromptTokens(const QString& text);

/// "464, 2068, 7586": tokens as they can be typed in again.
[[nodiscard]] QString promptTokensText(const std::vector<std::int64_t>& tokens);

}  // namespace stowage
