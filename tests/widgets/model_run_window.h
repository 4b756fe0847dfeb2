// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/model_run_fixture.h"
#include "tests/widgets/window_fixture.h"

#include <QStringList>

namespace stowage::test {

/// Shows the window with that model loaded, and its Run dock; QVERIFYs.
void openRunWindow(WindowFixture& f, const QString& path = tinyGpt2());
/// Types into the prompt's field, in place of what stands there.
void typePrompt(WindowFixture& f, const QString& prompt);
/// The phases that the live charts show.
[[nodiscard]] QStringList phaseNames(const WindowFixture& f);

}  // namespace stowage::test
