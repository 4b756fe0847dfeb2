// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>

namespace stowage {

/// One stowagectl at a time, in a process of its own that ends with this one; what a comparison of
/// methods and the lesson load with, and a run in stages runs with. UI thread only, and never waits
/// there but in its destructor.
class StowagectlProcess : public QObject {
    Q_OBJECT
public:
    /// `program`: its path; "": the one beside this program.
    explicit StowagectlProcess(QString program, QObject* parent = nullptr);
    /// Ends the process that runs, and waits for its end.
    ~StowagectlProcess() override;

    /// Whether there is such a program, and its path as people read it.
    [[nodiscard]] bool isThere() const;
    [[nodiscard]] QString program() const;
    /// `temporaryFolder`: where it may leave files; it exists. finished() follows always. To be
    /// called while none runs.
    void start(const QStringList& arguments, const QString& temporaryFolder);
    /// Asks the process to end, and kills it where it does not. finished() follows.
    void end();
    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }
    /// 0 while none runs.
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }
    /// Since the start of the one that runs, or ran last.
    [[nodiscard]] double elapsedSeconds() const;

Q_SIGNALS:
    /// What it printed, and said beside; of one that could not be started only why.
    void finished(const QByteArray& output, const QByteArray& diagnostics);

private:
    void onEnded();

    QString m_program;
    std::unique_ptr<QProcess> m_process;
    QTimer m_patience;
    QElapsedTimer m_elapsed;
};

}  // namespace stowage
