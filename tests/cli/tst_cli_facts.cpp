// SPDX-License-Identifier: GPL-3.0-or-later
// What inspect says of a model beside its modules: the card of facts, and sizes by class.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

constexpr const char* kMixtral =
    "{\"model_type\": \"mixtral\", \"architectures\": [\"MixtralForCausalLM\"], \"hidden_size\": "
    "64, \"intermediate_size\": 32, \"num_hidden_layers\": 3, \"num_attention_heads\": 4, "
    "\"num_key_value_heads\": 2, \"vocab_size\": 100, \"num_local_experts\": 4, "
    "\"num_experts_per_tok\": 1, \"sliding_window\": 16, \"max_position_embeddings\": 256, "
    "\"torch_dtype\": \"bfloat16\"}";
/// Three layers of four experts, each of three matrices of 64 × 32.
constexpr qint64 kRouted = 3 * 4 * 3 * 64 * 32;
/// 3 layers × 2 (keys and values) × 2 heads × 16 numbers.
constexpr qint64 kElements = 3 * 2 * 2 * 16;

}  // namespace

class CliFactsTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& text) {
        return writeInto(m_folder.path(), name, text);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void factsForMachines() {
        const QString path = write("mixtral/config.json", kMixtral);
        const CliOutcome run = runCli({"inspect", path, "--json"});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject facts = at(run.json, {"facts"});
        QCOMPARE(facts.value("class").toString(), QStringLiteral("MixtralForCausalLM"));
        QCOMPARE(facts.value("family").toString(), QStringLiteral("mixtral"));
        QCOMPARE(bytesAt(facts, "layers"), qint64{3});
        QCOMPARE(bytesAt(facts, "attention_heads"), qint64{4});
        QCOMPARE(bytesAt(facts, "kv_heads"), qint64{2});
        QCOMPARE(bytesAt(facts, "context"), qint64{256});
        QVERIFY(facts.value("encoder_layers").isNull());
        QCOMPARE(bytesAt(facts, "expert_layers"), qint64{3});
        QCOMPARE(bytesAt(facts, "parameters"), bytesAt(run.json, "total_parameters"));
        QCOMPARE(bytesAt(facts, "parameters") - bytesAt(facts, "active_parameters"),
                 kRouted * 3 / 4);
        QCOMPARE(bytesAt(facts, "embedding_parameters"), qint64{100 * 64});
        const QJsonObject cache = at(facts, {"kv_cache"});
        QCOMPARE(bytesAt(cache, "elements_per_token"), kElements);
        QCOMPARE(bytesAt(at(cache, {"bytes_per_token"}), "float32"), 4 * kElements);
        QCOMPARE(bytesAt(at(cache, {"bytes_per_token"}), "bfloat16"), 2 * kElements);
        QCOMPARE(bytesAt(at(cache, {"bytes_per_token"}), "float8_e4m3fn"), kElements);
        QCOMPARE(bytesAt(at(cache, {"window"}), "tokens"), qint64{16});
        QCOMPARE(bytesAt(at(cache, {"window", "bytes_per_token_beyond"}), "bfloat16"), qint64{0});
        QVERIFY(!run.json.contains("classes"));
    }

    void factsForPeople() {
        const CliOutcome run = runCli({"inspect", write("people/config.json", kMixtral)});
        QCOMPARE(run.exitCode, 0);
        for (const char* words :
             {"MixtralForCausalLM, family mixtral", goldenText("cli/4-heads-2-for-keys-and-values"),
              goldenText("text/4-in-each-of-3-layers-1-for-a-token"),
              goldenText("cli/active-for-a-token-6400-in"),
              goldenText("cli/384-bytes-a-token-in-float16-or"),
              "have a sliding window of 16 tokens"}) {
            QVERIFY2(run.output.contains(words), run.output.constData());
        }
    }

    void classesAddUp() {
        const QString path = write("classes/config.json", kMixtral);
        const CliOutcome run = runCli({"inspect", path, "--classes", "--json"});
        QCOMPARE(run.exitCode, 0);
        qint64 parameters = 0;
        qint64 bytes = 0;
        for (const QJsonValue& one : run.json.value("classes").toArray()) {
            parameters += bytesAt(one.toObject(), "parameters");
            bytes += bytesAt(one.toObject(), "bytes");
            QCOMPARE(one["no_split"].toBool(),
                     one["class"].toString() == QLatin1String("MixtralDecoderLayer"));
        }
        QCOMPARE(parameters, bytesAt(run.json, "total_parameters"));
        QCOMPARE(bytes, bytesAt(run.json, "total_bytes"));
        const CliOutcome text = runCli({"inspect", path, "--classes"});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.output.contains("MixtralExperts"), text.output.constData());
        QVERIFY2(text.output.contains(QByteArray::number(kRouted)), text.output.constData());
    }

    /// Recognised by its keys alone: what its tensors say.
    void aGptWithoutAConfig() {
        const QString path =
            QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/gpt2-tiny-torch2.15.pth");
        const CliOutcome run = runCli({"inspect", path, "--json"});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject facts = at(run.json, {"facts"});
        QCOMPARE(facts.value("family").toString(), QStringLiteral("gpt2"));
        QVERIFY(facts.value("file").isNull());
        QVERIFY(facts.value("attention_heads").isNull());
        const qint64 layers = bytesAt(facts, "layers");
        const qint64 hidden = bytesAt(facts, "hidden_size");
        QVERIFY(layers > 0 && hidden > 0);
        QCOMPARE(bytesAt(at(facts, {"kv_cache", "bytes_per_token"}), "float16"),
                 layers * 2 * hidden * 2);
    }

    /// A tree from names has no facts, and says nothing in their place.
    void namesAloneSayNothing() {
        const QString path = QStringLiteral(STOWAGE_TEST_DATA "/checkpoints/odd.safetensors");
        const CliOutcome run = runCli({"inspect", path, "--json"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(!run.json.contains("facts"));
    }
};

QTEST_GUILESS_MAIN(CliFactsTest)
#include "tst_cli_facts.moc"
