// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/event_loop_watch.h"

#include <QJsonObject>
#include <QObject>
#include <QString>

class QSocketNotifier;

namespace stowage {

class MainWindow;

/// Everything the window shows and the engine holds now, for tests from outside: tree, board,
/// totals, problems, load, charts, counters, open files, where the named controls are.
[[nodiscard]] QJsonObject windowState(const MainWindow& window);

/// The board and the named controls in global coordinates.
[[nodiscard]] QJsonObject windowGeometry(const MainWindow& window);

/// `--dump-state FILE`: writes windowState() to FILE, by renaming a finished file into place, after
/// the first plan or failure and on each request: SIGUSR1 or Ctrl+Shift+F12. Beside it stands how
/// long the event loop was held at most ("event_loop_held_ms") since it was written last.
class StateDump : public QObject {
    Q_OBJECT
public:
    /// Takes SIGUSR1 over, so that it does not end the program; to be called before anything slow.
    /// Requests that come before there is a window are answered by the first one.
    static void takeSignal();

    StateDump(MainWindow* window, const QString& file);
    ~StateDump() override;

    void write();

private:
    MainWindow* m_window;
    QString m_file;
    QSocketNotifier* m_notifier;
    EventLoopWatch m_watch;
};

}  // namespace stowage
