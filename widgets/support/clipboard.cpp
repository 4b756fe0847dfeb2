// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/clipboard.h"

#include "widgets/support/units.h"

#include <QClipboard>
#include <QGuiApplication>

namespace stowage {

void copyToClipboard(const QString& text) {
    QGuiApplication::clipboard()->setText(withoutIsolates(text));
}

}  // namespace stowage
