// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/base/option_text.h"

#include <span>
#include <string_view>
#include <vector>

namespace stowage {

/// Options that --help shows under one title.
struct OptionGroup {
    Phrase title;
    std::vector<const OptionText*> options{};
};

/// The help of a verb besides its options.
struct VerbText {
    std::string_view name{};      ///< "stowagectl" for the program itself
    std::string_view examples{};  ///< commands, one per line
    std::string_view mostUsed{};  ///< what --help shows of a verb with many options: "--gpus"
    Phrase note{};
};

/// The groups in the order in which help shows them.
[[nodiscard]] std::span<const OptionGroup> optionGroups();
/// The row of an option, that of the verb before one for all verbs; null without one.
[[nodiscard]] const OptionText* findOptionText(std::string_view verb, std::string_view option);
/// Empty for a verb without a row.
[[nodiscard]] VerbText verbText(std::string_view verb);
/// Whether `word` is one of the words of `list`, which have spaces between them.
[[nodiscard]] bool hasWord(std::string_view list, std::string_view word);

}  // namespace stowage
