// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/error.h"
#include "engine/load/load_schedule.h"

#include <optional>

namespace stowage {

/// Keys that do not fit are told before anything else. Nothing where all fit.
[[nodiscard]] std::optional<Error> keyRefusal(const LoadSchedule& schedule);

/// Prints it and gives the exit status: 1, since the answer is no until --force says otherwise,
/// whatever the code of keys that cannot be loaded at all.
[[nodiscard]] int refuseKeys(const Error& no, const CommandContext& context);

/// What speaks against a load, as one failure: the answer is no. Nothing where nothing does.
[[nodiscard]] std::optional<Error> loadRefusal(const LoadSchedule& schedule);

}  // namespace stowage
