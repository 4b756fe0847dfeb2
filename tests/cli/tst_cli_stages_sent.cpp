// SPDX-License-Identifier: GPL-3.0-or-later
// `run --stages --send-weights`: machines that have nothing of a model are sent their own part of
// it, run as one process does, and keep nothing. A script stands in the place of ssh.
#include "cli_process.h"
#include "staged_run.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run/");
constexpr int kEndMs = 60'000;
const QStringList kMachines{"gpu1", "gpu2", "bare", "older", "stopped"};
constexpr const char* kBothFar = "gpu1:0-1@127.0.0.1,gpu2:2-3@127.0.0.1";

/// Each machine is a folder below $MACHINES with a home, programs and temporary files of its own.
/// What is sent is kept where $KEEP is set, and stands still in the middle where $HALT is, until
/// somebody writes to `go`.
constexpr const char* kSsh = R"(#!/bin/sh
for word; do machine=$command; command=$word; done
cd "$MACHINES/$machine" 2>/dev/null ||
    { echo "ssh: Could not resolve hostname $machine" >&2; exit 255; }
export HOME="$PWD" PATH="$PWD/bin:/usr/bin:/bin" TMPDIR="${FAR_TMP:-$PWD/tmp}"
echo "Welcome to $machine"
run() { setsid --wait sh -c "$command"; }
case "$command" in *receive*) ;; *) run; exit ;; esac
[ -n "$FAR_LIMIT" ] && ulimit -f "$FAR_LIMIT"
if [ -n "$KEEP" ]; then
    tee received | run
elif [ -n "$HALT" ]; then
    { head -c 500000; touch half; read -r line < go; cat; } | run
else
    run
fi
)";

/// A stowagectl that cannot be sent anything yet.
constexpr const char* kOlder =
    "#!/bin/sh\n"
    R"(echo '{"error": {"kind": "invalid_argument", "message":')"
    "\n"
    R"(echo '"There is no command receive; see stowagectl --help."}}')"
    "\nexit 2\n";

}  // namespace

class CliStagesSentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void initTestCase();
    void cleanup();
    void givesWhatOneProcessGives_data();
    void givesWhatOneProcessGives();
    void eachMachineIsSentItsPartAlone();
    void namesStoredTwiceStayTied();
    void speaksToPeople();
    void refuses_data();
    void refuses();
    void stoppedInTheMiddle_data();
    void stoppedInTheMiddle();
    void stoppedWhileItRuns_data();
    void stoppedWhileItRuns();
    void survivesHostileInput_data();
    void survivesHostileInput();
    void removesWhatNobodyAsksFor();
    void removesWhatAKilledOneLeft();

private:
    [[nodiscard]] QStringList environment(const QStringList& more = {}) const {
        return QStringList{"PATH=" + m_dir.path() + ":/usr/bin:/bin", "MACHINES=" + m_dir.path()} +
               more;
    }
    [[nodiscard]] QStringList arguments(const QString& model, int generate = 8) const {
        return {"run",    model,  "--tokens",   "1,2,3",
                "--gpus", "none", "--generate", QString::number(generate)};
    }
    [[nodiscard]] CliOutcome runSent(const QStringList& arguments, const QString& stages,
                                     const QStringList& more = {}) const {
        return runCli({.arguments = arguments + QStringList{"--send-weights", "--stages", stages},
                       .environment = environment(more)});
    }
    /// In the environment of what runs on a machine, and of nothing else.
    [[nodiscard]] QString mark(const QString& machine) const {
        return "TMPDIR=" + m_dir.filePath(machine + "/tmp");
    }
    /// What lies in a machine's folder for temporary files.
    [[nodiscard]] QStringList keptOn(const QString& machine) const {
        return QDir(m_dir.filePath(machine + "/tmp"))
            .entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }
    /// Lets what is sent to gpu1 go on.
    void letGo() const {
        int go = -1;
        QTRY_VERIFY_WITH_TIMEOUT(
            (go = ::open(m_dir.filePath("gpu1/go").toUtf8(), O_WRONLY | O_NONBLOCK)) >= 0, kEndMs);
        QCOMPARE(::write(go, "\n", 1), ssize_t{1});
        ::close(go);
    }

    QTemporaryDir m_dir;
    QString m_llama;  ///< llama-tiny: 4 layers, 19 MiB
};

void CliStagesSentTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    m_llama = m_dir.filePath("models/llama");
    QVERIFY(QDir(m_dir.path()).mkdir("models"));
    const auto sample = runCli({"sample", m_llama, "--arch", "llama-tiny"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    if (const QString why = whyNoStages(m_llama); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    const auto pickled = runCli({"convert", m_llama, m_dir.filePath("models/pickled"), "--to=pth"});
    QVERIFY2(pickled.exitCode == 0, pickled.output + pickled.diagnostics);
    const auto shards = runCli({"convert", m_llama, m_dir.filePath("models/shards"),
                                "--to=safetensors", "--shard-size=4MB"});
    QVERIFY2(shards.exitCode == 0, shards.output + shards.diagnostics);
    writeProgram(m_dir.filePath("ssh"), kSsh);
    for (const QString& machine : kMachines) {
        QVERIFY(QDir(m_dir.path()).mkpath(machine + "/bin"));
        QVERIFY(QDir(m_dir.path()).mkpath(machine + "/tmp"));
        if (machine.startsWith("gpu")) {
            QVERIFY(QFile::link(stowagectlPath(), m_dir.filePath(machine + "/bin/stowagectl")));
        }
    }
    writeProgram(m_dir.filePath("older/bin/stowagectl"), kOlder);
    writeProgram(m_dir.filePath("stopped/bin/stowagectl"), "#!/bin/sh\nexit 130\n");
    QCOMPARE(::mkfifo(m_dir.filePath("gpu1/go").toUtf8(), S_IRUSR | S_IWUSR), 0);
}

/// Whatever happened, nothing runs and nothing lies there any more.
void CliStagesSentTest::cleanup() {
    for (const QString& machine : kMachines) {
        QTRY_COMPARE_WITH_TIMEOUT(processesWith(mark(machine)), QStringList(), kEndMs);
        QTRY_COMPARE_WITH_TIMEOUT(keptOn(machine), QStringList(), kEndMs);
    }
    QFile::remove(m_dir.filePath("gpu1/half"));
}

void CliStagesSentTest::givesWhatOneProcessGives_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("stages");
    const auto rows = [](const char* name, const QString& model) {
        for (const char* const stages :
             {kBothFar, "localhost:0-1,gpu1:2-3@127.0.0.1", "gpu1:0-2@127.0.0.1,localhost:3",
              "gpu1:0@127.0.0.1,gpu1:1-2@127.0.0.1,gpu2:3@127.0.0.1"}) {
            QTest::addRow("%s, %s", name, stages) << model << QString::fromLatin1(stages);
        }
    };
    rows("a folder", m_llama);
    rows("a file", m_llama + "/model.safetensors");
    rows("a .pth file", m_dir.filePath("models/pickled"));
    rows("shards", m_dir.filePath("models/shards"));
    rows("tied", kRoot + "gpt2");
    rows("windows and a tied head", kRoot + "gemma3");
}

void CliStagesSentTest::givesWhatOneProcessGives() {
    QFETCH(QString, model);
    QFETCH(QString, stages);
    const QStringList words = arguments(model) + QStringList{"--json"};
    const auto whole = runCli(words);
    QVERIFY2(whole.exitCode == 0, whole.output + whole.diagnostics);
    const auto run = runSent(words, stages);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("tokens"), whole.json.value("tokens"));
    for (const QJsonValue& value : run.json.value("stages").toArray()) {
        const QJsonObject stage = value.toObject();
        const QJsonObject sent = at(stage, {"model_sent"});
        if (stage.value("machine").toString() == "localhost") {
            QVERIFY(stage.value("model_sent").isNull());
        } else {
            QVERIFY(bytesAt(sent, "bytes") >= bytesAt(at(stage, {"load"}), "bytes"));
            QVERIFY(sent.value("seconds").toDouble() > 0);
        }
    }
}

void CliStagesSentTest::eachMachineIsSentItsPartAlone() {
    const auto run = runSent(arguments(m_llama) + QStringList{"--json"}, kBothFar, {"KEEP=1"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QByteArray file = contentOf(m_llama + "/model.safetensors");
    const qint64 header = 8 + qFromLittleEndian<qint64>(file.constData());
    const qint64 beside = header + QFileInfo(m_llama + "/config.json").size();
    qint64 weights = 0;
    for (const QJsonValue& value : run.json.value("stages").toArray()) {
        const QJsonObject stage = value.toObject();
        const qint64 own = bytesAt(at(stage, {"load"}), "bytes");
        const qint64 sent = bytesAt(at(stage, {"model_sent"}), "bytes");
        QCOMPARE(sent, own + beside);
        const QString kept = m_dir.filePath(stage.value("machine").toString() + "/received");
        const QByteArray stream = contentOf(kept);
        QCOMPARE(stream.size() - stream.indexOf('\n') - 1, sent);
        QVERIFY(QFile::remove(kept));
        weights += own;
    }
    QCOMPARE(weights + header, file.size());
}

/// A file that holds a tied table twice: over there, too, both are the same.
void CliStagesSentTest::namesStoredTwiceStayTied() {
    const QByteArray file = contentOf(kRoot + "gpt2/model.safetensors");
    const auto length = qFromLittleEndian<qint64>(file.constData());
    QJsonObject header = QJsonDocument::fromJson(file.mid(8, length)).object();
    QByteArray data = file.mid(8 + length);
    const QString table =
        header.contains("transformer.wte.weight") ? "transformer.wte.weight" : "wte.weight";
    QJsonObject head = header.value(table).toObject();
    const QJsonArray place = head.value("data_offsets").toArray();
    const qint64 begin = place[0].toInteger();
    const qint64 bytes = place[1].toInteger() - begin;
    QVERIFY(bytes > 0);
    head["data_offsets"] = QJsonArray{data.size(), data.size() + bytes};
    data += data.mid(begin, bytes);
    header["lm_head.weight"] = head;
    const QString model = m_dir.filePath("models/twice");
    QVERIFY(QDir().mkpath(model));
    QVERIFY(QFile::copy(kRoot + "gpt2/config.json", model + "/config.json"));
    writeFile(model + "/model.safetensors",
              safetensors(QJsonDocument(header).toJson(QJsonDocument::Compact), data));
    const QStringList words = arguments(model) + QStringList{"--json"};
    const auto whole = runCli(words);
    QVERIFY2(whole.exitCode == 0, whole.output + whole.diagnostics);
    const auto run = runSent(words, kBothFar);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("tokens"), whole.json.value("tokens"));
}

void CliStagesSentTest::speaksToPeople() {
    const auto run = runSent(arguments(m_llama), "gpu1:0@127.0.0.1,localhost:1-3");
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QRegularExpression sentence(
        "\n[0-9.]+ MiB of the model \\(layers 0-0\\) was sent to gpu1 "
        "in [0-9.]+ s\\.\n");
    QVERIFY2(QString::fromUtf8(run.output).contains(sentence), run.output);
    QVERIFY2(!run.output.contains("was sent to localhost"), run.output);
}

void CliStagesSentTest::refuses_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("stages");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("says");
    const auto row = [this](const char* name, const QString& stages, int exitCode,
                            const QString& says, const QStringList& more = {},
                            const QStringList& options = {}, const QString& model = {}) {
        QTest::newRow(name) << (model.isEmpty() ? m_llama : model) << stages << options << more
                            << exitCode << says;
    };
    const QString notSent = goldenText("cli/the-stage-on-1-layers-2-was-not");
    row("nobody there", "gpu1:0-1@127.0.0.1,nowhere:2-3", 4,
        notSent.arg("nowhere", "2-3") +
            "nowhere cannot be reached: ssh: Could not resolve hostname nowhere");
    row("no stowagectl", "bare:0-1,gpu1:2-3@127.0.0.1", 4,
        notSent.arg("bare", "0-1") + goldenText("cli/bare-has-no-stowagectl"));
    row("an older stowagectl", "gpu1:0-1@127.0.0.1,older:2-3", 2,
        notSent.arg("older", "2-3") + goldenText("cli/the-stowagectl-on-older-is-of-2"));
    row("stopped over there", "gpu1:0-1@127.0.0.1,stopped:2-3", 130,
        notSent.arg("stopped", "2-3") + goldenText("cli/it-was-stopped"));
    const char* const oneFar = "gpu1:0-1@127.0.0.1,localhost:2-3";
    row("no room for a file", oneFar, 4,
        notSent.arg("gpu1", "0-1") + m_dir.filePath("gpu1/tmp/stowagectl-scratch-"),
        {"FAR_LIMIT=100"});
    row("no folder can be made", oneFar, 3, notSent.arg("gpu1", "0-1"), {"FAR_TMP=/proc"});
    row("no such model", kBothFar, 3, goldenText("base/there-is-no-file-or-folder"), {}, {},
        m_dir.filePath("nowhere"));
    row("layers that there are not", "gpu1:0-1,gpu2:2-4", 2,
        goldenText("run/this-model-has-the-layers-0-to-3"));
    for (const char* const option : {"--config", "--tree", "--adapter", "--tenant"}) {
        row(option, kBothFar, 2,
            QString::fromLatin1(option) + goldenText("cli/does-not-go-with-send-weights-only"), {},
            {QString::fromLatin1(option), m_llama + "/config.json"});
    }
}

void CliStagesSentTest::refuses() {
    QFETCH(QString, model);
    QFETCH(QString, stages);
    QFETCH(QStringList, options);
    QFETCH(QStringList, more);
    QFETCH(int, exitCode);
    QFETCH(QString, says);
    const auto run = runSent(arguments(model) + options, stages, more);
    QVERIFY2(run.diagnostics.contains(says.toUtf8()), run.output + run.diagnostics);
    QCOMPARE(run.exitCode, exitCode);
    QVERIFY2(run.output.isEmpty(), run.output);
    const auto json = runSent(arguments(model) + options + QStringList{"--json"}, stages, more);
    QCOMPARE(json.exitCode, exitCode);
    QVERIFY(!at(json.json, {"error"}).value("kind").toString().isEmpty());
}

void CliStagesSentTest::stoppedInTheMiddle_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("interrupted") << SIGINT;
    QTest::newRow("ended") << SIGTERM;
    QTest::newRow("killed") << SIGKILL;
}

void CliStagesSentTest::stoppedInTheMiddle() {
    QFETCH(int, signal);
    StagedRun run(arguments(m_llama) + QStringList{"--json", "--send-weights", "--stages",
                                                   "gpu1:0-1@127.0.0.1,localhost:2-3"},
                  environment({"HALT=1"}));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_dir.filePath("gpu1/half")), kEndMs);
    QTRY_COMPARE_WITH_TIMEOUT(keptOn("gpu1").size(), 1, kEndMs);
    const QString folder = m_dir.filePath("gpu1/tmp/" + keptOn("gpu1").first());
    QCOMPARE(
        QFileInfo(folder).permissions() & ~QFile::ReadUser & ~QFile::WriteUser & ~QFile::ExeUser,
        QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QCOMPARE(run.stage(0), 0);
    QCOMPARE(run.stage(1), 0);
    QVERIFY(::kill(static_cast<pid_t>(run.process().processId()), signal) == 0);
    letGo();
    QVERIFY(run.waitForEnd(kEndMs));
    QCOMPARE(run.exitCode(), signal == SIGKILL ? -1 : 130);
    if (signal != SIGKILL) {
        QCOMPARE(keptOn("gpu1"), QStringList());
    }
    QTRY_COMPARE_WITH_TIMEOUT(keptOn("gpu1"), QStringList(), kEndMs);
    QTRY_COMPARE_WITH_TIMEOUT(run.processes(), QStringList(), kEndMs);
}

void CliStagesSentTest::stoppedWhileItRuns_data() {
    stoppedInTheMiddle_data();
}

void CliStagesSentTest::stoppedWhileItRuns() {
    QFETCH(int, signal);
    StagedRun run(arguments(m_llama, 4000) + QStringList{"--json", "--send-weights", "--stages",
                                                         "gpu1:0-1@127.0.0.1,localhost:2-3"},
                  environment());
    const qint64 near = run.waitForStage(1);
    QVERIFY(near != 0);
    QVERIFY(run.waitForConnection(near));
    QVERIFY(!keptOn("gpu1").isEmpty());
    QVERIFY(::kill(static_cast<pid_t>(run.process().processId()), signal) == 0);
    QVERIFY(run.waitForEnd(kEndMs));
    QCOMPARE(run.exitCode(), signal == SIGKILL ? -1 : 130);
    QTRY_COMPARE_WITH_TIMEOUT(keptOn("gpu1"), QStringList(), kEndMs);
    QTRY_COMPARE_WITH_TIMEOUT(run.processes(), QStringList(), kEndMs);
}

void CliStagesSentTest::survivesHostileInput_data() {
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QString>("kind");
    const auto row = [](const char* name, const QByteArray& input,
                        const QString& kind = "malformed") {
        QTest::newRow(name) << input << kind;
    };
    const auto file = [](const QByteArray& name, const QByteArray& bytes,
                         const QByteArray& pieces) -> QByteArray {
        return "{\"files\":[{\"name\":\"" + name + "\",\"bytes\":" + bytes +
               ",\"pieces\":" + pieces + "}]}\n";
    };
    row("nothing", "", "cancelled");
    row("no end of line", "{\"files\":[]}", "cancelled");
    row("no JSON", "x\n");
    row("another kind", "[]\n");
    row("no files", "{}\n");
    row("files of another kind", "{\"files\":[1,null,{}]}\n");
    row("above", file("../a", "1", "[[0,1]]") + "x");
    row("from the root", file("/tmp/a", "1", "[[0,1]]") + "x");
    row("no name", file("", "1", "[[0,1]]") + "x");
    row("a NUL", file("a\\u0000b", "1", "[[0,1]]") + "x");
    row("bytes below zero", file("a", "-1", "[[0,1]]") + "x");
    row("bytes beyond all", file("a", "18446744073709551615", "[[0,1]]") + "x");
    row("pieces of another kind", file("a", "9", "[[0],[1,2,3],{}]") + "x");
    row("a piece outside", file("a", "9", "[[8,2]]") + "xx");
    row("a piece that overflows", file("a", "9", "[[18446744073709551615,2]]") + "xx");
    row("an empty piece", file("a", "9", "[[1,0]]"));
    row("more than any disk has", file("a", "4611686018427387904", "[[0,4611686018427387904]]"),
        "disk_full");
    row("the end in the middle", file("a", "9", "[[0,9]]") + "xx", "cancelled");
    row("its own folder", file(".", "1", "[[0,1]]") + "x", "write_failed");
}

/// Whatever somebody else writes to it, it writes nothing elsewhere and leaves nothing.
void CliStagesSentTest::survivesHostileInput() {
    QFETCH(QByteArray, input);
    QFETCH(QString, kind);
    const auto run = runCli({.arguments = {"receive", "--json"},
                             .input = input,
                             .workingDirectory = m_dir.filePath("gpu1"),
                             .environment = {mark("gpu1")}});
    QVERIFY(run.exitCode > 0);
    QCOMPARE(at(run.json, {"error"}).value("kind").toString(), kind);
}

/// Whoever sent a part is gone before it is told where that is.
void CliStagesSentTest::removesWhatNobodyAsksFor() {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", m_dir.filePath("gpu1/tmp"));
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([] {  // nobody reads its standard output
        std::array<int, 2> ends{};
        (void)(::pipe(ends.data()) == 0 && ::dup2(ends[1], STDOUT_FILENO) >= 0);
        ::close(ends[0]);
        ::close(ends[1]);
    });
    process.start(stowagectlPath(), {"receive", "--json"});
    QVERIFY(process.waitForStarted());
    process.write("{\"files\":[{\"name\":\"a\",\"bytes\":9,\"pieces\":[[0,2]]}]}\nxx");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(kEndMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY(process.exitCode() > 0);
}

/// No program can tidy up after SIGKILL; the next one does it, and leaves alone what is in use.
void CliStagesSentTest::removesWhatAKilledOneLeft() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", m_dir.filePath("gpu1/tmp"));
    std::array<QProcess, 3> receivers;
    for (QProcess& process : receivers) {
        process.setProcessEnvironment(environment);
        process.start(stowagectlPath(), {"receive", "--json"});
        QVERIFY(process.waitForStarted());
        process.write("{\"files\":[{\"name\":\"a\",\"bytes\":2,\"pieces\":[[0,2]]}]}\nxx");
        QVERIFY(process.waitForReadyRead(kEndMs));
    }
    QCOMPARE(keptOn("gpu1").size(), 3);  // each has left alone those before it
    receivers[0].kill();
    QVERIFY(receivers[0].waitForFinished(kEndMs));
    QCOMPARE(keptOn("gpu1").size(), 3);
    receivers[1].closeWriteChannel();
    QVERIFY(receivers[1].waitForFinished(kEndMs));
    QCOMPARE(keptOn("gpu1").size(), 2);
    const auto next = runCli({.arguments = {"receive", "--json"},
                              .input = "{\"files\":[{\"name\":\"a\",\"bytes\":0,\"pieces\":[]}]}\n",
                              .environment = {mark("gpu1")}});
    QCOMPARE(next.exitCode, 0);
    QCOMPARE(keptOn("gpu1").size(), 1);
    receivers[2].closeWriteChannel();
    QVERIFY(receivers[2].waitForFinished(kEndMs));
    QCOMPARE(keptOn("gpu1").size(), 0);
}

QTEST_GUILESS_MAIN(CliStagesSentTest)
#include "tst_cli_stages_sent.moc"
