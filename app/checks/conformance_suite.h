// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checks/conformance_case.h"
#include "app/checks/conformance_json.h"

#include <string>

namespace stowage {

/// The question of a recorded case; `where` is for messages ("cases.jsonl, line 3"). Only id,
/// kind, tree, cast, args and emulate are looked at.
/// Errors: Malformed for a case of a wrong shape, an unknown kind or a missing tree.
[[nodiscard]] Result<ConformanceQuestion> questionOf(const CaseJson& recordedCase,
                                                     ConformanceTrees& trees,
                                                     const std::string& where);

/// answerQuestion, for a question that may be of a wrong shape.
/// Errors: Malformed; OutOfMemory for a case that is too large for this machine.
[[nodiscard]] Result<ConformanceAnswer> tryAnswer(const ConformanceQuestion& question,
                                                  const std::string& where);

/// How much of a recorded answer must be met.
enum class CompareDepth {
    /// The result, warnings and the type of an error; numbers by value, as Python's == (12
    /// == 12.0).
    Results,
    /// Log, trace and the words of errors too; 12 and 12.0 differ. Left out is what has no fixed
    /// text: torch's and Python's own words, and the set of unexpected names.
    Everything,
};

/// "" where the answer agrees with the case's `expected` (or with one of `accepted` where the
/// reference itself is not deterministic), else both in one text.
[[nodiscard]] std::string differenceFromCase(const CaseJson& recordedCase,
                                             const ConformanceAnswer& answer, CompareDepth depth);

}  // namespace stowage
