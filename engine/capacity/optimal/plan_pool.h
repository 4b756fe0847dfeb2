// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/priced_layout.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace stowage {

/// Good layouts that use these GPUs and hold by addition, the best first: everything on GPUs, or
/// items offloaded in each way and in pairs of ways, in all numbers that matter, spaced over the
/// model or over the main device's share of it. It ends early with one that takes no longer than
/// `bound`.
[[nodiscard]] std::vector<PricedLayout> spacedLayouts(const SearchModel& model, const GpuSet& set,
                                                      double bound, std::uint64_t& explored,
                                                      const std::stop_token& stop);

/// Layouts that use these GPUs and hold by addition, whatever time they take: everything on GPUs,
/// and unless `onGpusAlone`, with the least offloaded in each way.
[[nodiscard]] std::vector<SearchLayout> roomLayouts(const SearchModel& model, const GpuSet& set,
                                                    bool onGpusAlone);

}  // namespace stowage
