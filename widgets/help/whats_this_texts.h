// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/help/whats_this.h"

#include <QCoreApplication>

#include <span>

namespace stowage {

struct WhatsThisTexts {
    Q_DECLARE_TR_FUNCTIONS(WhatsThisTexts)
};

// The tables: a control's object name, and what it is for, in a sentence or two that its label and
// its tool tip do not say already. `tests/widgets/tst_controls` names each control of the window
// that none of them has.

/// Tool bar, board, tree, the plan, opening, messages and panels.
[[nodiscard]] std::span<const WhatsThisText> planningWhatsThis();
/// Loading, live charts, audit, methods, running, history.
[[nodiscard]] std::span<const WhatsThisText> loadingWhatsThis();

/// The Capacity page, Model facts.
[[nodiscard]] std::span<const WhatsThisText> capacityWhatsThis();

}  // namespace stowage
