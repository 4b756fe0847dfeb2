// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace stowage {

/// Class names for lists of modules, given as "model.decoder.layers.*": the shortest ending of
/// whole components that no other list has, at least "layers.*", and never beginning with a number.
/// A list that is given again gets "#2", "#3" … behind its name. No two names are equal, none has
/// a comma or a control character, and none is longer than about a hundred bytes.
[[nodiscard]] std::vector<std::string> guessedClassNames(const std::vector<std::string>& patterns);

}  // namespace stowage
