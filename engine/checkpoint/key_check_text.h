// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/key_check.h"

#include <string>
#include <vector>

namespace stowage {

/// "a, b, c and 12 more": the first names of a list, as they reach a person.
[[nodiscard]] std::string firstNames(const std::vector<std::string>& names);

/// "float16 [2, 3]".
[[nodiscard]] std::string tensorKindText(DType dtype, const std::vector<std::int64_t>& shape);

/// One sentence on how the keys differ, with counts and the first names; "" where they agree.
[[nodiscard]] std::string keyCheckSentence(const KeyCheck& check);

/// What a wrapper's name before every key is, and how it is taken off.
[[nodiscard]] std::string unwrappingAdvice(const KeyRename& unwrapping);

/// The way out as a sentence: the best renaming, "" where none is proposed.
[[nodiscard]] std::string renamingAdvice(const KeyCheck& check);

}  // namespace stowage
