// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/machines/machine_connection.h"

#include "engine/base/build_info.h"
#include "engine/base/error_conversion.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/ssh_text.h"
#include "widgets/support/translation.h"

#include <sys/prctl.h>
#include <sys/utsname.h>
#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTimer>

#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <utility>

namespace stowage {
namespace {

constexpr int kEndPatienceMs = 3000;
/// Read while lines before it are being parsed.
constexpr std::size_t kMostWaitingBytes = std::size_t{64} << 20;
constexpr qsizetype kMostDiagnosticBytes = 8192;
constexpr int kQuotedCharacters = 80;

// What shells, the loader of programs, stowagectl and ssh end with.
constexpr int kNotFoundStatus = 127;
constexpr const char* kNoLibrary =
    "error while loading shared libraries";  // its status is 127, too
constexpr int kWrongUseStatus = 2;
constexpr int kNotReachedStatus = 255;

}  // namespace

QString lastLineOf(const QByteArray& text) {
    return QString::fromUtf8(text).trimmed().section(QLatin1Char('\n'), -1).trimmed();
}

QString serveLine(const QString& folders) {
    // Before the rest of the PATH: what InstallThere put there may stand in for an older one.
    QString line =
        QStringLiteral("PATH=\"$HOME/.local/bin:$PATH\" exec stowagectl serve --end-after 60");
    for (const QString& folder : folders.split(QLatin1Char(','))) {
        if (const QString path = folder.trimmed(); !path.isEmpty()) {
            line +=
                QStringLiteral(" --allow ") + QString::fromStdString(shellWord(path.toStdString()));
        }
    }
    return line;
}

ServeCommand sshCommand(const QString& host, const QString& line) {
    return {QStringLiteral("ssh"),
            {QStringLiteral("-T"), QStringLiteral("-o"), QStringLiteral("ConnectTimeout=15"),
             QStringLiteral("-o"), QStringLiteral("ServerAliveInterval=10"), host, line}};
}

QString hostProblem(const QString& host) {
    if (host.isEmpty()) {
        return MachineConnection::tr(
            "Type the name that ssh uses for the machine, for example gpu1 or "
            "me@gpu1.example.org.");
    }
    // ssh would take it for an option, or the shell for several words.
    const bool isWord =
        std::ranges::none_of(host, [](QChar sign) { return sign.isSpace() || !sign.isPrint(); });
    return !host.startsWith(QLatin1Char('-')) && isWord
               ? QString()
               : MachineConnection::tr(
                     "The name of a machine cannot begin with a dash or contain spaces.");
}

void letAskInWindow(QProcess* process) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString askpass = QStringLiteral("SSH_ASKPASS_REQUIRE");
    if (::isatty(STDIN_FILENO) == 0 && !environment.contains(askpass)) {
        environment.insert(askpass, QStringLiteral("prefer"));
    }
    process->setProcessEnvironment(environment);
}

MachineConnection::MachineConnection(QString host, ServeCommand command, QObject* parent)
    : QObject(parent), m_host(std::move(host)), m_command(std::move(command)) {
    m_signOfLife.setInterval(kSignOfLifeMs);
    connect(&m_signOfLife, &QTimer::timeout, this,
            [this] { send("sample", Json::object(), [](const Result<ServeAnswer>&) {}); });
}

MachineConnection::~MachineConnection() {
    m_parser.stopAndJoin();
    for (QProcess* process : findChildren<QProcess*>()) {
        process->disconnect();
        process->closeWriteChannel();
        if (process->state() != QProcess::NotRunning && !process->waitForFinished(kEndPatienceMs)) {
            process->kill();
            process->waitForFinished(-1);
        }
    }
}

qint64 MachineConnection::processId() const {
    return m_process == nullptr ? 0 : m_process->processId();
}

void MachineConnection::open() {
    if (m_process != nullptr) {
        return;
    }
    ++m_times;
    m_lastId = -1;
    m_hasEnded = false;
    m_lacksProgram = false;
    m_diagnostics.clear();
    m_process = new QProcess(this);
    letAskInWindow(m_process);
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    connect(m_process, &QProcess::readyReadStandardOutput, this, [this] {
        takeOutput();
        readLines();
    });
    connect(m_process, &QProcess::readyReadStandardError, this, [this] {
        m_diagnostics += m_process->readAllStandardError();
        m_diagnostics = m_diagnostics.right(kMostDiagnosticBytes);
    });
    connect(m_process, &QProcess::finished, this, &MachineConnection::onEnded);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            lose(tr("The program %1 could not be started: %2.")
                     .arg(m_command.program, m_process->errorString()));
        }
    });
    m_state = State::Connecting;
    if (m_makeCommand) {
        m_command = m_makeCommand();
    }
    m_process->start(m_command.program, m_command.arguments);
    send("devices", Json::object(),
         [this](const Result<ServeAnswer>& answer) { onDevices(answer); });
    Q_EMIT stateChanged();
}

void MachineConnection::close() {
    end(State::Closed, {});
}

std::int64_t MachineConnection::send(const char* what, Json members, Done done,
                                     Progressed progressed) {
    if (m_process == nullptr) {
        done(fail(ErrorCode::DeviceLost,
                  tr("The machine %1 is not connected.").arg(m_host).toStdString()));
        return -1;
    }
    const std::int64_t id = ++m_lastId;
    m_requests[id] =
        std::make_shared<const Request>(Request{std::move(done), std::move(progressed)});
    Json line{{"v", kServeVersion}, {"id", id}};
    line.update(members);
    line["do"] = what;
    m_process->write(QByteArray::fromStdString(jsonText(line)) + '\n');
    return id;
}

struct MachineConnection::Line {
    QString beginning;
    std::optional<Json> object;  ///< nothing: it is no answer
};

std::vector<MachineConnection::Line> MachineConnection::parse(
    const std::vector<std::string>& lines) {
    std::vector<Line> parsed;
    for (const std::string& text : lines) {
        Line& line = parsed.emplace_back();
        line.beginning =
            QString::fromStdString(text.substr(0, 4 * kQuotedCharacters)).left(kQuotedCharacters);
        auto object = parseJson(text, "serve", {.textBytes = kMostLineBytes});
        if (object && object->is_object() && object->contains("id") &&
            (object->contains("ok") || object->contains("error") || object->contains("progress"))) {
            line.object = std::move(*object);
        }
    }
    return parsed;
}

void MachineConnection::takeOutput() {
    const QByteArray piece = m_process->readAllStandardOutput();
    m_lines.add({piece.constData(), static_cast<std::size_t>(piece.size())});
    while (const auto line = m_lines.next()) {
        m_waitingBytes += line->isCut ? kMostWaitingBytes : line->text.size() + 1;
        m_waiting.emplace_back(line->text);
    }
}

void MachineConnection::readLines() {
    if (m_waitingBytes >= kMostWaitingBytes) {
        lose(tr("The machine %1 sent more data at once than an answer of stowagectl can contain.")
                 .arg(m_host));
        return;
    }
    if (m_parser.isRunning()) {
        return;
    }
    if (m_waiting.empty()) {
        if (m_hasEnded) {
            lose(whyEnded());
        }
        return;
    }
    m_waitingBytes = 0;
    m_parser.start(
        [lines = std::exchange(m_waiting, {})](const std::stop_token&) { return parse(lines); },
        [this](const std::vector<Line>& parsed) {
            const std::uint64_t times = m_times;
            for (const Line& line : parsed) {
                take(line);
                if (m_times != times) {
                    return;  // this one ended the connection
                }
            }
            readLines();
        },
        [this](const Error& error) { lose(translated(error.message)); });
}

void MachineConnection::take(const Line& line) {
    if (!line.object) {
        lose(tr("The machine %1 sent a line that is not an answer of stowagectl: “%2”.")
                 .arg(m_host, line.beginning));
        return;
    }
    const Json& object = *line.object;
    const Json& id = object.at("id");
    if (id.is_null() && object.contains("error")) {
        lose(translatedText(readError(object.at("error")).message));
        return;
    }
    const auto found =
        id.is_number_integer() ? m_requests.find(id.get<std::int64_t>()) : m_requests.end();
    if (found == m_requests.end()) {
        return;  // nobody waits for it
    }
    const std::shared_ptr<const Request> request = found->second;
    if (object.contains("progress")) {
        if (request->progressed) {
            request->progressed(object.at("progress"));
        }
        return;
    }
    m_requests.erase(found);
    if (object.contains("error")) {
        request->done(Unexpected{readError(object.at("error"))});
        return;
    }
    ServeAnswer answer{std::make_shared<const Json>(object.at("ok"))};
    JsonFieldReader reader(JsonFieldReader::Missing::Keep);
    std::int64_t status = 0;
    reader.read(object, "status", status);
    answer.status = static_cast<int>(status);
    request->done(answer);
}

void MachineConnection::onDevices(const Result<ServeAnswer>& answer) {
    if (m_state != State::Connecting) {
        return;
    }
    if (!answer) {
        const bool isOld = answer.error().code == ErrorCode::Unsupported;  // of the version
        lose(isOld ? tooOldText() : translatedText(answer.error().message));
        return;
    }
    JsonFieldReader reader(JsonFieldReader::Missing::Keep);
    std::int64_t protocol = 0;
    if (const Json* const serve = reader.find(*answer->object, "serve"); serve != nullptr) {
        reader.read(*serve, "v", protocol);
    }
    if (protocol != kServeVersion) {
        lose(protocol > kServeVersion
                 ? tr("The stowagectl on %1 is newer than this program and uses another protocol: "
                      "install the newer version on this machine.")
                       .arg(m_host)
                 : tooOldText());
        return;
    }
    m_state = State::Connected;
    m_signOfLife.start();
    m_diagnostics.clear();  // a greeting is no reason why the connection ends one day
    Q_EMIT stateChanged();
    Q_EMIT opened(*answer->object);
}

void MachineConnection::onEnded() {
    takeOutput();
    m_diagnostics += m_process->readAllStandardError();
    m_hasEnded = true;
    readLines();
}

QString MachineConnection::tooOldText() {
    m_lacksProgram = true;
    return tr("The stowagectl on %1 is too old for this program, which needs version %2 of the "
              "protocol: install this version of Stowage on that machine.")
        .arg(m_host)
        .arg(kServeVersion);
}

QString MachineConnection::whyEnded() {
    const QString last = lastLineOf(m_diagnostics);
    if (m_state == State::Connected) {
        return last.isEmpty() ? tr("The connection to %1 was lost.").arg(m_host)
                              : tr("The connection to %1 was lost: “%2”.").arg(m_host, last);
    }
    const std::string said = m_diagnostics.toStdString();
    if (const auto refusal = sshRefusal(m_host.toStdString(), said)) {
        return translatedText(*refusal);
    }
    const int status = m_process->exitCode();
    if ((status == kNotFoundStatus && !m_diagnostics.contains(kNoLibrary)) ||
        m_diagnostics.contains("command not found")) {
        m_lacksProgram = true;
        return tr("stowagectl was not found on %1: install Stowage on that machine, with "
                  "stowagectl on the PATH or in ~/.local/bin.")
            .arg(m_host);
    }
    if (status == kWrongUseStatus) {
        return tooOldText();
    }
    if (m_process->exitStatus() == QProcess::NormalExit && status != kNotReachedStatus &&
        !last.isEmpty()) {
        m_lacksProgram = status != exitStatusFor(ErrorCode::FileNotFound);  // of a folder
        return tr("stowagectl does not start on %1: “%2”.").arg(m_host, last);
    }
    return last.isEmpty() ? tr("%1 cannot be reached: %2 exited with status %3.")
                                .arg(m_host, m_command.program)
                                .arg(status)
                          : tr("%1 cannot be reached: “%2”.").arg(m_host, last);
}

void MachineConnection::lose(const QString& reason) {
    end(State::Lost, reason);
}

void MachineConnection::end(State state, const QString& reason) {
    ++m_times;
    m_signOfLife.stop();
    m_parser.drop();
    m_lines = LineSplitter(kMostLineBytes);
    m_waiting.clear();
    m_waitingBytes = 0;
    if (QProcess* const process = std::exchange(m_process, nullptr); process != nullptr) {
        process->disconnect(this);
        if (process->state() == QProcess::NotRunning) {
            process->deleteLater();
        } else {
            connect(process, &QProcess::finished, process, &QObject::deleteLater);
            process->closeWriteChannel();
            QTimer::singleShot(kEndPatienceMs, process, &QProcess::kill);
        }
    }
    m_state = state;
    m_reason = reason;
    const auto requests = std::exchange(m_requests, {});
    Q_EMIT stateChanged();
    const bool isLost = state == State::Lost;
    for (const auto& [id, request] : requests) {
        request->done(
            fail(isLost ? ErrorCode::DeviceLost : ErrorCode::Cancelled,
                 (isLost ? reason : tr("%1 was disconnected.").arg(m_host)).toStdString()));
    }
}

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

InstallThere::InstallThere(QString host, std::function<ServeCommand(const QString&)> command,
                           InstallFiles files, QObject* parent)
    : QObject(parent), m_host(std::move(host)), m_command(std::move(command)) {
    const QString notCopied =
        tr("Stowage could not be copied to %1: “%2”.").arg(m_host, QStringLiteral("%1"));
    m_steps.push_back(
        {tr("Checking the system of %1…").arg(m_host),
         QStringLiteral("uname -sm"),
         {},
         [host = m_host](const QString& printed) {
             return printed == thisSystem()
                        ? QString()
                        : tr("The system of %1 is “%2”, but this program is built for “%3”. "
                             "Install Stowage on that machine as described in the user guide.")
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
        m_steps.push_back({tr("Copying the LibTorch module to %1…").arg(m_host),
                           copyLine(files.module, QStringLiteral(".local/lib/stowage"),
                                    QStringLiteral("libstowage_torch.so")),
                           files.module,
                           {},
                           notCopied});
    }
    m_steps.push_back({tr("Starting stowagectl on %1…").arg(m_host),
                       QStringLiteral("\"$HOME/.local/bin/stowagectl\" --version"),
                       {},
                       {},
                       tr("The copied stowagectl does not start on %1: “%2”.")
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
        end(tr("Installing Stowage on %1 was cancelled.").arg(m_host));
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
    const ServeCommand command = m_command(step.line);
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
