// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace stowage::test {

/// "localhost:0-1,localhost:2-3": a model's layers in so many stages on this machine, the first
/// ones of equally many.
[[nodiscard]] QString stagesHere(int layers, int stages);

/// Why this build runs no stages; "" where it does. `model`: one of four layers.
[[nodiscard]] QString whyNoStages(const QString& model);

/// The one of these processes that is a stage and runs this program by now; 0: none is.
[[nodiscard]] qint64 stageAmong(const QStringList& processes, int number);

/// A stowagectl with a mark in its environment, by which all that it starts is found.
class StagedRun {
public:
    /// Starts stowagectl.
    explicit StagedRun(const QStringList& arguments, const QStringList& environment = {});
    /// Ends all that is left.
    ~StagedRun();

    [[nodiscard]] QProcess& process() { return m_process; }
    /// Those of its processes that run, itself among them.
    [[nodiscard]] QStringList processes() const;
    /// The process of a stage that it started here, once it runs this program; 0: none yet.
    [[nodiscard]] qint64 stage(int number) const;
    /// Waits for a stage's process; 0 where the program ends before.
    [[nodiscard]] qint64 waitForStage(int number);
    /// Whether a process has begun to connect: it has a socket.
    [[nodiscard]] static bool connects(qint64 process);
    /// Waits until the stage connects, or the program has ended: false.
    [[nodiscard]] bool waitForConnection(qint64 process);
    /// Waits for the end; false where it does not come in time.
    [[nodiscard]] bool waitForEnd(int milliseconds);
    /// −1: it was killed, or runs.
    [[nodiscard]] int exitCode() const;
    [[nodiscard]] QByteArray output() const { return m_output; }
    /// The sentence of the error that was printed as JSON; "" where there is none.
    [[nodiscard]] QString failure() const;

private:
    QTemporaryDir m_dir;  ///< for its temporary files; its name is the mark
    QProcess m_process;
    QByteArray m_output;
};

}  // namespace stowage::test
