// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stowage {

/// Memory that was refused in the middle of a load.
struct RefusedMemory {
    DeviceId device;
    std::uint64_t bytes = 0;            ///< asked for; 0 where it is not known
    std::uint64_t held = 0;             ///< allocated there at that moment
    std::optional<std::uint64_t> free;  ///< what the device could still give, as far as is known
};

/// What would have fitted instead.
struct RefusalAdvice {
    std::optional<LoadMethod> method;  ///< the nearest method that takes less there
    std::string text;                  ///< a sentence; names the method or a smaller budget
};

/// The nearest method whose forecast stays below what was refused on that device, and fits all
/// others; where there is none, how many bytes of weights a plan may put there.
[[nodiscard]] RefusalAdvice adviceOnRefusal(const LoadSchedule& schedule,
                                            const RefusedMemory& refused);

}  // namespace stowage
