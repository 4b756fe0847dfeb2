// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <stop_token>
#include <string_view>

namespace stowage {

/// What the machine's free memory should be before it is used.
enum class FreeMemoryState {
    AsIs,
    /// Taken and given back once. Under a hypervisor the first touch of a page that the guest never
    /// had, or gave back long ago, costs up to twenty times as much as any later one, and nothing
    /// in the guest tells which pages those are. What is to be compared should find them touched.
    Touched,
};

/// "as-is", "touched".
[[nodiscard]] std::string_view freeMemoryStateName(FreeMemoryState state);
/// Error: InvalidArgument.
[[nodiscard]] Result<FreeMemoryState> freeMemoryStateFromName(std::string_view name);

/// Touches that many bytes of free memory, but never more than nine tenths of what the machine and
/// the control group have left, and gives them back at once. Blocks. Error: Cancelled.
[[nodiscard]] Result<void> touchFreeMemory(std::uint64_t bytes, const std::stop_token& stop);

}  // namespace stowage
