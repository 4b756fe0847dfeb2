// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/architecture_file.h"
#include "engine/model/config_tree.h"
#include "tests/support/golden_text.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace stowage;

namespace {

QString evaluated(const QString& text) {
    const auto expression = parseExpression(text.toStdString());
    if (!expression) {
        return QStringLiteral("no expression");
    }
    ConfigScope fields;
    fields.set("width", std::int64_t{768});
    fields.set("heads", std::int64_t{12});
    fields.set("zero", std::int64_t{0});
    fields.set("factor", 0.25);
    fields.set("act", std::string("gated-gelu"));
    fields.set("nothing", std::monostate{});
    fields.set("yes", true);
    const auto object = std::make_shared<const ConfigJson>(
        ConfigJson::parse("{\"type\": \"yarn\", \"sizes\": [8, 16, 24]}"));
    fields.set("rope", configValue(object, *object));
    ConfigScope inner(&fields);
    inner.set("layer", std::int64_t{3});
    const auto value = evaluate(*expression, inner);
    return QString::fromStdString(value ? shownValue(*value).english()
                                        : "! " + value.error().message.english());
}

QString errorOf(const QByteArray& config, const std::string& className = {}) {
    const auto tree = treeFromConfig({config.constData(), static_cast<std::size_t>(config.size())},
                                     "config.json", {className});
    return tree ? QStringLiteral("a tree") : QString::fromStdString(tree.error().message);
}

}  // namespace

class TestConfigTree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void expressions_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(value);
        };
        row("width // heads", "64");
        row("-7 // 2", "-4");
        row("-7 % 3", "2");
        row("1 + 2 * 3 - 4", "3");
        row("(1 + 2) * 3", "9");
        row("7 / 2", "3.5");
        row("int(width // heads * factor)", "16");
        row("int(-3.7)", "-3");
        row("yes + yes", "2");
        row("min(3, 1, 2) + max(3, 1, 2)", "4");
        row("nothing or width", "768");
        row("zero or heads", "12");
        row("yes and heads", "12");
        row("not zero and not nothing", "true");
        row("not 1 in [1]", "false");
        row("width if nothing == None else heads", "768");
        row("1 if zero else 2 if nothing else 3", "3");
        row("layer not in [1, 2] and (layer + 1) % 2 == 0", "true");
        row("1 == 1.0", "true");
        row("'1' == 1", "false");
        row("2 < 10 and 2 <= 2 and 3 > 2 and 3 >= 4", "false");
        row("rope.type or 'default'", "\"yarn\"");
        row("rope.rope_type or rope.type", "\"yarn\"");
        row("nothing.type or 'default'", "\"default\"");
        row("rope.sizes[1] + rope['sizes'][-1]", "40");
        row("len(rope.sizes)", "3");
        row("split(act, '-')[-1]", "\"gelu\"");
        row("split(act, '+')[0]", "\"gated-gelu\"");
        row("pair(width)[1] + pair(rope.sizes)[1]", "784");
        row("positions([1, 0, 1], 1)[-1] + len(positions(rope.sizes, 5))", "2");
        row("'gel' in act", "true");
        row("'type' in rope", "true");
        row("[1, 'a', None]", "[1,\"a\",null]");
    }
    void expressions() {
        QFETCH(QString, text);
        QTEST(evaluated(text), "value");
    }

    void expressionsThatCannotBe_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* message) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(message);
        };
        row("width // zero", "division by zero, where width is 768, zero is 0");
        row("width % zero", goldenText("model/division-by-zero"));
        row("1 / zero", goldenText("model/division-by-zero"));
        row("width * act", goldenText("model/gated-gelu-is-no-number"));
        row("nothing * 2", goldenText("model/null-is-no-number-where-nothing-is"));
        row("nothing < 2", goldenText("model/null-is-no-number"));
        row("9223372036854775807 + 1", goldenText("model/the-result-exceeds-2-63"));
        row("9223372036854775807 * 2", goldenText("model/the-result-exceeds-2-63"));
        row("0 - 9223372036854775807 - 2", goldenText("model/the-result-exceeds-2-63"));
        row("int(9.0 * 9223372036854775807)", goldenText("model/no-number-below-2-63"));
        row("rope.sizes[3]", goldenText("model/the-list-has-3-elements-and-number"));
        row("rope['speed']", goldenText("model/speed-is-none-of-the-known-values"));
        row("width.field", goldenText("load/768-is-no-object"));
        row("1 in width", goldenText("model/768-is-no-list"));
        row("len(width)", goldenText("model/768-is-neither-a-list-nor-an-object"));
        row("split(width, '-')", goldenText("model/768-is-no-text"));
        row("depth + 1", goldenText("model/nothing-is-named-depth"));
        row("sqrt(4)", goldenText("model/there-is-no-function-sqrt-of-so"));
    }
    void expressionsThatCannotBe() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const QString answer = evaluated(text);
        QVERIFY2(answer.startsWith(QString(goldenText("model/cannot-work-out")) + text),
                 qPrintable(answer));
        QVERIFY2(answer.contains(message), qPrintable(answer));
    }

    void textsThatAreNoExpression_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "1 +", "(1", "[1, 2", "a b", "1 if 2", "'open", "a[1", "a.",
                                 "f(1 2)", "1 $ 2", "99999999999999999999"}) {
            QTest::newRow(text) << QString::fromLatin1(text);
        }
    }
    void textsThatAreNoExpression() {
        QFETCH(QString, text);
        const auto expression = parseExpression(text.toStdString());
        QVERIFY(!expression);
        QCOMPARE(expression.error().code, ErrorCode::Internal);
    }

    void badConfigs_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* config, const char* message) {
            QTest::newRow(name) << QByteArray(config) << QString::fromUtf8(message);
        };
        row("no JSON", "{", goldenText("base/config-json-is-not-valid-json-at"));
        row("a list", "[]", goldenText("model/config-json-is-no-models"));
        row("no family", "{}", goldenText("model/config-json-has-no-text-model-type"));
        row("family of another kind", "{\"model_type\": [\"llama\"]}",
            goldenText("model/no-text-model-type"));
        row("unknown family", "{\"model_type\": \"unheard_of\"}",
            goldenText("model/the-model-type-unheard-of-is-none"));
        row("what families share", "{\"model_type\": \"common\"}",
            goldenText("model/common-is-none-that"));
        row("family in itself", "{\"model_type\": \"../llama\"}",
            goldenText("model/llama-is-none-that"));
        row("unknown class", "{\"model_type\": \"llama\", \"architectures\": [\"OtherModel\"]}",
            goldenText("model/asks-for-the-class-othermodel-but"));
        row("class of another kind", "{\"model_type\": \"llama\", \"architectures\": [3]}",
            goldenText("model/architectures-is-3-a-list-of-class"));
        row("text for a number", "{\"model_type\": \"llama\", \"hidden_size\": \"big\"}",
            goldenText("model/hidden-size-is-big-a-whole-number"));
        row("number for a text", "{\"model_type\": \"llama\", \"hidden_act\": 3}",
            goldenText("model/hidden-act-is-3-a-text-is-needed"));
        row("fraction", "{\"model_type\": \"llama\", \"hidden_size\": 40.5}",
            goldenText("model/hidden-size-is-40-5-a-whole-number"));
        row("text for a truth", "{\"model_type\": \"llama\", \"mlp_bias\": \"yes\"}",
            goldenText("model/mlp-bias-is-yes-true-or-false-is"));
        row("negative", "{\"model_type\": \"llama\", \"hidden_size\": -1}",
            goldenText("model/hidden-size-is-1-a-whole-number"));
        row("huge", "{\"model_type\": \"llama\", \"vocab_size\": 1000000000000000000}",
            goldenText("model/vocab-size-is-1000000000000000000-a"));
        row("beyond 64 bits", "{\"model_type\": \"llama\", \"vocab_size\": 1e300}",
            goldenText("model/vocab-size-is-1e-300-a-whole-number"));
        row("null for a number", "{\"model_type\": \"llama\", \"hidden_size\": null}",
            goldenText("model/null-is-no-number-where-hidden-size"));
        row("no heads", "{\"model_type\": \"llama\", \"num_attention_heads\": 0}",
            goldenText("model/cannot-work-out-hidden-size-num"));
        row("a million million layers", "{\"model_type\": \"llama\", \"num_hidden_layers\": 1e9}",
            goldenText("model/a-whole-number-is-needed-there"));
        row("10^9 layers", "{\"model_type\": \"llama\", \"num_hidden_layers\": 1000000000}",
            goldenText("model/num-hidden-layers-is-1000000000-a"));
        row("more bytes than there are",
            "{\"model_type\": \"mixtral\", \"hidden_size\": 2147483647, \"head_dim\": 1, "
            "\"intermediate_size\": 2147483647}",
            goldenText("model/model-layers-0-mlp-experts-gate-up"));
        row("all together",
            "{\"model_type\": \"bloom\", \"hidden_size\": 500000000, \"vocab_size\": 1}",
            goldenText("model/add-up-to-more-than-2-63-bytes"));
        row("unknown activation", "{\"model_type\": \"llama\", \"hidden_act\": \"magic\"}",
            goldenText("model/cannot-work-out-act2fn-hidden-act"));
        row("unknown dtype", "{\"model_type\": \"llama\", \"torch_dtype\": \"float31\"}",
            goldenText("model/torch-dtype-is-float31-a-floating"));
        row("dtype of whole numbers", "{\"model_type\": \"llama\", \"dtype\": \"int8\"}",
            goldenText("model/dtype-is-int8-a-floating-point"));
        row("list for an object", "{\"model_type\": \"llama\", \"rope_scaling\": [1]}",
            goldenText("model/1-is-no-object-with-the-field"));
        row("odd list", "{\"model_type\": \"qwen2_moe\", \"mlp_only_layers\": 3}",
            goldenText("model/3-is-no-list"));
        row("heads that do not divide", "{\"model_type\": \"llama\", \"num_attention_heads\": 30}",
            goldenText("model/config-json-hidden-size-has-to-be-a"));
        row("an odd head", "{\"model_type\": \"qwen3\", \"head_dim\": 127}",
            goldenText("cli/head-dim-has-to-be-even"));
        row("kinds of too few layers",
            "{\"model_type\": \"gemma2\", \"layer_types\": [\"full_attention\"]}",
            "layer_types has to name the kind of each layer, as many as num_hidden_layers, where "
            "layer_types is [\"full_attention\"], num_hidden_layers is 26;");
        row("cross attention of an encoder",
            "{\"model_type\": \"bert\", \"add_cross_attention\": true}",
            "add_cross_attention needs is_decoder, where add_cross_attention is true, is_decoder "
            "is "
            "false;");
        row("an activation of three parts",
            "{\"model_type\": \"t5\", \"feed_forward_proj\": \"gated-gelu-new\"}",
            "feed_forward_proj has to be an activation or gated- and one, where feed_forward_proj "
            "is \"gated-gelu-new\";");
        row("null for a truth", "{\"model_type\": \"llama\", \"mlp_bias\": null}",
            goldenText("model/mlp-bias-is-null-true-or-false-is"));
        row("layers of their own", "{\"model_type\": \"llama\", \"per_layer_config\": {}}",
            goldenText("model/per-layer-config-gives-layers-sizes"));
        row("part of another kind", "{\"model_type\": \"gemma3\", \"text_config\": 3}",
            goldenText("model/text-config-is-3-an-object-the"));
        row("part of another family",
            "{\"model_type\": \"gemma3\", \"vision_config\": {\"model_type\": \"clip\"}}",
            goldenText("model/the-model-type-of-vision-config-is"));
        row("part in itself",
            "{\"model_type\": \"gemma3\", \"text_config\": {\"model_type\": \"gemma3\"}}",
            "the \"model_type\" of \"text_config\" is \"gemma3\", but");
        row("negative in a part",
            "{\"model_type\": \"gemma3\", \"text_config\": {\"hidden_size\": -1}}",
            goldenText("model/config-json-text-config-hidden-size"));
        row("no heads in a part",
            "{\"model_type\": \"gemma3\", \"vision_config\": {\"patch_size\": 0}}",
            goldenText("model/config-json-vision-config-cannot"));
        row("step of zero", "{\"model_type\": \"qwen2_moe\", \"decoder_sparse_step\": 0}",
            goldenText("model/division-by-zero"));
    }
    void badConfigs() {
        QFETCH(QByteArray, config);
        QFETCH(QString, message);
        const QString error = errorOf(config);
        QVERIFY2(error.contains(message), qPrintable(error));
        QVERIFY2(error.contains(QStringLiteral("config.json")), qPrintable(error));
        QVERIFY2(error.endsWith('.'), qPrintable(error));
        QVERIFY2(error.size() < 700, qPrintable(error));
    }

    void longListsAreRefused() {
        QByteArray list = "[0";
        for (int i = 1; i < 5000; ++i) {
            list += ',' + QByteArray::number(i);
        }
        const QString error =
            errorOf("{\"model_type\": \"qwen2_moe\", \"mlp_only_layers\": " + list + "]}");
        QCOMPARE(error, QString(goldenText("model/config-json-mlp-only-layers-is-a")));
    }

    void longTextsAreRefused() {
        QCOMPARE(
            errorOf("{\"model_type\": \"t5\", \"feed_forward_proj\": \"" + QByteArray(5000, '-') +
                    "\"}"),
            QString(goldenText("model/config-json-feed-forward-proj-is-1")).arg(QString(59, '-')));
    }

    void deepConfigsAreRefused() {
        const QByteArray nested = "{\"model_type\": \"llama\", \"x\": " + QByteArray(5000, '[') +
                                  QByteArray(5000, ']') + "}";
        QVERIFY2(errorOf(nested).contains(
                     QString(goldenText("checkpoint/nested-deeper-than-64-levels"))),
                 qPrintable(errorOf(nested)));
    }

    void aClassMayBeChosen() {
        const auto tree =
            treeFromConfig("{\"model_type\": \"llama\", \"architectures\": [\"SomeHead\"]}",
                           "config.json", {"LlamaModel"});
        QVERIFY(tree);
        QCOMPARE((*tree)->node(ModuleTree::root()).className, std::string("LlamaModel"));
        QVERIFY(!(*tree)->findModule("lm_head"));
        QVERIFY(errorOf("{\"model_type\": \"llama\"}", "Llama").contains("LlamaModel"));
    }

    void oldClassNamesAreKnown() {
        const auto tree = treeFromConfig(
            "{\"model_type\": \"t5\", \"architectures\": [\"T5WithLMHeadModel\"]}", "config.json");
        QVERIFY(tree);
        QCOMPARE((*tree)->node(ModuleTree::root()).className,
                 std::string("T5ForConditionalGeneration"));
    }

    void dtypesHaveTwoNames() {
        const auto tree =
            treeFromConfig("{\"model_type\": \"gpt2\", \"torch_dtype\": \"half\"}", "config.json");
        QVERIFY(tree);
        QCOMPARE((*tree)->tensors().front().dtype, DType::Float16);
    }

    /// Qwen3-VL's published file states it in text_config alone; all of the weights have it.
    void theDtypeOfTheTextModelCounts_data() {
        QTest::addColumn<QString>("whole");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("vision");
        QTest::addColumn<QString>("expected");
        QTest::newRow("of the text model") << ""
                                           << "bfloat16"
                                           << ""
                                           << "bfloat16";
        QTest::newRow("before the tower's") << ""
                                            << "bfloat16"
                                            << "float16"
                                            << "bfloat16";
        QTest::newRow("of the tower alone") << ""
                                            << ""
                                            << "float16"
                                            << "float16";
        QTest::newRow("the whole's first") << "float16"
                                           << "bfloat16"
                                           << "bfloat16"
                                           << "float16";
        QTest::newRow("none") << ""
                              << ""
                              << ""
                              << "float32";
    }
    void theDtypeOfTheTextModelCounts() {
        QFETCH(QString, whole);
        QFETCH(QString, text);
        QFETCH(QString, vision);
        QFETCH(QString, expected);
        const auto member = [](const QString& dtype) {
            return dtype.isEmpty() ? QString() : QStringLiteral(", \"dtype\": \"%1\"").arg(dtype);
        };
        const QString config = QStringLiteral(R"({"model_type": "qwen3_vl"%1,
                "text_config": {"model_type": "qwen3_vl_text", "num_hidden_layers": 2%2},
                "vision_config": {"model_type": "qwen3_vl", "depth": 2,
                    "deepstack_visual_indexes": [0]%3}})")
                                   .arg(member(whole), member(text), member(vision));
        const auto tree = treeFromConfig(config.toStdString(), "config.json");
        QVERIFY2(tree, tree ? "" : tree.error().message.english().c_str());
        for (const TensorSpec& tensor : (*tree)->tensors()) {
            if (tensor.kind == TensorKind::Parameter) {
                QCOMPARE(QString::fromUtf8(dtypeName(tensor.dtype)), expected);
            }
        }
    }

    void othersFieldsAreLeftAlone() {
        QCOMPARE(errorOf("{\"model_type\": \"llama\", \"transformers_version\": 3, \"eos\": {}, "
                         "\"vocab\": -5, \"intermediate\": \"x\"}"),
                 QStringLiteral("a tree"));
    }
};

QTEST_GUILESS_MAIN(TestConfigTree)
#include "tst_config_tree.moc"
