// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;
class QWidget;

namespace stowage {

/// SIGTERM, SIGINT and SIGHUP close the window as *Quit* does: settings are kept, children end,
/// folders of runs go. A second one ends the program at once, should closing take long.
class QuitSignals : public QObject {
public:
    /// Takes the signals over; to be called before anything slow. One that comes before there is a
    /// window is heard by the first one.
    static void take();

    /// `window` outlives it.
    explicit QuitSignals(QWidget* window);

private:
    QSocketNotifier* m_notifier = nullptr;
};

}  // namespace stowage
