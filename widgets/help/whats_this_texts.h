// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/help/whats_this.h"

#include <QCoreApplication>

#include <span>

namespace stowage {

struct WhatsThisTexts {
    Q_DECLARE_TR_FUNCTIONS(WhatsThisTexts)
};

/// The tables of all features: a control's object name, and what it is for in a sentence or two
/// that its label and tool tip do not say already. `tests/widgets/tst_help` names each control of
/// the window that none of them has.
[[nodiscard]] std::span<const std::span<const WhatsThisText>> whatsThisTables();

}  // namespace stowage
