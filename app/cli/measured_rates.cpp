// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured_rates.h"

#include <utility>

namespace stowage {

std::shared_ptr<const MachineRates> measuredRates(const CommandContext& context) {
    auto rates = readMachineRates(defaultRatesPath());
    if (!rates) {
        context.warn("warning: " + rates.error().message);
        return nullptr;
    }
    return *rates ? std::make_shared<const MachineRates>(std::move(**rates)) : nullptr;
}

}  // namespace stowage
