// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter.h"

namespace stowage {

std::string rankText(const Adapter& adapter) {
    const std::string most = std::to_string(adapter.rankTo);
    return adapter.rankFrom == adapter.rankTo ? most
                                              : std::to_string(adapter.rankFrom) + " to " + most;
}

}  // namespace stowage
