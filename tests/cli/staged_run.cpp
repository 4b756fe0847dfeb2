// SPDX-License-Identifier: GPL-3.0-or-later
#include "staged_run.h"

#include "cli_process.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <signal.h>

namespace stowage::test {

namespace {

constexpr int kPatienceMs = 120'000;

/// Asks again and again until it is so, or the process has ended.
template <class Is>
bool waitWhileRunning(QProcess& process, const Is& isSo) {
    QElapsedTimer time;
    time.start();
    while (!isSo()) {
        // The stages need the processors more than this does.
        if (process.waitForFinished(1) || process.state() == QProcess::NotRunning ||
            time.elapsed() > kPatienceMs) {
            return false;
        }
    }
    return true;
}

}  // namespace

QString stagesHere(int layers, int stages) {
    QStringList words;
    for (int i = 0; i < stages; ++i) {
        const int first = i * (layers / stages);
        const int last = i + 1 == stages ? layers - 1 : first + layers / stages - 1;
        words << QStringLiteral("localhost:%1-%2").arg(first).arg(last);
    }
    return words.join(u',');
}

QString whyNoStages(const QString& model) {
    const auto run =
        runCli({"run", model, "--tokens", "1", "--gpus", "none", "--stages", stagesHere(4, 2)});
    return run.diagnostics.contains(goldenText("backend_torch/this-build-has-no-c10d-over-gloo"))
               ? QString::fromUtf8(run.diagnostics).trimmed()
               : QString();
}

qint64 stageAmong(const QStringList& processes, int number) {
    const QByteArray option = '\0' + QByteArray("--stage=") + QByteArray::number(number) + '/';
    for (const QString& process : processes) {
        if (contentOf("/proc/" + process + "/cmdline").contains(option)) {
            return process.toLongLong();
        }
    }
    return 0;
}

StagedRun::StagedRun(const QStringList& arguments, const QStringList& environment) {
    m_process.setEnvironment(QProcess::systemEnvironment() +
                             QStringList{"XDG_CONFIG_HOME=/nonexistent", "TMPDIR=" + m_dir.path()} +
                             environment);
    m_process.start(stowagectlPath(), arguments);
    if (!m_process.waitForStarted()) {
        qFatal("%s does not start", qPrintable(m_process.program()));
    }
}

StagedRun::~StagedRun() {
    for (const QString& left : processes()) {
        ::kill(left.toInt(), SIGKILL);
    }
    m_process.waitForFinished();
}

QStringList StagedRun::processes() const {
    return processesWith("TMPDIR=" + m_dir.path());
}

qint64 StagedRun::stage(int number) const {
    return stageAmong(processes(), number);
}

qint64 StagedRun::waitForStage(int number) {
    qint64 found = 0;
    (void)waitWhileRunning(m_process, [&] { return (found = stage(number)) != 0; });
    return found;
}

bool StagedRun::connects(qint64 process) {
    const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(process));
    for (const QString& one : descriptors.entryList(QDir::AllEntries | QDir::System)) {
        // Not a path: what a descriptor is.
        if (QFile::symLinkTarget(descriptors.filePath(one)).contains(QLatin1String("socket:"))) {
            return true;
        }
    }
    return false;
}

bool StagedRun::waitForConnection(qint64 process) {
    return waitWhileRunning(m_process, [&] { return connects(process); });
}

bool StagedRun::waitForEnd(int milliseconds) {
    const bool hasEnded =
        m_process.state() == QProcess::NotRunning || m_process.waitForFinished(milliseconds);
    m_output += m_process.readAllStandardOutput();
    return hasEnded;
}

int StagedRun::exitCode() const {
    return m_process.state() == QProcess::NotRunning &&
                   m_process.exitStatus() == QProcess::NormalExit
               ? m_process.exitCode()
               : -1;
}

QString StagedRun::failure() const {
    return at(QJsonDocument::fromJson(m_output).object(), {"error"}).value("message").toString();
}

}  // namespace stowage::test
