// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/whats_this_texts.h"

namespace stowage {
std::span<const std::span<const WhatsThisText>> whatsThisTables() {
    return {};
}
}  // namespace stowage
