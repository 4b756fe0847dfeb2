// SPDX-License-Identifier: GPL-3.0-or-later
// What no file alone can show: numbers 26 and 77 to 79 of the list "Bad input" in
// docs/spec/checkpoints.md. A file that is cut off while it is loaded, a full disk, read errors,
// permissions; stowagectl in a process of its own.
#include "engine/load/program/load_method.h"
#include "tests/hostile/limited_child.h"
#include "tests/support/archive_builder.h"
#include "tests/support/golden_text.h"

#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace stowage::test;

namespace {

constexpr std::size_t kWeightBytes = std::size_t{32} << 20;

/// Whether a process has loaded LibTorch: it has read the headers and is about to load the weights.
bool hasTorch(pid_t process) {
    std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        if (line.find("libtorch_cpu") != std::string::npos) {
            return true;
        }
    }
    return false;
}

QJsonObject errorOf(const ChildOutcome& outcome) {
    const QJsonObject object =
        QJsonDocument::fromJson(QByteArray::fromStdString(outcome.output)).object();
    return object.value(QLatin1String("error")).toObject();
}

QString stoppedBecause(const ChildOutcome& outcome) {
    const QJsonObject object =
        QJsonDocument::fromJson(QByteArray::fromStdString(outcome.output)).object();
    const QJsonObject stopped = object.value(QLatin1String("stopped")).toObject();
    return stopped.value(QLatin1String("why")).toString() +
           errorOf(outcome).value(QLatin1String("message")).toString();
}

}  // namespace

class TestHostileMachine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        std::string header = R"({"w":{"dtype":"F32","shape":[)" + std::to_string(kWeightBytes / 4) +
                             R"(],"data_offsets":[0,)" + std::to_string(kWeightBytes) + "]}}";
        const std::string bytes = safetensorsFile(header, kWeightBytes);
        std::ofstream(path("model.safetensors"), std::ios::binary) << bytes;
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void cutOffAfterItWasOpened_data() { methods(); }
    void cutOffAfterItWasOpened();
    void readErrors_data() { methods(); }
    void readErrors();
    void fullDisk_data();
    void fullDisk();
    void noPermission_data();
    void noPermission();

private:
    static void methods() {
        QTest::addColumn<QString>("method");
        for (const stowage::LoadMethod method : stowage::allLoadMethods()) {
            const char* const name = stowage::loadMethodName(method).data();
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }

    std::string path(const char* name) const {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }

    ChildRequest load(const std::string& model, const QString& method) const {
        ChildRequest request;
        request.arguments = {"load",  model, "--gpus", "none", "--method", method.toStdString(),
                             "--json"};
        request.folder = m_folder.path().toStdString();
        return request;
    }

    QTemporaryDir m_folder;
};

/// 26: no SIGBUS, also where the file is mapped.
void TestHostileMachine::cutOffAfterItWasOpened() {
    QFETCH(QString, method);
    namespace fs = std::filesystem;
    const std::string model = path("cut.safetensors");
    bool isCut = false;
    ChildOutcome outcome;
    // Where the machine is busy, a load may be over before it is seen to be in the middle.
    for (int tries = 0; tries < 5 && outcome.exitCode <= 0 && outcome.signal == 0; ++tries) {
        fs::copy_file(path("model.safetensors"), model, fs::copy_options::overwrite_existing);
        isCut = false;
        ChildRequest request = load(model, method);
        request.watch = [&](pid_t process) {
            if (!isCut && hasTorch(process)) {
                ::kill(process, SIGSTOP);
                isCut = ::truncate(model.c_str(), kWeightBytes / 2) == 0;
                ::kill(process, SIGCONT);
            }
        };
        outcome = runLimited(request);
    }
    QVERIFY(isCut);
    QCOMPARE(outcome.signal, 0);
    QVERIFY2(outcome.exitCode == 3, (outcome.output + outcome.diagnostics).c_str());
    const QString why = stoppedBecause(outcome);
    QVERIFY2(why.contains(QString::fromStdString(model)), qPrintable(why));
}

/// 78: reads that fail behind the first megabyte.
void TestHostileMachine::readErrors() {
    QFETCH(QString, method);
    ChildRequest request = load(path("model.safetensors"), method);
    request.prepare = [] { return failReadsBehind(1U << 20U); };
    const ChildOutcome outcome = runLimited(request);
    if (outcome.exitCode == kNotPrepared) {
        QSKIP("system calls cannot be made to fail here (no seccomp)");
    }
    QCOMPARE(outcome.signal, 0);
    if (method == QLatin1String("mmap") || method == QLatin1String("sharded")) {
        // Pages of a mapped file come without a read.
        QVERIFY(outcome.exitCode == 0 || outcome.exitCode == 4);
        return;
    }
    QVERIFY2(outcome.exitCode == 4, (outcome.output + outcome.diagnostics).c_str());
    const QString why = stoppedBecause(outcome);
    QVERIFY2(why.contains(QString::fromStdString(path("model.safetensors"))), qPrintable(why));
    QVERIFY2(why.contains(QLatin1String("Input/output error")), qPrintable(why));
}

void TestHostileMachine::fullDisk_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<bool>("isLimit");
    const QString model = QString::fromStdString(path("model.safetensors"));
    const auto row = [](const char* name, const QStringList& command) {
        QTest::newRow(qPrintable(QLatin1String("77 disk full: ") + QLatin1String(name)))
            << command << false;
        QTest::newRow(qPrintable(QLatin1String("77 file too large: ") + QLatin1String(name)))
            << command << true;
    };
    row("sample", {"sample", "OUT", "--arch", "gpt2", "--format", "safetensors"});
    row("sample to pth", {"sample", "OUT", "--arch", "gpt2", "--format", "pth"});
    row("load with an offload folder", {"load", model, "--gpus", "none", "--device-map",
                                        R"({"": "disk"})", "--offload-dir", "OUT"});
    row("convert", {"convert", model, "OUT", "--to", "pth"});
    row("offload", {"offload", model, "OUT"});
}

/// 77: one typed error, the source untouched, nothing under a final name.
void TestHostileMachine::fullDisk() {
    QFETCH(QStringList, command);
    QFETCH(bool, isLimit);
    const QString out = m_folder.filePath(QStringLiteral("out"));
    QDir(out).removeRecursively();
    ChildRequest request;
    for (const QString& word : command) {
        request.arguments.push_back((word == QLatin1String("OUT") ? out : word).toStdString());
    }
    request.arguments.emplace_back("--json");
    request.folder = m_folder.path().toStdString();
    if (isLimit) {
        request.fileBytes = std::uint64_t{256} << 10;
    } else {
        request.prepare = failLargeWrites;
    }
    const ChildOutcome outcome = runLimited(request);
    if (outcome.exitCode == kNotPrepared) {
        QSKIP("system calls cannot be made to fail here (no seccomp)");
    }
    QCOMPARE(outcome.signal, 0);
    QVERIFY2(outcome.exitCode == 4, (outcome.output + outcome.diagnostics).c_str());
    const QString why = stoppedBecause(outcome);
    QVERIFY2(why.contains(isLimit ? QLatin1String("File too large")
                                  : QString(goldenText("base/disk-is-full"))),
             qPrintable(why));
    QDirIterator files(out, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString name = QFileInfo(files.next()).fileName();
        const bool isFinal =
            name.endsWith(QLatin1String(".safetensors")) || name.endsWith(QLatin1String(".pth")) ||
            name.endsWith(QLatin1String(".dat")) || name == QLatin1String("index.json");
        QVERIFY2(!isFinal, qPrintable(name));
    }
}

void TestHostileMachine::noPermission_data() {
    QTest::addColumn<QString>("closed");  // loses all its permissions
    QTest::addColumn<QString>("opened");
    QTest::newRow("79 a file") << "closed/model.pth"
                               << "closed/model.pth";
    QTest::newRow("79 a folder") << "closed"
                                 << "closed";
    QTest::newRow("79 a file in a folder that is closed") << "closed"
                                                          << "closed/model.pth";
    QTest::newRow("79 the file of a folder") << "closed/model.pth"
                                             << "closed";
    QTest::newRow("79 a shard") << "closed/a.bin"
                                << "closed/x.index.json";
}

void TestHostileMachine::noPermission() {
    QFETCH(QString, closed);
    QFETCH(QString, opened);
    QTemporaryDir place;
    const std::string folder = place.path().toStdString() + "/";
    std::filesystem::create_directory(folder + "closed");
    std::ofstream(folder + "closed/model.pth", std::ios::binary) << tensorFile({});
    std::ofstream(folder + "closed/a.bin", std::ios::binary) << tensorFile({});
    std::ofstream(folder + "closed/x.index.json") << R"({"w":"a.bin"})";
    if (closed == opened && closed.endsWith(QLatin1String(".pth"))) {
        std::filesystem::remove(folder + "closed/x.index.json");
    }
    QCOMPARE(::chmod((folder + closed.toStdString()).c_str(), 0), 0);
    ChildRequest request;
    request.arguments = {"inspect", folder + opened.toStdString(), "--json"};
    request.folder = m_folder.path().toStdString();
    request.prepare = obeyPermissions;
    const ChildOutcome outcome = runLimited(request);
    QCOMPARE(::chmod((folder + closed.toStdString()).c_str(), 0700), 0);
    if (outcome.exitCode == kNotPrepared) {
        QSKIP("root's rights cannot be given up here");
    }
    QVERIFY2(outcome.exitCode == 3, outcome.output.c_str());
    const QJsonObject error = errorOf(outcome);
    QCOMPARE(error.value(QLatin1String("kind")).toString(), QStringLiteral("permission_denied"));
    QVERIFY(error.value(QLatin1String("message"))
                .toString()
                .contains(QString::fromStdString(folder) + closed));
}

QTEST_GUILESS_MAIN(TestHostileMachine)
#include "tst_hostile_machine.moc"
