// SPDX-License-Identifier: GPL-3.0-or-later
// `--quantize`: planned as bitsandbytes and transformers lay quantised weights out, never loaded.
#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace stowage::test;

namespace {

const QByteArray kLlama =
    "\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 64, "
    "\"intermediate_size\": 96, \"num_hidden_layers\": 4, \"num_attention_heads\": 4, "
    "\"num_key_value_heads\": 2, \"vocab_size\": 100, \"torch_dtype\": \"bfloat16\"";
/// A layer's Linear modules: q, o 64 × 64, k, v 32 × 64, gate, up 96 × 64, down 64 × 96.
constexpr qint64 kLinear = 2 * 64 * 64 + 2 * 32 * 64 + 3 * 96 * 64;
constexpr qint64 kOutputs = 2 * 64 + 2 * 32 + 2 * 96 + 64;
/// Embedding, head, nine norms in bfloat16; two rotary buffers in float32.
constexpr qint64 kBesides = 2 * (2 * 100 * 64 + 9 * 64) + 2 * 8 * 4;

}  // namespace

class CliQuantizeTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& text) {
        return writeInto(m_folder.path(), name, text);
    }

    QString plain() { return write("plain/config.json", "{" + kLlama + "}"); }

    QString declaring(const QString& name, const QByteArray& entry) {
        return write(name + "/config.json",
                     "{" + kLlama + ", \"quantization_config\": " + entry + "}");
    }

    static CliOutcome plan(const QString& model, const QStringList& more) {
        return runCli(QStringList{"plan", model, "--gpus", "1GiB", "--ram", "1GiB"} + more);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void weighsWhatIsStored_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<qint64>("layer");
        const qint64 blocks = kLinear / 64;
        QTest::newRow("int8") << QStringList{"int8"} << kLinear + kOutputs * 4;
        QTest::newRow("nf4") << QStringList{"nf4"} << kLinear / 2 + blocks * 4 + 7 * 64;
        QTest::newRow("fp4") << QStringList{"fp4"} << kLinear / 2 + blocks * 4 + 7 * 64;
        QTest::newRow("nf4 double") << QStringList{"nf4", "--double-quant"}
                                    << kLinear / 2 + blocks + 7 * (64 + 1024 + 4 + 4);
        QTest::newRow("fp8") << QStringList{"fp8"} << kLinear + qint64{7} * 4;
    }
    void weighsWhatIsStored() {
        QFETCH(QStringList, options);
        QFETCH(qint64, layer);
        const CliOutcome run = plan(plain(), QStringList{"--json", "--quantize"} + options);
        // The compute capability, which decides whether fp8 is undone, is not known.
        QCOMPARE(run.exitCode, options.front() == "fp8" ? 1 : 0);
        const QJsonObject told = at(run.json, {"quantization"});
        QCOMPARE(bytesAt(told, "weights"), 4 * layer + kBesides);
        QCOMPARE(bytesAt(at(run.json, {"devices", "gpu:0"}), "weights"), 4 * layer + kBesides);
        QCOMPARE(told.value("method").toString(), options.front());
        QVERIFY(told.value("planned_only").toBool());
        QCOMPARE(told.value("modules").toInt(), 28);
        QCOMPARE(told.value("skipped").toArray(), QJsonArray{"lm_head"});
        QVERIFY(bytesAt(told, "counted_by_strategy") > 0);
    }

    void saysThatItIsPlannedOnly() {
        const CliOutcome run = plan(plain(), {"--quantize", "nf4"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.output.contains(goldenText("run/quantisation-nf4-planned-not-loaded")),
                 run.output.constData());
        QVERIFY2(run.output.contains(goldenText("cli/with-all-scales-the-strategy")),
                 run.output.constData());
        QVERIFY(!plan(plain(), {}).output.contains("Quantisation"));
    }

    void refusesOtherMethods() {
        const CliOutcome run = plan(plain(), {"--quantize", "int3"});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.diagnostics.contains(goldenText("model/quantize-int3-is-no-quantisation")),
                 run.diagnostics.constData());
        QCOMPARE(plan(plain(), {"--quantize", "int8", "--double-quant"}).exitCode, 2);
        QCOMPARE(plan(plain(), {"--double-quant"}).exitCode, 2);
        QCOMPARE(plan(plain(), {"--quantize", ""}).exitCode, 2);
    }

    void takesUpWhatIsDeclared() {
        const QString path = declaring("declared",
                                       "{\"quant_method\": \"fp8\", "
                                       "\"weight_block_size\": [32, 32]}");
        const CliOutcome run = plan(path, {"--json"});
        QCOMPARE(run.json.value("verdict").toString(), QStringLiteral("undetermined"));
        const QJsonObject told = at(run.json, {"quantization"});
        QCOMPARE(told.value("method").toString(), QStringLiteral("fp8"));
        QCOMPARE(told.value("declared_by").toString(), path);
        QCOMPARE(bytesAt(told, "weights"), 4 * (kLinear + kLinear / (32 * 32) * 4) + kBesides);
        const CliOutcome back = plan(path, {"--quantize", "none", "--json"});
        QVERIFY(!back.json.contains("quantization"));
        QCOMPARE(bytesAt(at(back.json, {"devices", "gpu:0"}), "weights"),
                 2 * 4 * kLinear + kBesides);
        QCOMPARE(at(plan(path, {"--quantize", "int8", "--json"}).json, {"quantization"})
                     .value("method")
                     .toString(),
                 QStringLiteral("int8"));
    }

    /// gpt-oss-120b declares MXFP4 of its experts: one card of 80 GB is enough.
    void estimatesGptOssAsDeclared() {
        const QString path =
            QStringLiteral(STOWAGE_TEST_DATA "/log_models/gpt-oss-120b/config.json");
        const QStringList card{"--gpus", "h100", "--ram", "64GiB", "--json"};
        const CliOutcome run = runCli(QStringList{"estimate", path} + card);
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.json.value("verdict").toString(), QStringLiteral("fits"));
        const qint64 weights = bytesAt(at(run.json, {"devices", "gpu:0"}), "weights");
        QVERIFY2(weights > 65'200'000'000 && weights < 65'400'000'000,
                 QByteArray::number(weights).constData());
        const CliOutcome seen = runCli({"inspect", path, "--json"});
        QCOMPARE(seen.exitCode, 0);
        const QJsonObject declared = at(seen.json, {"quantization"});
        QCOMPARE(declared.value("method").toString(), QStringLiteral("mxfp4"));
        QCOMPARE(bytesAt(declared, "bytes"), qint64{65'328'442'240});
        const CliOutcome tree = runCli(QStringList{"plan", path, "--quantize", "none"} + card);
        QVERIFY(tree.json.value("verdict").toString() != QStringLiteral("fits"));
    }

    void refusesBrokenDeclarations() {
        const CliOutcome bits =
            plan(declaring("bits", "{\"quant_method\": \"gptq\", \"bits\": 5}"), {});
        QCOMPARE(bits.exitCode, 3);
        QCOMPARE(bits.diagnostics.count('\n'), 1);
        QVERIFY2(
            bits.diagnostics.contains("quantization_config.bits is 5; GPTQ uses 2, 3, 4 or 8 bits"),
            bits.diagnostics.constData());
        const CliOutcome other =
            plan(declaring("other", "{\"quant_method\": \"hqq\"}"), {"--json"});
        QCOMPARE(other.exitCode, 1);
        QVERIFY(!other.json.contains("quantization"));
        QCOMPARE(other.json.value("verdict").toString(), QStringLiteral("undetermined"));
        QCOMPARE(other.json.value("missing").toArray().size(), 1);
        QVERIFY2(other.diagnostics.contains(goldenText("model/hqq-is-not-planned")),
                 other.diagnostics.constData());
        QByteArray names = "{\"quant_method\": \"fp8\", \"modules_to_not_convert\": [\"a\"";
        for (int i = 0; i < 100'000; ++i) {
            names += ",\"a\"";
        }
        const CliOutcome many = plan(declaring("many", names + "]}"), {});
        QCOMPARE(many.exitCode, 3);
        QVERIFY(many.peakAnon < 64 << 20);
    }

    /// What a plan was asked for travels in its JSON and comes back.
    void isComparedAndChecked() {
        const QString path = plain();
        const CliOutcome before = plan(path, {"--json"});
        const CliOutcome after = plan(path, {"--json", "--quantize", "nf4", "--double-quant"});
        const QString first = write("a.json", before.output);
        const QString second = write("b.json", after.output);
        const CliOutcome diff = runCli({"diff", path, first, second});
        QCOMPARE(diff.exitCode, 0);
        QVERIFY2(diff.output.contains(goldenText("model/quantisation-none-before-nf4-scales")),
                 diff.output.constData());
        const CliOutcome same = runCli({"diff", path, second, second});
        QVERIFY2(!same.output.contains("Quantisation"), same.output.constData());
        const CliOutcome check = runCli({"check", path, "--gpus", "1GiB", "--ram", "1GiB",
                                         "--device-map", second, "--quantize", "int8", "--json"});
        QCOMPARE(check.exitCode, 0);
        QVERIFY(at(check.json, {"quantization"}).value("planned_only").toBool());
        QCOMPARE(bytesAt(at(check.json, {"devices", "gpu:0"}), "weights"),
                 4 * (kLinear + kOutputs * 4) + kBesides);
    }

    void isNotLoaded() {
        const QString model = m_folder.filePath(QStringLiteral("layers.safetensors"));
        writeFile(model, fourLayers());
        for (const char* const verb : {"load", "compare"}) {
            const CliOutcome run = runCli({QString::fromLatin1(verb), model, "--gpus", "none",
                                           "--ram", "1GiB", "--quantize", "int8"});
            QVERIFY(run.exitCode != 0);
            QVERIFY2(run.diagnostics.contains(goldenText("plan/which-stowage-plans-and-does-not")),
                     run.diagnostics.constData());
        }
    }
};

QTEST_GUILESS_MAIN(CliQuantizeTest)
#include "tst_cli_quantize.moc"
