// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace stowage {

/// Makes --help and --help-all of the program and its verbs from the tables of option_texts.h, in
/// the language of whoever reads them. --help of a verb with many options shows the most used.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> helpPages(const Translate& translate);

}  // namespace stowage
