// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/architecture_file.h"
#include "engine/model/config_tree.h"

#include <nlohmann/json.hpp>

#include <QtTest>

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
        row("width % zero", "division by zero");
        row("1 / zero", "division by zero");
        row("width * act", "\"gated-gelu\" is no number");
        row("nothing * 2", "null is no number, where nothing is null");
        row("nothing < 2", "null is no number");
        row("9223372036854775807 + 1", "the result exceeds 2^63");
        row("9223372036854775807 * 2", "the result exceeds 2^63");
        row("0 - 9223372036854775807 - 2", "the result exceeds 2^63");
        row("int(9.0 * 9223372036854775807)", "no number below 2^63");
        row("rope.sizes[3]", "the list has 3 elements, and number 3 is asked for");
        row("rope['speed']", "\"speed\" is none of the known values");
        row("width.field", "768 is no object");
        row("1 in width", "768 is no list");
        row("len(width)", "768 is neither a list nor an object");
        row("split(width, '-')", "768 is no text");
        row("depth + 1", "nothing is named depth");
        row("sqrt(4)", "there is no function sqrt of so many arguments");
    }
    void expressionsThatCannotBe() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const QString answer = evaluated(text);
        QVERIFY2(answer.startsWith(QStringLiteral("! cannot work out \"") + text),
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
        row("no JSON", "{", "config.json is not valid JSON at byte");
        row("a list", "[]", "config.json is no model's configuration: a JSON object is needed.");
        row("no family", "{}", "config.json has no text \"model_type\"");
        row("family of another kind", "{\"model_type\": [\"llama\"]}", "no text \"model_type\"");
        row("unknown family", "{\"model_type\": \"unheard_of\"}",
            "the model_type \"unheard_of\" is none that Stowage knows; ask your own Python");
        row("what families share", "{\"model_type\": \"common\"}", "\"common\" is none that");
        row("family in itself", "{\"model_type\": \"../llama\"}", "\"../llama\" is none that");
        row("unknown class", "{\"model_type\": \"llama\", \"architectures\": [\"OtherModel\"]}",
            "asks for the class \"OtherModel\", but of llama Stowage knows LlamaForCausalLM, ");
        row("class of another kind", "{\"model_type\": \"llama\", \"architectures\": [3]}",
            "\"architectures\" is [3]; a list of class names is needed there.");
        row("text for a number", "{\"model_type\": \"llama\", \"hidden_size\": \"big\"}",
            "\"hidden_size\" is \"big\"; a whole number is needed there.");
        row("number for a text", "{\"model_type\": \"llama\", \"hidden_act\": 3}",
            "\"hidden_act\" is 3; a text is needed there.");
        row("fraction", "{\"model_type\": \"llama\", \"hidden_size\": 40.5}",
            "\"hidden_size\" is 40.5; a whole number is needed there.");
        row("text for a truth", "{\"model_type\": \"llama\", \"mlp_bias\": \"yes\"}",
            "\"mlp_bias\" is \"yes\"; true or false is needed there.");
        row("negative", "{\"model_type\": \"llama\", \"hidden_size\": -1}",
            "\"hidden_size\" is -1; a whole number from 0 to 2147483647 is needed there.");
        row("huge", "{\"model_type\": \"llama\", \"vocab_size\": 1000000000000000000}",
            "\"vocab_size\" is 1000000000000000000; a whole number from 0 to 2147483647");
        row("beyond 64 bits", "{\"model_type\": \"llama\", \"vocab_size\": 1e300}",
            "\"vocab_size\" is 1e+300; a whole number is needed there.");
        row("null for a number", "{\"model_type\": \"llama\", \"hidden_size\": null}",
            "null is no number, where hidden_size is null");
        row("no heads", "{\"model_type\": \"llama\", \"num_attention_heads\": 0}",
            "cannot work out \"hidden_size // num_attention_heads if head_dim == None else "
            "head_dim\": division by zero, where");
        row("a million million layers", "{\"model_type\": \"llama\", \"num_hidden_layers\": 1e9}",
            "a whole number is needed there");
        row("10^9 layers", "{\"model_type\": \"llama\", \"num_hidden_layers\": 1000000000}",
            "\"num_hidden_layers\" is 1000000000; a whole number from 0 to 1024 is needed there.");
        row("more bytes than there are",
            "{\"model_type\": \"mixtral\", \"hidden_size\": 2147483647, \"head_dim\": 1, "
            "\"intermediate_size\": 2147483647}",
            "\"model.layers.0.mlp.experts.gate_up_proj\" would have more than 2^63 bytes");
        row("all together",
            "{\"model_type\": \"bloom\", \"hidden_size\": 500000000, \"vocab_size\": 1}",
            "add up to more than 2^63 bytes");
        row("unknown activation", "{\"model_type\": \"llama\", \"hidden_act\": \"magic\"}",
            "cannot work out \"ACT2FN[hidden_act]\": \"magic\" is none of the known values");
        row("unknown dtype", "{\"model_type\": \"llama\", \"torch_dtype\": \"float31\"}",
            "\"torch_dtype\" is \"float31\"; a floating-point dtype");
        row("dtype of whole numbers", "{\"model_type\": \"llama\", \"dtype\": \"int8\"}",
            "\"dtype\" is \"int8\"; a floating-point dtype");
        row("list for an object", "{\"model_type\": \"llama\", \"rope_scaling\": [1]}",
            "[1] is no object with the field");
        row("odd list", "{\"model_type\": \"qwen2_moe\", \"mlp_only_layers\": 3}", "3 is no list");
        row("heads that do not divide", "{\"model_type\": \"llama\", \"num_attention_heads\": 30}",
            "config.json: hidden_size has to be a multiple of num_attention_heads, where "
            "hidden_size "
            "is 4096, num_attention_heads is 30; the library refuses such a model, so correct the "
            "values.");
        row("an odd head", "{\"model_type\": \"qwen3\", \"head_dim\": 127}",
            "head_dim has to be even");
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
            "\"mlp_bias\" is null; true or false is needed there.");
        row("layers of their own", "{\"model_type\": \"llama\", \"per_layer_config\": {}}",
            "\"per_layer_config\" gives layers sizes of their own");
        row("part of another kind", "{\"model_type\": \"gemma3\", \"text_config\": 3}",
            "\"text_config\" is 3; an object, the part's own configuration, is needed there.");
        row("part of another family",
            "{\"model_type\": \"gemma3\", \"vision_config\": {\"model_type\": \"clip\"}}",
            "the \"model_type\" of \"vision_config\" is \"clip\", and Stowage knows only "
            "\"siglip_vision_model\" in its place; open a .tree.json of the model instead.");
        row("part in itself",
            "{\"model_type\": \"gemma3\", \"text_config\": {\"model_type\": \"gemma3\"}}",
            "the \"model_type\" of \"text_config\" is \"gemma3\", and");
        row("negative in a part",
            "{\"model_type\": \"gemma3\", \"text_config\": {\"hidden_size\": -1}}",
            "config.json: text_config: \"hidden_size\" is -1; a whole number from 0 to");
        row("no heads in a part",
            "{\"model_type\": \"gemma3\", \"vision_config\": {\"patch_size\": 0}}",
            "config.json: vision_config: cannot work out");
        row("step of zero", "{\"model_type\": \"qwen2_moe\", \"decoder_sparse_step\": 0}",
            "division by zero");
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
        QCOMPARE(error,
                 QStringLiteral("config.json: \"mlp_only_layers\" is a list of 5000 elements; "
                                "a list of at most 4096 elements is needed there."));
    }

    void longTextsAreRefused() {
        QCOMPARE(errorOf("{\"model_type\": \"t5\", \"feed_forward_proj\": \"" +
                         QByteArray(5000, '-') + "\"}"),
                 QStringLiteral("config.json: \"feed_forward_proj\" is \"%1…; a text of at most "
                                "4096 bytes is needed there.")
                     .arg(QString(59, '-')));
    }

    void deepConfigsAreRefused() {
        const QByteArray nested = "{\"model_type\": \"llama\", \"x\": " + QByteArray(5000, '[') +
                                  QByteArray(5000, ']') + "}";
        QVERIFY2(errorOf(nested).contains(QStringLiteral("nested deeper than 64 levels")),
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

    void othersFieldsAreLeftAlone() {
        QCOMPARE(errorOf("{\"model_type\": \"llama\", \"transformers_version\": 3, \"eos\": {}, "
                         "\"vocab\": -5, \"intermediate\": \"x\"}"),
                 QStringLiteral("a tree"));
    }
};

QTEST_GUILESS_MAIN(TestConfigTree)
#include "tst_config_tree.moc"
