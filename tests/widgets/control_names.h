// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace stowage::test {

/// Paths of the controls below `root` that lack a name for people or one for tests: buttons,
/// fields, choices, views, sliders and whatever else takes the keyboard. `controls` counts all.
[[nodiscard]] QStringList namelessControls(const QWidget& root, int& controls);

}  // namespace stowage::test
