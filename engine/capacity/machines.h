// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/device/card_catalogue.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// What a person wants of a machine. Nothing: anything serves.
struct MachineTargets {
    std::optional<double> toFirstToken;     ///< seconds at most, all prompts together
    std::optional<double> tokensPerSecond;  ///< of each sequence, at least
};

/// "ttft=0.5,tps=30", one or both. Error: InvalidArgument.
[[nodiscard]] Result<MachineTargets> parseTargets(const std::string& text);

/// Cards of one kind that serve a target.
struct ServingMachine {
    CatalogueCard card;
    std::size_t count = 1;
    std::shared_ptr<const CapacityEstimate> result;  ///< of the whole plan on them
    double tokensPerSecond = 0;                      ///< of each sequence
    double low = 0;                                  ///< that this stands for, at least and at most
    double high = 0;
    /// Whether it serves is not known, for nobody published how fast it computes: by float32's rate
    /// it does not, though memory, links and disk would let it, or there is no rate at all.
    bool isOpen = false;
};

/// Of each card of the catalogue the fewest, of 1, 2, 4 and 8, that carry the workload and serve
/// the targets even at the slow end of what published figures stand for; the least memory first,
/// then the least bandwidth, and those at the end that may serve. Each is planned by `auto` over
/// simulated GPUs of that card beside the CPU and disk of `input`, layer after layer on one card
/// each (tensor parallel is not counted). `progress` is called before each estimate, may be empty.
/// Blocks: some hundred estimates.
[[nodiscard]] Result<std::vector<ServingMachine>> machinesFor(
    const EstimateInput& input, const MachineTargets& targets, const std::stop_token& stop = {},
    const std::function<void()>& progress = {});

/// Returns what 8 GiB more on each GPU, one more GPU of the last kind, and all links (of GPUs and
/// between machines) twice as fast would bring: those of them that the plan can have and with which
/// it carries no less and is no slower than `now`, and links where they shorten a time by more than
/// one per cent. Planned again, and the plan that there is kept where that is better. Estimated,
/// the longest context by formula.
[[nodiscard]] Result<std::vector<CapacityGain>> capacityGains(const EstimateInput& input,
                                                              const CapacityEstimate& now,
                                                              const std::stop_token& stop = {});

}  // namespace stowage
