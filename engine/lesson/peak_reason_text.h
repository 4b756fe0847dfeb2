// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/peak_reasons.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A stable key for JSON: "weights", "allocator_rounding", …, "published_lower", "other".
[[nodiscard]] std::string_view peakReasonName(PeakReason::Kind kind);

/// The parts of a run in a few words, for a table: "model + state dict; RAM: initial weights".
/// Parts below 2 % of their figure are left out.
[[nodiscard]] std::string peakReasonPhrase(const std::vector<PeakReason>& reasons);

}  // namespace stowage
