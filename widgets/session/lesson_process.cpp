// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_process.h"

#include <sys/prctl.h>

#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>

#include <csignal>
#include <utility>

namespace stowage {
namespace {

/// stowagectl waits three seconds itself for the process that loads.
constexpr int kPatienceMs = 6000;

}  // namespace

LessonProcess::LessonProcess(QString program, QObject* parent)
    : QObject(parent), m_program(std::move(program)) {
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_process) {
            m_process->kill();
        }
    });
}

LessonProcess::~LessonProcess() {
    if (m_process) {
        m_process->disconnect(this);
        m_process->terminate();
        if (!m_process->waitForFinished(kPatienceMs)) {
            m_process->kill();
            m_process->waitForFinished(-1);
        }
    }
}

QString LessonProcess::objection() const {
    return QFileInfo(m_program).isExecutable()
               ? QString()
               : tr("The steps of the lesson are loaded by stowagectl, which is not there: %1.")
                     .arg(QDir::toNativeSeparators(m_program));
}

void LessonProcess::start(const QStringList& arguments, const QString& temporaryFolder) {
    m_process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // What the process leaves when it is killed goes with the folder.
    environment.insert(QStringLiteral("TMPDIR"), temporaryFolder);
    m_process->setProcessEnvironment(environment);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    connect(m_process.get(), &QProcess::finished, this, &LessonProcess::onEnded);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            onEnded();
        }
    });
    m_elapsed.start();
    m_process->start(m_program, arguments);
}

void LessonProcess::end() {
    if (m_process) {
        m_process->terminate();
        m_patience.start();
    }
}

void LessonProcess::onEnded() {
    m_patience.stop();
    const std::unique_ptr<QProcess, void (*)(QProcess*)> process(
        m_process.release(), [](QProcess* ended) { ended->deleteLater(); });
    const QByteArray diagnostics = process->error() == QProcess::FailedToStart
                                       ? process->errorString().toUtf8()
                                       : process->readAllStandardError();
    Q_EMIT finished(process->readAllStandardOutput(), diagnostics);
}

double LessonProcess::elapsedSeconds() const {
    return m_elapsed.isValid() ? static_cast<double>(m_elapsed.elapsed()) / 1000 : 0;
}

}  // namespace stowage
