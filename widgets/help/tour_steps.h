// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/feature.h"

#include <QCoreApplication>

#include <optional>
#include <span>

namespace stowage {

/// The texts of the steps are translated when read.
struct TourTexts {
    Q_DECLARE_TR_FUNCTIONS(TourTexts)
};

/// One step of the tour: a part of the window by its object name, and what is said beside it.
struct TourStep {
    const char* title;
    const char* text;
    const char* part;                         ///< a widget, or a menu of the menu bar
    const char* tool = nullptr;               ///< the tool that belongs to it; null: none does
    std::optional<DockPlace> lowerDock = {};  ///< the part is this one of those below the board
    const char* textWithoutGuide = nullptr;   ///< where the build has no guide; null: the same
};

/// In the order in which they are shown.
[[nodiscard]] std::span<const TourStep> tourSteps();

}  // namespace stowage
