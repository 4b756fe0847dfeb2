// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/load/load_schedule.h"

#include <optional>

namespace stowage {

/// Keys that do not fit are bad input, told before anything else. Nothing where all fit.
[[nodiscard]] std::optional<Error> keyRefusal(const LoadSchedule& schedule);

/// What speaks against a load, as one failure: the answer is no. Nothing where nothing does.
[[nodiscard]] std::optional<Error> loadRefusal(const LoadSchedule& schedule);

}  // namespace stowage
