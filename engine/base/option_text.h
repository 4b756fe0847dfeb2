// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <utility>

namespace stowage {

/// The help of one option or argument.
struct OptionText {
    std::string_view name;            ///< "--ram", "MODEL"
    Phrase sentence;                  ///< at most 100 characters; the default value at its end
    Phrase details{};                 ///< sentences that --help-all and the manual page add
    std::string_view verbs{};         ///< the only verbs that the row is for: "load run"
    Message (*argument)() = nullptr;  ///< %1 of both texts

    [[nodiscard]] Message text() const { return filled(sentence); }
    [[nodiscard]] Message detailsText() const { return filled(details); }

private:
    [[nodiscard]] Message filled(Phrase pattern) const;
};

/// "--prefill-chunk" of "prefill_chunk".
[[nodiscard]] std::string optionName(std::string_view key);

/// InvalidArgument with the option's name as key; the sentence names it too:
/// `wrongOption("--pin", say("--pin names no device."))`.
[[nodiscard]] Unexpected wrongOption(const std::string& option, const Message& sentence);
/// The same; the sentence is the option's name, a colon and `why`.
[[nodiscard]] Unexpected wrongValue(const std::string& option, const Message& why);

/// An option's value as it was read; a failure becomes wrongValue() with its sentence.
template <class Value>
[[nodiscard]] Result<Value> optionValue(const std::string& option, Result<Value> value) {
    return value ? std::move(value) : wrongValue(option, value.error().message);
}

}  // namespace stowage
