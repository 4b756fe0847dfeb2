// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/encoder_tower.h"
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace stowage {

namespace {

const TowerNames kClipNames{.attentionNorm = ".layer_norm1",
                            .attention = ".self_attn",
                            .queries = ".self_attn.q_proj",
                            .keys = ".self_attn.k_proj",
                            .values = ".self_attn.v_proj",
                            .out = ".self_attn.out_proj",
                            .feedForwardNorm = ".layer_norm2",
                            .up = ".mlp.fc1",
                            .down = ".mlp.fc2"};

/// Files of before the library's pull request 24773 say this in place of the token that ends a
/// text, which is then the largest of all.
constexpr std::int64_t kOldEnd = 2;

struct TextTower {
    std::string prefix;  ///< "text_model."
    EncoderTower tower;
    std::int64_t vocabulary = 0;
    std::int64_t context = 0;
    std::int64_t end = 0;  ///< the token whose row stands for a text

    [[nodiscard]] std::string embeddings() const { return prefix + "embeddings"; }
    [[nodiscard]] std::string norm() const { return prefix + "final_layer_norm"; }

    /// The last hidden states.
    [[nodiscard]] ModulePass::Next forward(ModulePass& pass,
                                           std::span<const std::int64_t> tokens) const {
        const std::vector<std::int64_t> positions = pass.positions();
        ModulePass::Next x = pass.table(embeddings() + ".token_embedding", tokens);
        x = pass.sum(pass.table(embeddings() + ".position_embedding", positions), x);
        x = tower.forward(pass, std::move(x));
        return pass.layerNorm(norm(), x, tower.epsilon);
    }

    /// The row of each text that stands for it. One that has no end stands by its first row, as in
    /// the library.
    [[nodiscard]] std::vector<std::int64_t> ends(const ModulePass& pass,
                                                 std::span<const std::int64_t> tokens) const {
        std::vector<std::int64_t> rows;
        std::int64_t first = 0;
        for (const std::int64_t last : pass.lastRows()) {
            const auto text = tokens.subspan(static_cast<std::size_t>(first),
                                             static_cast<std::size_t>(last + 1 - first));
            const auto found =
                end == kOldEnd ? std::ranges::max_element(text) : std::ranges::find(text, end);
            rows.push_back(first + (found == text.end() ? 0 : found - text.begin()));
            first = last + 1;
        }
        return rows;
    }

    void check(RunTensors& tensors) const {
        tensors.require(embeddings() + ".token_embedding.weight", {vocabulary, tower.width});
        tensors.require(embeddings() + ".position_embedding.weight", {context, tower.width});
        tower.check(tensors);
        tensors.requireLayerNorm(norm(), tower.width);
    }
};

struct ImageTower {
    std::string prefix;  ///< "vision_model."
    PatchEmbedding patches;
    EncoderTower tower;

    [[nodiscard]] std::string firstNorm() const { return prefix + "pre_layrnorm"; }  // sic
    [[nodiscard]] std::string lastNorm() const { return prefix + "post_layernorm"; }

    /// The last hidden states.
    [[nodiscard]] ModulePass::Next forward(ModulePass& pass) const {
        ModulePass::Next x = patches.forward(pass);
        x = pass.layerNorm(firstNorm(), x, tower.epsilon);
        return tower.forward(pass, std::move(x));
    }

    /// The row that stands for the image.
    [[nodiscard]] ModulePass::Next pooled(ModulePass& pass, const ModulePass::Next& states) const {
        const std::vector<std::int64_t> image{0};
        const ModulePass::Next x = pass.rows(states, image);
        return pass.layerNorm(lastNorm(), x, tower.epsilon);
    }

    void check(RunTensors& tensors) const {
        const std::int64_t width = tower.width;
        tensors.require(patches.module + ".class_embedding", {width});
        tensors.require(patches.positions + ".weight", {patches.rows(), width});
        patches.check(tensors, width);
        tensors.requireLayerNorm(firstNorm(), width);
        tower.check(tensors);
        tensors.requireLayerNorm(lastNorm(), width);
    }
};

constexpr const char* kTextProjection = "text_projection";
constexpr const char* kImageProjection = "visual_projection";
constexpr const char* kLogitScale = "logit_scale";

void addStages(std::vector<RunStage>& all, std::vector<RunStage> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

std::vector<RunStage> stagesOf(const TextTower& text, bool isProjected) {
    std::vector<std::string> last{text.norm()};
    if (isProjected) {
        last.emplace_back(kTextProjection);
    }
    return numberedStages({text.embeddings()}, text.tower.layers, text.tower.count,
                          std::move(last));
}

std::vector<RunStage> stagesOf(const ImageTower& image, bool isProjected) {
    std::vector<std::string> last;
    if (isProjected) {
        last = {image.lastNorm(), kImageProjection};
    }
    return numberedStages({image.patches.module, image.firstNorm()}, image.tower.layers,
                          image.tower.count, std::move(last));
}

class ClipTextModel : public RunModel {
public:
    ClipTextModel(RunTraits traits, TextTower text, bool isProjected)
        : RunModel(std::move(traits)), m_text(std::move(text)), m_isProjected(isProjected) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        return stagesOf(m_text, m_isProjected);
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        Next x = m_text.forward(pass, tokens);
        if (!m_isProjected) {
            return wantedRows(pass, x, outputs);
        }
        x = pass.rows(x, m_text.ends(pass, tokens));
        return pass.linear(kTextProjection, x);
    }

private:
    TextTower m_text;
    bool m_isProjected;
};

class ClipVisionModel : public RunModel {
public:
    ClipVisionModel(RunTraits traits, ImageTower image, bool isProjected)
        : RunModel(std::move(traits)), m_image(std::move(image)), m_isProjected(isProjected) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        return stagesOf(m_image, m_isProjected);
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> /*tokens*/,
                               Outputs /*outputs*/) const override {
        Next x = m_image.forward(pass);
        if (!m_isProjected) {
            return x;
        }
        x = m_image.pooled(pass, x);
        return pass.linear(kImageProjection, x);
    }

private:
    ImageTower m_image;
    bool m_isProjected;
};

/// Gives one row: how well the image goes with each text, the library's logits_per_image.
class ClipModel : public RunModel {
public:
    ClipModel(RunTraits traits, TextTower text, ImageTower image)
        : RunModel(std::move(traits)), m_text(std::move(text)), m_image(std::move(image)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        std::vector<RunStage> all = stagesOf(m_image, true);
        addStages(all, stagesOf(m_text, true));
        all.push_back({kLogitScale, {kLogitScale}});
        return all;
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs /*outputs*/) const override {
        Next image = m_image.forward(pass);
        image = m_image.pooled(pass, image);
        image = pass.linear(kImageProjection, image);
        Next texts = m_text.forward(pass, tokens);
        texts = pass.rows(texts, m_text.ends(pass, tokens));
        texts = pass.linear(kTextProjection, texts);
        return pass.cosines(kLogitScale, image, texts);
    }

private:
    TextTower m_text;
    ImageTower m_image;
};

EncoderTower readTower(RunConfig& config, const std::string& prefix, std::int64_t width,
                       std::int64_t inner, std::int64_t heads) {
    EncoderTower tower;
    tower.layers = prefix + "encoder.layers";
    tower.names = kClipNames;
    tower.count = config.whole("num_hidden_layers", 12);
    tower.width = config.whole("hidden_size", width);
    tower.heads = config.whole("num_attention_heads", heads);
    tower.headWidth = tower.width / tower.heads;
    tower.inner = config.whole("intermediate_size", inner);
    tower.epsilon = config.number("layer_norm_eps", 1e-5);
    tower.activation = readActivationFunction(config, "hidden_act", "quick_gelu");
    if (tower.width % tower.heads != 0) {
        config.refuse("num_attention_heads", phrase("a divisor of \"hidden_size\""));
    }
    return tower;
}

TextTower readText(RunTensors& tensors, RunConfig& config) {
    TextTower text;
    text.prefix = tensors.prefixOf({"text_model.", ""}, "embeddings.token_embedding.weight");
    text.tower = readTower(config, text.prefix, 512, 2048, 8);
    text.tower.mask = AttentionMask::Causal;
    text.vocabulary = config.whole("vocab_size", 49408);
    text.context = config.whole("max_position_embeddings", 77);
    text.end = config.whole("eos_token_id", 49407);
    return text;
}

ImageTower readImage(RunTensors& tensors, RunConfig& config) {
    ImageTower image;
    image.prefix = tensors.prefixOf({"vision_model.", ""}, "embeddings.class_embedding");
    const std::string embeddings = image.prefix + "embeddings";
    image.tower = readTower(config, image.prefix, 768, 3072, 12);
    image.tower.isOfInput = true;
    image.patches = readPatches(config, 224, 32);
    image.patches.module = embeddings;
    image.patches.imageRow = "class_embedding";
    image.patches.projection = embeddings + ".patch_embedding";
    image.patches.positions = embeddings + ".position_embedding";
    image.patches.table = "weight";
    return image;
}

/// Of old files a second object of each, which wins.
RunConfig partOf(const RunConfig& config, const std::string& name) {
    auto part = config.object(name + "_dict");
    part = part ? part : config.object(name);
    return part ? *part : RunConfig::of(nlohmann::ordered_json::object(), config.file());
}

/// What a matrix gives out; 0 where there is none.
std::int64_t outputsOf(const WeightSource& source, const std::string& projection) {
    const auto found = source.describe(projection + ".weight");
    return found && !found->shape.empty() ? found->shape.front() : 0;
}

RunTraits textTraits(const TextTower& text) {
    RunTraits traits;
    traits.family = "clip_text_model";
    traits.vocabulary = text.vocabulary;
    traits.context = text.context;
    traits.layers = text.tower.count;
    traits.outputs = text.tower.width;
    traits.givesLogits = false;
    traits.isGenerative = false;
    traits.takesChunks = false;
    return traits;
}

}  // namespace

MadeModel makeClipTextModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    TextTower text = readText(tensors, config);
    RunTraits traits = textTraits(text);
    const std::int64_t projected = outputsOf(source, kTextProjection);
    text.check(tensors);
    if (projected > 0) {
        tensors.require(std::string(kTextProjection) + ".weight", {projected, text.tower.width});
        traits.outputs = projected;
    }
    config.keep(tensors.result());
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<ClipTextModel>(std::move(traits), std::move(text), projected > 0));
}

MadeModel makeClipVisionModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    ImageTower image = readImage(tensors, config);
    const std::int64_t projected = outputsOf(source, kImageProjection);
    RunTraits traits;
    traits.family = "clip_vision_model";
    traits.layers = image.tower.count;
    traits.outputs = projected > 0 ? projected : image.tower.width;
    traits.givesLogits = false;
    traits.isGenerative = false;
    traits.takesBatches = false;
    traits.takesChunks = false;
    traits.takesTokens = false;
    traits.input = image.patches.input();
    image.check(tensors);
    if (projected > 0) {
        tensors.require(std::string(kImageProjection) + ".weight", {projected, image.tower.width});
    }
    config.keep(tensors.result());
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<ClipVisionModel>(std::move(traits), std::move(image), projected > 0));
}

MadeModel makeClipModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    const std::string className = config.className();
    if (!className.empty() && className != "CLIPModel") {
        config.refuse("architectures",
                      phrase("CLIPModel, or a separate file with one of the two towers,"));
    }
    RunConfig textConfig = partOf(config, "text_config");
    RunConfig imageConfig = partOf(config, "vision_config");
    TextTower text = readText(tensors, textConfig);
    ImageTower image = readImage(tensors, imageConfig);
    const std::int64_t projected = config.whole("projection_dim", 512);
    text.tower.firstLayer = image.tower.count;
    RunTraits traits = textTraits(text);
    traits.family = "clip";
    traits.layers += image.tower.count;
    traits.outputs = 1;  // of each text
    traits.givesLogits = true;
    traits.input = image.patches.input();
    traits.counted = "text";
    image.check(tensors);
    text.check(tensors);
    tensors.require(std::string(kImageProjection) + ".weight", {projected, image.tower.width});
    tensors.require(std::string(kTextProjection) + ".weight", {projected, text.tower.width});
    tensors.require(kLogitScale, {});
    config.keep(textConfig.check());
    config.keep(imageConfig.check());
    config.keep(tensors.result());
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<ClipModel>(std::move(traits), std::move(text), std::move(image)));
}

}  // namespace stowage
