// SPDX-License-Identifier: GPL-3.0-or-later
// A config.json alone: seen and planned as the model that the library would build of it.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr const char* kLlama =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 64, "
    "\"intermediate_size\": 96, \"num_hidden_layers\": 4, \"num_attention_heads\": 4, "
    "\"num_key_value_heads\": 2, \"vocab_size\": 100, \"torch_dtype\": \"bfloat16\"}";
/// Embedding and head 100 × 64; a layer: q, o 64 × 64, k, v 32 × 64, three of 96 × 64, two norms.
constexpr qint64 kLayerParameters = 2 * 64 * 64 + 2 * 32 * 64 + 3 * 96 * 64 + 2 * 64;
constexpr qint64 kParameters = 2 * 100 * 64 + 4 * kLayerParameters + 64;
constexpr qint64 kRotaryBytes = 2 * 8 * 4;  ///< two buffers of half a head's width in float32

}  // namespace

class CliConfigsTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& text) {
        return writeInto(m_folder.path(), name, text);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void inspectShowsTheModel() {
        const QString path = write("llama/config.json", kLlama);
        for (const QString& model : {path, QFileInfo(path).path()}) {
            const CliOutcome run = runCli({"inspect", model, "--json"});
            QCOMPARE(run.exitCode, 0);
            QCOMPARE(bytesAt(run.json, "total_parameters"), kParameters);
            QCOMPARE(bytesAt(run.json, "total_bytes"), 2 * kParameters + kRotaryBytes);
            QCOMPARE(run.json.value("architecture").toString(), QStringLiteral("llama"));
            QCOMPARE(run.json.value("no_split_module_classes").toArray(),
                     QJsonArray{"LlamaDecoderLayer"});
            QCOMPARE(at(run.json, {"tree"}).value("class").toString(),
                     QStringLiteral("LlamaForCausalLM"));
        }
    }

    void aClassMayBeChosen() {
        const QString path = write("choice/config.json", kLlama);
        const CliOutcome run = runCli({"inspect", path, "--class", "LlamaModel", "--json"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(bytesAt(run.json, "total_parameters"), kParameters - 100 * 64);
        const CliOutcome other = runCli({"inspect", path, "--class", "LlamaForPoems"});
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.diagnostics.contains(goldenText("cli/the-class-llamaforpoems-is-none-of")),
                 other.diagnostics.constData());
    }

    void aClassIsOnlyForConfigs() {
        const QString path = write("other.tree.json", "{\"format\": \"stowage.tree\"}");
        const CliOutcome run = runCli({"inspect", path, "--class", "LlamaModel"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(
            run.diagnostics.contains(goldenText("checkpoint/is-a-module-tree-which-names-its")),
            run.diagnostics.constData());
        QCOMPARE(runCli({"inspect", "-", "--class", "LlamaModel"}).exitCode, 2);
        QCOMPARE(runCli({"inspect", path, "--class", ""}).exitCode, 2);
        QCOMPARE(runCli({"inspect", path, "--class", "A", "--prefix", "model"}).exitCode, 2);
        QCOMPARE(runCli({"inspect", m_folder.filePath("absent"), "--class", "A"}).exitCode, 3);
    }

    /// Layers stay whole: on a device with room for two of them and the embedding, two lie.
    void planKeepsLayersWhole() {
        const QString path = write("plan/config.json", kLlama);
        const qint64 embedding = 2 * 100 * 64;
        const qint64 room = embedding + 2 * (2 * kLayerParameters) + kLayerParameters;
        const CliOutcome run =
            runCli({"plan", path, "--strategy", "sequential", "--max-memory",
                    QStringLiteral("0=%1,1=10MiB,cpu=0").arg(room + 2 * kLayerParameters), "--gpus",
                    "1GiB,1GiB", "--json"});
        QCOMPARE(run.exitCode, 0);
        QMap<QString, QString> map;
        for (const QJsonValue& entry : run.json.value("device_map").toArray()) {
            map[entry.toArray()[0].toString()] = entry.toArray()[1].toVariant().toString();
        }
        QCOMPARE(map.value("model.embed_tokens"), QStringLiteral("0"));
        QCOMPARE(map.value("model.layers.0"), QStringLiteral("0"));
        QCOMPARE(map.value("model.layers.3"), QStringLiteral("1"));
        for (auto it = map.cbegin(); it != map.cend(); ++it) {
            QVERIFY2(!it.key().startsWith("model.layers.") || it.key().count('.') == 2,
                     qPrintable(it.key()));
        }
    }

    void takesTheRulesOfTheLibrary_data() {
        QTest::addColumn<QStringList>("typed");
        QTest::addColumn<QString>("rules");
        QTest::addColumn<int>("gpu");
        QTest::newRow("nothing typed") << QStringList() << "transformers" << 0;
        QTest::newRow("typed") << QStringList{"--rules", "accelerate"} << "accelerate" << 1;
    }
    /// Where both libraries' records differ: from_pretrained puts layer 11 on GPU 0.
    void takesTheRulesOfTheLibrary() {
        QFETCH(QStringList, typed);
        QFETCH(QString, rules);
        QFETCH(int, gpu);
        const QByteArray record =
            contentOf(QStringLiteral(STOWAGE_TEST_DATA "/config_plans/Qwen2.5-1.5B.json"));
        const QJsonObject config = QJsonDocument::fromJson(record).object()["config"].toObject();
        const QString path = write("qwen2/config.json", QJsonDocument(config).toJson());
        const QStringList words =
            QStringList{"plan",      path,           "--gpus",
                        "4GiB,4GiB", "--max-memory", "0=1698086016,1=1698086016,cpu=3087429120"} +
            typed;
        const CliOutcome run = runCli(words + QStringList{"--json"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.json.value("rules").toString(), rules);
        const QJsonArray map = run.json.value("device_map").toArray();
        QVERIFY2(map.contains(QJsonArray{"model.layers.11", gpu}), run.output.constData());
        QVERIFY(runCli(words).output.contains("Rules: " + rules.toUtf8() + "\n"));
    }

    /// Planned in a moment and with next to no memory: there is nothing to read.
    void theLargestIsPlanned() {
        const QString path = write("deepseek/config.json",
                                   "{\"model_type\": \"deepseek_v3\", \"torch_dtype\": "
                                   "\"bfloat16\", \"num_hidden_layers\": 61}");
        const CliOutcome run =
            runCli({"plan", path, "--strategy", "sequential", "--gpus",
                    QStringList(8, "200GiB").join(QLatin1Char(',')), "--ram", "64GiB", "--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QVERIFY(run.peakAnon < 200 << 20);
    }

    void nothingCanBeLoaded() {
        const QString path = write("load/config.json", kLlama);
        const CliOutcome run = runCli({"load", path, "--gpus", "none", "--ram", "1GiB"});
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.diagnostics.contains(goldenText("cli/describes-a-model-without-its")),
                 run.diagnostics.constData());
    }

    void badConfigsAreNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("layers") << QByteArray(
                                       "{\"model_type\": \"llama\", "
                                       "\"num_hidden_layers\": 1000000000}")
                                << QByteArray("\"num_hidden_layers\" is 1000000000");
        QTest::newRow("family") << QByteArray("{\"model_type\": \"unheard_of\"}")
                                << QByteArray(goldenText("model/unheard-of-is-none-that-stowage"));
        QTest::newRow("pipeline") << QByteArray("{\"_class_name\": \"FluxPipeline\"}")
                                  << QByteArray(goldenText("model/open-the-folder-of-one-of-the"));
        QTest::newRow("no family") << QByteArray("{\"architectures\": [\"A\"]}")
                                   << QByteArray(goldenText("model/has-no-text-model-type"));
        QTest::newRow("long") << QByteArray("{\"model_type\": \"llama\", \"x\": \"") +
                                     QByteArray(5 << 20, 'x') + "\"}"
                              << QByteArray(
                                     goldenText("checkpoint/of-a-models-configuration-at-most-4"));
    }
    /// The script is there, and Python reads it.
    void theScriptIsThere() {
        const QString file =
            QStringLiteral(STOWAGE_TEST_DATA "/../../resources/python/write_tree.py");
        QVERIFY(QFileInfo::exists(file));
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty()) {
            QSKIP("python3 is not installed");
        }
        QCOMPARE(QProcess::execute(
                     python, {"-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", file}),
                 0);
    }

    /// What the script wrote of a module that has tied weights and one module twice.
    void readsWhatTheScriptWrote() {
        const QString tree = QStringLiteral(STOWAGE_TEST_DATA "/trees/written-by-script.tree.json");
        const CliOutcome run = runCli({"inspect", tree, "--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QCOMPARE(run.json.value("total_parameters").toInt(), 68);  // 7 × 4, and 2 × (4 × 4 + 4)
        QCOMPARE(run.json.value("no_split_module_classes").toArray(), QJsonArray{"Block"});
    }

    void badConfigsAreNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        const CliOutcome run = runCli({"inspect", write("bad/config.json", text)});
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.diagnostics.contains(message), run.diagnostics.constData());
        QVERIFY(run.peakAnon < 100 << 20);
    }
};

QTEST_GUILESS_MAIN(CliConfigsTest)
#include "tst_cli_configs.moc"
