// SPDX-License-Identifier: GPL-3.0-or-later
// `stowagectl serve` and `load --machines` behind a real sshd, on a port of this machine: whenever
// the connection breaks, nothing stays over there.
#include "cli_process.h"
#include "local_sshd.h"
#include "serve_client.h"
#include "served_folder.h"
#include "tests/support/golden_text.h"

#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <limits>
#include <random>

using namespace stowage::test;

namespace {

constexpr int kEndMs = 60'000;
constexpr int kKills = 30;

}  // namespace

class CliServeSshTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void cleanup() { nothingIsLeft(); }
    void requestsAreAnswered();
    void brokenConnectionsLeaveNothing();
    void loadsOnMachines();
    void interruptedLoadsOnMachines();

private:
    void nothingIsLeft() const {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(m_folder.mark()), QStringList(), kEndMs);
        QCOMPARE(filesBelow(m_folder.temporary()), QStringList());
    }
    /// A connection to a `serve` over there.
    [[nodiscard]] std::unique_ptr<ServeClient> connection() const {
        return std::make_unique<ServeClient>(
            QStringLiteral("ssh"),
            QStringList{"-F", m_server.clientSettings(), "-T", "far",
                        stowagectlPath() + " serve --allow '" + m_folder.path() + u'\''},
            QStringList());
    }
    /// Opens, plans and begins a load that is held. Returns the load's id.
    static qint64 beginAll(ServeClient& client);
    [[nodiscard]] CliRequest loadOnMachines(const QString& model, const QString& gpus) const;

    ServedFolder m_folder;
    LocalSshd m_server;
};

void CliServeSshTest::initTestCase() {
    QVERIFY(m_folder.make());
    const QString why = m_server.start(m_folder.beside("ssh"), m_folder.mark());
    if (!why.isEmpty()) {
        QSKIP(qPrintable(why));
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
        // In every fifth case the load is held by then.
        const auto end = i % 5 == 0 ? std::numeric_limits<qint64>::max()
                                    : static_cast<qint64>(random() % static_cast<quint64>(all));
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
    QVERIFY(held >= kKills / 5 && held < kKills);
    const auto fresh = connection();
    QVERIFY(isAnswered(fresh->ask(requestTo("sample"))));
    fresh->closeInput();
    QCOMPARE(fresh->waitForEnd(kEndMs), 0);
}

CliRequest CliServeSshTest::loadOnMachines(const QString& model, const QString& gpus) const {
    CliRequest request{{"load", m_folder.path() + u'/' + model, "--machines", "far,near", "--gpus",
                        gpus, "--json"}};
    request.environment = QStringList{"PATH=" + m_server.wrapperFolder() + ":/usr/bin:/bin"};
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
    QVERIFY2(refused.output.contains(goldenText("cli/far-makes-no-plan")), refused.output);
}

void CliServeSshTest::interruptedLoadsOnMachines() {
    CliRequest request = loadOnMachines("slow.safetensors", "256MiB:link=200kB/s");
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
