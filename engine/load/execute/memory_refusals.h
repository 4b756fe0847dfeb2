// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_steps.h"
#include "engine/load/program/load_program.h"

#include <cstdint>

namespace stowage {

/// The error of an allocation with the tensor that it was for, what that needs and what is free.
/// Where memory ran out, the monitor is told, so that the outcome can give advice.
[[nodiscard]] Unexpected refusedAllocation(const LoadWork& work, const ProgramBuffer& wanted,
                                           Error error);

/// The outcome of a step for `tensor`, or for none (kNone). Where it was the host that had no
/// memory, or the RAM limit no room, it names the tensor, and the monitor is told.
[[nodiscard]] Result<void> hostShort(const LoadWork& work, std::uint32_t tensor,
                                     Result<void> outcome);

}  // namespace stowage
