// SPDX-License-Identifier: GPL-3.0-or-later
// `compare`: every method in a process of its own, watched from outside; samples of many files.
#include "cli_process.h"
#include "tiny_model.h"

#include "tests/support/golden_text.h"
#include "tests/support/room.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

#include <algorithm>

using namespace stowage::test;

namespace {

/// The only child of a process, 0 where there is none.
qint64 childOf(const QProcess& process) {
    const QString pid = QString::number(process.processId());
    QFile file("/proc/" + pid + "/task/" + pid + "/children");
    return file.open(QIODevice::ReadOnly) ? file.readAll().simplified().split(' ')[0].toLongLong()
                                          : 0;
}

bool isAlive(qint64 pid) {
    return ::kill(static_cast<pid_t>(pid), 0) == 0;
}

/// Whether the process has become the job.
bool isLoading(qint64 pid) {
    QFile file("/proc/" + QString::number(pid) + "/cmdline");
    return file.open(QIODevice::ReadOnly) && file.readAll().endsWith(QByteArray("\0job\0", 5));
}

}  // namespace

class CliCompareTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void comparesMethods();
    void filesInMemoryAreNeverCold();
    void passesOptionsOn();
    void tablesForPeople();
    void writesSamplesOfEachRun();
    void aRamLimitHolds();
    void aFailedMethodIsARow();
    void aKilledChildIsARow();
    void interruptionKillsTheChild();
    void refusesWrongUse_data();
    void refusesWrongUse();
    void writesShardsAndTensors();

private:
    QTemporaryDir m_dir;
    QString m_tiny;
    QString m_large;
};

void CliCompareTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    if (const QString why = whyNoRoom(); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    m_tiny = m_dir.filePath("tiny.safetensors");
    writeFile(m_tiny, fourLayers());
    m_large = m_dir.filePath("large");
    const auto sample = runCli({"sample", m_large, "--arch", "raschka-gpt2", "--json"});
    QVERIFY2(sample.exitCode == 0, sample.diagnostics);
}

void CliCompareTest::comparesMethods() {
    for (const char* cache : {"cold", "warm"}) {
        // Cold on the large model, where polls see something; warm on one that is soon read.
        const bool isLarge = QByteArray(cache) == "cold";
        const auto run =
            runCli({"compare", isLarge ? m_large : m_tiny, "--gpus", "3GiB", "--methods",
                    "streamed,naive", "--verify", "--cache", cache, "--json"});
        QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
        QCOMPARE(at(run.json, {"cache"}).value("state").toString(), QString(cache));
        QVERIFY(run.json.value("published").toObject().isEmpty());
        const QJsonArray runs = run.json.value("runs").toArray();
        QCOMPARE(runs.size(), 2);
        QString digest;
        for (const auto& value : runs) {
            const QJsonObject object = value.toObject();
            QCOMPARE(object.value("exit_status").toInt(-1), 0);
            QCOMPARE(object.value("verified").toBool(), true);
            QVERIFY(object.value("seconds").toDouble() > 0);
            QVERIFY(object.value("polled_samples").toInt() > 0 || !isLarge);
            QVERIFY(digest.isEmpty() || digest == object.value("sha256").toString());
            digest = object.value("sha256").toString();
            const auto gpu = at(object, {"devices", "gpu:0"});
            const auto said = at(object, {"predicted", "devices", "gpu:0"});
            for (const char* figure : {"peak_allocated", "peak_reserved"}) {
                QCOMPARE(bytesAt(gpu, figure), bytesAt(said, figure));
            }
        }
        QCOMPARE(runs[0].toObject().value("method").toString(), QStringLiteral("streamed"));
        QCOMPARE(runs[1].toObject().value("method").toString(), QStringLiteral("naive"));
        // The naive way has the whole model in host memory, and the parent sees it.
        constexpr qint64 kModel = 702480384;
        if (!isLarge) {
            continue;
        }
        // A poll of a busy machine may miss the summit, but not all of the way there.
        QVERIFY(bytesAt(at(runs[1].toObject(), {"host", "peak"}), "anon") > kModel / 2);
        QVERIFY(bytesAt(runs[1].toObject(), "polled_host_anon") > kModel / 10);
        QVERIFY(bytesAt(runs[0].toObject(), "polled_host_anon") < kModel / 10);
    }
}

/// No page of a file in memory can be dropped.
void CliCompareTest::filesInMemoryAreNeverCold() {
    QTemporaryDir folder("/dev/shm/stowage-XXXXXX");
    if (!folder.isValid() || QStorageInfo(folder.path()).fileSystemType() != "tmpfs") {
        QSKIP("/dev/shm is no tmpfs here");
    }
    const QString model = folder.filePath("tiny.safetensors");
    writeFile(model, fourLayers());
    const QStringList cold{"compare",   model,   "--gpus",  "64MiB",
                           "--methods", "naive", "--cache", "cold"};
    const auto run = runCli(cold + QStringList{"--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(at(run.json, {"cache"}).value("state").toString(), QStringLiteral("warm"));
    const QByteArray said =
        "--cache cold: " + model.toUtf8() + goldenText("cli/lies-in-memory-tmpfs-from-which-no");
    QCOMPARE(run.diagnostics, said);
    QVERIFY(runCli(cold).output.contains("Page cache: warm before each load (read once)"));
    const auto load = runCli({"load", model, "--gpus", "64MiB", "--cache", "cold"});
    QVERIFY2(load.diagnostics.startsWith(said), load.diagnostics);
}

void CliCompareTest::passesOptionsOn() {
    const auto run =
        runCli({"compare", m_tiny, "--gpus", "64MiB,64MiB", "--methods", "all", "--no-split", "A,B",
                "--pin", "layers.1=1", "--pin", "layers.2=cpu", "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    const QJsonArray runs = run.json.value("runs").toArray();
    QVERIFY(runs.size() >= 2);
    QStringList methods;
    for (const auto& value : runs) {
        methods.append(value.toObject().value("method").toString());
        QMap<QString, QString> places;
        for (const auto& pair : value.toObject().value("device_map").toArray()) {
            places[pair[0].toString()] = pair[1].toVariant().toString();
        }
        QCOMPARE(places.value("layers.1"), QStringLiteral("1"));
        QCOMPARE(places.value("layers.2"), QStringLiteral("cpu"));
    }
    QVERIFY(methods.contains("naive") && methods.contains("streamed"));
    QCOMPARE(methods.removeDuplicates(), 0);
}

void CliCompareTest::tablesForPeople() {
    const auto run = runCli(
        {"compare", m_tiny, "--gpus", "64MiB", "--methods", "naive,streamed", "--cache", "cold"});
    QCOMPARE(run.exitCode, 0);
    for (const char* text : {"method", "GiB/s", "gpu:0 allocated", "polled", "naive", "streamed",
                             "posix_fadvise(POSIX_FADV_DONTNEED)"}) {
        QVERIFY2(run.output.contains(text), run.output);
    }
    QVERIFY(!run.output.contains("published"));
    QCOMPARE(run.diagnostics, QByteArray());  // a progress bar is for terminals
}

void CliCompareTest::writesSamplesOfEachRun() {
    const QString folder = m_dir.filePath("made/samples");
    const auto run = runCli({"compare", m_tiny, "--gpus", "64MiB", "--methods", "naive,mmap",
                             "--csv", folder, "--json"});
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(QDir(folder).entryList(QDir::Files), QStringList({"mmap.csv", "naive.csv"}));
    QFile samples(folder + "/mmap.csv");
    QVERIFY(samples.open(QIODevice::ReadOnly));
    const QByteArray text = samples.readAll();
    QVERIFY(text.startsWith("time [s],") && text.contains("gpu:0 allocated [B]"));
    QVERIFY(text.count('\n') > 2);
    const auto refused = runCli({"compare", m_tiny, "--methods", "mmap", "--csv", m_tiny + "/x"});
    QCOMPARE(refused.exitCode, 4);
    QVERIFY2(refused.diagnostics.contains("--csv"), refused.diagnostics);
}

/// "With little RAM mmap takes less": what dies under a limit beside what does not.
void CliCompareTest::aRamLimitHolds() {
    const QStringList words{"compare",   m_large,      "--gpus",      "3GiB",
                            "--methods", "naive,mmap", "--ram-limit", "300MiB"};
    const auto refused = runCli(words);
    QCOMPARE(refused.exitCode, 1);
    for (const char* part : {"naive: The load method \"naive\" needs ",
                             goldenText("load/of-ram-predicted-and-its-limit-is"),
                             "The RAM limit is 300.0 MiB and applies to the anonymous",
                             "\n  naive: stopped at pre-flight\n", "\n  mmap: within the limit"}) {
        QVERIFY2(refused.output.contains(part), refused.output);
    }
    const auto forced = runCli(words + QStringList{"--force", "--json"});
    QCOMPARE(forced.exitCode, 1);
    const QJsonArray runs = forced.json.value("runs").toArray();
    QCOMPARE(runs.size(), 2);
    constexpr qint64 kLimit = 300 * 1024 * 1024;
    const QJsonObject naive = runs[0].toObject();
    const QString why = at(naive, {"stopped"}).value("why").toString();
    QVERIFY2(why.contains(goldenText("load/its-limit-is-300-0-mib")), qPrintable(why));
    const QString where = at(naive, {"stopped"}).value("at").toString();
    QVERIFY2(!where.isEmpty() && where != "pre-flight", qPrintable(where));
    // It died at the limit and not elsewhere: the parent, which polls from outside, saw no more.
    QVERIFY(bytesAt(at(naive, {"ram_limit"}), "peak") > kLimit / 2);
    QVERIFY(bytesAt(naive, "polled_host_anon") < kLimit + (16 << 20));
    const QJsonObject mapped = runs[1].toObject();
    QCOMPARE(mapped.value("exit_status").toInt(-1), 0);
    QVERIFY(bytesAt(at(mapped, {"ram_limit"}), "peak") < kLimit);
}

/// The naive way needs the model twice on the GPU: there is room for the streamed one alone.
void CliCompareTest::aFailedMethodIsARow() {
    const auto run = runCli({"compare", m_large, "--gpus", "1GiB", "--device-map", "{\"\": 0}",
                             "--methods", "naive,streamed", "--json"});
    QCOMPARE(run.exitCode, 1);
    const QJsonArray runs = run.json.value("runs").toArray();
    QCOMPARE(runs.size(), 2);
    const QJsonObject failed = runs[0].toObject();
    QCOMPARE(failed.value("method").toString(), QStringLiteral("naive"));
    QCOMPARE(failed.value("exit_status").toInt(), 1);
    QVERIFY(failed.contains("error") || failed.contains("stopped"));
    QCOMPARE(runs[1].toObject().value("exit_status").toInt(-1), 0);
    const auto people = runCli({"compare", m_large, "--gpus", "1GiB", "--device-map", "{\"\": 0}",
                                "--methods", "naive,streamed"});
    QCOMPARE(people.exitCode, 1);
    QVERIFY2(people.output.contains("\nnaive: "), people.output);
    // What was refused has no figures.
    const QString llama = m_dir.filePath("llama");
    QCOMPARE(runCli({"sample", llama, "--arch", "llama-tiny"}).exitCode, 0);
    const auto refused = runCli({"compare", llama, "--gpus", "36MiB", "--methods", "naive,mmap"});
    const QList<QByteArray> lines = refused.output.split('\n');
    QVERIFY2(
        std::ranges::any_of(
            lines, [](const QByteArray& line) { return line.simplified() == "naive refused"; }),
        refused.output);
}

void CliCompareTest::aKilledChildIsARow() {
    bool killed = false;
    CliRequest request{{"compare", m_large, "--gpus", "3GiB", "--methods", "naive,streamed",
                        "--verify", "--json"}};
    request.watch = [&killed](QProcess& process) {
        const qint64 child = killed ? 0 : childOf(process);
        if (child > 0 && isLoading(child)) {
            killed = ::kill(static_cast<pid_t>(child), SIGKILL) == 0;
        }
    };
    const auto run = runCli(request);
    QVERIFY(killed);
    QCOMPARE(run.exitCode, 4);
    const QJsonArray runs = run.json.value("runs").toArray();
    QCOMPARE(runs.size(), 2);
    QCOMPARE(at(runs[0].toObject(), {"error"}).value("kind").toString(), QStringLiteral("killed"));
    QCOMPARE(runs[1].toObject().value("exit_status").toInt(-1), 0);
}

void CliCompareTest::interruptionKillsTheChild() {
    qint64 child = 0;
    CliRequest request{{"compare", m_large, "--gpus", "3GiB", "--verify", "--json"}};
    request.watch = [&child](QProcess& process) {
        const qint64 found = child == 0 ? childOf(process) : 0;
        if (found > 0 && isLoading(found)) {
            child = found;
            interrupt(process);
        }
    };
    const auto run = runCli(request);
    QVERIFY(child > 0);
    QCOMPARE(run.exitCode, 130);
    QVERIFY(!isAlive(child));
    QCOMPARE(at(run.json, {"error"}).value("kind").toString(), QStringLiteral("cancelled"));
}

void CliCompareTest::refusesWrongUse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("mentions");
    const auto row = [](const char* name, const QStringList& arguments, int status,
                        const char* mentions) {
        QTest::newRow(name) << arguments << status << QByteArray(mentions);
    };
    row("unknown method", {"compare", m_tiny, "--methods", "naive,quick"}, 2, "quick");
    row("empty method", {"compare", m_tiny, "--methods", "naive,"}, 2, "--methods");
    row("unknown cache", {"compare", m_tiny, "--cache", "hot"}, 2, "hot");
    for (const char* limit : {"", "-1GiB", "0", "much", "9e30GiB", "99999999999999999999"}) {
        row((QByteArray("RAM limit ") + limit).constData(),
            {"compare", m_tiny, "--ram-limit", limit}, 2, "--ram-limit");
    }
    row("unknown strategy", {"compare", m_tiny, "--strategy", "best"}, 2, "best");
    row("standard input", {"compare", "-"}, 2, "standard input");
    row("map from standard input", {"compare", m_tiny, "--device-map", "-"}, 2, "standard input");
    row("no such file", {"compare", "/no/such/file"}, 3, "/no/such/file");
    row("shards of pth", {"sample", "x", "--format", "pth", "--shard-size", "1MiB"}, 2,
        "--shard-size");
    row("shards of nothing", {"sample", "x", "--shard-size", "0"}, 2, "--shard-size");
    row("shards of words", {"sample", "x", "--shard-size", "much"}, 2, "--shard-size");
    row("unknown format", {"sample", "x", "--format", "gguf"}, 2, "per-tensor");
}

void CliCompareTest::refusesWrongUse() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QByteArray, mentions);
    const auto run = runCli({arguments, {}, m_dir.path()});
    QCOMPARE(run.exitCode, status);
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.diagnostics.contains(mentions), run.diagnostics);
    QVERIFY(!QFile::exists(m_dir.filePath("x")));
}

void CliCompareTest::writesShardsAndTensors() {
    const QString shards = m_dir.filePath("shards");
    const QString parts = m_dir.filePath("parts");
    const auto sharded =
        runCli({"sample", shards, "--arch", "gpt2", "--shard-size", "100MiB", "--json"});
    QVERIFY2(sharded.exitCode == 0, sharded.diagnostics);
    QCOMPARE(sharded.json.value("path").toString(), shards + "/model.safetensors.index.json");
    QVERIFY(QFile::exists(shards + "/config.json"));
    const auto tensors =
        runCli({"sample", parts, "--arch", "gpt2", "--format", "per-tensor", "--json"});
    QVERIFY2(tensors.exitCode == 0, tensors.diagnostics);
    QCOMPARE(tensors.json.value("path").toString(), parts + "/model_parameters");
    QCOMPARE(tensors.json.value("files").toInt(), 148);
    QString digest;
    for (const QString& folder : {shards, parts}) {
        const auto run = runCli({"load", folder, "--gpus", "300MiB,300MiB", "--verify", "--json"});
        QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
        QCOMPARE(run.json.value("verified").toBool(), true);
        QVERIFY(digest.isEmpty() || digest == run.json.value("sha256").toString());
        digest = run.json.value("sha256").toString();
    }
}

QTEST_GUILESS_MAIN(CliCompareTest)
#include "tst_cli_compare.moc"
