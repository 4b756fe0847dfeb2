// SPDX-License-Identifier: GPL-3.0-or-later
// Plans written for Accelerate, maps pasted back, and what check says of maps it would fail with.
#include "cli_process.h"
#include "engine/model/pretrained_models.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stowage::test;

namespace {

/// A recorded tree of the real GPT-2 small: float32, 474.7 MiB, twelve blocks.
QString gpt2() {
    return QStringLiteral(STOWAGE_TEST_DATA "/plans/gpt2.tree.json");
}

const QStringList kTwoGpus{"--gpus", "4GiB,4GiB"};

}  // namespace

class CliExportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void initTestCase() { QVERIFY(m_dir.isValid()); }
    void writesAScript();
    void tellsMachines();
    void modelNamesAreNotGuessed();
    void oldCardsComputeInFloat16_data();
    void oldCardsComputeInFloat16();
    void headersAreNotLoaded();
    void refusesOthers();
    void aPlanThatDoesNotFit();
    void takesItsScriptBack();
    void checkTellsItsAnswer_data();
    void checkTellsItsAnswer();
    void runWarnsAsCheckDoes();
    void runWarnsOnce();

private:
    QTemporaryDir m_dir;
};

void CliExportTest::writesAScript() {
    const QString model = m_dir.filePath("model.safetensors");
    writeFile(model, fourLayers());
    writeFile(m_dir.filePath("config.json"),
              "{\"architectures\": [\"NetModel\"], \"model_type\": \"net\"}");
    const QStringList arguments{"export",       model,
                                "--to",         "accelerate",
                                "--device-map", "{'layers': 'cpu', 'layers.2': 'disk'}",
                                "--ram",        "1GiB"};
    const auto run = runCli(arguments);
    QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
    for (const char* part :
         {goldenText("plan/from-transformers-import-netmodel"), "\"layers.1\": \"cpu\"",
          "\"layers.2\": \"disk\"", "NetModel.from_pretrained(\n", "dtype=torch.float32,\n",
          "offload_folder=\"offload\""}) {
        QVERIFY2(run.output.contains(part), (part + QByteArray("\n") + run.output).constData());
    }
    QVERIFY(run.output.contains("    \"" + QFileInfo(model).path().toUtf8() + "\",\n"));
    // Accelerate has no limit for the disk, and what is free there changes from script to script.
    QVERIFY(!run.output.contains("\"disk\":"));
    QVERIFY(!run.output.contains("\"layers\":"));  // flat: Accelerate cannot use nested entries
    const QString folder = m_dir.filePath("made/here");
    const auto written = runCli(arguments + QStringList{"--out", folder});
    QCOMPARE(written.exitCode, 0);
    QCOMPARE(written.output, QByteArray());
    QFile file(folder + "/load_model.py");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), run.output);
}

void CliExportTest::tellsMachines() {
    const auto run = runCli(QStringList{"export", gpt2(), "--to", "accelerate", "--json",
                                        "--device-map", "{'': 0, 'lm_head': 1}"} +
                            kTwoGpus);
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json.value("to").toString(), QString("accelerate"));
    QVERIFY(!run.json.value("written_for").toString().isEmpty());
    QCOMPARE(run.json.value("command").toArray(), (QJsonArray{"python", "load_model.py"}));
    QVERIFY(run.json.value("environment").isObject());
    const QString script = at(run.json, {"files"}).value("load_model.py").toString();
    QVERIFY2(script.contains("\"FOLDER_OR_REPOSITORY\""), qPrintable(script));
    const auto missing = run.json.value("cannot_express").toArray();
    QVERIFY(!missing.isEmpty());
    QVERIFY(!missing.at(0).toObject().value("what").toString().isEmpty());
    QVERIFY(!missing.at(0).toObject().value("consequence").toString().isEmpty());
    // dispatch_model ties the head again, to where the embedding lies.
    const auto differs = run.json.value("differs").toArray();
    QCOMPARE(differs,
             (QJsonArray{QJsonObject{
                 {"module", "lm_head.weight"}, {"planned", "gpu:1"}, {"there", "gpu:0"}}}));
}

/// A fine-tune has the sizes of a published model.
void CliExportTest::modelNamesAreNotGuessed() {
    const auto presets = stowage::modelPresets();
    QVERIFY(presets.has_value());
    const auto base = std::ranges::find(*presets, "Llama-3.1-70B", &stowage::ModelPreset::name);
    QVERIFY(base != presets->end());
    const QString folder = m_dir.filePath("Llama-3.3-70B-Instruct");
    QVERIFY(QDir().mkpath(folder));
    writeFile(folder + "/config.json", QByteArray::fromStdString(base->configText));
    for (const char* engine : {"accelerate", "vllm", "ray", "llama.cpp", "exllama"}) {
        const auto run = runCli({"export", folder, "--to", engine, "--gpus", "80GiB*2"});
        QVERIFY2(run.output.contains("FOLDER_OR_REPOSITORY") && !run.output.contains("Llama-3.1"),
                 run.output + run.diagnostics);
    }
}

void CliExportTest::oldCardsComputeInFloat16_data() {
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("dtype");
    QTest::newRow("7.0") << "v100-16gb"
                         << "float16";
    QTest::newRow("7.5") << "t4"
                         << "float16";
    QTest::newRow("8.6") << "rtx-3060"
                         << "bfloat16";
}

/// vLLM and SGLang refuse bfloat16 below compute capability 8.0.
void CliExportTest::oldCardsComputeInFloat16() {
    QFETCH(const QString, card);
    QFETCH(const QString, dtype);
    const QString config = m_dir.filePath("bfloat16/config.json");
    QVERIFY(QDir().mkpath(QFileInfo(config).path()));
    writeFile(config,
              "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], "
              "\"hidden_size\": 512, \"intermediate_size\": 1024, \"num_hidden_layers\": 4, "
              "\"num_attention_heads\": 8, \"vocab_size\": 4000, \"torch_dtype\": \"bfloat16\"}");
    for (const char* const engine : {"vllm", "sglang"}) {
        const auto run = runCli({"export", config, "--to", engine, "--gpus", card, "--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        const QJsonArray command = run.json.value("command").toArray();
        const auto option = std::ranges::find(command, QJsonValue("--dtype"));
        QVERIFY(option != command.end() && std::next(option) != command.end());
        QCOMPARE(std::next(option)->toString(), dtype);
    }
}

/// A copy without weights: what is written names the place that has them.
void CliExportTest::headersAreNotLoaded() {
    const QString copy = m_dir.filePath("headers");
    const QString model = m_dir.filePath("whole");
    const auto sample = runCli({"sample", model, "--arch", "llama-tiny"});
    QVERIFY2(sample.exitCode == 0, sample.output + sample.diagnostics);
    const auto headers = runCli({"headers", model, copy});
    QVERIFY2(headers.exitCode == 0, headers.output + headers.diagnostics);
    for (const char* engine : {"accelerate", "vllm"}) {
        const auto run = runCli({"export", copy, "--to", engine, "--gpus", "16GiB"});
        QVERIFY2(run.output.contains(model.toUtf8()) && !run.output.contains(copy.toUtf8()),
                 run.output);
        QVERIFY2((run.output + run.diagnostics)
                     .contains("this machine has only the headers of the model"),
                 run.output + run.diagnostics);
    }
}

void CliExportTest::refusesOthers() {
    const auto run = runCli({"export", gpt2(), "--to", "tgi"});
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.diagnostics.count('\n'), 1);
    QVERIFY2(run.diagnostics.contains(goldenText("exchange/tgi-is-not-known")),
             run.diagnostics.constData());
    QCOMPARE(runCli({"export", gpt2()}).exitCode, 2);
    // A folder of which the system cannot even say whether it is there.
    const QString folder = m_dir.filePath(QString(300, 'x'));
    const auto unmade =
        runCli({"export", gpt2(), "--to", "accelerate", "--gpus", "4GiB", "--out", folder});
    QCOMPARE(unmade.exitCode, 4);
    QVERIFY2(unmade.diagnostics.contains(goldenText("window-lesson/cannot-be-made")),
             unmade.diagnostics.constData());
}

void CliExportTest::aPlanThatDoesNotFit() {
    const auto run =
        runCli({"export", gpt2(), "--to", "accelerate", "--device-map", "{'transformer': 'cpu'}"});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.output.contains(goldenText("plan/error-no-device-is-given-for-lm")),
             run.output.constData());
}

void CliExportTest::takesItsScriptBack() {
    const QStringList options = kTwoGpus + QStringList{"--json"};
    const auto plan =
        runCli(QStringList{"plan", gpt2(), "--pin", "transformer.h.3=disk"} + options);
    const auto script = runCli(
        QStringList{"export", gpt2(), "--to", "accelerate", "--pin", "transformer.h.3=disk"} +
        kTwoGpus);
    const QString file = m_dir.filePath("load.py");
    writeFile(file, script.output);
    for (const QString& given : {file, QString::fromUtf8(script.output)}) {
        const auto again = runCli(QStringList{"plan", gpt2(), "--device-map", given} + options);
        QVERIFY2(again.exitCode == 0, again.diagnostics.constData());
        QCOMPARE(again.json.value("device_map"), plan.json.value("device_map"));
    }
    // Nested entries are printed flat by plan too.
    const auto flat = runCli(QStringList{"plan", gpt2(), "--device-map",
                                         "{'transformer': 'cpu', 'transformer.h.5': 'disk', "
                                         "'lm_head': 'cpu'}"} +
                             options);
    QCOMPARE(flat.json.value("device_map").toArray().size(), 17);
}

void CliExportTest::checkTellsItsAnswer_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("valid") << "{'': 0}" << 0 << QByteArray(goldenText("cli/the-map-is-valid"));
    QTest::newRow("a block on two GPUs") << "{'': 0, 'transformer.h.2.mlp': 1}" << 5
                                         << QByteArray(goldenText("plan/stops-at-a-sum-of-both"));
    QTest::newRow("an entry inside another")
        << "{'': 'cpu', 'transformer.h': 0}" << 5 << QByteArray("ValueError");
    QTest::newRow("tied weights on two GPUs")
        << "{'': 0, 'lm_head': 1}" << 5 << QByteArray(goldenText("cli/mind-the-warnings-above"));
    QTest::newRow("a block next to the CPU") << "{'': 0, 'transformer.h.2.mlp': 'cpu'}" << 0
                                             << QByteArray(goldenText("cli/the-map-is-valid"));
    QTest::newRow("not covered") << "{'transformer': 0}" << 1
                                 << QByteArray(goldenText("cli/the-map-cannot-be-loaded"));
}

void CliExportTest::checkTellsItsAnswer() {
    QFETCH(QString, map);
    QFETCH(int, status);
    QFETCH(QByteArray, said);
    const QStringList arguments = QStringList{"check", gpt2(), "--device-map", map} + kTwoGpus;
    const auto run = runCli(arguments);
    QCOMPARE(run.exitCode, status);
    QVERIFY2(run.output.contains(said), run.output.constData());
    const auto machine = runCli(arguments + QStringList{"--json"});
    QCOMPARE(machine.exitCode, status);
    QCOMPARE(machine.json.value("valid").toBool(status == 1), status != 1);
    const QByteArray help = runCli({"check", "--help"}).output.simplified();  // it is wrapped
    QVERIFY2(help.contains(goldenText("cli/5-it-is-valid-with-warnings")), help);
}

void CliExportTest::runWarnsAsCheckDoes() {
    const QString folder = m_dir.filePath("gpt2");
    QVERIFY(runCli({"sample", folder, "--arch", "llama-tiny"}).exitCode == 0);
    const QString map = "{'': 0, 'model.layers.1.mlp': 1}";
    const auto check =
        runCli(QStringList{"check", folder, "--device-map", map, "--json"} + kTwoGpus);
    QCOMPARE(check.exitCode, 5);
    const auto run =
        runCli(QStringList{"run", folder, "--tokens", "1,2", "--device-map", map} + kTwoGpus);
    const auto load = runCli(QStringList{"load", folder, "--device-map", map} + kTwoGpus);
    for (const QJsonValue& value : check.json.value("problems").toArray()) {
        const QJsonObject problem = value.toObject();
        if (problem.value("severity").toString() == "warning") {
            const QByteArray text = problem.value("text").toString().toUtf8();
            QCOMPARE(run.diagnostics.count("warning: " + text), 1);
            QCOMPARE(load.diagnostics.count("warning: " + text), 1);
        }
    }
}

/// The library's own words are within the problem that explains them, and are not said again.
void CliExportTest::runWarnsOnce() {
    const QString folder = m_dir.filePath("limited");
    QVERIFY(runCli({"sample", folder, "--arch", "llama-tiny"}).exitCode == 0);
    const QStringList limits{"--gpus", "4GiB", "--max-memory", "0=1GiB,3=1GiB,cpu=1GiB"};
    for (const QStringList& verb :
         {QStringList{"run", folder, "--tokens", "1"}, QStringList{"load", folder, "--dry-run"}}) {
        const auto done = runCli(verb + limits);
        QVERIFY2(done.diagnostics.count(goldenText("plan/is-not-available")) == 1,
                 done.diagnostics.constData());
    }
}

QTEST_GUILESS_MAIN(CliExportTest)
#include "tst_cli_export.moc"
