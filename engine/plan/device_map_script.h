// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/plan/literal_parser.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

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
