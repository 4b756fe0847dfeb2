// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/base/result.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stowage {

/// A text in which the signs that word processors, web pages and other keyboards put in the place
/// of Python's are plain: “ ” « » 「 」 become ", ‘ ’ become ', the Arabic, the full-width and the
/// ideographic comma become a comma, full-width brackets and colons plain ones, no-break spaces
/// blanks, and characters that cannot be seen go.
struct MendedText {
    std::string text;
    std::string first;        ///< the first of them, for a message: "“ (U+201C)"
    std::string plain;        ///< what belongs there; "" for a blank or nothing
    std::size_t offset = 0;   ///< where it stands, in bytes
    std::size_t count = 0;    ///< how many there are
    bool isReadable = false;  ///< the mended text can be read
};

/// Mends what stands outside of texts in plain quotes and of comments. Nothing where there is
/// nothing to mend, or the text has more than 4 MiB.
[[nodiscard]] std::optional<MendedText> mendSigns(std::string_view text);

/// The mended text where its signs are why `error` came about: it can be read then (`reads` says
/// so), or the error's offset is that of the first of them.
[[nodiscard]] std::optional<MendedText> mendFor(
    std::string_view text, const Error& error,
    const std::function<bool(const std::string& plain)>& reads);

/// The error that names the sign and its place; `what` is the subject ("The device map").
[[nodiscard]] Unexpected namingSign(const MendedText& mended, Error error, std::string_view what);

}  // namespace stowage
