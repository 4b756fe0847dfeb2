// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes that a family's file could hold: each must be seen in the numbers.
#include "engine/load/tensor_backend.h"
#include "engine/run/run_generation.h"
#include "engine/run/weights/loaded_weights.h"
#include "tests/run/mutations.h"
#include "tests/run/run_fixture.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kRoot = QStringLiteral(STOWAGE_TEST_DATA "/run");
using Misread = MisnamedWeights::Misread;
using Mistake = MistakenCompute::Mistake;

Misread exactly() {
    return [](const std::string& name) { return std::optional(name); };
}

/// Answers to one part of a name with another, in the layer that `layer` names, both ways round.
Misread swapped(const std::string& layer, const std::string& one, const std::string& other) {
    return [=](const std::string& name) -> std::optional<std::string> {
        if (name.find(layer) == std::string::npos) {
            return name;
        }
        for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
            if (const std::size_t at = name.find(from); at != std::string::npos) {
                return name.substr(0, at) + to + name.substr(at + from.size());
            }
        }
        return name;
    };
}

Misread without(const std::string& lost) {
    return [=](const std::string& name) -> std::optional<std::string> {
        return name == lost ? std::nullopt : std::optional(name);
    };
}

struct Mutation {
    const char* name;
    const char* model;
    Misread misread;
    Mistake mistake = Mistake::None;
    const char* config = "{}";  ///< what the family would read in place of what is there
};

/// A field that a family could read wrongly, or not at all.
Mutation misreadField(const char* name, const char* model, const char* config) {
    return {name, model, exactly(), Mistake::None, config};
}

std::vector<Mutation> mutations() {
    return {
        {"a projection's bias dropped", "llama-biases",
         without("model.layers.1.self_attn.k_proj.bias")},
        {"an inner bias dropped", "llama-biases", without("model.layers.3.mlp.up_proj.bias")},
        {"a query bias dropped", "qwen2", without("model.layers.0.self_attn.q_proj.bias")},
        {"q and k swapped", "llama2", swapped("layers.2.", "q_proj", "k_proj")},
        {"q and k swapped in BERT", "bert", swapped("layer.0.", "self.query", "self.key")},
        {"k and v swapped", "mistral", swapped("layers.1.", "k_proj", "v_proj")},
        {"gate and up swapped", "llama3", swapped("layers.1.", "gate_proj", "up_proj")},
        {"head norms swapped", "qwen3", swapped("layers.0.", "q_norm", "k_norm")},
        {"norms swapped", "gpt2", swapped("h.1.", "ln_1", "ln_2")},
        {"experts permuted", "mixtral", swapped("layers.1.", "experts.0.", "experts.2.")},
        {"an expert's halves swapped", "mixtral", swapped("layers.0.", "w1.", "w3.")},
        {"experts share alike", "mixtral", exactly(), Mistake::Shares},
        {"epsilon of a root mean square", "llama2", exactly(), Mistake::Epsilon},
        {"epsilon of a layer norm", "gpt2", exactly(), Mistake::Epsilon},
        {"epsilon of BERT", "bert-masked", exactly(), Mistake::Epsilon},
        {"a mask off by one", "llama3", exactly(), Mistake::MaskLate},
        {"a mask off by one in GPT-2", "gpt2", exactly(), Mistake::MaskLate},
        {"a window one too short", "mistral", exactly(), Mistake::MaskEarly},
        {"a window where there is none", "llama2", exactly(), Mistake::MaskEarly},
        {"an encoder that does not look ahead", "bert", exactly(), Mistake::MaskEarly},
        {"scores not scaled", "qwen3", exactly(), Mistake::Scale},
        {"scores scaled alike in every layer", "gpt2-scaled", exactly(), Mistake::Scale},
        {"the other GELU", "gpt2", exactly(), Mistake::ActivationFunction},
        {"the other GELU in BERT", "bert", exactly(), Mistake::ActivationFunction},
        {"a mask read the wrong way", "mingpt", exactly(), Mistake::Context},
        {"norms swapped in minGPT", "mingpt", swapped("h.1.", "ln_1", "ln_2")},
        {"the other GELU in minGPT", "mingpt", exactly(), Mistake::ActivationFunction},
        {"halves turned in GLM", "glm", exactly(), Mistake::Pairs},
        {"neighbours turned in Llama", "llama2", exactly(), Mistake::Pairs},
        {"a query bias dropped in GLM", "glm", without("model.layers.0.self_attn.q_proj.bias")},
        {"norms of parts swapped", "glm4",
         swapped("layers.1.", "post_self_attn_layernorm", "post_mlp_layernorm")},
        {"a context read in one direction", "chatglm", exactly(), Mistake::Context},
        {"neighbours turned in ChatGLM", "chatglm", exactly(), Mistake::Pairs},
        {"the other GELU in ChatGLM", "chatglm", exactly(), Mistake::ActivationFunction},
        {"a bias dropped in ChatGLM", "chatglm",
         without("transformer.layers.1.attention.query_key_value.bias")},
        {"halves turned in ChatGLM2", "chatglm2", exactly(), Mistake::Pairs},
        {"epsilon of ChatGLM2", "chatglm2", exactly(), Mistake::Epsilon},
        {"norms swapped in ChatGLM2", "chatglm2-plain",
         swapped("layers.1.", "input_layernorm", "post_attention_layernorm")},
        {"words not scaled in Gemma", "gemma", exactly(), Mistake::Factor},
        {"the other GELU in Gemma", "gemma", exactly(), Mistake::ActivationFunction},
        {"scales without 1 in Gemma", "gemma", exactly(), Mistake::RmsScale},
        {"scales without 1 in Gemma 2", "gemma2", exactly(), Mistake::RmsScale},
        {"scores not bounded in Gemma 2", "gemma2", exactly(), Mistake::Cap},
        {"scores not scaled in Gemma 2", "gemma2", exactly(), Mistake::Scale},
        {"a window one too short in Gemma 2", "gemma2", exactly(), Mistake::MaskEarly},
        {"norms before and behind swapped in Gemma 2", "gemma2",
         swapped("layers.1.", "pre_feedforward_layernorm", "post_feedforward_layernorm")},
        {"norms of attention swapped in Gemma 2", "gemma2",
         swapped("layers.2.", "input_layernorm", "post_attention_layernorm")},
        misreadField("another query_pre_attn_scalar", "gemma2", R"({"query_pre_attn_scalar": 6})"),
        misreadField("logits not bounded", "gemma2", R"({"final_logit_softcapping": null})"),
        misreadField("windows in the other layers", "gemma2", R"({"layer_types": ["full_attention",
            "sliding_attention", "full_attention", "sliding_attention"]})"),
        {"head norms swapped in Gemma 3", "gemma3", swapped("layers.0.", "q_norm", "k_norm")},
        {"scales without 1 in Gemma 3", "gemma3", exactly(), Mistake::RmsScale},
        misreadField("another pattern of windows", "gemma3",
                     R"({"layer_types": null, "sliding_window_pattern": 2})"),
        misreadField("one table for all layers", "gemma3", R"({"rope_parameters": {
            "full_attention": {"rope_type": "linear", "factor": 4.0, "rope_theta": 1000.0},
            "sliding_attention": {"rope_type": "linear", "factor": 4.0, "rope_theta": 1000.0}}})"),
        misreadField("the last layers not stretched", "gemma3", R"({"rope_parameters": {
            "full_attention": {"rope_type": "default", "rope_theta": 1000.0},
            "sliding_attention": {"rope_type": "default", "rope_theta": 100.0}}})"),
        {"norms of parts swapped in OLMo 2", "olmo2",
         swapped("layers.1.", "post_attention_layernorm", "post_feedforward_layernorm")},
        {"scales with 1 in OLMo 2", "olmo2", exactly(), Mistake::RmsScale},
        {"epsilon of OLMo 2", "olmo2", exactly(), Mistake::Epsilon},
        {"parts of a product in Phi-3", "phi3", exactly(), Mistake::Columns},
        {"a window one too short in Phi-3", "phi3", exactly(), Mistake::MaskEarly},
        misreadField("all of a head turned", "phi3", R"({"rope_parameters": {
            "rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 1.0}})"),
        misreadField("never the long factors", "phi3-long",
                     R"({"original_max_position_embeddings": 48})"),
        misreadField("always the long factors", "phi3-long",
                     R"({"original_max_position_embeddings": 2})"),
        misreadField("another factor of cosines", "phi3-long",
                     R"({"max_position_embeddings": 32})"),
        misreadField("long and short swapped", "phi3-long", R"({"rope_parameters": {
            "rope_type": "longrope", "long_factor": [1.0, 1.25], "short_factor": [1.5, 6.0],
            "rope_theta": 100.0}})"),
        misreadField("YaRN's pairs mixed otherwise", "qwen2-yarn", R"({"rope_parameters": {
            "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64,
            "rope_theta": 10.0}})"),
        misreadField("YaRN's cosines without a factor", "qwen2-yarn", R"({"rope_parameters": {
            "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64,
            "beta_fast": 4.0, "rope_theta": 10.0, "attention_factor": 1.0}})"),
        misreadField("YaRN taken for linear", "qwen2-yarn", R"({"rope_parameters": {
            "rope_type": "linear", "factor": 4.0, "rope_theta": 10.0}})"),
        misreadField("attention before feed-forward", "gpt-neox",
                     R"({"use_parallel_residual": false})"),
        misreadField("feed-forward beside attention", "gpt-neox-sequential",
                     R"({"use_parallel_residual": true})"),
        misreadField("all of a head turned in GPT-NeoX", "gpt-neox", R"({"rope_parameters": {
            "rope_type": "default", "rope_theta": 100.0, "partial_rotary_factor": 1.0}})"),
        {"heads taken apart wrongly", "gpt-neox", exactly(), Mistake::Columns},
        {"norms swapped in GPT-NeoX", "gpt-neox",
         swapped("layers.1.", "input_layernorm", "post_attention_layernorm")},
        {"the other GELU in GPT-NeoX", "gpt-neox", exactly(), Mistake::ActivationFunction},
        {"a bias dropped in GPT-NeoX", "gpt-neox",
         without("gpt_neox.layers.0.attention.query_key_value.bias")},
        {"epsilon of GPT-NeoX", "gpt-neox-sequential", exactly(), Mistake::Epsilon},
        {"positions without their offset", "opt", exactly(), Mistake::Rows},
        {"norms swapped in OPT", "opt",
         swapped("layers.1.", "self_attn_layer_norm", "final_layer_norm")},
        {"a bias dropped in OPT", "opt", without("model.decoder.layers.0.fc1.bias")},
        {"another activation function in OPT", "opt", exactly(), Mistake::ActivationFunction},
        misreadField("norms behind", "opt", R"({"do_layer_norm_before": false})"),
        misreadField("norms before", "opt-after",
                     R"({"do_layer_norm_before": true, "_remove_final_layer_norm": true})"),
        {"no slopes", "bloom", exactly(), Mistake::Slopes},
        {"heads taken apart wrongly in BLOOM", "bloom", exactly(), Mistake::Columns},
        {"the other GELU in BLOOM", "bloom", exactly(), Mistake::ActivationFunction},
        {"epsilon of BLOOM", "bloom", exactly(), Mistake::Epsilon},
        {"norms swapped in BLOOM", "bloom",
         swapped("h.0.", "input_layernorm", "post_attention_layernorm")},
        {"the first norm taken for the last", "bloom",
         swapped("transformer.", "word_embeddings_layernorm", "ln_f")},
        {"no slopes in Falcon", "falcon-alibi", exactly(), Mistake::Slopes},
        {"slopes not rounded", "falcon-alibi", exactly(), Mistake::Rounding},
        {"slopes not scaled", "falcon-alibi", exactly(), Mistake::Factor},
        {"a bias dropped in Falcon", "falcon-alibi",
         without("transformer.h.0.mlp.dense_h_to_4h.bias")},
        misreadField("turned in place of slopes", "falcon-alibi", R"({"alibi": false})"),
        {"keys and values swapped in Falcon", "falcon", exactly(), Mistake::Columns},
        {"the other GELU in Falcon", "falcon", exactly(), Mistake::ActivationFunction},
        {"neighbours turned in Falcon", "falcon", exactly(), Mistake::Pairs},
        {"norms swapped in Falcon", "falcon-two-norms", swapped("h.1.", "ln_attn", "ln_mlp")},
        {"groups taken apart wrongly", "falcon-two-norms", exactly(), Mistake::Columns},
        {"a decoder's distances as an encoder's", "t5", exactly(), Mistake::Buckets},
        {"distances told apart too far", "t5", exactly(), Mistake::Farthest},
        {"an encoder's distances as a decoder's", "t5-encoder", exactly(), Mistake::Buckets},
        {"tables of the two stacks swapped", "t5",
         swapped("relative_attention_bias", "encoder.", "decoder.")},
        {"a layer's table for another", "umt5",
         swapped("relative_attention_bias", "block.0.", "block.1.")},
        {"norms swapped in T5's decoder", "t5",
         swapped("decoder.block.1.", "layer.0.layer_norm", "layer.1.layer_norm")},
        {"the encoder's last norm for the decoder's", "t5",
         swapped("final_layer_norm", "encoder.", "decoder.")},
        {"what the encoder gave, keys and values swapped", "mt5",
         swapped("EncDecAttention", ".k.", ".v.")},
        {"outputs not scaled in T5", "t5", exactly(), Mistake::Factor},
        misreadField("outputs scaled in T5 1.1", "t5-gated", R"({"scale_decoder_outputs": true})"),
        misreadField("outputs not scaled in umT5", "umt5", R"({"scale_decoder_outputs": false})"),
        {"an encoder of T5 that does not look ahead", "t5-encoder", exactly(), Mistake::MaskEarly},
        {"a decoder of T5 that looks ahead", "t5", exactly(), Mistake::MaskLate},
        {"gate and up swapped in T5", "t5-gated", swapped("block.1.", "wi_0", "wi_1")},
        {"the other GELU in T5", "t5-gated", exactly(), Mistake::ActivationFunction},
        {"scales with 1 in T5", "t5", exactly(), Mistake::RmsScale},
        {"epsilon of T5", "t5", exactly(), Mistake::Epsilon},
        {"a head that is the table of tokens", "t5-gated", swapped("lm_head", "lm_head", "shared")},
        {"a convolution's bias dropped", "mamba", without("backbone.layers.1.mixer.conv1d.bias")},
        {"a time step's bias dropped", "mamba", without("backbone.layers.0.mixer.dt_proj.bias")},
        {"nothing past the states", "mamba", exactly(), Mistake::Skip},
        {"states not carried", "mamba", exactly(), Mistake::Carry},
        {"epsilon of Mamba", "mamba", exactly(), Mistake::Epsilon},
        {"gate and convolved swapped", "mamba", exactly(), Mistake::Columns},
        {"another activation function in Mamba", "mamba", exactly(), Mistake::ActivationFunction},
        {"layers' norms swapped", "mamba",
         swapped("backbone.layers.", "layers.0.norm", "layers.1.norm")},
        {"a convolution's bias dropped in Falcon Mamba", "falcon-mamba",
         without("backbone.layers.0.mixer.conv1d.bias")},
        {"a bias dropped in Falcon Mamba", "falcon-mamba",
         without("backbone.layers.1.mixer.out_proj.bias")},
        {"a time step's bias dropped in Falcon Mamba", "falcon-mamba",
         without("backbone.layers.1.mixer.dt_proj.bias")},
        {"no norms in the mixer", "falcon-mamba", exactly(), Mistake::MixerNorm},
        {"nothing past the states in Falcon Mamba", "falcon-mamba", exactly(), Mistake::Skip},
        {"states not carried in Falcon Mamba", "falcon-mamba", exactly(), Mistake::Carry},
        misreadField("another epsilon in the mixer", "falcon-mamba", R"({"mixer_rms_eps": 1e-6})"),
        misreadField("Mamba in place of Falcon Mamba", "falcon-mamba",
                     R"({"model_type": "mamba"})"),
        {"biases of the two convolutions swapped", "whisper",
         swapped("encoder.conv", "conv1.bias", "conv2.bias")},
        {"norms swapped in Whisper's decoder", "whisper",
         swapped("decoder.layers.0.", "self_attn_layer_norm", "encoder_attn_layer_norm")},
        {"the encoder's last norm for the decoder's in Whisper", "whisper",
         swapped(".layer_norm", "encoder.", "decoder.")},
        {"a bias dropped in Whisper", "whisper",
         without("model.decoder.layers.1.encoder_attn.v_proj.bias")},
        {"a convolution's bias dropped in Whisper", "whisper", without("model.encoder.conv2.bias")},
        {"the other GELU in Whisper", "whisper", exactly(), Mistake::ActivationFunction},
        {"scores not scaled in Whisper", "whisper", exactly(), Mistake::Scale},
        {"a decoder of Whisper that looks ahead", "whisper", exactly(), Mistake::MaskLate},
        {"positions one row early in Whisper", "whisper", exactly(), Mistake::Rows},
        {"rows folded one too late", "whisper", exactly(), Mistake::Padding},
        misreadField("other heads in Whisper", "whisper", R"({"decoder_attention_heads": 2})"),
        misreadField("other groups", "falcon-one-norm", R"({"rope_parameters": {
            "rope_type": "default", "rope_theta": 100.0}})"),
        {"the patches' bias dropped", "vit",
         without("vit.embeddings.patch_embeddings.projection.bias")},
        {"a query bias dropped in ViT", "vit", without("vit.layers.1.attention.q_proj.bias")},
        {"norms swapped in ViT", "vit",
         swapped("layers.1.", "layernorm_before", "layernorm_after")},
        {"positions one too early in ViT", "vit", exactly(), Mistake::Rows},
        {"the image's row behind its patches", "vit", exactly(), Mistake::Joined},
        {"another row for the image", "vit", exactly(), Mistake::Taken},
        {"an image that is read in one direction", "vit", exactly(), Mistake::MaskEarly},
        {"the other GELU in ViT", "vit-plain", exactly(), Mistake::ActivationFunction},
        {"epsilon of ViT", "vit-plain", exactly(), Mistake::Epsilon},
        misreadField("another epsilon of ViT", "vit", R"({"layer_norm_eps": 1e-3})"),
        {"GELU in place of CLIP's", "clip", exactly(), Mistake::ActivationFunction},
        {"the norms of the image swapped", "clip",
         swapped("vision_model.", "pre_layrnorm", "post_layernorm")},
        {"a value bias dropped in CLIP", "clip",
         without("text_model.encoder.layers.0.self_attn.v_proj.bias")},
        {"the row beside the end of a text", "clip", exactly(), Mistake::Taken},
        {"a text that is seen ahead", "clip", exactly(), Mistake::MaskLate},
        {"the class behind the patches", "clip", exactly(), Mistake::Joined},
        {"scores not scaled in CLIP", "clip", exactly(), Mistake::Scale},
        misreadField("another end of texts", "clip", R"({"text_config": {
            "hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1,
            "num_attention_heads": 2, "vocab_size": 97, "max_position_embeddings": 26,
            "eos_token_id": 2}})"),
        misreadField("the end of newer files", "clip-text", R"({"eos_token_id": 96})"),
        {"another row for a text", "clip-text", exactly(), Mistake::Taken},
        {"CLIP's GELU in place of the other", "clip-text-plain", exactly(),
         Mistake::ActivationFunction},
        {"positions one too early in CLIP", "clip-vision", exactly(), Mistake::Rows},
    };
}

}  // namespace

class RunMutationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        const auto tensors = openTensorBackend(STOWAGE_BIN_DIR);
        QVERIFY2(tensors, tensors ? "" : tensors.error().message.english().c_str());
        m_tensors = *tensors;
        const auto compute = openCompute();
        QVERIFY2(compute, compute ? "" : compute.error().message.english().c_str());
        m_compute = *compute;
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void mistakesAreSeen_data() {
        QTest::addColumn<int>("row");
        const std::vector<Mutation> all = mutations();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(all[i].name) << static_cast<int>(i);
        }
    }

    /// The same prompts agree without the mistake, so that it is the mistake that is seen.
    void mistakesAreSeen() {
        QFETCH(int, row);
        const Mutation mutation = mutations()[static_cast<std::size_t>(row)];
        RunFixture fixture =
            openRunFixture(kRoot + QLatin1Char('/') + QLatin1String(mutation.model));
        QCOMPARE(agreeing(fixture, exactly(), Mistake::None), 10);
        fixture.config = changed(mutation);
        const int agree = agreeing(fixture, mutation.misread, mutation.mistake);
        QVERIFY2(agree >= 0 && agree < 10, qPrintable(QString::number(agree)));
    }

    /// Llama's first files pair neighbours of a head, the library's pair halves: rows of queries
    /// and keys as in the former, read as the latter.
    void anotherRotaryPairingIsSeen() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        for (const QString& file : QDir(kRoot + QStringLiteral("/llama2")).entryList(QDir::Files)) {
            QVERIFY(QFile::copy(kRoot + QStringLiteral("/llama2/") + file, folder.filePath(file)));
        }
        RunFixture fixture = openRunFixture(folder.path());
        QCOMPARE(agreeing(fixture, exactly(), Mistake::None), 10);
        for (const StoredTensor& tensor : fixture.checkpoint->tensors) {
            const bool turns = tensor.name.find("layers.0.self_attn.q_proj") != std::string::npos ||
                               tensor.name.find("layers.0.self_attn.k_proj") != std::string::npos;
            if (turns) {
                pairNeighbours(folder.filePath(QStringLiteral("model.safetensors")), tensor);
            }
        }
        fixture = openRunFixture(folder.path());
        QVERIFY(agreeing(fixture, exactly(), Mistake::None) < 10);
    }

private:
    /// The configuration of its model, with the fields that the mistake reads.
    static RunConfig changed(const Mutation& mutation) {
        QFile file(kRoot + QLatin1Char('/') + QLatin1String(mutation.model) +
                   QStringLiteral("/config.json"));
        if (!file.open(QIODevice::ReadOnly)) {
            qFatal("%s cannot be read", qPrintable(file.fileName()));
        }
        QJsonObject config = QJsonDocument::fromJson(file.readAll()).object();
        const QJsonObject changes = QJsonDocument::fromJson(mutation.config).object();
        for (auto change = changes.begin(); change != changes.end(); ++change) {
            config[change.key()] = change.value();
        }
        return *RunConfig::parse(QJsonDocument(config).toJson().toStdString(), "config.json");
    }

    static constexpr std::int64_t kHeadWidth = 6;  ///< of the llama2 fixture

    /// Rows 0 1 2 3 4 5 of each head become 0 2 4 1 3 5.
    static void pairNeighbours(const QString& path, const StoredTensor& tensor) {
        QFile file(path);
        if (!file.open(QIODevice::ReadWrite)) {
            qFatal("%s cannot be changed", qPrintable(path));
        }
        const qint64 row = tensor.shape[1] * static_cast<qint64>(sizeof(float));
        const auto begin = static_cast<qint64>(tensor.location.offset);
        file.seek(begin);
        const QByteArray rows = file.read(static_cast<qint64>(tensor.location.length));
        QByteArray changed;
        for (std::int64_t i = 0; i < tensor.shape[0]; ++i) {
            const std::int64_t inHead = i % kHeadWidth;
            const std::int64_t half = kHeadWidth / 2;
            const std::int64_t from = inHead < half ? 2 * inHead : 2 * (inHead - half) + 1;
            changed += rows.mid((i - inHead + from) * row, row);
        }
        file.seek(begin);
        file.write(changed);
    }

    /// Of the fixture's prompts, how many give the library's numbers; -1 where one cannot run.
    int agreeing(const RunFixture& fixture, const Misread& misread, Mistake mistake) {
        const auto compute = std::make_shared<MistakenCompute>(m_compute, mistake);
        FileWeights files(fixture.checkpoint, *fixture.tree, *m_tensors, *m_compute);
        MisnamedWeights source(files, misread);
        const auto model = makeRunModel(source, fixture.config);
        if (!model) {
            qWarning("%s", model.error().message.english().c_str());
            return -1;
        }
        int agree = 0;
        for (const RunPrompt& prompt : fixture.prompts) {
            const auto outcome = runModel(**model, prompt.request(), source, *compute, {}, {});
            if (!outcome) {
                qWarning("%s", outcome.error().message.english().c_str());
                return -1;
            }
            agree += compareLogits(outcome->numbers, prompt.numbers).agrees ? 1 : 0;
        }
        return agree;
    }

    std::shared_ptr<TensorBackend> m_tensors;
    std::shared_ptr<Compute> m_compute;
};

QTEST_GUILESS_MAIN(RunMutationsTest)
#include "tst_run_mutations.moc"
