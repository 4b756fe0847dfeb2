// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of a config.json, held against what the real library keeps and what was published.
#include "engine/model/architecture_file.h"
#include "engine/model/config_model.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace stowage;

namespace {

/// A configuration of data/architectures, without the tree that the library built of it.
struct Recorded {
    std::string family;
    std::string name;
    std::string config;
    std::uint64_t parameters = 0;
};

std::vector<Recorded> readRecorded() {
    std::vector<Recorded> all;
    const QDir folder(QStringLiteral(STOWAGE_TEST_DATA "/architectures"));
    for (const QFileInfo& info : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
        QFile file(info.filePath());
        if (!file.open(QIODevice::ReadOnly)) {
            return {};
        }
        const QJsonObject document = QJsonDocument::fromJson(file.readAll()).object();
        for (const QJsonValue& one : document.value("cases").toArray()) {
            all.push_back({info.completeBaseName().toStdString(),
                           one["name"].toString().toStdString(),
                           QJsonDocument(one["config"].toObject()).toJson().toStdString(),
                           static_cast<std::uint64_t>(one["parameters"].toInteger())});
        }
    }
    return all;
}

const std::vector<Recorded>& recorded() {
    static const auto kRecorded = readRecorded();
    return kRecorded;
}

const Recorded* find(const QString& family, const QString& name) {
    for (const Recorded& one : recorded()) {
        if (one.family == family.toStdString() && one.name == name.toStdString()) {
            return &one;
        }
    }
    return nullptr;
}

/// JSON with its quotes written as in Python: quotes inside quotes are hard to read.
std::string json(std::string text) {
    std::ranges::replace(text, '\'', '"');
    return text;
}

std::optional<ModelFacts> factsOf(const std::string& config) {
    const auto model = readConfigModel(config, "config.json");
    auto draft = model ? draftOf(*model) : model.unexpected();
    if (!draft) {
        qWarning("%s", draft.error().message.english().c_str());
        return std::nullopt;
    }
    const auto tree = ModuleTreeBuilder::build(std::move(*draft), "config.json");
    return tree ? std::optional(modelFacts(*model, **tree)) : std::nullopt;
}

QJsonArray measuredCases(const char* name) {
    QFile file(QStringLiteral(STOWAGE_TEST_DATA) + name);
    return file.open(QIODevice::ReadOnly)
               ? QJsonDocument::fromJson(file.readAll()).object().value("cases").toArray()
               : QJsonArray();
}

std::uint64_t whole(const QJsonValue& value) {
    return static_cast<std::uint64_t>(value.toInteger());
}

/// Publishers round their figures, or cut them off.
bool isPublishedAs(double billions, const QString& figure) {
    const double scale = std::pow(10, figure.contains('.') ? figure.section('.', 1).size() : 0);
    const double published = std::round(figure.toDouble() * scale);
    return std::round(billions * scale) == published || std::floor(billions * scale) == published;
}

/// Convolutions, states in place of attention, and numbers that may differ by stage; of the book's
/// GPT the tensors do not tell.
constexpr std::array<std::string_view, 20> kWithoutHeads{"AutoencoderKL",
                                                         "AutoencoderKLCogVideoX",
                                                         "AutoencoderKLFlux2",
                                                         "AutoencoderKLHunyuanVideo",
                                                         "AutoencoderKLQwenImage",
                                                         "AutoencoderKLWan",
                                                         "ControlNetModel",
                                                         "UNet2DConditionModel",
                                                         "convnext",
                                                         "convnextv2",
                                                         "encodec",
                                                         "falcon_mamba",
                                                         "gemma3n_vision",
                                                         "mamba",
                                                         "mamba2",
                                                         "raschka-gpt2",
                                                         "resnet",
                                                         "rwkv",
                                                         "segformer",
                                                         "swin"};
/// Images and sound; some classes of theirs read or write words all the same.
constexpr std::array<std::string_view, 41> kWithoutWords{"audio-spectrogram-transformer",
                                                         "beit",
                                                         "blip-2",
                                                         "blip_2_qformer",
                                                         "blip_2_vision_model",
                                                         "clip",
                                                         "clip_vision_model",
                                                         "convnext",
                                                         "convnextv2",
                                                         "deit",
                                                         "detr",
                                                         "dinov2",
                                                         "dinov2_with_registers",
                                                         "dinov3_vit",
                                                         "encodec",
                                                         "gemma3n_audio",
                                                         "gemma3n_vision",
                                                         "hubert",
                                                         "idefics3_vision",
                                                         "internvl_vision",
                                                         "llama4_vision_model",
                                                         "mllama_vision_model",
                                                         "pixtral",
                                                         "qwen2_5_vl_vision",
                                                         "qwen2_audio_encoder",
                                                         "qwen2_vl_vision",
                                                         "qwen3_vl_vision",
                                                         "resnet",
                                                         "sam",
                                                         "sam_vision_model",
                                                         "segformer",
                                                         "siglip",
                                                         "siglip_vision_model",
                                                         "smolvlm_vision",
                                                         "swin",
                                                         "vit",
                                                         "vit_mae",
                                                         "wav2vec2",
                                                         "wavlm",
                                                         "whisper",
                                                         "yolos"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

class TestConfigFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void parametersAreThoseOfTheLibrary() {
        QVERIFY(recorded().size() > 90);
        for (const Recorded& one : recorded()) {
            const auto facts = factsOf(one.config);
            QVERIFY2(facts, (one.family + " " + one.name).c_str());
            QCOMPARE(facts->parameters, one.parameters);
            QVERIFY(facts->activeParameters <= facts->parameters);
            QVERIFY(facts->embeddingParameters <= facts->parameters);
        }
    }

    /// Layers, widths and cache can be worked out for every configuration of every family.
    void noFactIsForgotten() {
        for (const Recorded& one : recorded()) {
            const auto facts = factsOf(one.config);
            const std::string label = one.family + " " + one.name;
            QVERIFY2(facts && facts->cache, label.c_str());
            QCOMPARE(facts->family, one.family);
            const bool isCodec = one.family == "encodec";
            QVERIFY2(isCodec || (facts->layers && facts->hiddenSize), label.c_str());
            QVERIFY2(facts->attentionHeads || contains(kWithoutHeads, one.family), label.c_str());
            QVERIFY2(facts->vocabulary || contains(kWithoutWords, one.family) ||
                         isDiffusersModel(one.family),
                     label.c_str());
        }
    }

    void cachesAreThoseOfTheLibrary_data() {
        QTest::addColumn<QJsonObject>("measured");
        const QJsonArray cases = measuredCases("/kv_caches.json");
        QVERIFY(cases.size() > 90);
        for (const QJsonValue& one : cases) {
            QTest::addRow("%s %s", qPrintable(one["family"].toString()),
                          qPrintable(one["name"].toString()))
                << one.toObject();
        }
    }
    void cachesAreThoseOfTheLibrary() {
        QFETCH(QJsonObject, measured);
        const auto* architecture = find(measured["family"].toString(), measured["name"].toString());
        QVERIFY(architecture != nullptr);
        const auto facts = factsOf(architecture->config);
        QVERIFY(facts && facts->cache);
        const auto dtype = dtypeFromName(measured["dtype"].toString().toStdString());
        QVERIFY(dtype);
        const QJsonArray counts = measured["counts"].toArray();
        QVERIFY(!counts.isEmpty());
        for (const QJsonValue& count : counts) {
            const std::uint64_t tokens = whole(count["tokens"]);
            QCOMPARE(kvBytes(*facts->cache, *dtype, tokens, KvLayout::Library),
                     whole(count["bytes"]));
            QCOMPARE(kvBytes(*facts->cache, DType::Float8E4M3FN, tokens, KvLayout::Library),
                     whole(count["elements"]));
        }
        const QJsonObject cross = measured["cross"].toObject();
        QCOMPARE(facts->cache->crossLayers > 0, !cross.isEmpty());
        QCOMPARE(crossBytesPerPosition(*facts->cache, *dtype) * whole(cross["positions"]),
                 whole(cross["bytes"]));
        if (facts->cache->crossPositions) {
            QCOMPARE(*facts->cache->crossPositions, whole(cross["positions"]));
        }
    }

    void imagesAreThoseOfTheLibrary_data() {
        QTest::addColumn<QJsonObject>("measured");
        const QJsonArray cases = measuredCases("/image_tokens.json");
        QVERIFY(cases.size() > 30);
        for (const QJsonValue& one : cases) {
            QTest::addRow("%s %s", qPrintable(one["family"].toString()),
                          qPrintable(one["case"].toString()))
                << one.toObject();
        }
    }
    void imagesAreThoseOfTheLibrary() {
        QFETCH(QJsonObject, measured);
        const auto* architecture = find(measured["family"].toString(), measured["case"].toString());
        QVERIFY(architecture != nullptr);
        const auto facts = factsOf(architecture->config);
        QVERIFY(facts && facts->images);
        QCOMPARE(facts->images->side, whole(measured["side"]));
        QCOMPARE(facts->images->tokens, whole(measured["tokens"]));
        QCOMPARE(facts->images->tiles, whole(measured["tiles"]));
        QCOMPARE(facts->images->positions, whole(measured["positions"]));
        QVERIFY(facts->images->heads > 0);
        QCOMPARE(facts->images->window, whole(measured["window"]));
        const QJsonArray full = measured["full_layers"].toArray();
        QCOMPARE(facts->images->fullLayers.size(), static_cast<std::size_t>(full.size()));
        for (qsizetype i = 0; i < full.size(); ++i) {
            QCOMPARE(facts->images->fullLayers[static_cast<std::size_t>(i)], whole(full[i]));
        }
    }
    void encodersGenerateNothing_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("className");
        QTest::addColumn<bool>("generates");
        const auto row = [](const char* family, const char* className, bool generates) {
            QTest::addRow("%s", className) << family << className << generates;
        };
        row("llama", "LlamaForCausalLM", true);
        row("mamba", "MambaForCausalLM", true);
        row("xlnet", "XLNetLMHeadModel", true);
        row("openai-gpt", "OpenAIGPTLMHeadModel", true);
        row("raschka-gpt2", "GPTModel", true);
        row("mingpt", "GPT", true);
        row("t5", "T5ForConditionalGeneration", true);
        row("t5", "T5EncoderModel", false);
        row("bert", "BertForMaskedLM", false);
        row("llama", "LlamaForSequenceClassification", false);
        row("llama", "LlamaForTokenClassification", false);
        row("modernbert", "ModernBertModel", false);
        row("vit", "ViTForImageClassification", false);
    }
    void encodersGenerateNothing() {
        QFETCH(QString, family);
        QFETCH(QString, className);
        QFETCH(bool, generates);
        const auto facts =
            factsOf(json("{'model_type': '" + family.toStdString() + "', 'architectures': ['" +
                         className.toStdString() + "']}"));
        QVERIFY(facts);
        QCOMPARE(facts->generates, generates);
    }
    void textTakesNoImages() {
        const auto facts = factsOf(find("llama", "llama-3.1-8b")->config);
        QVERIFY(facts && !facts->images);
    }

    void activeParametersAreThosePublished_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("total");
        QTest::addColumn<QString>("active");
        QTest::addColumn<QString>("source");
        const auto add = [](const char* family, const char* name, const char* total,
                            const char* active, const char* source) {
            QTest::addRow("%s", name) << family << name << total << active << source;
        };
        add("mixtral", "mixtral-8x7b", "46.7", "12.9", "mistral.ai/news/mixtral-of-experts");
        add("mixtral", "mixtral-8x22b", "141", "39", "mistral.ai/news/mixtral-8x22b");
        add("deepseek_v3", "deepseek-v3", "671", "37", "arXiv:2412.19437, abstract");
        add("qwen3_moe", "qwen3-30b-a3b", "30.5", "3.3", "huggingface.co/Qwen/Qwen3-30B-A3B");
        add("qwen3_moe", "qwen3-235b-a22b", "235", "22", "huggingface.co/Qwen/Qwen3-235B-A22B");
        add("qwen2_moe", "qwen2-57b-a14b", "57", "14", "arXiv:2407.10671, table 1");
        add("qwen2_moe", "qwen1.5-moe-a2.7b", "14.3", "2.7",
            "huggingface.co/Qwen/Qwen1.5-MoE-A2.7B");
        add("deepseek_v3", "moonlight-16b-a3b", "16", "3", "arXiv:2502.16982, abstract");
    }
    void activeParametersAreThosePublished() {
        QFETCH(QString, family);
        QFETCH(QString, name);
        QFETCH(QString, total);
        QFETCH(QString, active);
        const auto* architecture = find(family, name);
        QVERIFY(architecture != nullptr);
        const auto facts = factsOf(architecture->config);
        QVERIFY(facts && facts->isMixture());
        const auto billions = [](std::uint64_t count) { return static_cast<double>(count) / 1e9; };
        const double all = billions(facts->parameters);
        const double used = billions(facts->activeParameters);
        QVERIFY2(isPublishedAs(all, total), qPrintable(QString::number(all)));
        QVERIFY2(isPublishedAs(used, active), qPrintable(QString::number(used)));
        QVERIFY(facts->activeParameters < facts->parameters);
    }

    /// By hand, in float16: ChatGLM-6B keeps keys and values of 32 heads of 128 numbers in each of
    /// 28 layers, its successors those of 2 groups; minGPT keeps none.
    void cachesOfPublishedCodeByHand() {
        const auto tokenBytes = [](const char* family, const char* name) {
            const Recorded* one = find(family, name);
            const auto facts = one != nullptr ? factsOf(one->config) : std::nullopt;
            return facts && facts->cache
                       ? kvBytes(*facts->cache, DType::Float16, 1, KvLayout::Library)
                       : 1;
        };
        QCOMPARE(tokenBytes("chatglm", "chatglm-6b"), std::uint64_t{28 * 2 * 32 * 128 * 2});
        QCOMPARE(tokenBytes("chatglm2", "chatglm2-6b"), std::uint64_t{28 * 2 * 2 * 128 * 2});
        QCOMPARE(tokenBytes("chatglm2", "chatglm3-6b"), std::uint64_t{28 * 2 * 2 * 128 * 2});
        QCOMPARE(tokenBytes("mingpt", "gpt2-xl"), std::uint64_t{0});
        QCOMPARE(factsOf(find("chatglm2", "chatglm2-6b")->config)->contextLength,
                 ModelFacts::Number(32768));
    }

    /// The same worked out by hand: a layer's experts are 3 × hidden × width each.
    void activeParametersByHand() {
        const auto facts = factsOf(
            json("{'model_type': 'qwen2_moe', 'hidden_size': 64, 'num_hidden_layers': 6, "
                 "'num_attention_heads': 4, 'num_key_value_heads': 2, 'vocab_size': 100, "
                 "'moe_intermediate_size': 16, 'num_experts': 10, 'num_experts_per_tok': 3, "
                 "'mlp_only_layers': [1]}"));
        QVERIFY(facts);
        QCOMPARE(facts->expertLayers, std::size_t{5});
        QCOMPARE(facts->routedParameters, std::uint64_t{5 * 10 * 3 * 64 * 16});
        QCOMPARE(facts->parameters - facts->activeParameters, std::uint64_t{5 * 7 * 3 * 64 * 16});
        QCOMPARE(facts->embeddingParameters, std::uint64_t{100 * 64});
        QCOMPARE(facts->sharedExperts, ModelFacts::Number(1));
    }

    void aModelOfFacts() {
        const auto* llama = find("llama", "llama-3.1-8b");
        QVERIFY(llama != nullptr);
        const auto facts = factsOf(llama->config);
        QVERIFY(facts && facts->cache);
        QCOMPARE(facts->className, std::string("LlamaForCausalLM"));
        QCOMPARE(facts->layers, ModelFacts::Number(32));
        QCOMPARE(facts->hiddenSize, ModelFacts::Number(4096));
        QCOMPARE(facts->attentionHeads, ModelFacts::Number(32));
        QCOMPARE(facts->keyValueHeads, ModelFacts::Number(8));
        QCOMPARE(facts->headWidth, ModelFacts::Number(128));
        QCOMPARE(facts->contextLength, ModelFacts::Number(131072));
        QCOMPARE(facts->vocabulary, ModelFacts::Number(128256));
        QCOMPARE(facts->embeddingParameters, std::uint64_t{128256} * 4096);
        QVERIFY(!facts->isMixture() && !facts->encoderLayers && !facts->latentWidth);
        QCOMPARE(kvBytesPerToken(*facts->cache, DType::BFloat16), std::uint64_t{131072});
        QCOMPARE(kvBytesPerToken(*facts->cache, DType::Float8E4M3FN), std::uint64_t{65536});
        QCOMPARE(kvBytes(*facts->cache, DType::BFloat16, 131072), std::uint64_t{16} << 30);
    }

    void latentAttentionKeepsNoHeads() {
        const auto* deepseek = find("deepseek_v3", "deepseek-v3");
        QVERIFY(deepseek != nullptr);
        const auto facts = factsOf(deepseek->config);
        QVERIFY(facts && facts->cache);
        QCOMPARE(facts->keyValueHeads, ModelFacts::Number());
        QCOMPARE(facts->latentWidth, ModelFacts::Number(512 + 64));
        QCOMPARE(kvBytesPerToken(*facts->cache, DType::BFloat16), std::uint64_t{61 * 576 * 2});
        QCOMPARE(facts->sharedExperts, ModelFacts::Number(1));
        QCOMPARE(facts->expertLayers, std::size_t{58});
    }

    /// The library spreads the eight heads of Falcon-40B over all 128 queries before it keeps them.
    void sharedHeadsMayBeSpread() {
        const auto facts = factsOf(json(
            "{'model_type': 'falcon', 'hidden_size': 8192, 'num_hidden_layers': 1, "
            "'num_attention_heads': 128, 'num_kv_heads': 8, 'new_decoder_architecture': true}"));
        QVERIFY(facts && facts->cache);
        QCOMPARE(facts->keyValueHeads, ModelFacts::Number(8));
        QCOMPARE(kvBytesPerToken(*facts->cache, DType::BFloat16), std::uint64_t{2 * 8 * 64 * 2});
        QCOMPARE(kvBytesPerToken(*facts->cache, DType::BFloat16, KvLayout::Library),
                 std::uint64_t{2 * 128 * 64 * 2});
    }

    void windowsBoundACache() {
        const auto facts = factsOf(json(
            "{'model_type': 'gemma2', 'num_hidden_layers': 5, 'sliding_window': 16, 'head_dim': 8, "
            "'num_key_value_heads': 2, 'hidden_size': 32, 'num_attention_heads': 4, "
            "'intermediate_size': 8, 'vocab_size': 10}"));
        QVERIFY(facts && facts->cache);
        const KvCacheFacts& cache = *facts->cache;
        constexpr std::uint64_t kLayer = 2 * 2 * 8 * 2;  // bytes of a token in float16
        QCOMPARE(cache.windowLayers(), std::uint64_t{3});
        QCOMPARE(kvBytesPerToken(cache, DType::Float16), 5 * kLayer);
        QCOMPARE(kvBytesPerTokenBeyond(cache, DType::Float16), 2 * kLayer);
        QCOMPARE(kvBytes(cache, DType::Float16, 15), 15 * 5 * kLayer);
        QCOMPARE(kvBytes(cache, DType::Float16, 16), 16 * 2 * kLayer + 15 * 3 * kLayer);
        QCOMPARE(kvBytes(cache, DType::Float16, 1000), 1000 * 2 * kLayer + 15 * 3 * kLayer);
        QCOMPARE(kvBytes(cache, DType::Float64, std::uint64_t{1} << 63),
                 std::numeric_limits<std::uint64_t>::max());
        const auto listed = factsOf(
            json("{'model_type': 'gemma2', 'num_hidden_layers': 2, 'sliding_window': 16, "
                 "'layer_types': ['full_attention', 'sliding_attention'], 'vocab_size': 10}"));
        QVERIFY(listed && listed->cache);
        QCOMPARE(listed->cache->windowLayers(), std::uint64_t{1});
    }

    void encodersKeepNothing() {
        for (const char* family : {"bert", "vit"}) {
            const auto facts = factsOf(std::string("{\"model_type\": \"") + family + "\"}");
            QVERIFY(facts && facts->cache);
            QCOMPARE(facts->cache->layers, std::uint64_t{0});
            QCOMPARE(kvBytes(*facts->cache, DType::Float32, 1000), std::uint64_t{0});
        }
    }

    /// What facts alone depend on never keeps a model from being opened.
    void oddFieldsLeaveFactsOut_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<bool>("hasContext");
        QTest::addColumn<std::uint64_t>("windowLayers");
        QTest::newRow("text") << "'max_position_embeddings': 'long'" << false << std::uint64_t{2};
        QTest::newRow("negative") << "'max_position_embeddings': -1" << false << std::uint64_t{2};
        QTest::newRow("huge") << "'max_position_embeddings': 1e300" << false << std::uint64_t{2};
        QTest::newRow("list") << "'sliding_window': [1]" << true << std::uint64_t{0};
        QTest::newRow("no window") << "'sliding_window': null" << true << std::uint64_t{0};
        QTest::newRow("none odd") << "'torch_dtype': 'float16'" << true << std::uint64_t{2};
    }
    void oddFieldsLeaveFactsOut() {
        QFETCH(QString, field);
        QFETCH(bool, hasContext);
        QFETCH(std::uint64_t, windowLayers);
        const auto facts = factsOf("{\"model_type\": \"mistral\", \"num_hidden_layers\": 2, " +
                                   json(field.toStdString()) + "}");
        QVERIFY(facts && facts->cache);
        QCOMPARE(facts->contextLength.has_value(), hasContext);
        QCOMPARE(facts->layers, ModelFacts::Number(2));
        QCOMPARE(facts->cache->windowLayers(), windowLayers);
    }
};

QTEST_GUILESS_MAIN(TestConfigFacts)
#include "tst_config_facts.moc"
