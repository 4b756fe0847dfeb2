// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl serve` and `load --machines` behind a real sshd, on a port of this machine: whenever
// the connection breaks, nothing stays over there.
#include "cli_process.h"
#include "serve_client.h"
#include "served_folder.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <random>

using namespace stowage::test;

namespace {

constexpr const char* kSshd = "/usr/sbin/sshd";
constexpr int kEndMs = 5000;
constexpr int kKills = 30;

sockaddr_in localAddress(quint16 port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// A port that nobody has.
quint16 freePort() {
    const int one = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = localAddress(0);
    socklen_t size = sizeof address;
    const bool isBound =
        ::bind(one, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::getsockname(one, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(one);
    return isBound ? ntohs(address.sin_port) : quint16{0};
}

bool canConnect(quint16 port) {
    const int one = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = localAddress(port);
    const bool done =
        ::connect(one, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(one);
    return done;
}

}  // namespace

class CliServeSshTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void cleanupTestCase();
    void cleanup() { nothingIsLeft(); }
    void requestsAreAnswered();
    void brokenConnectionsLeaveNothing();
    void loadsOnMachines();
    void interruptedLoadsOnMachines();

private:
    /// Keys, both programs' settings, and the folder in which the far shell finds stowagectl.
    void writeSettings();
    /// Why there is no sshd that answers; "" where there is one.
    [[nodiscard]] QString startServer();
    void nothingIsLeft() const {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(m_folder.mark()), QStringList(), kEndMs);
        QCOMPARE(filesBelow(m_folder.temporary()), QStringList());
    }
    [[nodiscard]] QString file(const char* name) const {
        return m_folder.beside(QStringLiteral("ssh/") + QLatin1String(name));
    }
    /// A connection to a `serve` over there.
    [[nodiscard]] std::unique_ptr<ServeClient> connection() const {
        return std::make_unique<ServeClient>(
            QStringLiteral("ssh"),
            QStringList{"-F", file("client"), "-T", "far",
                        stowagectlPath() + " serve --allow '" + m_folder.path() + u'\''},
            QStringList());
    }
    /// Opens, plans and begins a load that is held. Returns the load's id.
    static qint64 beginAll(ServeClient& client);
    [[nodiscard]] CliRequest loadOnMachines(const QString& model, const QString& gpus) const;

    ServedFolder m_folder;
    QProcess m_server;
    quint16 m_port = 0;
    bool m_madeRunFolder = false;
};

void CliServeSshTest::initTestCase() {
    for (const char* const program : {"ssh", "ssh-keygen"}) {
        if (QStandardPaths::findExecutable(program).isEmpty()) {
            QSKIP(qPrintable(QStringLiteral("no %1 is installed").arg(program)));
        }
    }
    if (!QFile::exists(kSshd)) {
        QSKIP("no /usr/sbin/sshd is installed (Debian: openssh-server)");
    }
    QVERIFY(m_folder.make());
    writeSettings();
    const QString why = startServer();
    if (!why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
}

void CliServeSshTest::writeSettings() {
    const QDir dir(m_folder.beside({}));
    QVERIFY(dir.mkpath("ssh/bin"));
    QVERIFY(dir.mkpath("wrapper"));
    for (const char* const key : {"host_key", "user_key"}) {
        QCOMPARE(QProcess::execute("ssh-keygen",
                                   {"-q", "-t", "ed25519", "-N", QString(), "-f", file(key)}),
                 0);
    }
    m_port = freePort();
    QVERIFY(m_port != 0);
    const QString port = QString::number(m_port);
    QVERIFY(QFile::link(stowagectlPath(), file("bin/stowagectl")));
    writeFile(file("server"), ("ListenAddress 127.0.0.1\nPort " + port + "\nHostKey " +
                               file("host_key") + "\nAuthorizedKeysFile " + file("user_key.pub") +
                               "\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\n"
                               "PasswordAuthentication no\nMaxStartups 100\nSetEnv " +
                               m_folder.mark() + " XDG_CONFIG_HOME=/nonexistent PATH=" +
                               file("bin") + ":/usr/bin:/bin\n")
                                  .toUtf8());
    writeFile(file("client"),
              ("Host *\nHostName 127.0.0.1\nPort " + port + "\nIdentityFile " + file("user_key") +
               "\nIdentitiesOnly yes\nBatchMode yes\nStrictHostKeyChecking no\n"
               "UserKnownHostsFile /dev/null\nLogLevel ERROR\n")
                  .toUtf8());
    const QString wrapper = m_folder.beside("wrapper/ssh");
    writeFile(wrapper,
              ("#!/bin/sh\nexec /usr/bin/ssh -F '" + file("client") + "' \"$@\"\n").toUtf8());
    QVERIFY(QFile::setPermissions(wrapper, QFile::permissions(wrapper) | QFile::ExeOwner));
}

QString CliServeSshTest::startServer() {
    // Root's sshd has an empty folder for what it does before anyone is known.
    const QString folder = QStringLiteral("/run/sshd");
    m_madeRunFolder = ::getuid() == 0 && !QFile::exists(folder) && QDir().mkpath(folder);
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_server.start(kSshd, {"-D", "-e", "-f", file("server")});
    const bool isThere =
        m_server.waitForStarted() &&
        QTest::qWaitFor(
            [this] { return m_server.state() == QProcess::NotRunning || canConnect(m_port); },
            kEndMs);
    if (!isThere || m_server.state() == QProcess::NotRunning) {
        return "sshd does not start here: " + QString::fromLocal8Bit(m_server.readAll()).trimmed();
    }
    QProcess trial;
    trial.start("ssh", {"-F", file("client"), "far", "true"});
    trial.waitForFinished();
    return trial.exitStatus() == QProcess::NormalExit && trial.exitCode() == 0
               ? QString()
               : "nobody can log in here: " +
                     QString::fromLocal8Bit(trial.readAllStandardError() + m_server.readAll())
                         .trimmed();
}

void CliServeSshTest::cleanupTestCase() {
    m_server.terminate();
    m_server.waitForFinished();
    if (m_madeRunFolder) {
        QDir().rmdir("/run/sshd");
    }
}

qint64 CliServeSshTest::beginAll(ServeClient& client) {
    (void)client.begin(requestTo("open", {{"model", "llama"}}));
    (void)client.begin(requestTo("plan", {{"model", "llama"}, {"gpus", "64MiB"}}));
    return client.begin(requestTo("load", {{"model", "slow.safetensors"},
                                           {"gpus", "256MiB:link=16MB/s"},
                                           {"max_memory", "0=8MiB,cpu=2MiB"},
                                           {"hold", true}}));
}

void CliServeSshTest::requestsAreAnswered() {
    const auto client = connection();
    const QJsonObject devices = client->ask(requestTo("devices", {{"gpus", "64MiB"}}));
    QVERIFY2(isAnswered(devices), textOf(devices) + client->process().readAllStandardError());
    QCOMPARE(at(devices, {"ok", "serve"}).value("folders").toArray(), QJsonArray{m_folder.path()});
    const qint64 open = client->begin(requestTo("open", {{"model", "llama"}}));
    QVERIFY(isAnswered(client->answer(open)));
    QVERIFY(client->progress(open).size() >= 2);
    const QJsonObject plan =
        client->ask(requestTo("plan", {{"model", "llama"}, {"gpus", "64MiB"}}));
    QVERIFY2(isAnswered(plan), textOf(plan));
    const qint64 load = client->begin(requestTo(
        "load", {{"model", "llama"}, {"gpus", "64MiB"}, {"verify", true}, {"hold", true}}));
    QVERIFY(!client->waitForProgress(load, isLoaded).isEmpty());
    QVERIFY(!processesWith(m_folder.mark()).isEmpty());
    client->closeInput();
    QCOMPARE(client->waitForEnd(kEndMs), 0);
    QVERIFY(isAnswered(client->answer(load)));
}

/// The client is killed at places of all that is sent, drawn at random: before the first byte,
/// in the middle of a line, while it opens, while it loads and while the weights are held.
void CliServeSshTest::brokenConnectionsLeaveNothing() {
    qint64 all = 0;
    {
        const auto whole = connection();
        const qint64 load = beginAll(*whole);
        QVERIFY(!whole->waitForProgress(load, isLoaded).isEmpty());
        all = whole->received();
    }
    nothingIsLeft();
    std::mt19937_64 random(20261126);
    int held = 0;
    for (int i = 0; i < kKills; ++i) {
        const auto client = connection();
        const qint64 load = beginAll(*client);
        // A fifth of all lie behind the end: then the load is held.
        const auto end = static_cast<qint64>(random() % static_cast<quint64>(all * 5 / 4));
        QVERIFY(client->takeUntil([&] {
            const QList<QJsonObject> lines = client->progress(load);
            const bool isHeld = !lines.isEmpty() && isLoaded(lines.last());
            held += isHeld ? 1 : 0;
            return isHeld || client->received() >= end;
        }));
        QVERIFY(client->process().state() == QProcess::Running);
        client->process().kill();
        QVERIFY(client->process().waitForFinished());
        nothingIsLeft();
        if (QTest::currentTestFailed()) {
            qInfo("kill %d, at byte %lld of %lld", i, end, all);
            return;
        }
    }
    QVERIFY(held > 0 && held < kKills);
    const auto fresh = connection();
    QVERIFY(isAnswered(fresh->ask(requestTo("sample"))));
    fresh->closeInput();
    QCOMPARE(fresh->waitForEnd(kEndMs), 0);
}

CliRequest CliServeSshTest::loadOnMachines(const QString& model, const QString& gpus) const {
    CliRequest request{{"load", m_folder.path() + u'/' + model, "--machines", "far,near", "--gpus",
                        gpus, "--json"}};
    request.environment = QStringList{"PATH=" + m_folder.beside("wrapper") + ":/usr/bin:/bin"};
    return request;
}

void CliServeSshTest::loadsOnMachines() {
    CliRequest request = loadOnMachines("llama", "64MiB");
    request.arguments << "--verify";
    const auto run = runCli(request);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonArray machines = run.json.value("machines").toArray();
    QCOMPARE(machines.size(), 2);
    for (const QJsonValue& machine : machines) {
        QCOMPARE(at(machine.toObject(), {"ok"}).value("verified").toBool(), true);
    }
    CliRequest wrong = loadOnMachines("nowhere", "64MiB");
    const auto refused = runCli(wrong);
    QCOMPARE(refused.exitCode, 3);
    QVERIFY2(refused.output.contains("far makes no plan"), refused.output);
}

void CliServeSshTest::interruptedLoadsOnMachines() {
    CliRequest request = loadOnMachines("slow.safetensors", ServedFolder::kSlowGpu);
    request.arguments << "--max-memory"
                      << "0=8MiB,cpu=2MiB";
    bool isInterrupted = false;
    request.watch = [&](QProcess& process) {
        // Both have made their folder for what lies on disk.
        if (!isInterrupted && filesBelow(m_folder.temporary()).size() >= 2) {
            isInterrupted = true;
            interrupt(process);
        }
    };
    const auto run = runCli(request);
    QVERIFY2(isInterrupted, run.output + run.diagnostics);
    QCOMPARE(run.exitCode, 130);
    QCOMPARE(at(run.json, {"error"}).value("kind").toString(), "cancelled");
}

QTEST_GUILESS_MAIN(CliServeSshTest)
#include "tst_cli_serve_ssh.moc"
