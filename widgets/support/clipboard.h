// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stowage {

/// Puts what the window shows on the clipboard, without what only orders it on the screen:
/// withoutIsolates(). Code and names are copied as they are.
void copyToClipboard(const QString& text);

}  // namespace stowage
