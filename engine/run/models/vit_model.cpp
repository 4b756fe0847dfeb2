// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/encoder_tower.h"
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stowage {

namespace {

struct VitShape {
    PatchEmbedding patches;
    EncoderTower tower;
    std::string norm;
    bool hasClasses = false;
};

/// As published, and as the library has had them since it took its towers together.
const TowerNames kPublishedVit{.attentionNorm = ".layernorm_before",
                               .attention = ".attention.attention",
                               .queries = ".attention.attention.query",
                               .keys = ".attention.attention.key",
                               .values = ".attention.attention.value",
                               .out = ".attention.output.dense",
                               .feedForwardNorm = ".layernorm_after",
                               .up = ".intermediate.dense",
                               .down = ".output.dense"};
const TowerNames kPresentVit{.attentionNorm = ".layernorm_before",
                             .attention = ".attention",
                             .queries = ".attention.q_proj",
                             .keys = ".attention.k_proj",
                             .values = ".attention.v_proj",
                             .out = ".attention.o_proj",
                             .feedForwardNorm = ".layernorm_after",
                             .up = ".mlp.fc1",
                             .down = ".mlp.fc2"};

constexpr const char* kClassifier = "classifier";

/// Gives scores of the classes of an image, or the last hidden states: the image's own and those
/// of its patches. The pooler, which no head of the library uses, is not run.
class VitModel : public RunModel {
public:
    VitModel(RunTraits traits, VitShape shape)
        : RunModel(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        std::vector<std::string> last{m_shape.norm};
        if (m_shape.hasClasses) {
            last.emplace_back(kClassifier);
        }
        return numberedStages({m_shape.patches.module}, m_shape.tower.layers, traits().layers,
                              std::move(last));
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> /*tokens*/,
                               Outputs /*outputs*/) const override {
        Next x = m_shape.patches.forward(pass);
        x = m_shape.tower.forward(pass, std::move(x));
        if (!m_shape.hasClasses) {
            return pass.layerNorm(m_shape.norm, x, m_shape.tower.epsilon);
        }
        const std::vector<std::int64_t> image{0};
        x = pass.rows(x, image);
        x = pass.layerNorm(m_shape.norm, x, m_shape.tower.epsilon);
        return pass.linear(kClassifier, x);
    }

private:
    VitShape m_shape;
};

VitShape readVitShape(RunTensors& tensors, RunConfig& config) {
    const std::string prefix = tensors.prefixOf({"vit.", ""}, "embeddings.cls_token");
    const std::string embeddings = prefix + "embeddings";
    VitShape shape;
    shape.patches = readPatches(config, 224, 16);
    shape.patches.module = embeddings;
    shape.patches.imageRow = "cls_token";
    shape.patches.projection = embeddings + ".patch_embeddings.projection";
    shape.patches.positions = embeddings;
    shape.patches.table = "position_embeddings";
    const bool isPublished =
        tensors.has(prefix + "encoder.layer.0" + kPublishedVit.queries + ".weight");
    EncoderTower& tower = shape.tower;
    tower.layers = prefix + (isPublished ? "encoder.layer" : "layers");
    tower.names = isPublished ? kPublishedVit : kPresentVit;
    tower.count = config.whole("num_hidden_layers", 12);
    tower.width = config.whole("hidden_size", 768);
    tower.heads = config.whole("num_attention_heads", 12);
    tower.headWidth =
        config.whole("head_dim", std::max<std::int64_t>(tower.width / tower.heads, 1));
    tower.inner = config.whole("intermediate_size", 3072);
    tower.epsilon = config.number("layer_norm_eps", 1e-12);
    tower.activation = readActivationFunction(config, "hidden_act", "gelu");
    tower.isOfInput = true;
    if (!config.has("head_dim") && tower.width % tower.heads != 0) {
        config.refuse("num_attention_heads", phrase("a divisor of \"hidden_size\""));
    }
    if (!config.flag("qkv_bias", true) &&
        tensors.has(tower.layers + ".0" + tower.names.queries + ".bias")) {
        config.refuse("qkv_bias", "true", phrase("the file contains biases of the queries"));
    }
    shape.norm = prefix + "layernorm";
    return shape;
}

void checkVit(RunTensors& tensors, const VitShape& shape, std::int64_t classes) {
    const std::int64_t width = shape.tower.width;
    const std::string& embeddings = shape.patches.module;
    tensors.require(embeddings + ".cls_token", {1, 1, width});
    tensors.require(embeddings + ".position_embeddings", {1, shape.patches.rows(), width});
    shape.patches.check(tensors, width);
    shape.tower.check(tensors);
    tensors.requireLayerNorm(shape.norm, width);
    if (shape.hasClasses) {
        tensors.requireLinear(kClassifier, width, classes);
    }
}

}  // namespace

MadeModel makeVitModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    VitShape shape = readVitShape(tensors, config);
    if (config.className() == "ViTForMaskedImageModeling") {
        config.refuse("architectures", phrase("ViTModel or ViTForImageClassification"),
                      phrase("Stowage cannot predict masked patches"));
    }
    const auto head = source.describe(std::string(kClassifier) + ".weight");
    shape.hasClasses = head.has_value();
    const std::int64_t classes = head && !head->shape.empty() ? head->shape.front() : 0;
    RunTraits traits;
    traits.family = "vit";
    traits.layers = shape.tower.count;
    traits.givesLogits = shape.hasClasses;
    traits.outputs = shape.hasClasses ? classes : shape.tower.width;
    traits.isGenerative = false;
    traits.takesBatches = false;
    traits.takesChunks = false;
    traits.takesTokens = false;
    traits.input = shape.patches.input();
    traits.counted = shape.hasClasses ? "class" : "";
    checkVit(tensors, shape, classes);
    config.keep(tensors.result());
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<VitModel>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
