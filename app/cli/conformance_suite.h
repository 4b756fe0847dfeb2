// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/conformance_case.h"
#include "app/cli/conformance_trees.h"

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

}  // namespace stowage
