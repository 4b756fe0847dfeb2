// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter.h"

namespace stowage {

Message rankText(const Adapter& adapter) {
    return adapter.rankFrom == adapter.rankTo ? Message(std::to_string(adapter.rankTo))
                                              : say("%1 to %2", adapter.rankFrom, adapter.rankTo);
}

}  // namespace stowage
