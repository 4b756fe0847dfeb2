// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/priced_layout.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

/// Every layout of a small model that holds by addition and takes no longer than `seconds`, the
/// best first; nothing where there are too many to look at.
[[nodiscard]] std::optional<std::vector<PricedLayout>> allLayouts(const SearchModel& model,
                                                                  double seconds,
                                                                  std::uint64_t& explored,
                                                                  const std::stop_token& stop);

}  // namespace stowage
