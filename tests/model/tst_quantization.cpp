// SPDX-License-Identifier: GPL-3.0-or-later
// What a config.json declares of its weights' quantisation, which modules it leaves out, and what
// is chosen in trees that no library made.
#include "engine/model/module_tree.h"
#include "engine/model/quantization.h"
#include "engine/model/quantized_weights.h"
#include "tests/support/golden_text.h"

#include <QTest>

using namespace stowage;

namespace {

Result<std::optional<Quantization>> declaredIn(const QString& entry) {
    const std::string text =
        "{\"model_type\": \"llama\", \"quantization_config\": " + entry.toStdString() +
        ", \"hidden_size\": 64}";
    return declaredQuantization(text, "config.json");
}

QString told(const Result<std::optional<Quantization>>& declared) {
    if (!declared) {
        return QString::fromStdString(std::string(errorCodeName(declared.error().code)) + ": " +
                                      declared.error().message.english());
    }
    return *declared ? QString::fromStdString(quantizationText(**declared))
                     : QStringLiteral("nothing");
}

ModuleDraft module(const std::string& name, const std::string& className,
                   std::vector<std::int64_t> shape, DType dtype = DType::BFloat16) {
    ModuleDraft draft;
    draft.name = name;
    draft.className = className;
    draft.parameters.push_back({"weight", dtype, std::move(shape)});
    return draft;
}

std::shared_ptr<const ModuleTree> treeOf(std::vector<ModuleDraft> children,
                                         std::vector<std::vector<std::string>> tied = {}) {
    ModelDraft model;
    model.root.children = std::move(children);
    model.tied = std::move(tied);
    auto tree = ModuleTreeBuilder::build(std::move(model));
    return tree ? *tree : nullptr;
}

QString quantisedIn(const ModuleTree& tree, const Quantization& quantization) {
    QStringList names;
    const QuantizedWeights weights(tree, quantization);
    for (const ModuleId id : weights.modules()) {
        names.append(QString::fromStdString(tree.path(id)));
    }
    return names.join(QLatin1Char(' '));
}

}  // namespace

class TestQuantization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void readsWhatIsDeclared_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* entry, const char* expected) {
            QTest::newRow(name) << QString::fromLatin1(entry) << QString::fromLatin1(expected);
        };
        row("null", "null", "nothing");
        row("int8", "{\"quant_method\": \"bitsandbytes\", \"load_in_8bit\": true}", "int8");
        row("old form", "{\"load_in_8bit\": true, \"load_in_4bit\": false}", "int8");
        row("nf4",
            "{\"quant_method\": \"bitsandbytes\", \"load_in_4bit\": true, "
            "\"bnb_4bit_quant_type\": \"nf4\", \"bnb_4bit_use_double_quant\": true}",
            goldenText("model/nf4-scales-quantised-too"));
        row("4 bit is fp4", "{\"load_in_4bit\": true}", "fp4");
        row("neither", "{\"quant_method\": \"bitsandbytes\", \"load_in_4bit\": false}", "nothing");
        row("gptq",
            "{\"quant_method\": \"gptq\", \"bits\": 4, \"group_size\": 128, "
            "\"dataset\": [\"c4\"], \"meta\": {\"a\": [1, {\"b\": 2}]}}",
            goldenText("model/gptq-4-bit-in-groups-of-128"));
        row("gptq of three bits", "{\"quant_method\": \"gptq\", \"bits\": 3, \"group_size\": -1}",
            goldenText("model/gptq-3-bit-one-scale-a-column"));
        row("awq", "{\"quant_method\": \"awq\", \"version\": \"gemm\", \"zero_point\": true}",
            goldenText("model/awq-4-bit-in-groups-of-128"));
        row("fp8",
            "{\"quant_method\": \"fp8\", \"fmt\": \"e4m3\", \"weight_block_size\": "
            "[128, 128], \"activation_scheme\": \"dynamic\"}",
            "fp8");
        row("mxfp4",
            "{\"quant_method\": \"mxfp4\", \"modules_to_not_convert\": "
            "[\"model.layers.*.self_attn\", \"lm_head\"]}",
            "mxfp4");
        row("mxfp4 that is undone", "{\"quant_method\": \"mxfp4\", \"dequantize\": true}",
            "nothing");
        row("given twice: the last one counts", "{\"load_in_8bit\": false, \"load_in_8bit\": true}",
            "int8");
    }
    void readsWhatIsDeclared() {
        QFETCH(QString, entry);
        QFETCH(QString, expected);
        QCOMPARE(told(declaredIn(entry)), expected);
    }

    void keepsWhatSizesDependOn() {
        const auto fp8 = declaredIn(QStringLiteral(
            "{\"quant_method\": \"fp8\", \"weight_block_size\": [64, 32], \"scale_fmt\": "
            "\"ue8m0\", \"activation_scheme\": \"static\", \"ignored_layers\": [\"lm_head\"]}"));
        QVERIFY(fp8.has_value() && fp8->has_value());
        QCOMPARE((*fp8)->blockRows, 64);
        QCOMPARE((*fp8)->blockColumns, 32);
        QVERIFY((*fp8)->scaleType == DType::Float8E8M0FNU);
        QVERIFY((*fp8)->hasActivationScale);
        QVERIFY((*fp8)->skippedModules == std::vector<std::string>{"lm_head"});
        QCOMPARE((*fp8)->declaredBy, std::string("config.json"));
        const auto whole =
            declaredIn(QStringLiteral("{\"quant_method\": \"fp8\", \"weight_block_size\": null}"));
        QCOMPARE((*whole)->blockRows, -1);
        const auto usual = declaredIn(QStringLiteral("{\"quant_method\": \"fp8\"}"));
        QCOMPARE((*usual)->blockRows, 0);
        const auto packed = declaredIn(
            QStringLiteral("{\"load_in_4bit\": true, \"bnb_4bit_quant_storage\": \"bfloat16\", "
                           "\"llm_int8_skip_modules\": []}"));
        QVERIFY((*packed)->storage == DType::BFloat16);
        QVERIFY((*packed)->skippedModules.has_value() && (*packed)->skippedModules->empty());
    }

    void refusesNonsense_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("beginning");
        const auto row = [](const char* entry, const char* beginning) {
            QTest::newRow(entry) << QString::fromLatin1(entry) << QString::fromLatin1(beginning);
        };
        row("5", goldenText("model/malformed-config-json-quantization"));
        row("\"nf4\"", goldenText("model/malformed-config-json-quantization-6"));
        row("{}", "malformed: config.json: quantization_config.quant_method is missing");
        row("{\"quant_method\": 7}",
            "malformed: config.json: quantization_config.quant_method must be a string.");
        row("{\"quant_method\": \"hqq\"}", goldenText("model/unsupported-config-json"));
        row("{\"quant_method\": \"mxfp4\", \"dequantize\": \"yes\"}",
            goldenText("model/malformed-config-json-quantization-5"));
        row("{\"quant_method\": \"mxfp4\", \"modules_to_not_convert\": \"lm_head\"}",
            goldenText("model/malformed-config-json-quantization-7"));
        row("{\"quant_method\": \"gptq\"}",
            "malformed: config.json: quantization_config.bits is missing");
        row("{\"quant_method\": \"gptq\", \"bits\": 5}",
            "malformed: config.json: quantization_config.bits is 5");
        row("{\"quant_method\": \"gptq\", \"bits\": \"four\"}",
            goldenText("model/malformed-config-json-quantization-4"));
        row("{\"quant_method\": \"gptq\", \"bits\": 1e300}",
            goldenText("model/malformed-config-json-quantization-4"));
        row("{\"quant_method\": \"awq\", \"bits\": 3}",
            "malformed: config.json: quantization_config.bits is 3");
        row("{\"quant_method\": \"awq\", \"version\": \"gemv_fast\"}",
            "unsupported: config.json: quantization_config.version is \"gemv_fast\"");
        row("{\"quant_method\": \"gptq\", \"bits\": 4, \"group_size\": -7}",
            goldenText("model/malformed-config-json-quantization-3"));
        row("{\"quant_method\": \"gptq\", \"bits\": 4, \"group_size\": 0}",
            "malformed: config.json: quantization_config.group_size is 0");
        row("{\"load_in_8bit\": \"yes\"}",
            goldenText("model/malformed-config-json-quantization-2"));
        row("{\"load_in_8bit\": true, \"load_in_4bit\": true}",
            "malformed: config.json: quantization_config.load_in_4bit and load_in_8bit are both");
        row("{\"load_in_4bit\": true, \"bnb_4bit_quant_type\": \"fp3\"}",
            "malformed: config.json: quantization_config.bnb_4bit_quant_type is \"fp3\"");
        row("{\"load_in_4bit\": true, \"bnb_4bit_quant_storage\": \"int4\"}",
            "malformed: config.json: quantization_config.bnb_4bit_quant_storage is \"int4\"");
        row("{\"quant_method\": \"fp8\", \"weight_block_size\": [128]}",
            "malformed: config.json: quantization_config.weight_block_size must be two whole");
        row("{\"quant_method\": \"fp8\", \"weight_block_size\": [0, 1]}",
            "malformed: config.json: quantization_config.weight_block_size must be two whole");
        row("{\"quant_method\": \"fp8\", \"weight_block_size\": [1, 2, 3, 4, 5, 6, 7, 8, 9]}",
            goldenText("model/malformed-config-json-quantization-8"));
        row("{\"quant_method\": \"fp8\", \"modules_to_not_convert\": \"lm_head\"}",
            goldenText("model/malformed-config-json-quantization-7"));
        row("{\"quant_method\": \"fp8\", \"modules_to_not_convert\": [{\"a\": 1}]}",
            "malformed: config.json: quantization_config.modules_to_not_convert must be a list of "
            "names or a list of a few numbers.");
        row("{\"quant_method\": \"fp8\", \"modules_to_not_convert\": [\"a\", 1]}",
            "malformed: config.json: quantization_config.modules_to_not_convert mixes names");
        row("{\"quant_method\": {\"a\": 1}}",
            "malformed: config.json: quantization_config.quant_method is an object");
        row("{\"quant_method\": ", goldenText("run/malformed-config-json-is-no-json"));
        row("[", goldenText("model/malformed-config-json-quantization"));
    }
    void refusesNonsense() {
        QFETCH(QString, entry);
        QFETCH(QString, beginning);
        const QString text = told(declaredIn(entry));
        QVERIFY2(text.startsWith(beginning), qPrintable(text));
        QVERIFY2(text.size() < 400, qPrintable(text));
    }

    void refusesEndlessLists() {
        QString names = QStringLiteral("{\"quant_method\": \"fp8\", \"modules_to_not_convert\": [");
        for (int i = 0; i < 70'000; ++i) {
            names += QStringLiteral("\"a\",");
        }
        const QString text = told(declaredIn(names + QStringLiteral("\"a\"]}")));
        QVERIFY2(text.startsWith(QLatin1String("limit_exceeded: ")), qPrintable(text));
        const QString longName = QString(2000, QLatin1Char('x'));
        QVERIFY(told(declaredIn(QStringLiteral("{\"quant_method\": \"") + longName +
                                QStringLiteral("\"}")))
                    .contains(QLatin1String("has 2000 characters")));
    }

    void knowsItsNames() {
        for (const char* const name : {"int8", "nf4", "fp4", "fp8", "mxfp4"}) {
            const auto quantization = quantizationFromName(name);
            QVERIFY(quantization.has_value());
            QCOMPARE(quantizationName(quantization->method), std::string_view(name));
        }
        for (const char* const name : {"", "NF4", "gptq", "awq", "int4"}) {
            const auto quantization = quantizationFromName(name);
            QVERIFY(!quantization.has_value());
            QVERIFY(quantization.error().message.english().ends_with(
                "use int8, nf4, fp4, fp8 or mxfp4."));
        }
        QVERIFY(quantizationOfMethod("gptq").has_value());
    }

    /// Rows held to should_convert_module of transformers 5.23.
    void matchesNamesAsTransformersDoes_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* pattern, const char* name, bool matches) {
            QTest::newRow(qPrintable(QString::fromLatin1(pattern) + QStringLiteral(" / ") +
                                     QString::fromLatin1(name)))
                << QString::fromLatin1(pattern) << QString::fromLatin1(name) << matches;
        };
        row("lm_head", "lm_head", true);
        row("lm_head", "model.lm_head", true);
        row("head", "lm_head", true);
        row("lm_head", "lm_head_2", false);
        row("layer.1", "layer.1.attn", true);
        row("layer.1", "layer.11.attn", false);
        row("layer.*", "layer.11.attn", true);
        row("mlp.gate", "mlp.gate", true);
        row("mlp.gate", "mlp.gate_proj", false);
        row("fc1", "model.decoder.layers.23.fc1", true);
        row("fc1", "model.fc1.weight", false);
        row("model.layers.\\d+.mlp", "model.layers.12.mlp.up_proj", true);
        row("model.layers.\\d.mlp", "model.layers.12.mlp.up_proj", false);
        row("model.layers.1?2.mlp", "model.layers.12.mlp", true);
        row("a.*b.*c", "a.x.b.y.c.d", true);
        row("a.*b.*c", "a.x.b.y", false);
        row(".*norm", "model.layers.0.norm.weight", true);
    }
    void matchesNamesAsTransformersDoes() {
        QFETCH(QString, pattern);
        QFETCH(QString, name);
        QFETCH(bool, matches);
        ModuleNamePatterns patterns;
        patterns.add(pattern.toStdString());
        QCOMPARE(patterns.match(name.toStdString()), matches);
    }

    void isNotBlownUpByPatterns() {
        ModuleNamePatterns patterns;
        std::string nested;
        for (int i = 0; i < 200; ++i) {
            nested += ".*a";
        }
        for (int i = 0; i < 1000; ++i) {
            patterns.add(nested + std::to_string(i));
        }
        const std::string name(2000, 'a');
        QVERIFY(!patterns.match(name + "b"));
    }

    void choosesByClassAndName() {
        const auto tree =
            treeOf({module("embed", "Embedding", {100, 64}), module("proj", "Linear", {64, 64}),
                    module("conv", "Conv1D", {64, 96}), module("own", "MyLinear", {64, 64}),
                    module("ready", "Linear", {64, 64}, DType::Int8),
                    module("head", "Linear", {100, 64})});
        QVERIFY(tree != nullptr);
        Quantization nf4 = *quantizationFromName("nf4");
        QCOMPARE(quantisedIn(*tree, nf4), QStringLiteral("proj conv"));
        nf4.skippedModules = std::vector<std::string>{"proj"};
        QCOMPARE(quantisedIn(*tree, nf4), QStringLiteral("conv head"));
        QCOMPARE(quantisedIn(*tree, *quantizationFromName("fp8")), QStringLiteral("proj"));
        Quantization awq = *quantizationOfMethod("awq");
        awq.skippedModules = std::vector<std::string>{"own"};
        QCOMPARE(quantisedIn(*tree, awq), QStringLiteral("proj"));
        // No blocks: GPTQ takes nothing.
        QCOMPARE(quantisedIn(*tree, *quantizationOfMethod("gptq")), QString());
    }

    void takesExpertsOfGptOssAlone() {
        const auto experts = [](const std::string& name, const std::string& className) {
            ModuleDraft draft;
            draft.name = name;
            draft.className = className;
            draft.parameters = {{"gate_up_proj", DType::BFloat16, {4, 64, 192}},
                                {"gate_up_proj_bias", DType::BFloat16, {4, 192}},
                                {"down_proj", DType::BFloat16, {4, 96, 64}}};
            return draft;
        };
        const auto tree =
            treeOf({module("proj", "Linear", {64, 64}), experts("experts", "GptOssExperts"),
                    experts("others", "MixtralExperts"), experts("kept", "GptOssExperts"),
                    module("last", "Linear", {8, 8})});
        QVERIFY(tree != nullptr);
        Quantization mxfp4 = *quantizationFromName("mxfp4");
        QCOMPARE(quantisedIn(*tree, mxfp4), QStringLiteral("experts kept"));
        mxfp4.skippedModules = std::vector<std::string>{"kep.*"};
        const QuantizedWeights weights(*tree, mxfp4);
        QCOMPARE(weights.modules().size(), std::size_t{1});
        QCOMPARE(weights.skipped().size(), std::size_t{1});
        const TensorId gate = *tree->findTensor("experts.gate_up_proj");
        // Four experts of 192 outputs: 32 bytes and two scales each.
        QCOMPARE(weights.bytesOf(gate), std::uint64_t{4 * 192 * (32 + 2)});
        QCOMPARE(weights.bytesOf(*tree->findTensor("experts.down_proj")),
                 std::uint64_t{4 * 64 * (48 + 3)});
        QVERIFY(!weights.contains(*tree->findTensor("experts.gate_up_proj_bias")));
        QVERIFY(weights.becomesFloat32(*tree->findModule("experts")));
        QVERIFY(!weights.becomesFloat32(*tree->findModule("kept")));
    }

    void leavesTiedWeights() {
        const auto tree =
            treeOf({module("embed", "Embedding", {100, 64}), module("head", "Linear", {100, 64}),
                    module("proj", "Linear", {64, 64}), module("last", "Linear", {64, 64})},
                   {{"embed.weight", "head.weight"}});
        QVERIFY(tree != nullptr);
        Quantization int8 = *quantizationFromName("int8");
        QCOMPARE(quantisedIn(*tree, int8), QStringLiteral("proj"));
        int8.skippedModules.emplace();
        QCOMPARE(quantisedIn(*tree, int8), QStringLiteral("proj last"));
    }

    void takesMatricesWhereClassesAreUnknown() {
        const auto tree = treeOf({module("wte", "", {100, 64}), module("tok_emb", "", {100, 64}),
                                  module("fc", "", {64, 64}), module("norm", "", {64}),
                                  module("head", "", {100, 64})});
        QVERIFY(tree != nullptr);
        const QuantizedWeights weights(*tree, *quantizationFromName("int8"));
        QVERIFY(weights.isGuessed());
        QCOMPARE(quantisedIn(*tree, *quantizationFromName("int8")), QStringLiteral("fc"));
    }
};

QTEST_GUILESS_MAIN(TestQuantization)
#include "tst_quantization.moc"
