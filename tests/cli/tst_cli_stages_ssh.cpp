// SPDX-License-Identifier: GPL-3.0-or-later
// `run --stages` with a stage behind a real sshd, on a port of this machine.
#include "cli_process.h"
#include "local_sshd.h"
#include "serve_client.h"
#include "staged_run.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

using namespace stowage::test;

namespace {

constexpr int kEndMs = 60'000;
constexpr const char* kStages = "gpu1:0-1,localhost:2-3";

}  // namespace

class CliStagesSshTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void cleanup() {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(mark()), QStringList(), kEndMs);
        QCOMPARE(QDir(m_dir.filePath("tmp")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList());
    }
    void givesWhatOneProcessGives();
    void theFarModelIsTheFarMachines();
    void sendsWeights();
    void lostConnections_data();
    void lostConnections();

private:
    /// In the environment of what runs over there, and of nothing else.
    [[nodiscard]] QString mark() const { return "TMPDIR=" + m_dir.filePath("tmp"); }
    [[nodiscard]] QStringList arguments(const QString& model, int generate) const {
        return {"run",    model,  "--tokens",   "1,2,3",
                "--gpus", "none", "--generate", QString::number(generate),
                "--json"};
    }
    [[nodiscard]] QStringList environment() const {
        return {"PATH=" + m_server.wrapperFolder() + ":/usr/bin:/bin"};
    }
    /// The stage that runs over there; 0: none yet.
    [[nodiscard]] qint64 farStage() const;

    QTemporaryDir m_dir;
    LocalSshd m_server;
    QString m_llama;
};

void CliStagesSshTest::initTestCase() {
    QVERIFY(m_dir.isValid() && QDir(m_dir.path()).mkdir("tmp") && QDir(m_dir.path()).mkdir("ssh"));
    m_llama = m_dir.filePath("llama");
    const auto sample = runCli({"sample", m_llama, "--arch", "llama-tiny"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    if (const QString why = whyNoStages(m_llama); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    const QString why = m_server.start(m_dir.filePath("ssh"), mark());
    if (!why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
}

qint64 CliStagesSshTest::farStage() const {
    for (const QString& process : processesWith(mark())) {
        QFile file("/proc/" + process + "/cmdline");
        // The shell that starts it has the same words in one.
        if (file.open(QIODevice::ReadOnly) &&
            file.readAll().contains(QByteArray("\0--stage=0/", 11))) {
            return process.toLongLong();
        }
    }
    return 0;
}

void CliStagesSshTest::givesWhatOneProcessGives() {
    const auto whole = runCli(arguments(m_llama, 32));
    QVERIFY2(whole.exitCode == 0, whole.output + whole.diagnostics);
    for (const char* const stages : {kStages, "localhost:0-1,gpu1:2-3", "gpu1:0-1,gpu2:2-3"}) {
        CliRequest request{arguments(m_llama, 32) + QStringList{"--stages", stages}};
        request.environment = environment();
        const auto run = runCli(request);
        QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
        QCOMPARE(run.json.value("tokens"), whole.json.value("tokens"));
        QCOMPARE(run.json.value("stages").toArray().size(), 2);
        for (const QJsonValue& stage : run.json.value("stages").toArray()) {
            QCOMPARE(stage.toObject().value("address").toString(), "127.0.0.1");
        }
    }
}

void CliStagesSshTest::theFarModelIsTheFarMachines() {
    CliRequest request{arguments(m_dir.filePath("nowhere"), 1) + QStringList{"--stages", kStages}};
    request.environment = environment();
    const auto run = runCli(request);
    QCOMPARE(run.exitCode, 3);
    const QString failure = at(run.json, {"error"}).value("message").toString();
    QVERIFY2(failure.contains(goldenText("base/ended-there-is-no-file-or-folder-2")),
             qPrintable(failure));
}

/// Over a real connection, on which nothing may be taken for text; cleanup() sees that none stay.
void CliStagesSshTest::sendsWeights() {
    const auto whole = runCli(arguments(m_llama, 8));
    QVERIFY2(whole.exitCode == 0, whole.output + whole.diagnostics);
    CliRequest request{arguments(m_llama, 8) +
                       QStringList{"--send-weights", "--stages", "gpu1:0-1,gpu2:2-3"}};
    request.environment = environment();
    const auto run = runCli(request);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("tokens"), whole.json.value("tokens"));
    for (const QJsonValue& stage : run.json.value("stages").toArray()) {
        QVERIFY(bytesAt(at(stage.toObject(), {"model_sent"}), "bytes") > 0);
    }
}

void CliStagesSshTest::lostConnections_data() {
    QTest::addColumn<QString>("who");
    QTest::addColumn<bool>("isConnected");
    for (const char* const who : {"ssh", "far", "near", "command"}) {
        for (const bool isConnected : {false, true}) {
            QTest::addRow("%s, %s", who, isConnected ? "while it runs" : "before it connects")
                << QString::fromLatin1(who) << isConnected;
        }
    }
}

/// Whatever breaks, nothing stays on either side.
void CliStagesSshTest::lostConnections() {
    QFETCH(QString, who);
    QFETCH(bool, isConnected);
    StagedRun run(arguments(m_llama, 4000) + QStringList{"--stages", kStages}, environment());
    const qint64 near = run.waitForStage(1);
    QVERIFY(near != 0);
    QVERIFY(QTest::qWaitFor([&] { return farStage() != 0; }, kEndMs));
    const qint64 far = farStage();
    if (isConnected) {
        QVERIFY(run.waitForConnection(near));
    }
    qint64 ssh = 0;
    for (const QString& process : run.processes()) {
        QFile file("/proc/" + process + "/cmdline");
        const QByteArray words = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        ssh = words.startsWith("/usr/bin/ssh") ? process.toLongLong() : ssh;
    }
    QVERIFY(ssh != 0);
    const qint64 victim = who == "ssh"    ? ssh
                          : who == "far"  ? far
                          : who == "near" ? near
                                          : run.process().processId();
    QVERIFY(::kill(static_cast<pid_t>(victim), SIGKILL) == 0);
    QVERIFY(run.waitForEnd(kEndMs));
    if (who != "command") {
        QVERIFY2(run.exitCode() > 0, run.output());
        QVERIFY2(run.failure().startsWith(goldenText("cli/the-stage-on")), run.output());
    }
    QTRY_COMPARE_WITH_TIMEOUT(run.processes(), QStringList(), kEndMs);
}

QTEST_GUILESS_MAIN(CliStagesSshTest)
#include "tst_cli_stages_ssh.moc"
