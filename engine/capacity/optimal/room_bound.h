// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/search_model.h"

#include <cstdint>

namespace stowage {

/// What no plan can have more of, by an objective that is to be as much as can be: tokens of a
/// context, or KV blocks. Caches are counted as the engine holds them with so many, and added to
/// the weights that must lie beside them; how items pack is looked at for layers that are alike,
/// else they are relaxed to shares. The rooms of `model` are those of its workload again then.
[[nodiscard]] std::uint64_t roomBound(SearchModel& model);

}  // namespace stowage
