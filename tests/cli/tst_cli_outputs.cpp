// SPDX-License-Identifier: GPL-3.0-or-later
// Where stowagectl writes what it is asked for: FIFOs, devices, links, standard output.
#include "cli_process.h"
#include "engine/checkpoint/write/target_folder.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace stowage::test;

class CliOutputsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void devicesStayDevices_data() { options(); }
    void devicesStayDevices();
    void linksAreFollowed_data() { options(); }
    void linksAreFollowed();
    void fifosReachTheirReader_data() { options(); }
    void fifosReachTheirReader();
    void standardOutputHoldsTheFileAlone_data();
    void standardOutputHoldsTheFileAlone();
    void standardOutputIsWrittenByOne_data();
    void standardOutputIsWrittenByOne();
    void processSubstitutionWorks();
    void whatCannotBeWrittenIsToldBeforeTheLoad();
    void theModelIsNoOutput_data() { options(); }
    void theModelIsNoOutput();
    void theModelsFolderIsNoOutput();
    void theProjectIsNoOutput();
    void anotherModelsOffloadFolderIsNoOutput();
    void namesWithCommasReachTheTable();

private:
    QTemporaryDir m_dir;
    QString m_model;

    static void options() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("samples") << "--csv" << QByteArray("time [s],");
        QTest::newRow("segments") << "--segments" << QByteArray("{");
        QTest::newRow("audit") << "--audit" << QByteArray("tensor,device planned,");
        QTest::newRow("events") << "--events" << QByteArray("{\"");
    }
    [[nodiscard]] QStringList load(const QStringList& more) const {
        return QStringList{"load", m_model, "--gpus", "8MiB"} + more;
    }
    [[nodiscard]] static mode_t kindOf(const QString& path) {
        struct stat state {};
        return ::lstat(qPrintable(path), &state) == 0 ? state.st_mode & S_IFMT : 0;
    }
};

void CliOutputsTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(".*"));
    QVERIFY(m_dir.isValid());
    m_model = m_dir.filePath("net.safetensors");
    writeFile(m_model, fourLayers());
}

void CliOutputsTest::devicesStayDevices() {
    QFETCH(QString, option);
    const CliOutcome run = runCli(load({option, "/dev/null", "--json"}));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(kindOf("/dev/null"), mode_t(S_IFCHR));
}

void CliOutputsTest::linksAreFollowed() {
    QFETCH(QString, option);
    QFETCH(QByteArray, begin);
    const QString link = m_dir.filePath("link" + option);
    QCOMPARE(::symlink("target", qPrintable(link)), 0);
    const CliOutcome run = runCli(load({option, link, "--json"}));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(kindOf(link), mode_t(S_IFLNK));
    QFile target(m_dir.filePath("target"));
    QVERIFY(target.open(QIODevice::ReadOnly));
    QVERIFY(target.readAll().startsWith(begin));
    QVERIFY(target.remove());
}

void CliOutputsTest::fifosReachTheirReader() {
    QFETCH(QString, option);
    QFETCH(QByteArray, begin);
    const QString fifo = m_dir.filePath("fifo" + option);
    QCOMPARE(::mkfifo(qPrintable(fifo), 0600), 0);
    const int reader = ::open(qPrintable(fifo), O_RDONLY | O_NONBLOCK);
    QVERIFY(reader >= 0);
    const CliOutcome run = runCli(load({option, fifo, "--json"}));
    QCOMPARE(run.exitCode, 0);
    QByteArray text(1 << 16, '\0');  // what a pipe holds
    const ssize_t count = ::read(reader, text.data(), static_cast<std::size_t>(text.size()));
    ::close(reader);
    QVERIFY(count > 0);
    QVERIFY(text.startsWith(begin));
    QCOMPARE(kindOf(fifo), mode_t(S_IFIFO));
}

void CliOutputsTest::standardOutputHoldsTheFileAlone_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QString>("name");
    for (const char* name : {"-", "/dev/stdout", "/dev/fd/1"}) {
        QTest::addRow("samples to %s", name) << "--csv" << QByteArray("time [s],") << name;
    }
    QTest::newRow("audit") << "--audit" << QByteArray("tensor,device planned,") << "-";
    QTest::newRow("segments") << "--segments" << QByteArray("{") << "-";
    QTest::newRow("events") << "--events" << QByteArray("{\"") << "-";
}

void CliOutputsTest::standardOutputHoldsTheFileAlone() {
    QFETCH(QString, option);
    QFETCH(QByteArray, begin);
    QFETCH(QString, name);
    const CliOutcome run = runCli(load({option, name}));
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.startsWith(begin), run.output.left(200).constData());
    QVERIFY(!run.output.contains("Loaded"));
    QVERIFY2(run.diagnostics.contains("Loaded"), run.diagnostics.constData());
}

void CliOutputsTest::standardOutputIsWrittenByOne_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("JSON") << load({"--csv", "-", "--json"});
    QTest::newRow("JSON, by name") << load({"--audit", "/dev/stdout", "--json"});
    QTest::newRow("two files") << load({"--csv", "-", "--segments", "-"});
    QTest::newRow("a run") << QStringList{"run",        m_model, "--tokens", "1",
                                          "--timeline", "-",     "--logits", "-"};
}

void CliOutputsTest::standardOutputIsWrittenByOne() {
    QFETCH(QStringList, arguments);
    const CliOutcome run = runCli(arguments);
    QCOMPARE(run.exitCode, 2);
    const QByteArray told = run.output + run.diagnostics;
    QVERIFY2(told.contains(goldenText("cli/means-standard-output")), told.constData());
}

void CliOutputsTest::processSubstitutionWorks() {
    QProcess bash;
    const QString copy = m_dir.filePath("copy.csv");
    bash.start("bash", {"-c",
                        "\"$0\" load \"$1\" --gpus 8MiB --csv >(cat >\"$2\") >/dev/null; "
                        "while [ ! -s \"$2\" ]; do :; done",
                        stowagectlPath(), m_model, copy});
    QVERIFY(bash.waitForFinished(120000));
    QCOMPARE(bash.exitCode(), 0);
    QFile file(copy);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("time [s],"));
}

void CliOutputsTest::whatCannotBeWrittenIsToldBeforeTheLoad() {
    const CliOutcome run = runCli(load({"--csv", m_dir.filePath("absent/samples.csv")}));
    QCOMPARE(run.exitCode, 3);
    QVERIFY(!run.output.contains("Loaded"));
    QVERIFY2(run.diagnostics.contains(goldenText("load/does-not-exist")),
             run.diagnostics.constData());
}

void CliOutputsTest::theModelIsNoOutput() {
    QFETCH(QString, option);
    const QString link = m_dir.filePath("model" + option);
    QCOMPARE(::symlink(qPrintable(m_model), qPrintable(link)), 0);
    const QByteArray before = contentOf(m_model);
    for (const QString& path : {m_model, link}) {
        const CliOutcome run = runCli(load({option, path}));
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.diagnostics.contains(goldenText("cli/is-a-file-of-the-model-itself")),
                 run.diagnostics);
        QCOMPARE(run.diagnostics.count(m_model.toUtf8()), 1);  // also in brackets behind the link
        QVERIFY(contentOf(m_model) == before);
    }
}

void CliOutputsTest::theModelsFolderIsNoOutput() {
    const QString folder = m_dir.filePath("gpt");
    QCOMPARE(runCli({"sample", folder, "--arch", "llama-tiny"}).exitCode, 0);
    const QString weights = folder + "/model.safetensors";
    const QString config = folder + "/config.json";
    const QByteArray before = contentOf(weights);
    const QByteArray described = contentOf(config);
    QVERIFY(!before.isEmpty() && !described.isEmpty());
    const QString link = m_dir.filePath("linked");
    QCOMPARE(::symlink(qPrintable(folder), qPrintable(link)), 0);
    const auto refuses = [&](const QStringList& arguments, const char* said) {
        const CliOutcome run = runCli(arguments);
        return run.exitCode == 2 && run.diagnostics.contains(said) && run.output.isEmpty() &&
               contentOf(weights) == before && contentOf(config) == described;
    };
    const char* const file = goldenText("cli/is-a-file-of-the-model-itself");
    for (const QString& model : {folder, weights}) {
        QVERIFY(refuses({"reference", model, weights}, file));
        QVERIFY(refuses({"reference", model, config}, file));
        QVERIFY(refuses({"load", model, "--gpus", "64MiB", "--csv", config}, file));
    }
    const char* const there = goldenText("checkpoint/is-the-folder-in-which-the-model");
    for (const QString& target : {folder, link}) {
        QVERIFY(refuses(
            {"export", folder, "--to", "accelerate", "--gpus", "64MiB", "--out", target}, there));
        QVERIFY(refuses(
            {"export", config, "--to", "accelerate", "--gpus", "64MiB", "--out", target}, there));
        QVERIFY(refuses(
            {"compare", weights, "--gpus", "64MiB", "--methods", "naive", "--csv", target}, there));
    }
    const CliOutcome beside = runCli(
        {"export", folder, "--to", "accelerate", "--gpus", "64MiB", "--out", folder + "/script"});
    QVERIFY2(beside.exitCode == 0, beside.diagnostics.constData());
}

void CliOutputsTest::theProjectIsNoOutput() {
    const QString project = m_dir.filePath("mine.stowage");
    QCOMPARE(runCli({"plan", m_model, "--gpus", "8MiB", "--save", project}).exitCode, 0);
    const QByteArray before = contentOf(project);
    QVERIFY(!before.isEmpty());
    for (const char* const option : {"--csv", "--events", "--record"}) {
        const CliOutcome run = runCli({"load", project, option, project});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.diagnostics.contains(goldenText("cli/is-the-project-that-is-read")),
                 run.diagnostics);
        QVERIFY(contentOf(project) == before);
    }
    QCOMPARE(runCli({"plan", project, "--save", project}).exitCode, 0);
}

void CliOutputsTest::anotherModelsOffloadFolderIsNoOutput() {
    const QString folder = m_dir.filePath("offload");
    const QString other = m_dir.filePath("other.safetensors");
    writeFile(other, fourLayers());
    const auto offload = [&folder](const QString& model, const QStringList& more = {}) {
        return runCli(QStringList{"load", model, "--gpus", "none", "--device-map",
                                  R"({"": "disk"})", "--offload-dir", folder} +
                      more);
    };
    const CliOutcome first = offload(m_model);
    QVERIFY2(first.exitCode == 0, first.diagnostics.constData());
    const CliOutcome refused = offload(other);
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.diagnostics.contains(QByteArray("layers.0.weight.dat ") +
                                          goldenText("load/was-not-written-by-a-load-of")),
             refused.diagnostics.constData());
    if (!stowage::isMarkedAsWritten(folder.toStdString() + "/layers.0.weight.dat",
                                    QFileInfo(m_model).canonicalFilePath().toStdString())) {
        QSKIP("this file system keeps no marks");
    }
    QCOMPARE(offload(m_model).exitCode, 0);  // its own files
    QCOMPARE(offload(other, {"--force"}).exitCode, 0);
    QCOMPARE(offload(m_model).exitCode, 1);
}

void CliOutputsTest::namesWithCommasReachTheTable() {
    const QString model = m_dir.filePath("comma.safetensors");
    writeFile(model, safetensors("{\"a,b.weight\": {\"dtype\": \"F32\", \"shape\": [4], "
                                 "\"data_offsets\": [0, 16]}, \"say \\\"no\\\"\": {\"dtype\": "
                                 "\"F32\", \"shape\": [4], \"data_offsets\": [16, 32]}}",
                                 QByteArray(32, '\0')));
    const QString folder = m_dir.filePath("samples");
    const CliOutcome compared =
        runCli({"compare", model, "--gpus", "8MiB", "--methods", "all", "--csv", folder, "--json"});
    QCOMPARE(compared.exitCode, 0);
    QFile samples(folder + "/streamed.csv");
    QVERIFY(samples.open(QIODevice::ReadOnly));
    QVERIFY(samples.readAll().contains("\"a,b.weight"));
}

QTEST_GUILESS_MAIN(CliOutputsTest)
#include "tst_cli_outputs.moc"
