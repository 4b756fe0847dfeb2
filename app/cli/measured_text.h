// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/machine_rates.h"

#include <nlohmann/json.hpp>

#include <string>

namespace stowage {

/// "measured" of `devices --json`: the host's rates and those of the disk that holds `folder`, or
/// of the disk measured last; what is not known is null.
[[nodiscard]] nlohmann::ordered_json measuredJson(const MachineRates& rates,
                                                  const std::string& folder);

/// The same as a table for people.
[[nodiscard]] std::string measuredText(const MachineRates& rates, const std::string& folder);

}  // namespace stowage
