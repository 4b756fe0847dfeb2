// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/machines/machine_connection.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QProcess;

namespace stowage {

/// What is copied: this program's own stowagectl, and the module that opens LibTorch for it.
struct InstallFiles {
    QString stowagectl;
    QString module;  ///< "": there is none, and nothing can be loaded there
    [[nodiscard]] qint64 bytes() const;
};

/// The files that lie beside this program. `stowagectl` is "" where there is none.
[[nodiscard]] InstallFiles ownInstallFiles();

/// Copies stowagectl to another machine by ssh, into ~/.local, where the machine is of this one's
/// kind, and starts it there once to see that it does. UI thread only; never waits.
class InstallThere : public QObject {
    Q_OBJECT
public:
    /// `command` makes the program that runs a line of shell on the machine.
    InstallThere(QString host, std::function<MachineCommand(const QString& line)> command,
                 InstallFiles files, QObject* parent = nullptr);
    /// Ends a program that runs.
    ~InstallThere() override;

    void start();
    /// Ends it; nothing half copied stays in the place of a program. finished() follows.
    void cancel();

    [[nodiscard]] const QString& host() const { return m_host; }
    /// What is being done: one sentence. To be called between start() and finished().
    [[nodiscard]] const QString& doing() const { return m_steps[m_next].told; }

Q_SIGNALS:
    /// doing() is another.
    void progressed();
    /// Why it was not installed, or "" where it was.
    void finished(const QString& problem);

private:
    struct Step {
        QString told;
        QString line;     ///< of shell, run there
        QString input{};  ///< a file of this machine
        /// Whether what it printed is right: "" or why not.
        std::function<QString(const QString& printed)> check{};
        QString failed;  ///< "%1" is what the program said
    };

    void runNext();
    void onEnded(int status);
    void end(const QString& problem);

    QString m_host;
    std::function<MachineCommand(const QString&)> m_command;
    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    QProcess* m_process = nullptr;
};

}  // namespace stowage
