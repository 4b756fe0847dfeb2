// SPDX-License-Identifier: GPL-3.0-or-later
// `convert` and `offload` from outside: what they write, print, refuse, and leave when stopped.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

QString fixture(const char* name) {
    return QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/%1").arg(QLatin1String(name));
}

QStringList visible(const QString& folder) {
    return QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name);
}

QString messageOf(const CliOutcome& run) {
    return at(run.json, {"error"}).value("message").toString();
}

/// What Python wrote beside a fixture, as `load --sha256` prints it: {tensor: digest}.
QJsonObject pythonDigests(const QString& model) {
    QFile file(model + QStringLiteral(".sha256.json"));
    QJsonObject digests;
    if (file.open(QIODevice::ReadOnly)) {
        const QJsonObject saved = QJsonDocument::fromJson(file.readAll()).object();
        for (auto it = saved.begin(); it != saved.end(); ++it) {
            digests[it.key()] = it.value().toObject().value("sha256");
        }
    }
    return digests;
}

QJsonObject digestsOf(const QString& model) {
    return runCli({"load", model, "--gpus", "none", "--sha256", "--json"})
        .json.value("digests")
        .toObject();
}

}  // namespace

class CliConvertTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void everyTargetHasTheSameTensors_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("result");
        QTest::newRow("safetensors") << QStringList{"--to", "safetensors"} << "model.safetensors";
        QTest::newRow("shards") << QStringList{"--to", "safetensors", "--shard-size", "12kb"}
                                << "model.safetensors.index.json";
        QTest::newRow("pth") << QStringList{"--to", "pth"} << "model.pth";
        QTest::newRow("per-tensor") << QStringList{"--to", "per-tensor"} << "model_parameters";
        QTest::newRow("offload") << QStringList{"--to", "offload"} << "";
    }
    void everyTargetHasTheSameTensors() {
        QFETCH(QStringList, options);
        QFETCH(QString, result);
        const QString model = fixture("gpt2-tiny-torch1.13.pth");
        const QString folder = path("out");
        const auto run = runCli(QStringList{"convert", model, folder, "--json"} + options);
        QVERIFY2(run.exitCode == 0, run.output.constData());
        const QString written = result.isEmpty() ? folder : folder + "/" + result;
        QCOMPARE(run.json.value("path").toString(), written);
        QCOMPARE(digestsOf(written), pythonDigests(model));
        QCOMPARE(run.json.value("resumed").toBool(), false);
        QVERIFY(bytesAt(run.json, "bytes") >= bytesAt(run.json, "total_bytes"));
        QVERIFY(run.json.value("seconds").toDouble() > 0);
        const bool isSafetensors = options.contains("safetensors");
        QCOMPARE(run.json.value("left_out").toObject().contains("lm_head.weight"), isSafetensors);
        QCOMPARE(bytesAt(run.json, "tensors"),
                 pythonDigests(model).size() - (isSafetensors ? 1 : 0));
        // "12kb" is 12,000 bytes, as huggingface_hub reads it, and not 1,500.
        if (options.contains("--shard-size")) {
            QCOMPARE(bytesAt(run.json, "files"), 4);
        }
    }

    void offloadIsAVerbOfItsOwn() {
        const QString model = fixture("raschka-tiny.safetensors");
        const auto run = runCli({"offload", model, path("out")});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.contains("tensors"), run.output.constData());
        QCOMPARE(digestsOf(path("out")), pythonDigests(model));
        const auto empty = runCli({"offload", fixture("odd.safetensors"), path("odd"), "--json"});
        QCOMPARE(empty.exitCode, 2);
        QVERIFY(messageOf(empty).contains(goldenText("checkpoint/numpy-cannot-map-an-empty-file")));
        QVERIFY(!QDir(path("odd")).exists());
    }

    void prefixesAndRenamesHold() {
        const auto run =
            runCli({"convert", fixture("nested-torch2.15.pth"), path("out"), "--to", "safetensors",
                    "--prefix", "optimizer.state.0", "--rename", "exp_=averages.", "--json"});
        QVERIFY2(run.exitCode == 0, run.output.constData());
        const auto listed = runCli({"inspect", path("out"), "--tensors", "--json"});
        QStringList names;
        for (const auto& tensor : listed.json.value("tensor_list").toArray()) {
            names << tensor.toObject().value("name").toString();
        }
        names.sort();
        QCOMPARE(names, (QStringList{"averages.avg", "averages.avg_sq", "step"}));
    }

    void aFolderTakesItsConfigAlong() {
        const auto run =
            runCli({"convert", fixture("gpt2-tiny-shards"), path("out"), "--to", "pth"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QVERIFY2(run.output.contains("Copied config.json"), run.output.constData());
        QVERIFY2(run.output.contains("tokenizer"), run.output.constData());
        QCOMPARE(visible(path("out")), (QStringList{"config.json", "model.pth"}));
    }

    void dtypeIsCast() {
        const auto run = runCli({"convert", fixture("raschka-tiny.safetensors"), path("out"),
                                 "--to", "safetensors", "--dtype", "bfloat16", "--json"});
        QCOMPARE(run.exitCode, 0);
        const auto inspected = runCli({"inspect", path("out"), "--json"});
        QCOMPARE(inspected.json.value("dtypes"), QJsonValue(QJsonArray{"bfloat16"}));
    }

    void wrongUseIsTold_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("mentions");
        const QString model = fixture("gpt2-tiny.safetensors");
        QTest::newRow("no format") << QStringList{"convert", model, "out"} << "--to";
        QTest::newRow("format") << QStringList{"convert", model, "out", "--to", "zip"} << "zip";
        QTest::newRow("dtype") << QStringList{"convert", model,     "out", "--to",
                                              "pth",     "--dtype", "int8"}
                               << "int8";
        QTest::newRow("shards of pth")
            << QStringList{"convert", model, "out", "--to", "pth", "--shard-size", "1MB"}
            << "--shard-size";
        QTest::newRow("shard size")
            << QStringList{"convert", model, "out", "--to", "safetensors", "--shard-size", "much"}
            << "--shard-size";
        QTest::newRow("source") << QStringList{"convert", model, STOWAGE_TEST_DATA "/checkpoints",
                                               "--to", "pth"}
                                << goldenText("checkpoint/the-model-itself-lies");
        QTest::newRow("quantised")
            << QStringList{"convert", fixture("tiny.gguf"), "out", "--to", "pth"} << "quantised";
    }
    void wrongUseIsTold() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, mentions);
        CliRequest request{arguments + QStringList{"--json"}};
        request.workingDirectory = m_folder->path();
        const auto run = runCli(request);
        QCOMPARE(run.exitCode, mentions == "quantised" ? 3 : 2);
        QVERIFY2(messageOf(run).contains(mentions), run.output.constData());
        QVERIFY(visible(m_folder->path()).isEmpty());
    }

    void aLimitOfTheSystemIsAFailedWrite() {
        const auto made = runCli({"sample", path("model"), "--dtype", "float16", "--json"});
        QCOMPARE(made.exitCode, 0);
        QProcess shell;
        shell.start("/bin/bash", {"-c", "ulimit -f 100000; exec \"$@\"", "bash", stowagectlPath(),
                                  "convert", path("model"), path("out"), "--to", "pth", "--json"});
        QVERIFY(shell.waitForFinished(120'000));
        QCOMPARE(shell.exitStatus(), QProcess::NormalExit);
        QCOMPARE(shell.exitCode(), 4);
        const auto error = QJsonDocument::fromJson(shell.readAllStandardOutput())
                               .object()
                               .value("error")
                               .toObject();
        QCOMPARE(error.value("kind").toString(), QStringLiteral("write_failed"));
        QVERIFY(error.value("message").toString().contains("--resume"));
        QVERIFY(!QFile::exists(path("out/model.pth")));
        const auto resumed =
            runCli({"convert", path("model"), path("out"), "--to", "pth", "--resume", "--json"});
        QVERIFY2(resumed.exitCode == 0, resumed.output.constData());
        QVERIFY(bytesAt(resumed.json, "kept_bytes") > 0);
        QVERIFY(resumed.json.value("resumed").toBool());
        QCOMPARE(digestsOf(path("out")), digestsOf(path("model")));
    }

    /// Ctrl-C: status 130, nothing with a final name, and --resume goes on.
    void aStopCanBeTakenUp() {
        const auto made = runCli({"sample", path("model"), "--dtype", "float16", "--json"});
        QCOMPARE(made.exitCode, 0);
        CliRequest request{{"convert", path("model"), path("out"), "--to", "safetensors"}};
        const QString part = path("out/.stowage-unfinished/.part-1");
        CliOutcome stopped;
        // Where the machine is busy, one may be done before it is seen to be in the middle.
        for (int tries = 0; tries < 10 && stopped.exitCode != 130; ++tries) {
            QDir(path("out")).removeRecursively();
            bool isSent = false;
            request.watch = [&](QProcess& process) {
                if (!isSent && QFile(part).size() > (80 << 20) && handlesInterruption(process)) {
                    isSent = true;
                    interrupt(process);
                }
            };
            stopped = runCli(request);
        }
        QCOMPARE(stopped.exitCode, 130);
        QVERIFY2(stopped.diagnostics.contains("--resume"), stopped.diagnostics.constData());
        QVERIFY(visible(path("out")).isEmpty());
        const auto resumed =
            runCli({"convert", path("model"), path("out"), "--to", "safetensors", "--resume"});
        QVERIFY2(resumed.exitCode == 0, resumed.diagnostics.constData());
        QVERIFY2(resumed.output.contains("Continued an interrupted command"),
                 resumed.output.constData());
        QCOMPARE(digestsOf(path("out")), digestsOf(path("model")));
        // And in little memory: the model has 0.24 GiB.
        QVERIFY2(resumed.peakAnon < (32 << 20), qPrintable(QString::number(resumed.peakAnon)));
        QVERIFY2(stopped.peakAnon < (32 << 20), qPrintable(QString::number(stopped.peakAnon)));
    }
};

QTEST_GUILESS_MAIN(CliConvertTest)
#include "tst_cli_convert.moc"
