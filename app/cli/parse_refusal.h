// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace stowage {

/// What is wrong with the words that a person typed for `command`, in our own sentence, which lacks
/// its full stop. What the parser says of other mistakes is handed on in its own words.
[[nodiscard]] Message parseRefusal(const CLI::App& command, const CLI::ParseError& error);

/// A text that a person typed, without its line breaks.
[[nodiscard]] std::string oneLine(std::string text);

}  // namespace stowage
