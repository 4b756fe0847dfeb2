// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/conformance_case.h"

#include <string>

namespace stowage {

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
