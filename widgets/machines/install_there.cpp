// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/install_there.h"

#include <sys/utsname.h>

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

#include <utility>

namespace stowage {
namespace {

/// "Linux x86_64", as `uname -sm` prints it.
QString thisSystem() {
    utsname system{};
    ::uname(&system);
    return QStringLiteral("%1 %2").arg(QString::fromLocal8Bit(system.sysname),
                                       QString::fromLocal8Bit(system.machine));
}

/// Copies standard input, which is `input`, to a file below the home folder, which is replaced once
/// all of it is there: where a connection ends in the middle, `cat` ends as at the end of a file.
QString copyLine(const QString& input, const QString& folder, const QString& name) {
    return QStringLiteral(
               "cd && mkdir -p %1 && { cat > %1/.%2.new && [ $(wc -c < %1/.%2.new) -eq %3 ] && "
               "chmod 755 %1/.%2.new && mv %1/.%2.new %1/%2 || { rm -f %1/.%2.new; false; }; }")
        .arg(folder, name)
        .arg(QFileInfo(input).size());
}

}  // namespace

qint64 InstallFiles::bytes() const {
    return QFileInfo(stowagectl).size() + (module.isEmpty() ? 0 : QFileInfo(module).size());
}

InstallFiles ownInstallFiles() {
    const QString folder = QCoreApplication::applicationDirPath();
    const auto first = [](const QStringList& places) {
        for (const QString& place : places) {
            if (QFileInfo(place).isFile()) {
                return place;
            }
        }
        return QString();
    };
    return {first({folder + QStringLiteral("/stowagectl")}),
            first({folder + QStringLiteral("/libstowage_torch.so"),
                   folder + QStringLiteral("/../lib/stowage/libstowage_torch.so")})};
}

InstallThere::InstallThere(QString host, std::function<MachineCommand(const QString&)> command,
                           InstallFiles files, QObject* parent)
    : QObject(parent), m_host(std::move(host)), m_command(std::move(command)) {
    const QString notCopied =
        tr("Stowage could not be copied to %1: “%2”.").arg(m_host, QStringLiteral("%1"));
    m_steps.push_back(
        {tr("Asking %1 what it is…").arg(m_host),
         QStringLiteral("uname -sm"),
         {},
         [host = m_host](const QString& printed) {
             return printed == thisSystem()
                        ? QString()
                        : tr("%1 is a machine of another kind, “%2”; this program is for “%3”. "
                             "Install Stowage there as its guide says.")
                              .arg(host, printed, thisSystem());
         },
         tr("%1 cannot be reached: “%2”.").arg(m_host, QStringLiteral("%1"))});
    m_steps.push_back(
        {tr("Copying stowagectl to %1…").arg(m_host),
         copyLine(files.stowagectl, QStringLiteral(".local/bin"), QStringLiteral("stowagectl")),
         files.stowagectl,
         {},
         notCopied});
    if (!files.module.isEmpty()) {
        m_steps.push_back({tr("Copying what opens LibTorch to %1…").arg(m_host),
                           copyLine(files.module, QStringLiteral(".local/lib/stowage"),
                                    QStringLiteral("libstowage_torch.so")),
                           files.module,
                           {},
                           notCopied});
    }
    m_steps.push_back({tr("Starting it on %1…").arg(m_host),
                       QStringLiteral("\"$HOME/.local/bin/stowagectl\" --version"),
                       {},
                       {},
                       tr("stowagectl was copied to %1, but does not start there: “%2”.")
                           .arg(m_host, QStringLiteral("%1"))});
}

InstallThere::~InstallThere() {
    if (m_process != nullptr) {
        m_process->disconnect();
        m_process->kill();
        m_process->waitForFinished(-1);
    }
}

void InstallThere::start() {
    m_next = 0;
    runNext();
}

void InstallThere::cancel() {
    if (m_process != nullptr) {
        m_process->disconnect(this);
        connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
        m_process->setParent(nullptr);
        std::exchange(m_process, nullptr)->kill();
        end(tr("Installing on %1 was cancelled.").arg(m_host));
    }
}

void InstallThere::runNext() {
    if (m_next == m_steps.size()) {
        end({});
        return;
    }
    const Step& step = m_steps[m_next];
    Q_EMIT progressed();
    m_process = new QProcess(this);
    letAskInWindow(m_process);
    if (!step.input.isEmpty()) {
        m_process->setStandardInputFile(step.input);
    } else {
        m_process->setStandardInputFile(QProcess::nullDevice());
    }
    connect(m_process, &QProcess::finished, this, &InstallThere::onEnded);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            onEnded(-1);
        }
    });
    const MachineCommand command = m_command(step.line);
    m_process->start(command.program, command.arguments);
}

void InstallThere::onEnded(int status) {
    QProcess* const process = std::exchange(m_process, nullptr);
    process->deleteLater();
    const Step& step = m_steps[m_next];
    if (status != 0 || process->exitStatus() != QProcess::NormalExit) {
        const QString said = lastLineOf(process->readAllStandardError());
        end(step.failed.arg(said.isEmpty() ? process->errorString() : said));
        return;
    }
    const QString printed = lastLineOf(process->readAllStandardOutput());
    if (const QString problem = step.check ? step.check(printed) : QString(); !problem.isEmpty()) {
        end(problem);
        return;
    }
    ++m_next;
    runNext();
}

void InstallThere::end(const QString& problem) {
    Q_EMIT finished(problem);
}

}  // namespace stowage
