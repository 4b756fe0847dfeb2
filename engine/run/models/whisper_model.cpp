// SPDX-License-Identifier: GPL-3.0-or-later
// Whisper (Radford et al. 2022), as the library computes it.
#include "engine/run/models/encoder_tower.h"
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

namespace {

constexpr std::int64_t kKernel = 3;
/// The first convolution goes on step by step, the second by two.
constexpr RowConvolution kFirst{.stride = 1, .padding = 1};
constexpr RowConvolution kSecond{.stride = 2, .padding = 1};
/// The library's LayerNorm everywhere.
constexpr double kEpsilon = 1e-5;

const TowerNames kEncoderNames{.attentionNorm = ".self_attn_layer_norm",
                               .attention = ".self_attn",
                               .queries = ".self_attn.q_proj",
                               .keys = ".self_attn.k_proj",
                               .values = ".self_attn.v_proj",
                               .out = ".self_attn.out_proj",
                               .feedForwardNorm = ".final_layer_norm",
                               .up = ".fc1",
                               .down = ".fc2"};

struct WhisperShape {
    EncoderTower tower;
    std::string encoder;  ///< paths
    std::string decoder;
    std::int64_t channels = 0;   ///< of the features: mel bins
    std::int64_t positions = 0;  ///< that the encoder gives
    std::int64_t width = 0;
    std::int64_t heads = 0;  ///< of the decoder
    std::int64_t inner = 0;
    std::int64_t layers = 0;
    ActivationFunction activation = ActivationFunction::Gelu;

    [[nodiscard]] InputTrait input() const {
        return {"input_features", {channels, positions * kSecond.stride}};
    }
    [[nodiscard]] std::string layer(std::int64_t number) const {
        return decoder + ".layers." + std::to_string(number);
    }
};

constexpr const char* kHead = "proj_out";

/// Gives logits of the decoder's tokens, or its last hidden states where there is no head.
class WhisperModel : public RunModel {
public:
    WhisperModel(RunTraits traits, WhisperShape shape)
        : RunModel(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        const std::string& encoder = m_shape.encoder;
        std::vector<RunStage> all =
            numberedStages({encoder + ".conv1", encoder + ".conv2", encoder + ".embed_positions"},
                           encoder + ".layers", m_shape.tower.count, {encoder + ".layer_norm"});
        for (RunStage& stage : all) {
            stage.onlyOnce = true;
        }
        std::vector<std::string> last{m_shape.decoder + ".layer_norm"};
        if (traits().givesLogits) {
            last.emplace_back(kHead);
        }
        std::vector<RunStage> more = numberedStages(
            {m_shape.decoder + ".embed_tokens", m_shape.decoder + ".embed_positions"},
            m_shape.decoder + ".layers", m_shape.layers, std::move(last));
        for (std::int64_t layer = 0; layer < m_shape.layers; ++layer) {
            const std::string cross = m_shape.layer(layer) + ".encoder_attn";
            more[static_cast<std::size_t>(1 + layer)].once = {cross + ".k_proj", cross + ".v_proj"};
        }
        std::move(more.begin(), more.end(), std::back_inserter(all));
        return all;
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        const bool isFirst = pass.firstPosition() == 0;
        Next encoded = isFirst ? encode(pass) : ActivationPtr();
        Next x = pass.table(m_shape.decoder + ".embed_tokens", tokens);
        const std::vector<std::int64_t> positions = pass.positions();
        const Next places = pass.table(m_shape.decoder + ".embed_positions", positions);
        x = pass.sum(x, places);
        for (std::int64_t layer = 0; x && layer < m_shape.layers; ++layer) {
            x = attend(pass, layer, x);
            x = attendEncoded(pass, layer, x, encoded);
            x = feed(pass, m_shape.layer(layer), x);
        }
        encoded = ActivationPtr();
        x = pass.layerNorm(m_shape.decoder + ".layer_norm", x, kEpsilon);
        x = wantedRows(pass, x, outputs);
        return traits().givesLogits ? pass.linear(kHead, x) : x;
    }

private:
    [[nodiscard]] Next encode(ModulePass& pass) const {
        const std::string& path = m_shape.encoder;
        const std::vector<std::int64_t> shape = m_shape.input().shape;
        Next x = pass.convolvedInput(path + ".conv1", shape, kFirst, ActivationFunction::Gelu);
        x = pass.convolved(path + ".conv2", x, kSecond, ActivationFunction::Gelu);
        std::vector<std::int64_t> places(static_cast<std::size_t>(m_shape.positions));
        std::iota(places.begin(), places.end(), 0);
        x = pass.sum(x, pass.table(path + ".embed_positions", places));
        x = m_shape.tower.forward(pass, std::move(x));
        return pass.layerNorm(path + ".layer_norm", x, kEpsilon);
    }

    [[nodiscard]] Next attend(ModulePass& pass, std::int64_t layer, const Next& x) const {
        const std::string self = m_shape.layer(layer) + ".self_attn";
        Next normed = pass.layerNorm(self + "_layer_norm", x, kEpsilon);
        Next queries = pass.linear(self + ".q_proj", normed);
        Next keys = pass.linear(self + ".k_proj", normed);
        Next values = pass.linear(self + ".v_proj", normed);
        normed = ActivationPtr();
        Next out = pass.attention(self, static_cast<std::size_t>(layer), queries, keys, values,
                                  {.heads = m_shape.heads});
        queries = keys = values = ActivationPtr();
        out = pass.linear(self + ".out_proj", out);
        return pass.sum(out, x);
    }

    [[nodiscard]] Next attendEncoded(ModulePass& pass, std::int64_t layer, const Next& x,
                                     const Next& encoded) const {
        const std::string cross = m_shape.layer(layer) + ".encoder_attn";
        const bool isFirst = encoded && *encoded != nullptr;
        Next keys = isFirst ? pass.linear(cross + ".k_proj", encoded) : encoded;
        Next values = isFirst ? pass.linear(cross + ".v_proj", encoded) : encoded;
        // Queries come last in every pass, so that attention runs on their device in all of them.
        Next queries =
            pass.linear(cross + ".q_proj", pass.layerNorm(cross + "_layer_norm", x, kEpsilon));
        Next out = pass.crossAttention(cross, static_cast<std::size_t>(layer), queries, keys,
                                       values, {.heads = m_shape.heads});
        queries = keys = values = ActivationPtr();
        out = pass.linear(cross + ".out_proj", out);
        return pass.sum(out, x);
    }

    [[nodiscard]] Next feed(ModulePass& pass, const std::string& path, const Next& x) const {
        Next inside = pass.layerNorm(path + ".final_layer_norm", x, kEpsilon);
        inside = pass.linear(path + ".fc1", inside, m_shape.activation);
        inside = pass.linear(path + ".fc2", inside);
        return pass.sum(inside, x);
    }

    WhisperShape m_shape;
};

void checkEncoder(RunTensors& tensors, const WhisperShape& shape) {
    const std::string& path = shape.encoder;
    tensors.require(path + ".conv1.weight", {shape.width, shape.channels, kKernel});
    tensors.check(path + ".conv1.bias", {shape.width});
    tensors.require(path + ".conv2.weight", {shape.width, shape.width, kKernel});
    tensors.check(path + ".conv2.bias", {shape.width});
    tensors.require(path + ".embed_positions.weight", {shape.positions, shape.width});
    shape.tower.check(tensors);
    tensors.requireLayerNorm(path + ".layer_norm", shape.width);
}

void checkDecoder(RunTensors& tensors, const WhisperShape& shape, const RunTraits& traits) {
    const std::string& path = shape.decoder;
    tensors.require(path + ".embed_tokens.weight", {traits.vocabulary, shape.width});
    tensors.require(path + ".embed_positions.weight", {traits.context, shape.width});
    for (std::int64_t layer = 0; tensors.result() && layer < shape.layers; ++layer) {
        const std::string own = shape.layer(layer);
        for (const char* attention : {".self_attn", ".encoder_attn"}) {
            tensors.requireLayerNorm(own + attention + "_layer_norm", shape.width);
            for (const char* part : {".q_proj", ".k_proj", ".v_proj", ".out_proj"}) {
                tensors.requireLinear(own + attention + part, shape.width, shape.width);
            }
        }
        tensors.requireLayerNorm(own + ".final_layer_norm", shape.width);
        tensors.requireLinear(own + ".fc1", shape.width, shape.inner);
        tensors.requireLinear(own + ".fc2", shape.inner, shape.width);
    }
    tensors.requireLayerNorm(path + ".layer_norm", shape.width);
    if (traits.givesLogits) {
        tensors.requireLinear(kHead, shape.width, traits.vocabulary);
    }
}

WhisperShape readShape(const RunTensors& tensors, RunConfig& config) {
    const std::string prefix = tensors.prefixOf({"model.", ""}, "encoder.conv1.weight");
    WhisperShape shape;
    shape.encoder = prefix + "encoder";
    shape.decoder = prefix + "decoder";
    shape.channels = config.whole("num_mel_bins", 80);
    shape.positions = config.whole("max_source_positions", 1500);
    shape.width = config.whole("d_model", 384);
    shape.heads = config.whole("decoder_attention_heads", 6);
    shape.inner = config.whole("decoder_ffn_dim", 1536);
    shape.layers = config.whole("decoder_layers", 4);
    shape.activation = readActivationFunction(config, "activation_function", "gelu");
    EncoderTower& tower = shape.tower;
    tower.layers = shape.encoder + ".layers";
    tower.names = kEncoderNames;
    tower.count = config.whole("encoder_layers", 4);
    tower.width = shape.width;
    tower.heads = config.whole("encoder_attention_heads", 6);
    tower.headWidth = shape.width / tower.heads;
    tower.inner = config.whole("encoder_ffn_dim", 1536);
    tower.epsilon = kEpsilon;
    tower.activation = shape.activation;
    tower.isOfInput = true;
    for (const auto& [field, heads] : {std::pair("encoder_attention_heads", tower.heads),
                                       std::pair("decoder_attention_heads", shape.heads)}) {
        if (shape.width % heads != 0) {
            config.refuse(field, phrase("a divisor of \"d_model\""));
        }
    }
    return shape;
}

}  // namespace

MadeModel makeWhisperModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    WhisperShape shape = readShape(tensors, config);
    RunTraits traits;
    traits.family = "whisper";
    traits.vocabulary = config.whole("vocab_size", 51865);
    traits.context = config.whole("max_target_positions", 448);
    traits.layers = shape.tower.count + shape.layers;
    traits.givesLogits = tensors.has(std::string(kHead) + ".weight");
    traits.outputs = traits.givesLogits ? traits.vocabulary : shape.width;
    traits.isGenerative = traits.givesLogits;
    traits.takesBatches = false;  // one input goes in
    traits.attendsEncoded = true;
    traits.input = shape.input();
    checkEncoder(tensors, shape);
    checkDecoder(tensors, shape, traits);
    config.keep(tensors.result());
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<WhisperModel>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
