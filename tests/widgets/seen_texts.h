// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace stowage::test {

/// Every text that a person may see or hear below `root`, hidden parts and tool tips included, each
/// behind the path of what shows it: "MainWindow# / QLabel#x: text".
[[nodiscard]] QStringList textsBelow(const QWidget& root);

/// Those of them that read as English sentences: with words such as "the" or "is" among others.
/// "Simulated" alone counts, too: devices have it in their names.
[[nodiscard]] QStringList englishBelow(const QWidget& root);

/// Labels and buttons below `root` that are seen, and whose text has no room to be read whole.
[[nodiscard]] QStringList cutTextsBelow(const QWidget& root);

}  // namespace stowage::test
