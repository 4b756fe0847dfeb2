// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of a cluster from outside: planned, estimated and told of, not loaded.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

const QByteArray kTinyLlama =
    "{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 64, "
    "\"intermediate_size\": 96, \"num_hidden_layers\": 4, \"num_attention_heads\": 4, "
    "\"num_key_value_heads\": 2, \"vocab_size\": 100, \"torch_dtype\": \"bfloat16\"}";
/// Layers 2 and 3 and what follows in the machine b.
const QString kMap = QStringLiteral(
    R"({"": 0, "model.layers.2": 1, "model.layers.3": 1, "model.norm": 1, "lm_head": 1})");

}  // namespace

class CliClustersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        m_model = writeInto(m_folder.path(), "llama/config.json", kTinyLlama);
        m_weights = writeInto(m_folder.path(), "net.safetensors", fourLayers());
        QVERIFY(!m_model.isEmpty() && !m_weights.isEmpty());
    }

    void estimateNamesMachinesAndLinks() {
        const QStringList words{"estimate", m_model, "--gpus",       "1GiB,b/1GiB",
                                "--ram",    "1GiB",  "--device-map", kMap,
                                "--prompt", "8",     "--generate",   "4"};
        const auto typed =
            runCli(words + QStringList{"--json", "--machine-link", "b-this=2GB/s:20us"});
        QVERIFY2(typed.exitCode == 0, typed.diagnostics.constData());
        QCOMPARE(at(typed.json, {"devices", "gpu:1"}).value("machine").toString(), QString("b"));
        QVERIFY(!at(typed.json, {"devices", "gpu:0"}).contains("machine"));
        const QJsonArray links = typed.json.value("links").toArray();
        QCOMPARE(links.size(), 1);
        QCOMPARE(links[0]["machines"].toArray(), (QJsonArray{"", "b"}));
        QCOMPARE(links[0]["bytes_per_second"].toDouble(), 2e9);
        QCOMPARE(links[0]["latency_seconds"].toDouble(), 20e-6);
        QVERIFY(!links[0]["assumed"].toBool(true));
        const auto text = runCli(words);
        QVERIFY(text.output.contains("GPU 1 on b"));
        QVERIFY(text.output.contains("is assumed to be 10 Gbit/s Ethernet"));
    }

    void planNamesMachinesAndWhatCrosses() {
        const QStringList words{"plan",  m_model, "--gpus",       "a/1GiB,b/1GiB",
                                "--ram", "1GiB",  "--device-map", kMap};
        const auto plan = runCli(words + QStringList{"--json"});
        QVERIFY2(plan.exitCode == 0, plan.diagnostics.constData());
        QCOMPARE(at(plan.json, {"devices", "gpu:0"}).value("machine").toString(), QString("a"));
        QStringList codes;
        for (const QJsonValue& problem : plan.json.value("problems").toArray()) {
            codes << problem["code"].toString();
        }
        QVERIFY(codes.contains("machine_crossing") && codes.contains("machine_elsewhere"));
        QVERIFY(!plan.json.contains("predicted"));
        QVERIFY(runCli(words).output.contains("GPU 0 on a"));
    }

    void isNotLoaded() {
        for (const char* const verb : {"load", "compare"}) {
            const auto refused = runCli({verb, m_weights, "--gpus", "64MiB,b/64MiB"});
            QVERIFY2(refused.exitCode > 2 && refused.diagnostics.contains(
                                                 goldenText("device/the-plan-is-for-2-machines")),
                     refused.diagnostics.constData());
        }
        const auto one = runCli({"load", m_weights, "--gpus", "b/64MiB*2", "--verify", "--json"});
        QVERIFY2(one.exitCode == 0, one.diagnostics.constData());
    }

    void refusesWhatItCannotTake_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("told");
        QTest::newRow("a machine that is not there")
            << QStringList{"--machine-link", "this-c=1GB/s"}
            << goldenText("device/those-of-gpus-are-this-b");
        QTest::newRow("no rate") << QStringList{"--machine-link", "this-b=fast"}
                                 << goldenText("device/a-rate-is-needed");
        QTest::newRow("weights elsewhere") << QStringList{"--execution-device", "1"}
                                           << goldenText("cli/not-in-the-machine-that-has-the-cpu");
    }
    void refusesWhatItCannotTake() {
        QFETCH(QStringList, words);
        QFETCH(QString, told);
        const auto run = runCli(QStringList{"plan", m_model, "--gpus", "1GiB,b/1GiB"} + words);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.diagnostics.contains(told.toUtf8()), run.diagnostics.constData());
    }

    void exportNamesHosts() {
        const auto made = runCli({"export", m_model, "--to", "vllm", "--json", "--gpus",
                                  "a/1GiB,b/1GiB", "--device-map", kMap});
        QVERIFY2(made.exitCode == 0, made.diagnostics.constData());
        QCOMPARE(made.json.value("host").toString(), QString("a"));
        QCOMPARE(made.json.value("hosts").toArray().size(), 2);
    }

private:
    QTemporaryDir m_folder;
    QString m_model;
    QString m_weights;
};

QTEST_GUILESS_MAIN(CliClustersTest)
#include "tst_cli_clusters.moc"
