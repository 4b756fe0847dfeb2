// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/option_text.h"

#include <algorithm>

namespace stowage {

Message OptionText::filled(Phrase pattern) const {
    const bool isFilled = std::string_view(pattern.english()).find("%1") != std::string_view::npos;
    return isFilled ? messageOf(pattern.english(), {argument()}) : Message(pattern);
}

std::string optionName(std::string_view key) {
    std::string name = "--" + std::string(key);
    std::ranges::replace(name, '_', '-');
    return name;
}

Unexpected wrongOption(const std::string& option, const Message& sentence) {
    return fail(ErrorCode::InvalidArgument, sentence, {}, option);
}

Unexpected wrongValue(const std::string& option, const Message& why) {
    return wrongOption(option, joined({option, why}, ": "));
}

}  // namespace stowage
