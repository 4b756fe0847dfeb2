// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// A regular expression of a tokenizer's file, in the syntax of Oniguruma, which the reference
/// uses; carried out by PCRE2, with what the two take differently translated. A pattern that
/// backtracks without end is stopped. Safe to use from several threads.
class TextPattern {
public:
    /// Where it matches, as begin and end in bytes.
    using Matches = std::vector<std::pair<std::size_t, std::size_t>>;
    enum class Syntax { Regex, Literal };

    /// `file` is for messages. Errors: LimitExceeded (too long), Malformed.
    [[nodiscard]] static Result<TextPattern> compile(std::string_view pattern,
                                                     const std::string& file,
                                                     Syntax syntax = Syntax::Regex);
    /// Matches that do not overlap, from the left. Errors: LimitExceeded (it takes too long).
    [[nodiscard]] Result<Matches> matchesIn(std::string_view text) const;
    /// `text` with each match as `with`. Errors: as above.
    [[nodiscard]] Result<std::string> replaceIn(std::string_view text, std::string_view with) const;

private:
    TextPattern() = default;

    std::shared_ptr<const void> m_code;
    std::string m_file;
};

}  // namespace stowage
