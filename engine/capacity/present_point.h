// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/estimate.h"
#include "engine/capacity/sweep.h"

#include <cstddef>
#include <optional>

namespace stowage {

/// The point of a sweep at which the plan of an estimate and its workload are now, an index into
/// Sweep::points; nothing where it lies between the others, or `estimate` is null. Any thread.
[[nodiscard]] std::optional<std::size_t> presentPoint(const Sweep& sweep,
                                                      const CapacityEstimate* estimate);

}  // namespace stowage
