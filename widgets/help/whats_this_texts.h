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
// its tool tip do not say already. `tests/widgets/tst_whats_this` names each control of the window,
// of the lesson and of the dialogs that none of them has.

/// Tool bar, board, tree, the plan, opening, messages and panels.
[[nodiscard]] std::span<const WhatsThisText> planningWhatsThis();
/// Loading, live charts, audit, methods, running, history.
[[nodiscard]] std::span<const WhatsThisText> loadingWhatsThis();

/// The Capacity page, Model facts.
[[nodiscard]] std::span<const WhatsThisText> capacityWhatsThis();

/// The lesson's page and what it asks.
[[nodiscard]] std::span<const WhatsThisText> lessonWhatsThis();

/// Dialogs about the plan and about what was loaded or run; the guide, the log, About.
[[nodiscard]] std::span<const WhatsThisText> dialogsWhatsThis();
/// Dialogs about models and projects: New Model, saving, comparing, reports.
[[nodiscard]] std::span<const WhatsThisText> modelDialogsWhatsThis();

}  // namespace stowage
