// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/percent_text.h"

namespace stowage {

Message percentText(const std::string& number) {
    return say("%1 %", number);
}

}  // namespace stowage
