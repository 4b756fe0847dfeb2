// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>

class QWidget;

namespace stowage::test {

/// Buttons, fields, choices, views, sliders and whatever else below `root` takes the keyboard.
[[nodiscard]] QList<QWidget*> controlsBelow(const QWidget& root);

/// What a screen reader says of it, as the platform's bridge is told.
[[nodiscard]] QString spokenName(QWidget* widget);

/// Its classes and names from the window on.
[[nodiscard]] QString pathOf(const QWidget* widget);

/// Paths of the controls below `root` that lack a name for people or one for tests.
/// `controls` counts all.
[[nodiscard]] QStringList namelessControls(const QWidget& root, int& controls);

/// Paths of the controls below `root`, and of the views of these names, of which *What's This?*
/// says nothing, or no more than their label or tool tip does.
[[nodiscard]] QStringList unexplainedControls(const QWidget& root, const QStringList& painted = {});

}  // namespace stowage::test
