// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

struct LiteralPair;

/// What a text is read as: the subject of what its errors say.
struct LiteralSubject {
    Phrase what = phrase("The device map");
    Phrase advice = phrase(
        "write a JSON object such as {\"transformer\": 0, \"lm_head\": \"cpu\"} or the dict "
        "that Python prints");
    std::string_view name = "device_map";  ///< the variable or argument that usually holds it
};

/// A value of JSON or of a Python literal, just enough for device maps and limits.
struct Literal {
    enum class Kind { Word, Number, Text, List, Dict };
    Kind kind = Kind::Word;
    std::string text;                ///< word, digits as written, or the string
    std::vector<Literal> items;      ///< List
    std::vector<LiteralPair> pairs;  ///< Dict, in order, duplicates kept
    std::size_t offset = 0;          ///< where it begins in the input
};

/// A key of a dict and its value.
struct LiteralPair {
    Literal first;
    Literal second;
};

/// Parses JSON or a Python literal: {…}, […], (…), strings in either quote, numbers, words, and
/// `OrderedDict([…])` or `dict(…)`, of which the argument is the value or the keywords are keys,
/// `np.int64(0)`, dicts united by `|` or taken in by `**{…}`, and torch's devices:
/// `device(type='cuda', index=1)` is the text "cuda:1". Trailing commas, Python's comments and the
/// "... " that its prompts print before a line that goes on are fine.
/// Caps: 64 MiB of text, 32 levels, four million values. Error: InvalidArgument with the offset.
[[nodiscard]] Result<Literal> parseLiteral(std::string_view text, const std::string& file,
                                           const LiteralSubject& subject = {});

/// Parses the literal that begins at `from`, whatever follows it, and tells where it ends. The text
/// must be UTF-8 and within the cap (see checkLiteralText()). Error: as parseLiteral().
[[nodiscard]] Result<std::pair<Literal, std::size_t>> parseLiteralAt(
    std::string_view text, std::size_t from, const std::string& file,
    const LiteralSubject& subject = {});

/// Whether a text may be parsed at all. Error: InvalidArgument (too long, no UTF-8).
[[nodiscard]] Result<void> checkLiteralText(std::string_view text, const std::string& file,
                                            const LiteralSubject& subject = {});

/// A dict or a list that stands in a script, and what it is assigned to: "device_map" in
/// `device_map = {…}`, in `from_pretrained(…, device_map={…})` and in `"device_map": {…}`.
struct ScriptLiteral {
    std::string name;
    Result<Literal> literal;  ///< or why it cannot be read
    bool isReturned = false;  ///< it cannot, for it is what a function returns
};

/// Finds what a script (Python, or a transcript of it) writes down in full: dicts, lists that are
/// assigned, `OrderedDict(…)` and `dict(…)`. Comments and strings are passed over; nothing is
/// evaluated. A dict inside another one that could be read is not listed by itself. Of what is
/// given to the subject's name (`device_map="auto"`), texts, numbers and torch's devices are listed
/// too, the last of several in a row, and calls (`device_map = infer_auto_device_map(…)`) as what
/// cannot be read.
///
/// Reads each byte a bounded number of times, whatever the text; at most ten thousand literals
/// that cannot be read are tried. Error: as checkLiteralText().
[[nodiscard]] Result<std::vector<ScriptLiteral>> literalsInScript(
    std::string_view text, const std::string& file, const LiteralSubject& subject = {});

}  // namespace stowage
