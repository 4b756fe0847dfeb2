// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/methods/stowagectl_process.h"

#include <sys/prctl.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>

#include <csignal>
#include <utility>

namespace stowage {
namespace {

/// stowagectl waits three seconds itself for the process that loads.
constexpr int kProcessPatienceMs = 6000;

}  // namespace

StowagectlProcess::StowagectlProcess(QString program, QObject* parent)
    : QObject(parent),
      m_program(program.isEmpty()
                    ? QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl")
                    : std::move(program)) {
    m_patience.setSingleShot(true);
    m_patience.setInterval(kProcessPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_process) {
            m_process->kill();
        }
    });
}

StowagectlProcess::~StowagectlProcess() {
    if (m_process) {
        m_process->disconnect(this);
        m_process->terminate();
        if (!m_process->waitForFinished(kProcessPatienceMs)) {
            m_process->kill();
            m_process->waitForFinished(-1);
        }
    }
}

bool StowagectlProcess::isThere() const {
    return QFileInfo(m_program).isExecutable();
}

QString StowagectlProcess::program() const {
    return QDir::toNativeSeparators(m_program);
}

void StowagectlProcess::start(const QStringList& arguments, const QString& temporaryFolder) {
    m_process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // What the process leaves when it is killed goes with the folder.
    environment.insert(QStringLiteral("TMPDIR"), temporaryFolder);
    m_process->setProcessEnvironment(environment);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    connect(m_process.get(), &QProcess::finished, this, &StowagectlProcess::onEnded);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            onEnded();
        }
    });
    m_elapsed.start();
    m_process->start(m_program, arguments);
}

void StowagectlProcess::end() {
    if (m_process) {
        m_process->terminate();
        m_patience.start();
    }
}

void StowagectlProcess::onEnded() {
    m_patience.stop();
    const std::unique_ptr<QProcess, void (*)(QProcess*)> process(
        m_process.release(), [](QProcess* ended) { ended->deleteLater(); });
    const QByteArray diagnostics = process->error() == QProcess::FailedToStart
                                       ? process->errorString().toUtf8()
                                       : process->readAllStandardError();
    Q_EMIT finished(process->readAllStandardOutput(), diagnostics);
}

double StowagectlProcess::elapsedSeconds() const {
    return m_elapsed.isValid() ? static_cast<double>(m_elapsed.elapsed()) / 1000 : 0;
}

}  // namespace stowage
