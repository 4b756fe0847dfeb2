// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/open_failure.h"

#include <QString>

namespace stowage {

/// "bad.safetensors cannot be opened", with what kind of failure it is where that is all there is
/// to say ("… is not there").
[[nodiscard]] QString failureTitle(const OpenFailure& failure);
/// The rule that was broken, as a sentence: what each file must keep to be opened.
[[nodiscard]] QString failureRule(ErrorCode code);
/// "4,294,967,296 (0x100000000)".
[[nodiscard]] QString offsetText(std::uint64_t offset);
/// Everything about a failure, a line each, for a bug report or a colleague.
[[nodiscard]] QString failureDetails(const OpenFailure& failure);
/// What a button is called that opens the file without what was chosen about it; "": nothing was.
[[nodiscard]] QString withoutChoiceText(const OpenFailure& failure);

}  // namespace stowage
