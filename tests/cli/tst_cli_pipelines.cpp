// SPDX-License-Identifier: GPL-3.0-or-later
// Pipelines of diffusers on the command line: opened as a whole, planned, loaded, their ways to
// offload beside each other.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stowage::test;

namespace {

QString pipeline(const QString& name) {
    return QStringLiteral(STOWAGE_TEST_DATA "/pipelines/") + name;
}

QJsonObject named(const QJsonArray& list, const char* key, const QString& name) {
    for (const QJsonValue& value : list) {
        if (value.toObject().value(QLatin1String(key)).toString() == name) {
            return value.toObject();
        }
    }
    return {};
}

void addTensors(const QJsonObject& module, const QString& path, QJsonObject& header,
                std::int64_t& size) {
    for (const char* kind : {"params", "buffers"}) {
        for (const QJsonValue& value : module.value(QLatin1String(kind)).toArray()) {
            const QJsonObject tensor = value.toObject();
            if (!tensor.value("persistent").toBool(true)) {
                continue;
            }
            const bool isLong = tensor.value("dtype").toString() == QStringLiteral("int64");
            std::int64_t bytes = isLong ? 8 : 4;
            for (const QJsonValue& extent : tensor.value("shape").toArray()) {
                bytes *= extent.toInteger();
            }
            header.insert(
                path + tensor.value("name").toString(),
                QJsonObject{{"dtype", isLong ? "I64" : "F32"},
                            {"shape", tensor.value("shape")},
                            {"data_offsets", QJsonArray{qint64(size), qint64(size + bytes)}}});
            size += bytes;
        }
    }
    for (const QJsonValue& child : module.value("children").toArray()) {
        const QJsonObject object = child.toObject();
        addTensors(object, path + object.value("name").toString() + u'.', header, size);
    }
}

/// The state dict of a model of float32, every byte by its place.
QByteArray weightsOf(const QString& config) {
    const CliOutcome run = runCli({"inspect", config, "--json"});
    QJsonObject header;
    std::int64_t size = 0;
    addTensors(at(run.json, {"tree"}), QString(), header, size);
    QByteArray data(size, '\0');
    for (qsizetype i = 0; i < data.size(); ++i) {
        data[i] = static_cast<char>(i % 97);
    }
    return safetensors(QJsonDocument(header).toJson(QJsonDocument::Compact), data);
}

}  // namespace

class CliPipelinesTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    /// A copy of a recorded pipeline whose models have weights: in float32.
    QString withWeights(const QString& name) {
        const QString folder = m_folder.filePath(name);
        QDir().mkpath(folder);
        const QDir source(pipeline(name));
        QFile::copy(source.filePath(QStringLiteral("model_index.json")),
                    folder + QStringLiteral("/model_index.json"));
        for (const QString& part : source.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QString config = source.filePath(part + QStringLiteral("/config.json"));
            if (!QFileInfo::exists(config)) {
                continue;
            }
            const QString place = folder + u'/' + part;
            QDir().mkpath(place);
            QFile::copy(config, place + QStringLiteral("/config.json"));
            writeFile(place + QStringLiteral("/model.safetensors"), weightsOf(config));
        }
        return folder;
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void inspectShowsItsModels() {
        for (const QString& path :
             {pipeline(QStringLiteral("flux")),
              pipeline(QStringLiteral("flux")) + QStringLiteral("/model_index.json")}) {
            const CliOutcome run = runCli({"inspect", path, "--json", "--depth", "1"});
            QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
            QCOMPARE(run.json.value("architecture").toString(),
                     QStringLiteral("diffusers-pipeline"));
            const QJsonObject tree = at(run.json, {"tree"});
            QCOMPARE(tree.value("class").toString(), QStringLiteral("FluxPipeline"));
            QCOMPARE(tree.value("children").toArray().size(), 4);
            const QJsonObject told = at(run.json, {"checkpoint", "pipeline"});
            const QJsonObject encoder =
                named(told.value("components").toArray(), "name", QStringLiteral("text_encoder_2"));
            QCOMPARE(encoder.value("class").toString(), QStringLiteral("T5EncoderModel"));
            QCOMPARE(encoder.value("parameters").toInteger(), 75992);
            QCOMPARE(told.value("absent").toArray().size(), 0);
        }
    }

    void whatIsNotHereIsSaid() {
        const QString folder = m_folder.filePath(QStringLiteral("partly"));
        QDir().mkpath(folder + QStringLiteral("/vae"));
        QFile::copy(pipeline(QStringLiteral("flux/model_index.json")),
                    folder + QStringLiteral("/model_index.json"));
        QFile::copy(pipeline(QStringLiteral("flux/vae/config.json")),
                    folder + QStringLiteral("/vae/config.json"));
        const CliOutcome run = runCli({"inspect", folder, "--json", "--depth", "1"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.diagnostics.contains("text_encoder, text_encoder_2 and transformer") ||
                     run.diagnostics.contains("text_encoder, text_encoder_2, transformer"),
                 run.diagnostics.constData());
        QVERIFY(run.diagnostics.contains(goldenText("checkpoint/are-not-here-and-not-counted")));
        QCOMPARE(at(run.json, {"checkpoint", "pipeline"}).value("absent").toArray().size(), 3);
    }

    void aDeclaredQuantisationIsNotPlanned() {
        const QString folder = m_folder.filePath(QStringLiteral("quantised"));
        QDir().mkpath(folder + QStringLiteral("/text_encoder"));
        QFile::copy(pipeline(QStringLiteral("z-image/model_index.json")),
                    folder + QStringLiteral("/model_index.json"));
        QFile config(pipeline(QStringLiteral("z-image/text_encoder/config.json")));
        QVERIFY(config.open(QIODevice::ReadOnly));
        QJsonObject changed = QJsonDocument::fromJson(config.readAll()).object();
        changed.insert(QStringLiteral("quantization_config"),
                       QJsonObject{{"quant_method", "bitsandbytes"}, {"load_in_8bit", true}});
        writeFile(folder + QStringLiteral("/text_encoder/config.json"),
                  QJsonDocument(changed).toJson());
        const CliOutcome run = runCli({"inspect", folder, "--json", "--depth", "1"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        QVERIFY2(
            run.diagnostics.contains("the quantisation that its config.json declares is ignored"),
            run.diagnostics.constData());
    }

    void allMethodsLoadIt() {
        const QString folder = withWeights(QStringLiteral("wan"));
        for (const char* method :
             {"naive", "sequential", "meta", "mmap", "per-tensor", "sharded", "streamed"}) {
            const CliOutcome run =
                runCli({"load", folder, "--method", method, "--gpus", "64MiB,64MiB", "--strategy",
                        "balanced", "--verify", "--json"});
            QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        }
        const CliOutcome split =
            runCli({"plan", folder, "--gpus", "64MiB,64MiB", "--device-map",
                    R"({"": 0, "transformer.blocks.1": "cpu", "vae": 1})", "--json"});
        QVERIFY2(split.exitCode == 0, split.diagnostics.constData());
    }

    void optionsOfOneModelAreRefused() {
        for (const QStringList& option : {QStringList{"--class", "X"}, QStringList{"--prefix", "x"},
                                          QStringList{"--rename", "a.=b."}}) {
            const CliOutcome run = runCli(QStringList{"inspect", pipeline("flux")} + option);
            QVERIFY(run.exitCode != 0);
            QVERIFY2(run.diagnostics.contains(goldenText("plan/is-of-several-models")),
                     run.diagnostics.constData());
        }
    }

    void variantsAreTakenWhereTheyAreAskedFor() {
        const QString folder = withWeights(QStringLiteral("z-image"));
        const QString vae = folder + QStringLiteral("/vae/");
        QVERIFY(QFile::rename(vae + "model.safetensors", vae + "model.fp16.safetensors"));
        const CliOutcome only = runCli({"inspect", folder, "--json", "--depth", "1"});
        const auto fileOf = [](const CliOutcome& run) {
            return named(at(run.json, {"checkpoint", "pipeline"}).value("components").toArray(),
                         "name", QStringLiteral("vae"))
                .value("file")
                .toString();
        };
        // There is no other.
        QVERIFY2(fileOf(only).endsWith(QStringLiteral("model.fp16.safetensors")),
                 qPrintable(fileOf(only)));
        QVERIFY(QFile::copy(vae + "model.fp16.safetensors", vae + "model.safetensors"));
        const CliOutcome usual = runCli({"inspect", folder, "--json", "--depth", "1"});
        QVERIFY(fileOf(usual).endsWith(QStringLiteral("vae/model.safetensors")));
        QVERIFY2(usual.diagnostics.contains("variants of the weights that were not opened: fp16"),
                 usual.diagnostics.constData());
        const CliOutcome asked =
            runCli({"inspect", folder, "--weights-variant", "fp16", "--json", "--depth", "1"});
        QVERIFY(fileOf(asked).endsWith(QStringLiteral("model.fp16.safetensors")));
    }

    void whatSpeaksOfOneModelOrOfTokensIsRefused_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char* name, const QStringList& words, const char* sentence) {
            QTest::newRow(name) << words << QByteArray(sentence);
        };
        const char* several = goldenText("plan/is-a-pipeline-of-several-models");
        row("export to Accelerate", {"export", "PIPELINE", "--to", "accelerate"}, several);
        row("export to vLLM", {"export", "PIPELINE", "--to", "vllm"}, several);
        const char* tokens = goldenText("capacity/has-no-workload-of-tokens");
        row("a batch", {"estimate", "PIPELINE", "--batch", "8"}, tokens);
        row("a plan's batch", {"plan", "PIPELINE", "--batch", "8"}, tokens);
        row("a sweep", {"plan", "PIPELINE", "--sweep", "context=128..256*2"}, tokens);
        row("targets", {"estimate", "PIPELINE", "--targets", "tps=30"},
            "--targets applies to the tokens");
        row("a GPU", {"estimate", "PIPELINE", "--gpus", "none"},
            goldenText("capacity/the-plan-has-none"));
    }
    void whatSpeaksOfOneModelOrOfTokensIsRefused() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, sentence);
        words.replaceInStrings(QStringLiteral("PIPELINE"), pipeline(QStringLiteral("flux")));
        if (!words.contains(QStringLiteral("--gpus"))) {
            words += {"--gpus", "8MiB"};
        }
        const CliOutcome run = runCli(words);
        QVERIFY(run.exitCode != 0);
        QVERIFY2(run.diagnostics.contains(sentence), run.diagnostics.constData());
        QVERIFY2(run.output.isEmpty(), run.output.constData());
    }

    void estimateShowsTheWaysToOffload() {
        const QStringList words{"estimate", pipeline(QStringLiteral("flux")),
                                "--gpus",   "4MiB:link=1MiB/s",
                                "--dtype",  "bfloat16"};
        const CliOutcome run = runCli(words + QStringList{"--json"});
        QVERIFY2(run.exitCode == 0, run.diagnostics.constData());
        const QJsonArray modes = run.json.value("offload_modes").toArray();
        QCOMPARE(modes.size(), 6);
        const QJsonObject model = named(modes, "mode", QStringLiteral("model"));
        QVERIFY(model.value("fits").toBool());
        QCOMPARE(model.value("call").toString(), QStringLiteral("pipe.enable_model_cpu_offload()"));
        const QJsonObject sequential = named(modes, "mode", QStringLiteral("sequential"));
        QVERIFY(sequential.value("peak_allocated").toInteger() <
                model.value("peak_allocated").toInteger());
        const double seconds = sequential.value("seconds_each_step").toDouble();
        const double link = 0.82 * (1 << 20);
        QVERIFY(std::abs(seconds * link / sequential.value("moved_each_step").toDouble() - 1) <
                1e-9);
        const CliOutcome text = runCli(words);
        QVERIFY2(text.output.contains("0.00086 of the specified 0.00105 GB/s"),
                 text.output.constData());
        QVERIFY(text.output.contains("group-block"));
        QVERIFY(text.output.contains(goldenText("cli/activations-come-on-top")));
        QVERIFY2(!text.output.contains(" tokens"), text.output.constData());
    }
};

QTEST_GUILESS_MAIN(CliPipelinesTest)
#include "tst_cli_pipelines.moc"
