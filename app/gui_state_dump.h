// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QSocketNotifier;

namespace stowage {

class MainWindow;

/// `--dump-state FILE`: writes windowState() to FILE, by renaming a finished file into place, after
/// the first plan or failure and on each request: SIGUSR1 or Ctrl+Shift+F12.
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
};

}  // namespace stowage
