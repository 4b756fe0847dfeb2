// SPDX-License-Identifier: GPL-3.0-or-later
// Hugging Face folders from outside: what is loaded is what from_pretrained loads
// (tests/reference/make_pretrained.py).
#include "cli_process.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

const QString kFolder = QStringLiteral(STOWAGE_TEST_DATA "/pretrained/");

QJsonObject expectedOf(const QString& name) {
    QFile file(kFolder + name + ".expected.json");
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

CliOutcome load(const QString& folder, const QStringList& more = {}) {
    return runCli(QStringList{"load", folder, "--gpus", "none", "--json", "--sha256"} + more);
}

}  // namespace

class CliPretrainedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void loadsWhatTheLibraryLoads_data() {
        QTest::addColumn<QString>("name");
        const QStringList names = QDir(kFolder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY(names.size() >= 20);
        for (const QString& name : names) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void loadsWhatTheLibraryLoads() {
        QFETCH(QString, name);
        const QJsonObject expected = expectedOf(name);
        CliOutcome run = load(kFolder + name);
        if (!expected.value("missing").toArray().isEmpty()) {
            QCOMPARE(run.exitCode, 3);
            QCOMPARE(at(run.json, {"error"}).value("kind").toString(), QString("key_mismatch"));
            QCOMPARE(load(kFolder + name, {"--force"}).exitCode, 3);
            return;
        }
        if (!expected.value("unexpected").toArray().isEmpty()) {
            QVERIFY2(run.exitCode != 0, run.output.constData());
            run = load(kFolder + name, {"--force"});
        }
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        const QJsonObject wanted = expected.value("digests").toObject();
        const QJsonObject digests = run.json.value("digests").toObject();
        QVERIFY(digests.size() > 10);
        for (auto digest = wanted.begin(); digest != wanted.end(); ++digest) {
            QVERIFY2(digests.value(digest.key()) == digest.value(), qPrintable(digest.key()));
        }
    }

    void inspectSaysWhereTheModulesAreFrom() {
        const CliOutcome text = runCli({"inspect", kFolder + "mixtral"});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.output.contains(goldenText("cli/the-modules-are-those-of")),
                 text.output.constData());
        const CliOutcome json = runCli({"inspect", kFolder + "mixtral", "--json"});
        const QJsonObject modules = at(json.json, {"checkpoint", "modules"});
        QCOMPARE(modules.value("from").toString(), QString("config"));
        QCOMPARE(modules.value("class").toString(), QString("MixtralForCausalLM"));
        QVERIFY(modules.value("file").toString().endsWith("mixtral/config.json"));
        const QJsonObject names =
            at(runCli({"inspect",
                       QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny.safetensors"),
                       "--json"})
                   .json,
               {"checkpoint", "modules"});
        QCOMPARE(names.value("from").toString(), QString("recognised"));
    }

    void plansKeepTheLayersWhole() {
        const CliOutcome run =
            runCli({"plan", kFolder + "qwen3_moe", "--gpus", "1GiB,1GiB", "--max-memory",
                    "0=10KiB,1=40KiB,cpu=0", "--strategy", "sequential", "--json"});
        QCOMPARE(run.exitCode, 0);
        for (const QJsonValue& entry : run.json.value("device_map").toArray()) {
            QVERIFY2(!entry.toArray().at(0).toString().contains("experts"), run.output.constData());
        }
    }

    void aClassMayBeChosenBesideWeights() {
        const CliOutcome run = load(kFolder + "llama_score", {"--class", "LlamaForCausalLM"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        const CliOutcome none = runCli(
            {"inspect", QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny.safetensors"),
             "--class", "GPT2Model"});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.diagnostics.contains(goldenText("checkpoint/has-no-config-json-next-to-its")),
                 none.diagnostics.constData());
    }

    /// A conversion writes the names that the file has, whatever the model calls its tensors.
    void conversionsKeepNames() {
        QTemporaryDir folder;
        const CliOutcome run =
            runCli({"convert", kFolder + "gpt2_base_saved", folder.path(), "--to", "per-tensor"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QVERIFY(QFile::exists(folder.filePath("model_parameters/wte.weight.pt")));
        QVERIFY(QFile::exists(folder.filePath("config.json")));
        // The folder lies in one with a config.json, and is the same model again.
        for (const QString& path : {folder.path(), folder.filePath("model_parameters")}) {
            const CliOutcome again = load(path);
            QVERIFY2(again.exitCode == 0, again.diagnostics.constData());
            const QJsonObject wanted = expectedOf("gpt2_base_saved").value("digests").toObject();
            const QJsonObject digests = again.json.value("digests").toObject();
            QCOMPARE(digests.value("transformer.wte.weight"),
                     wanted.value("transformer.wte.weight"));
        }
    }

    void offloadFoldersFindTheirConfig() {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(kFolder + "llama_sharded/config.json", folder.filePath("config.json")));
        const QString offload = folder.filePath("offload");
        const CliOutcome run = runCli({"offload", kFolder + "llama_sharded", offload});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        (void)QFile::remove(offload + "/config.json");
        const CliOutcome seen = runCli({"inspect", offload, "--json"});
        QCOMPARE(at(seen.json, {"checkpoint", "modules"}).value("from").toString(),
                 QString("config"));
        const CliOutcome again = load(offload);
        QVERIFY2(again.exitCode == 0, again.diagnostics.constData());
    }
};

QTEST_GUILESS_MAIN(CliPretrainedTest)
#include "tst_cli_pretrained.moc"
