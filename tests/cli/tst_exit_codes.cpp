// SPDX-License-Identifier: GPL-3.0-or-later
// One cause, one exit status, whichever command meets it: 0 done, 1 the answer is no, 2 wrong use,
// 3 unreadable input, 4 the machine failed.
#include "cli_process.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace stowage::test;

class ExitCodesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aCauseHasOneStatus_data();
    void aCauseHasOneStatus();
    void whatForceLiftsIsANo_data();
    void whatForceLiftsIsANo();
    void aFileThatChangesIsBadInput_data();
    void aFileThatChangesIsBadInput();

private:
    QTemporaryDir m_dir;

    [[nodiscard]] QString path(const char* name) const {
        return m_dir.filePath(QString::fromLatin1(name));
    }
};

void ExitCodesTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(".*"));
    QVERIFY(m_dir.isValid());
    writeFile(path("net.safetensors"), fourLayers());
    writeFile(path("cut.safetensors"), fourLayers().chopped(1));
    writeFile(path("text.safetensors"), "Dear reader, this is a letter and no model.\n");
}

void ExitCodesTest::aCauseHasOneStatus_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const auto everyVerb = [this](const char* cause, const char* file, const QStringList& options,
                                  int status) {
        for (const char* verb : {"plan", "load", "compare"}) {
            QTest::addRow("%s: %s", verb, cause)
                << (QStringList{verb, path(file), "--gpus", "8MiB"} + options) << status;
        }
    };
    everyVerb("done", "net.safetensors", {}, 0);
    everyVerb("a misspelt option", "net.safetensors", {"--maxmemory", "1GiB"}, 2);
    everyVerb("a size without sense", "net.safetensors", {"--max-memory", "0=much"}, 2);
    everyVerb("an unknown strategy", "net.safetensors", {"--strategy", "best"}, 2);
    everyVerb("no such file", "absent.safetensors", {}, 3);
    everyVerb("a file cut short", "cut.safetensors", {}, 3);
    everyVerb("no model", "text.safetensors", {}, 3);
    for (const char* verb : {"inspect", "check", "offload", "convert"}) {
        QTest::addRow("%s: a file cut short", verb)
            << (QString(verb) == "inspect" ? QStringList{verb, path("cut.safetensors")}
                : QString(verb) == "check"
                    ? QStringList{verb, path("cut.safetensors"), "--device-map", "{\"\": \"cpu\"}"}
                    : QStringList{verb, path("cut.safetensors"), path("out")} +
                          (QString(verb) == "convert" ? QStringList{"--to", "safetensors"}
                                                      : QStringList{}))
            << 3;
    }
    for (const char* verb : {"plan", "load"}) {
        QTest::addRow("%s: too large for its devices", verb)
            << QStringList{verb,   path("net.safetensors"), "--gpus",
                           "8KiB", "--device-map",          "{\"\": 0}"}
            << 1;
    }
}

void ExitCodesTest::aCauseHasOneStatus() {
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    const CliOutcome run = runCli(arguments);
    QVERIFY2(run.exitCode == status,
             qPrintable(QString::number(run.exitCode) + ": " + run.output + run.diagnostics));
}

void ExitCodesTest::whatForceLiftsIsANo_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString model = path("net.safetensors");
    QByteArray half = fourLayersTree();
    writeFile(path("half.tree.json"), half.replace("float32", "float16"));
    for (const char* verb : {"load", "compare"}) {
        QTest::addRow("%s: too large", verb)
            << QStringList{verb, model, "--gpus", "8KiB", "--device-map", "{\"\": 0}"};
        QTest::addRow("%s: digits would be lost", verb)
            << QStringList{verb, model, "--gpus", "8MiB", "--tree", path("half.tree.json")};
    }
}

void ExitCodesTest::whatForceLiftsIsANo() {
    QFETCH(QStringList, arguments);
    for (const QStringList& style : {QStringList{}, QStringList{"--json"}}) {
        const CliOutcome run = runCli(arguments + style);
        QVERIFY2(run.exitCode == 1,
                 qPrintable(QString::number(run.exitCode) + ": " + run.output + run.diagnostics));
        const QByteArray told = run.output + run.diagnostics;
        QVERIFY2(told.contains("--force"), told.constData());
    }
}

void ExitCodesTest::aFileThatChangesIsBadInput_data() {
    QTest::addColumn<bool>("shrinks");
    QTest::newRow("replaced") << false;
    QTest::newRow("cut short") << true;
}

void ExitCodesTest::aFileThatChangesIsBadInput() {
    QFETCH(bool, shrinks);
    constexpr int kBytes = 1 << 20;
    const QByteArray header =
        "{\"a.weight\": {\"dtype\": \"U8\", \"shape\": [1048576], \"data_offsets\": [0, 1048576]}, "
        "\"b.weight\": {\"dtype\": \"U8\", \"shape\": [1048576], \"data_offsets\": [1048576, "
        "2097152]}}";
    const QString model = path("changes.safetensors");
    QFile::remove(model);
    writeFile(model, safetensors(header, QByteArray(2 * kBytes, 'x')));
    bool isChanged = false;
    // A slow link keeps the load running until the file has changed.
    CliRequest request{{"load", model, "--gpus", "64MiB:link=500kB/s"}};
    request.watch = [&](QProcess& process) {
        if (isChanged || simulatedBytes(process) == 0) {
            return;
        }
        isChanged = true;
        if (shrinks) {
            QVERIFY(QFile::resize(model, 1000));
        } else {
            writeFile(model + ".new", safetensors(header, QByteArray(2 * kBytes, 'y')));
            QVERIFY(std::rename(qPrintable(model + ".new"), qPrintable(model)) == 0);
        }
    };
    const CliOutcome run = runCli(request);
    QVERIFY(isChanged);
    QVERIFY2(run.exitCode == 3,
             qPrintable(QString::number(run.exitCode) + ": " + run.output + run.diagnostics));
}

QTEST_GUILESS_MAIN(ExitCodesTest)
#include "tst_exit_codes.moc"
