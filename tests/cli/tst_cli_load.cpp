// SPDX-License-Identifier: GPL-3.0-or-later
// Real loads of GPT-2 with random weights, watched from outside, and their interruption.
#include "cli_process.h"
#include "tiny_model.h"

#include "tests/support/golden_text.h"
#include "tests/support/room.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <signal.h>

#include <algorithm>
#include <limits>

using namespace stowage::test;

namespace {

constexpr std::int64_t kMiB = 1024 * 1024;
constexpr std::int64_t kAllowedAnonBytes = 32 * kMiB;  ///< the ring and what surrounds it

bool isWithinCapacity(const QJsonObject& device) {
    return bytesAt(device, "peak_reserved") + bytesAt(device, "context") +
               bytesAt(device, "used_by_others") <=
           bytesAt(device, "capacity");
}

/// Bytes that the calls in a trace of `strace -f -y` read from model.pth. A call that another
/// thread's call cut in two gives its result on a later line of the same thread.
std::int64_t tracedReads(const QString& log) {
    static const QRegularExpression kResult(" = (\\d+)$");
    QFile file(log);
    if (!file.open(QIODevice::ReadOnly)) {
        return -1;
    }
    QSet<QByteArray> waiting;
    std::int64_t bytes = 0;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        const QByteArray thread = line.left(line.indexOf(' '));
        const bool ofModel =
            line.contains("model.pth>") || (line.contains(" resumed>") && waiting.remove(thread));
        if (ofModel && line.endsWith("<unfinished ...>")) {
            waiting.insert(thread);
        } else if (ofModel) {
            bytes += kResult.match(QString::fromUtf8(line)).captured(1).toLongLong();
        }
    }
    return bytes;
}

}  // namespace

class CliLoadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase();
    void loads_data();
    void loads();
    void saysWhatWasRead();
    void usesAllFourPlaces();
    void saysThatTheEmbeddingFitsNoGpu();
    void readsTheWholeFile();
    void writesSamplesAsCsv();
    void castsToAnotherDtype();
    void keepsTheReportWhereNoCsvCanBeWritten();
    void refusesWhatDoesNotFit();
    void refusesWhatThePlanSaysNoTo_data();
    void refusesWhatThePlanSaysNoTo();
    void reportsADeviceThatIsFull();
    void stopsALoad_data();
    void stopsALoad();
    void leavesNothingWhereNobodyReads();
    void ignoresAHangupThatIsIgnored();
    void refusesDryRunsThatMeasure_data();
    void refusesDryRunsThatMeasure();
    void stopsASample();
    void stopsReadingStandardInput();
    void samplesAreTheSameForOneSeed();

private:
    /// Bytes that the plan of a load puts on the CPU; −1 where there is no such plan.
    [[nodiscard]] static std::int64_t weightsOnCpu(const QString& model, QStringList options);
    [[nodiscard]] QStringList loadArguments(const QStringList& more) const {
        return QStringList{"load", m_pth, "--json"} + more;
    }

    QTemporaryDir m_dir;
    QString m_pth;          ///< gpt2, PyTorch zip
    QString m_safetensors;  ///< raschka-gpt2, safetensors
};

void CliLoadTest::initTestCase() {
    QVERIFY(m_dir.isValid());
    if (const QString why = whyNoRoom(); !why.isEmpty()) {
        QSKIP(qPrintable(why));
    }
    m_pth = m_dir.filePath("m");
    m_safetensors = m_dir.filePath("r");
    const auto pth = runCli({"sample", m_pth, "--arch", "gpt2", "--format", "pth", "--json"});
    QVERIFY2(pth.exitCode == 0, pth.output + pth.diagnostics);
    QVERIFY(QFile::exists(m_pth + "/model.pth") && QFile::exists(m_pth + "/config.json"));
    const auto tensors = runCli(
        {"sample", m_safetensors, "--arch", "raschka-gpt2", "--format", "safetensors", "--json"});
    QVERIFY2(tensors.exitCode == 0, tensors.output + tensors.diagnostics);
    QVERIFY(QFile::exists(m_safetensors + "/model.safetensors"));
}

std::int64_t CliLoadTest::weightsOnCpu(const QString& model, QStringList options) {
    const qsizetype method = options.indexOf("--method");
    if (method >= 0) {
        options.remove(method, 2);
    }
    const auto plan = runCli(QStringList{"plan", model, "--json"} + options);
    return bytesAt(at(plan.json, {"devices", "cpu"}), "weights");
}

void CliLoadTest::loads_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("streams");
    const auto row = [](const char* name, const QString& model, const QString& options,
                        bool streams) {
        QTest::newRow(name) << model << options.split(' ') << streams;
    };
    row("two GPUs", m_pth, "--gpus 320MiB,320MiB --strategy auto --method streamed", true);
    row("CPU alone", m_pth, "--gpus none --method streamed", true);
    row("GPU and CPU", m_pth, "--gpus 300MiB --strategy sequential --max-memory 0=250MiB,cpu=2GiB",
        true);
    row("naive", m_pth, "--gpus 640MiB,640MiB --rules accelerate --method naive", false);
    row("safetensors", m_safetensors, "--gpus 512MiB,512MiB --method streamed", true);
    row("naive safetensors", m_safetensors, goldenText("cli/gpus-1gib-1gib-method-naive"), false);
}

void CliLoadTest::loads() {
    QFETCH(const QString, model);
    QFETCH(const QStringList, options);
    QFETCH(const bool, streams);
    const auto run = runCli(QStringList{"load", model, "--verify", "--json"} + options);
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("verified").toBool(), true);
    QVERIFY(!run.json.contains("stopped"));
    QVERIFY(bytesAt(run.json, "tensors") > 100);
    QVERIFY(run.json.value("bytes_per_second").toDouble() > 0);
    std::int64_t onGpus = 0;
    const QJsonObject devices = at(run.json, {"devices"});
    for (auto it = devices.begin(); it != devices.end(); ++it) {
        const QJsonObject device = it.value().toObject();
        QCOMPARE(device.value("simulated").toBool(), true);
        QVERIFY2(isWithinCapacity(device), qPrintable(it.key()));
        onGpus += bytesAt(device, "final_allocated");
    }
    QVERIFY(run.peakShmem >= onGpus / 2);  // polls may be late
    const std::int64_t onCpu = weightsOnCpu(model, options);
    QVERIFY(onCpu >= 0);
    const std::int64_t baseline = bytesAt(at(run.json, {"host", "baseline"}), "anon");
    QVERIFY(baseline > 0 && run.peakAnon >= baseline);
    if (streams) {
        QVERIFY2(run.peakAnon - baseline <= onCpu + kAllowedAnonBytes,
                 qPrintable(QString::number(run.peakAnon - baseline)));
        QVERIFY(bytesAt(at(run.json, {"host", "peak"}), "anon") <= onCpu + kAllowedAnonBytes);
    } else {
        QVERIFY(bytesAt(at(run.json, {"host", "peak"}), "anon") >= onGpus / 2);
        QVERIFY(run.peakAnon - baseline >= onGpus / 4);
    }
}

/// What stays in the file is loaded, not read: the rate is that of the rest. Of two names that
/// share their bytes one is loaded.
void CliLoadTest::saysWhatWasRead() {
    const QStringList options{"--gpus", "320MiB", "--max-memory", "0=200MiB,cpu=2GiB"};
    const auto mapped = runCli(QStringList{"load", m_pth, "--method", "mmap"} + options);
    QVERIFY2(mapped.exitCode == 0, mapped.output + mapped.diagnostics);
    const char* const loaded = "Loaded 148 tensors plus 1 tied (474.7 MiB) in ";
    QVERIFY2(mapped.output.contains(loaded), mapped.output);
    static const QRegularExpression kPart(
        QStringLiteral(R"(s \((\S+) MiB read at \S+ .iB/s\) with the method mmap\.)"));
    const auto part = kPart.match(QString::fromUtf8(mapped.output));
    QVERIFY2(part.hasMatch(), mapped.output);
    QVERIFY(part.captured(1).toDouble() < 320);
    const auto streamed = runCli(QStringList{"load", m_pth, "--method", "streamed"} + options);
    QVERIFY2(streamed.output.contains(loaded), streamed.output);
    static const QRegularExpression kWhole(
        QStringLiteral(R"(s \(\S+ .iB/s\) with the method streamed\.)"));
    QVERIFY2(kWhole.match(QString::fromUtf8(streamed.output)).hasMatch(), streamed.output);
}

void CliLoadTest::usesAllFourPlaces() {
    const QString folder = m_dir.filePath("offload");
    const QStringList options{"--gpus", "320MiB,320MiB", "--max-memory",
                              "0=200MiB,1=100MiB,cpu=60MiB"};
    const auto plan = runCli(QStringList{"plan", m_pth, "--json"} + options);
    QCOMPARE(plan.exitCode, 0);
    QCOMPARE(plan.json.value("verdict").toString(), QStringLiteral("offload"));
    for (const char* device : {"gpu:0", "gpu:1", "cpu", "disk"}) {
        QVERIFY2(bytesAt(at(plan.json, {"devices", device}), "weights") > 0, device);
    }
    const auto run =
        runCli(loadArguments(options + QStringList{"--offload-dir", folder, "--verify"}));
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("verified").toBool(), true);
    const std::int64_t onCpu = bytesAt(at(plan.json, {"devices", "cpu"}), "weights");
    const std::int64_t baseline = bytesAt(at(run.json, {"host", "baseline"}), "anon");
    QVERIFY(run.peakAnon - baseline <= onCpu + kAllowedAnonBytes);
    std::int64_t onDisk = 0;
    for (const QFileInfo& file : QDir(folder).entryInfoList({"*.dat"}, QDir::Files)) {
        onDisk += file.size();
    }
    QVERIFY(QFile::exists(folder + "/index.json"));
    QVERIFY(onDisk >= bytesAt(at(plan.json, {"devices", "disk"}), "weights"));
}

void CliLoadTest::saysThatTheEmbeddingFitsNoGpu() {
    const QStringList options{"--gpus", "100MiB,100MiB", "--ram", "200MiB"};
    const auto plan = runCli(QStringList{"plan", m_pth, "--json"} + options);
    QCOMPARE(plan.exitCode, 0);
    const auto problems = plan.json.value("problems").toArray();
    QVERIFY(std::any_of(problems.begin(), problems.end(), [](const QJsonValue& problem) {
        return problem.toObject().value("text").toString().contains("transformer.wte");
    }));
    const auto run = runCli(loadArguments(
        options + QStringList{"--offload-dir", m_dir.filePath("offload2"), "--verify"}));
    QVERIFY2(run.exitCode == 0, run.output + run.diagnostics);
    QCOMPARE(run.json.value("verified").toBool(), true);
}

void CliLoadTest::readsTheWholeFile() {
    const QString strace = QStandardPaths::findExecutable("strace");
    if (strace.isEmpty()) {
        QSKIP("strace is not installed");
    }
    const QString log = m_dir.filePath("strace.txt");
    QProcess process;
    process.start(strace, QStringList{"-f", "-y", "-e", "trace=read,pread64,preadv,preadv2", "-o",
                                      log, stowagectlPath()} +
                              loadArguments({"--gpus", "320MiB,320MiB"}));
    QVERIFY(process.waitForFinished(120000));
    if (process.exitCode() != 0 && process.readAllStandardError().contains("ptrace")) {
        QSKIP("tracing is not allowed here");
    }
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(tracedReads(log) >= QFileInfo(m_pth + "/model.pth").size());
}

void CliLoadTest::writesSamplesAsCsv() {
    const QString path = m_dir.filePath("samples.csv");
    const auto run = runCli(loadArguments({"--gpus", "640MiB", "--csv", path}));
    QCOMPARE(run.exitCode, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().trimmed().split('\n');
    QVERIFY2(lines.at(0).startsWith("time [s],gpu:0 allocated [B],gpu:0 reserved [B],"),
             lines.at(0));
    QVERIFY2(lines.at(0).contains(",shmem [B],available [B],cgroup limit [B],"), lines.at(0));
    QVERIFY(lines.size() >= 3);
    double last = std::numeric_limits<double>::lowest();  // before the load time is negative
    qint64 reserved = 0;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const auto cells = lines.at(i).split(',');
        QCOMPARE(cells.size(), lines.at(0).split(',').size());
        QVERIFY(cells.at(0).toDouble() > last);
        last = cells.at(0).toDouble();
        reserved = std::max(reserved, cells.at(2).toLongLong());
    }
    QVERIFY(reserved > 0);
    QVERIFY(reserved <= bytesAt(at(run.json, {"devices", "gpu:0"}), "peak_reserved"));
}

void CliLoadTest::keepsTheReportWhereNoCsvCanBeWritten() {
    const auto run = runCli(loadArguments({"--gpus", "640MiB", "--csv", "/dev/full"}));
    QCOMPARE(run.exitCode, 4);
    QVERIFY(bytesAt(run.json, "bytes") > 0);
    QVERIFY2(run.diagnostics.contains("/dev/full"), run.diagnostics.constData());
    // What can be known before is told before.
    const auto early = runCli(loadArguments({"--gpus", "640MiB", "--csv", "/nonexistent/s.csv"}));
    QCOMPARE(early.exitCode, 3);
    QVERIFY(!early.json.contains("bytes"));
}

void CliLoadTest::castsToAnotherDtype() {
    const auto whole = runCli(loadArguments({"--gpus", "640MiB"}));
    const auto half =
        runCli(loadArguments({"--gpus", "640MiB", "--dtype", "bfloat16", "--verify"}));
    QVERIFY2(half.exitCode == 0, half.output + half.diagnostics);
    QCOMPARE(half.json.value("verified").toBool(), true);
    QVERIFY(bytesAt(at(half.json, {"devices", "gpu:0"}), "final_allocated") <
            bytesAt(at(whole.json, {"devices", "gpu:0"}), "final_allocated") * 6 / 10);
}

void CliLoadTest::refusesWhatDoesNotFit() {
    const auto run = runCli(loadArguments({"--gpus", "100MiB", "--device-map", "{\"\": 0}"}));
    QCOMPARE(run.exitCode, 1);
    const auto stopped = at(run.json, {"stopped"});
    QCOMPARE(stopped.value("at").toString(), QStringLiteral("pre-flight"));
    const QString why = stopped.value("why").toString();
    QVERIFY2(why.contains("--force") && why.contains("GPU 0"), qPrintable(why));
    QVERIFY(bytesAt(at(run.json, {"predicted", "devices", "gpu:0"}), "peak_reserved") > 100 * kMiB);
    QCOMPARE(bytesAt(run.json, "bytes"), 0);
    QVERIFY(run.peakShmem < kMiB);
}

void CliLoadTest::refusesWhatThePlanSaysNoTo_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("says");
    QTest::newRow("a limit is exceeded")
        << QStringList{"--max-memory", "0=100MiB,cpu=1GiB", "--device-map", "{\"\": 0}"}
        << QString(goldenText("plan/over-its-limit"));
    // The head shares the embedding's weight, but a map must name it.
    QTest::newRow("a tied name has no device")
        << QStringList{"--device-map", "{\"transformer\": 0}"} << QStringLiteral("lm_head.weight");
}

/// What `check` says no to, `load` does not do unless it is told to.
void CliLoadTest::refusesWhatThePlanSaysNoTo() {
    QFETCH(const QStringList, options);
    QFETCH(const QString, says);
    const QStringList arguments = loadArguments(QStringList{"--gpus", "1GiB"} + options);
    const auto run = runCli(arguments);
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(at(run.json, {"stopped"}).value("at").toString(), QStringLiteral("pre-flight"));
    const QString message = at(run.json, {"stopped"}).value("why").toString();
    QVERIFY2(message.contains(says) && message.contains("--force"), qPrintable(message));
    QVERIFY(run.peakShmem < kMiB);
    const auto forced = runCli(arguments + QStringList{"--force", "--verify"});
    QCOMPARE(forced.exitCode, 0);
    QCOMPARE(forced.json.value("verified").toBool(), true);
    QVERIFY2(forced.diagnostics.contains(says.toUtf8()), forced.diagnostics.constData());
}

void CliLoadTest::reportsADeviceThatIsFull() {
    const auto run =
        runCli(loadArguments({"--gpus", "100MiB", "--device-map", "{\"\": 0}", "--force"}));
    QCOMPARE(run.exitCode, 1);
    const auto stopped = at(run.json, {"stopped"});
    QVERIFY(!stopped.value("at").toString().isEmpty());
    QVERIFY(!stopped.value("why").toString().isEmpty());
    QVERIFY(isWithinCapacity(at(run.json, {"devices", "gpu:0"})));
}

void CliLoadTest::stopsALoad_data() {
    QTest::addColumn<QList<int>>("sent");
    QTest::newRow("interrupted") << QList<int>{SIGINT};
    QTest::newRow("the terminal closed") << QList<int>{SIGHUP};
    // The kernel sends one and the shell another.
    QTest::newRow("told twice") << QList<int>{SIGHUP, SIGHUP, SIGHUP};
}

void CliLoadTest::stopsALoad() {
    QFETCH(const QList<int>, sent);
    // The link makes this load take minutes; the interruption comes when the first weights are
    // there.
    const QString scratch = m_dir.filePath("scratch");
    QDir().mkpath(scratch);
    CliRequest request{
        loadArguments({"--gpus", "640MiB:link=2MB/s", "--max-memory", "0=300MiB,cpu=50MiB"})};
    request.environment = QStringList{"TMPDIR=" + scratch};
    QElapsedTimer sinceSignal;
    request.watch = [&sinceSignal, left = sent](QProcess& process) mutable {
        if (!left.isEmpty() && simulatedBytes(process) > 4 * kMiB) {
            ::kill(static_cast<pid_t>(process.processId()), left.takeFirst());
            sinceSignal.start();
        }
    };
    const auto run = runCli(request);
    QVERIFY(sinceSignal.isValid());
    QVERIFY2(sinceSignal.elapsed() < 60'000, qPrintable(QString::number(sinceSignal.elapsed())));
    QCOMPARE(run.exitCode, 130);
    QVERIFY(run.json.contains("stopped"));
    QVERIFY(!at(run.json, {"stopped"}).value("why").toString().isEmpty());
    QCOMPARE(run.json.value("method").toString(), QStringLiteral("streamed"));
    QCOMPARE(bytesAt(at(run.json, {"devices", "gpu:0"}), "final_allocated"), 0);
    QVERIFY(QDir(scratch).isEmpty());
}

/// What wrote to a reader that has gone gives back what it put on the disk.
void CliLoadTest::leavesNothingWhereNobodyReads() {
    const QString scratch = m_dir.filePath("unread");
    QDir().mkpath(scratch);
    QStringList arguments =
        loadArguments({"--gpus", "640MiB", "--max-memory", "0=300MiB,cpu=50MiB", "--json"});
    arguments.prepend(stowagectlPath());
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", scratch);
    process.setProcessEnvironment(environment);
    process.start("bash", QStringList{"-c", "set -o pipefail; \"$@\" | true", "bash"} + arguments);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY2(process.exitCode() < 128 || process.exitCode() == 130,
             qPrintable(QString::number(process.exitCode())));
    QVERIFY2(QDir(scratch).isEmpty(), qPrintable(QDir(scratch).entryList().join(' ')));
}

void CliLoadTest::ignoresAHangupThatIsIgnored() {
    QProcess process;
    process.start("sh", {"-c", "trap '' HUP; exec \"$0\" inspect - --json", stowagectlPath()});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(handlesInterruption(process), 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QVERIFY2(process.exitCode() != 130, "what nohup keeps alive was stopped");
}

void CliLoadTest::refusesDryRunsThatMeasure_data() {
    QTest::addColumn<QStringList>("options");
    const QString file = m_dir.filePath("measured");
    for (const QStringList& options :
         {QStringList{"--csv", file}, QStringList{"--segments", file}, QStringList{"--audit", file},
          QStringList{"--verify"}, QStringList{"--sha256"}, QStringList{"--repeat", "2"}}) {
        QTest::newRow(qPrintable(options.front())) << (options + QStringList{"--dry-run"});
    }
    QTest::newRow("--reuse") << QStringList{"--reuse"};
}

void CliLoadTest::refusesDryRunsThatMeasure() {
    QFETCH(const QStringList, options);
    const auto run = runCli(loadArguments(QStringList{"--gpus", "1GiB"} + options));
    QCOMPARE(run.exitCode, 2);
    const QString why = at(run.json, {"error"}).value("message").toString();
    QVERIFY2(why.startsWith(options.front()), qPrintable(why));
    QVERIFY(!QFile::exists(m_dir.filePath("measured")));
}

void CliLoadTest::stopsASample() {
    const QString folder = m_dir.filePath("stopped");
    CliRequest request{{"sample", folder, "--arch", "gpt2", "--json"}};
    bool interrupted = false;
    request.watch = [&](QProcess& process) {
        if (!interrupted && QDir(folder + "/.stowage-unfinished").exists()) {
            interrupt(process);
            interrupted = true;
        }
    };
    const auto run = runCli(request);
    QVERIFY(interrupted);
    QCOMPARE(run.exitCode, 130);
    QCOMPARE(at(run.json, {"error"}).value("kind").toString(), QStringLiteral("cancelled"));
    QVERIFY(QDir(folder).entryList({"model*"}, QDir::Files | QDir::Hidden).isEmpty());
}

void CliLoadTest::stopsReadingStandardInput() {
    QProcess process;
    process.start(stowagectlPath(), {"inspect", "-", "--json"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(handlesInterruption(process), 60000);
    interrupt(process);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
}

void CliLoadTest::samplesAreTheSameForOneSeed() {
    const auto digest = [this](const QString& name, const QString& seed) {
        const QString folder = m_dir.filePath(name);
        const auto made = runCli(
            {"sample", folder, "--arch", "gpt2", "--dtype", "bfloat16", "--seed", seed, "--json"});
        const auto run = runCli({"load", folder, "--sha256", "--json"});
        QDir(folder).removeRecursively();
        return made.exitCode == 0 && run.exitCode == 0 ? run.json.value("sha256").toString()
                                                       : QString();
    };
    const QString first = digest("s1", "7");
    QCOMPARE(first.size(), 64);
    QCOMPARE(digest("s2", "7"), first);
    QVERIFY(digest("s3", "8") != first);
}

QTEST_GUILESS_MAIN(CliLoadTest)
#include "tst_cli_load.moc"
