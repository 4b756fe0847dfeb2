// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/model_input.h"
#include "engine/base/error.h"
#include "engine/load/load_schedule.h"

#include <optional>

namespace stowage {

/// Parameters that the files lack and that --force gives a new model's values (initial_values.h):
/// forced, `model` has them from now on, and a warning names them; else why nothing is loaded.
/// Nothing where none is missing, or none that could be given a value.
[[nodiscard]] std::optional<Error> missingRefusal(OpenedModel& model, bool isForced,
                                                  const CommandContext& context);

/// Keys that do not fit are told before anything else. Nothing where all fit.
[[nodiscard]] std::optional<Error> keyRefusal(const LoadSchedule& schedule);

/// Prints it and gives the exit status: 1, since the answer is no until --force says otherwise,
/// whatever the code of keys that cannot be loaded at all.
[[nodiscard]] int refuseKeys(const Error& no, const CommandContext& context);

/// What speaks against a load, as one failure: the answer is no. Nothing where nothing does.
[[nodiscard]] std::optional<Error> loadRefusal(const LoadSchedule& schedule);

}  // namespace stowage
