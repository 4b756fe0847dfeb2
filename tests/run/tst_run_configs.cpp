// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations that claim more than the tensors have: refused at once, before tables of that size
// are made.
#include "engine/run/run_job.h"
#include "tests/run/forward_case.h"
#include "tests/run/run_fixture.h"
#include "tests/support/golden_text.h"

#include <QFile>

#include <nlohmann/json.hpp>

using namespace stowage;
using namespace stowage::test;

class RunConfigsTest : public ForwardCase {
    Q_OBJECT

    nlohmann::ordered_json configOf(const QString& model) {
        QFile file(path(model.toUtf8().constData()) + QStringLiteral("/config.json"));
        return file.open(QIODevice::ReadOnly)
                   ? nlohmann::ordered_json::parse(file.readAll().toStdString())
                   : nlohmann::ordered_json();
    }

private Q_SLOTS:
    void sizesThatNoTensorHas_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("field");
        for (const char* model : {"llama3", "mistral", "qwen2", "qwen3", "mixtral", "bert"}) {
            for (const char* field : {"num_hidden_layers", "vocab_size", "hidden_size"}) {
                QTest::addRow("%s %s", model, field) << model << field;
            }
        }
        for (const char* field : {"head_dim", "intermediate_size"}) {
            QTest::addRow("llama3 %s", field) << "llama3" << field;
        }
        for (const char* model : {"glm", "glm4"}) {
            QTest::addRow("%s", model) << model << "intermediate_size";
        }
        for (const char* model : {"gemma", "gemma2", "gemma3", "olmo2", "phi3", "gpt-neox", "opt",
                                  "falcon", "falcon-alibi"}) {
            for (const char* field :
                 {"num_hidden_layers", "vocab_size", "hidden_size", "num_attention_heads"}) {
                QTest::addRow("%s %s", model, field) << model << field;
            }
        }
        for (const char* field : {"n_layer", "vocab_size", "hidden_size", "n_head"}) {
            QTest::addRow("bloom %s", field) << "bloom" << field;
        }
        for (const char* field : {"max_position_embeddings", "ffn_dim", "word_embed_proj_dim"}) {
            QTest::addRow("opt %s", field) << "opt" << field;
        }
        QTest::addRow("falcon groups") << "falcon-two-norms"
                                       << "num_kv_heads";
        for (const char* field : {"num_layers", "vocab_size", "hidden_size", "inner_hidden_size"}) {
            QTest::addRow("chatglm %s", field) << "chatglm" << field;
        }
        for (const char* field : {"num_layers", "padded_vocab_size", "kv_channels",
                                  "multi_query_group_num", "ffn_hidden_size"}) {
            QTest::addRow("chatglm2 %s", field) << "chatglm2" << field;
        }
        for (const char* field : {"n_layer", "n_head", "block_size"}) {
            QTest::addRow("mingpt %s", field) << "mingpt" << field;
        }
        for (const char* model : {"mamba", "falcon-mamba"}) {
            for (const char* field :
                 {"num_hidden_layers", "vocab_size", "hidden_size", "state_size",
                  "intermediate_size", "conv_kernel", "time_step_rank"}) {
                QTest::addRow("%s %s", model, field) << model << field;
            }
        }
        for (const char* model : {"vit", "vit-plain", "clip-vision"}) {
            for (const char* field : {"num_hidden_layers", "hidden_size", "intermediate_size",
                                      "image_size", "patch_size", "num_channels"}) {
                QTest::addRow("%s %s", model, field) << model << field;
            }
        }
        for (const char* field :
             {"num_hidden_layers", "hidden_size", "vocab_size", "max_position_embeddings"}) {
            QTest::addRow("clip-text %s", field) << "clip-text" << field;
        }
        QTest::addRow("clip projection_dim") << "clip"
                                             << "projection_dim";
        QTest::addRow("experts") << "mixtral"
                                 << "num_local_experts";
        for (const char* field : {"n_layer", "n_embd", "n_inner", "n_positions"}) {
            QTest::addRow("gpt2 %s", field) << "gpt2" << field;
        }
    }

    void sizesThatNoTensorHas() {
        QFETCH(QString, model);
        QFETCH(QString, field);
        const RunFixture fixture = openRunFixture(path(model.toUtf8().constData()));
        nlohmann::ordered_json config = configOf(model);
        RunOptions options;
        options.request = fixture.prompts.front().request();
        if (letsTokensFollow(model)) {
            options.request.tokens = {1, 2, 94, 95};  // the last two end ChatGLM's context
        }
        options.configText = config.dump();
        const auto asItIs = checkRun(fixture, m_backends, options);
        QVERIFY2(asItIs, asItIs ? "" : asItIs.error().message.english().c_str());
        config[field.toStdString()] = 2000000000;  // divides by the heads that there are
        options.configText = config.dump();
        const auto checked = checkRun(fixture, m_backends, options);
        QVERIFY(!checked);
        QVERIFY2(checked.error().code == ErrorCode::KeyMismatch ||
                     checked.error().code == ErrorCode::Malformed ||
                     checked.error().code == ErrorCode::InvalidArgument,
                 checked.error().message.english().c_str());
        QVERIFY(!checked.error().message.empty());
    }

    /// What changes the arithmetic of ChatGLM and is not there is refused, and so is a prompt whose
    /// context has no end.
    void whatCannotBeRunIsSaid_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* model, const char* change,
                            const char* said, const char* tokens = "[1, 94, 95]") {
            QTest::newRow(name) << model << change << tokens << said;
        };
        row("one dimension", "chatglm", "{\"position_encoding_2d\": false}",
            goldenText("run/true-as-published"));
        row("a prefix", "chatglm", "{\"pre_seq_len\": 8}",
            goldenText("run/a-learned-prefix-cannot-be-run-yet"));
        row("odd heads", "chatglm", "{\"num_attention_heads\": 16}",
            goldenText("run/leaves-a-multiple-of-4"));
        row("a longer context", "chatglm2", "{\"rope_ratio\": 16}",
            goldenText("run/longer-contexts-cannot-be-run"));
        row("a prefix of ChatGLM2", "chatglm2", "{\"pre_seq_len\": 8}",
            goldenText("run/a-learned-prefix"));
        row("groups", "chatglm2", "{\"multi_query_group_num\": 3}", goldenText("run/a-divisor-of"));
        row("no end", "chatglm", "{}", "not contain the token 95 (bos_token_id)", "[1, 94]");
        row("no place", "chatglm", "{}", goldenText("run/end-it-with-94-95"), "[1, 95]");
        row("nothing else", "chatglm", "{}", "", "[93, 95]");
        row("both directions", "gemma2", R"({"use_bidirectional_attention": true})",
            "\"use_bidirectional_attention\" is \"true\"; false is needed");
        row("bounds that the library leaves out", "gemma3", R"({"attn_logit_softcapping": 50.0})",
            "\"attn_logit_softcapping\" is \"50.0\"; null is needed");
        row("no window", "gemma2", R"({"sliding_window": null})", "\"sliding_window\" is missing");
        row("kinds of layers", "gemma3", R"({"layer_types": ["full_attention"]})",
            goldenText("run/a-list-of-as-many-kinds-as-there"));
        row("one table for two kinds", "gemma3", R"({"rope_parameters": {"rope_type": "default"}})",
            goldenText("run/an-object-for-each-kind-of-layer"));
        row("too few factors", "phi3-long", R"({"rope_parameters": {"rope_type": "longrope",
            "short_factor": [1.0], "long_factor": [1.0, 2.0]}})",
            goldenText("run/a-list-of-2-numbers"));
        row("factors of zero", "phi3-long", R"({"rope_parameters": {"rope_type": "longrope",
            "short_factor": [1.0, 0], "long_factor": [1.0, 2.0]}})",
            goldenText("run/a-list-of-numbers-above-0"));
        row("a kind that is not there", "qwen2-yarn",
            R"({"rope_parameters": {"rope_type": "dynamic", "factor": 2.0}})",
            goldenText("run/asks-for-rotary-positions-of-the"));
        row("norms without numbers", "opt", R"({"layer_norm_elementwise_affine": false})",
            "\"layer_norm_elementwise_affine\" is \"false\"; true is needed");
        row("norms that go past", "bloom", R"({"apply_residual_connection_post_layernorm": true})",
            "\"apply_residual_connection_post_layernorm\" is \"true\"; false is needed");
        row("one after the other", "falcon-two-norms", R"({"parallel_attn": false})",
            "\"parallel_attn\" is \"false\"; true (because \"new_decoder_architecture\" is true)");
        row("another gate", "mamba", R"({"hidden_act": "gelu"})", "\"silu\" is needed");
        row("a rank in words", "falcon-mamba", R"({"time_step_rank": "four"})",
            goldenText("run/auto-or-a-whole-number-is-needed"));
        row("half of a head", "gpt-neox", R"({"rope_parameters": {"partial_rotary_factor": 1.5}})",
            goldenText("run/a-number-up-to-1"));
        row("masked patches", "vit", R"({"architectures": ["ViTForMaskedImageModeling"]})",
            goldenText("run/masked-patches-are-not-filled-in"), "[]");
        row("patches of more than the image", "vit", R"({"patch_size": 16})",
            goldenText("run/a-patch-that-fits-into-the-image"), "[]");
        row("three sizes", "vit", R"({"image_size": [12, 12, 12]})",
            goldenText("run/a-list-of-height-and-width"), "[]");
        row("half a pixel", "vit", R"({"image_size": [12.5, 12]})",
            goldenText("run/a-list-of-height-and-width"), "[]");
        row("biases that are not to be", "vit", R"({"qkv_bias": false})",
            "\"qkv_bias\" is \"false\"", "[]");
        row("another activation function", "vit", R"({"hidden_act": "gelu_accurate"})",
            "one of gelu", "[]");
        row("classes by CLIP", "clip", R"({"architectures": ["CLIPForImageClassification"]})",
            "\"architectures\"", "[1]");
        row("no image", "clip", "{}", goldenText("run/pixel-values-of-3-8-8-numbers-and"), "[1]");
        row("another head", "llama3", R"({"architectures": ["LlamaForSequenceClassification"]})",
            goldenText("run/is-a-llamaforsequenceclassification"));
        row("a factor", "glm", "{\"rope_parameters\": {\"partial_rotary_factor\": 2.0}}",
            goldenText("run/a-number-up-to-1"));
    }
    void whatCannotBeRunIsSaid() {
        QFETCH(QString, model);
        QFETCH(QString, change);
        QFETCH(QString, tokens);
        QFETCH(QString, said);
        const RunFixture fixture = openRunFixture(path(model.toUtf8().constData()));
        nlohmann::ordered_json config = configOf(model);
        config.update(nlohmann::ordered_json::parse(change.toStdString()));
        RunOptions options;
        options.request.tokens =
            nlohmann::json::parse(tokens.toStdString()).get<std::vector<std::int64_t>>();
        options.configText = config.dump();
        const auto checked = checkRun(fixture, m_backends, options);
        QCOMPARE(checked.has_value(), said.isEmpty());
        if (!checked) {
            const QString message = QString::fromStdString(checked.error().message);
            QVERIFY2(message.contains(said), qPrintable(message));
        }
    }
};

QTEST_GUILESS_MAIN(RunConfigsTest)
#include "tst_run_configs.moc"
