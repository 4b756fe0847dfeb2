// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/common_options.h"
#include "app/cli/options/inputs.h"
#include "app/cli/output/companions_text.h"
#include "app/cli/output/text_table.h"
#include "app/cli/planned_model.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree_json.h"
#include "engine/plan/quantized_plan.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// `inspect MODEL`: the module tree with sizes, from headers alone.
class InspectVerb : public Verb {
public:
    void describe(CLI::App& command) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::optional<unsigned> m_depth;
    bool m_tensors = false;
    bool m_classes = false;
};

namespace {

using Json = nlohmann::ordered_json;

/// Where a model's modules are known from.
struct ModulesOrigin {
    const char* from = "names";
    std::string file;  ///< a config.json or a .tree.json; "" of the others
    std::string className;
};

ModulesOrigin originOf(const OpenedModel& model) {
    const Checkpoint& checkpoint = *model.checkpoint;
    const std::string& className = model.tree->node(ModuleTree::root()).className;
    if (checkpoint.tenants != nullptr) {
        return {"tenants", {}, className};
    }
    if (checkpoint.modelFacts != nullptr) {
        return {"config", checkpoint.modelFacts->file, className};
    }
    if (checkpoint.pipeline != nullptr) {
        return {"pipeline", checkpoint.pipeline->file, className};
    }
    if (checkpoint.describedTree != nullptr) {
        return {"tree", checkpoint.keyCheck ? checkpoint.keyCheck->treeFile : checkpoint.path,
                className};
    }
    return {model.tree->architecture().empty() ? "names" : "recognised", {}, className};
}

Json originJson(const ModulesOrigin& origin) {
    Json json{{"from", origin.from}};
    if (!origin.file.empty()) {
        json["file"] = origin.file;
    }
    json["class"] = origin.className;
    return json;
}

Json pipelineJson(const Pipeline& pipeline, const ModuleTree& tree) {
    Json components = Json::array();
    for (const PipelineComponent& component : pipeline.components) {
        const auto module = tree.findModule(component.name);
        const std::uint64_t bytes = module ? tree.node(*module).subtreeBytes : 0;
        const std::uint64_t parameters = module ? tree.node(*module).subtreeParameters : 0;
        components.push_back({{"name", component.name},
                              {"library", component.library},
                              {"class", component.className},
                              {"file", component.file},
                              {"parameters", parameters},
                              {"bytes", bytes}});
    }
    return {{"class", pipeline.className},
            {"file", pipeline.file},
            {"components", std::move(components)},
            {"absent", pipeline.absent}};
}

Json checkpointJson(const OpenedModel& model) {
    const Checkpoint& checkpoint = *model.checkpoint;
    Json json{{"format", checkpointFormatName(checkpoint.format)},
              {"files", checkpoint.shards.size()}};
    if (!checkpoint.shards.empty()) {
        json["first_file"] = checkpoint.shards.front()->path();
    }
    if (!checkpoint.parts.empty()) {
        json["prefix"] = checkpoint.prefix;
        json["parts"] = Json::array();
        for (const CheckpointPart& part : checkpoint.parts) {
            json["parts"].push_back({{"prefix", part.prefix}, {"tensors", part.tensors}});
        }
    }
    const auto meta = std::ranges::count_if(checkpoint.tensors, &StoredTensor::isMeta);
    if (meta > 0) {
        json["meta_tensors"] = meta;
    }
    json["modules"] = originJson(originOf(model));
    if (checkpoint.pipeline != nullptr) {
        json["pipeline"] = pipelineJson(*checkpoint.pipeline, *model.tree);
    }
    addCompanions(json, checkpoint);
    json["warnings"] = Json::array();
    for (const Message& warning : checkpoint.warnings) {
        json["warnings"].push_back(warning.english());
    }
    return json;
}

/// What caches are made in; both halves have the same size.
constexpr std::array kCacheTypes = {DType::Float32, DType::Float16, DType::BFloat16,
                                    DType::Float8E4M3FN};

std::string numberText(std::uint64_t number) {
    return std::to_string(number);
}

/// Lines with a caption each; a subject without words is left out.
class Lines {
public:
    explicit Lines(const Translate& translate) : m_translate(translate) {}

    void add(Phrase caption, const Message& words) {
        if (!words.empty()) {
            m_lines.push_back({Message(caption).in(m_translate), words.in(m_translate)});
        }
    }
    [[nodiscard]] std::string text() const {
        std::size_t widest = 0;
        for (const Line& line : m_lines) {
            widest = std::max(widest, displayWidth(line.caption));
        }
        constexpr std::size_t kGap = 2;
        std::string text;
        for (const Line& line : m_lines) {
            const std::size_t padding = widest + kGap - displayWidth(line.caption);
            text += line.caption + std::string(padding, ' ') + line.words + "\n";
        }
        return text;
    }

private:
    struct Line {
        std::string caption;
        std::string words;
    };
    const Translate& m_translate;
    std::vector<Line> m_lines;
};

Message layersText(const ModelFacts& facts) {
    if (facts.encoderLayers && facts.layers) {
        return say("%1 layers in the encoder, %2 layers in the decoder", *facts.encoderLayers,
                   *facts.layers);
    }
    return facts.layers ? numberText(*facts.layers) : std::string();
}

Message widthText(const ModelFacts& facts) {
    std::vector<Message> parts;
    if (facts.hiddenSize) {
        parts.push_back(say("hidden size %1", *facts.hiddenSize));
    }
    if (facts.attentionHeads) {
        parts.push_back(facts.attentionHeads == 1U ? say("%1 head", *facts.attentionHeads)
                                                   : say("%1 heads", *facts.attentionHeads));
    }
    if (facts.keyValueHeads) {
        parts.push_back(say("key-value heads: %1", *facts.keyValueHeads));
    }
    if (facts.headWidth) {
        parts.push_back(say("head width %1", *facts.headWidth));
    }
    if (facts.latentWidth) {
        parts.push_back(say("latent width %1", *facts.latentWidth));
    }
    return joined(std::move(parts), ", ");
}

Message tokensText(const ModelFacts& facts) {
    std::vector<Message> parts;
    if (facts.contextLength) {
        parts.push_back(say("context of %1 tokens", *facts.contextLength));
    }
    if (facts.vocabulary) {
        parts.push_back(say("vocabulary of %1 tokens", *facts.vocabulary));
    }
    return joined(std::move(parts), ", ");
}

Message expertsText(const ModelFacts& facts) {
    std::vector<Message> parts;
    if (facts.isMixture() && facts.experts) {
        parts.push_back(
            facts.expertLayers == 1
                ? say("%1 experts in %2 layer", *facts.experts, facts.expertLayers)
                : say("%1 experts in each of %2 layers", *facts.experts, facts.expertLayers));
    }
    if (facts.isMixture() && facts.activeExperts) {
        parts.push_back(say("%1 per token", *facts.activeExperts));
    }
    if (facts.isMixture() && facts.sharedExperts) {
        parts.push_back(say("plus %1 shared", *facts.sharedExperts));
    }
    return joined(std::move(parts), ", ");
}

Message parametersText(const ModelFacts& facts) {
    std::vector<Message> parts{numberText(facts.parameters)};
    if (facts.isMixture()) {
        parts.push_back(say("%1 active parameters per token", facts.activeParameters));
    }
    parts.push_back(say("%1 parameters in embeddings", facts.embeddingParameters));
    return joined(std::move(parts), ", ");
}

Message cacheText(const KvCacheFacts& cache) {
    return cache.layers == 0 ? phrase("none")
                             : say("%1 bytes per token in float16 or bfloat16, %2 bytes in "
                                   "float32, %3 bytes in fp8",
                                   kvBytesPerToken(cache, DType::BFloat16),
                                   kvBytesPerToken(cache, DType::Float32),
                                   kvBytesPerToken(cache, DType::Float8E4M3FN));
}

Message windowText(const KvCacheFacts& cache) {
    const std::uint64_t layers = cache.windowLayers();
    const std::uint64_t beyond = kvBytesPerTokenBeyond(cache, DType::BFloat16);
    return layers == 0   ? Message()
           : layers == 1 ? say("%1 of %2 layers has a sliding window of %3 tokens; each token "
                               "beyond the window needs %4 bytes in float16 or bfloat16",
                               layers, cache.layers, cache.window, beyond)
                         : say("%1 of %2 layers have a sliding window of %3 tokens; each token "
                               "beyond the window needs %4 bytes in float16 or bfloat16",
                               layers, cache.layers, cache.window, beyond);
}

Message crossText(const KvCacheFacts& cache) {
    if (cache.crossLayers == 0) {
        return {};
    }
    const Message bytes =
        say("cross-attention: %1 bytes per position of the encoder's output in float16 or bfloat16",
            crossBytesPerPosition(cache, DType::BFloat16));
    return cache.crossPositions ? say("%1, for %2 positions", bytes, *cache.crossPositions) : bytes;
}

Json numberJson(ModelFacts::Number number) {
    return number ? Json(*number) : Json(nullptr);
}

template <class Bytes>
Json byType(Bytes bytes) {
    Json json = Json::object();
    for (const DType dtype : kCacheTypes) {
        json[std::string(dtypeName(dtype))] = bytes(dtype);
    }
    return json;
}

Json cacheJson(const KvCacheFacts& cache) {
    Json json{
        {"layers", cache.layers},
        {"elements_per_token", cache.layers * cache.elements},
        {"bytes_per_token", byType([&](DType dtype) { return kvBytesPerToken(cache, dtype); })}};
    if (cache.libraryElements != cache.elements) {
        json["transformers_bytes_per_token"] =
            byType([&](DType dtype) { return kvBytesPerToken(cache, dtype, KvLayout::Library); });
    }
    if (cache.windowLayers() > 0) {
        json["window"] = {{"tokens", cache.window},
                          {"layers", cache.windowLayers()},
                          {"bytes_per_token_beyond", byType([&](DType dtype) {
                               return kvBytesPerTokenBeyond(cache, dtype);
                           })}};
    }
    if (cache.crossLayers > 0) {
        json["cross_attention"] = {{"layers", cache.crossLayers},
                                   {"positions", numberJson(cache.crossPositions)},
                                   {"bytes_per_position", byType([&](DType dtype) {
                                        return crossBytesPerPosition(cache, dtype);
                                    })}};
    }
    return json;
}

Json factsJson(const ModelFacts& facts) {
    return {{"family", facts.family},
            {"class", facts.className},
            {"file", facts.file.empty() ? Json(nullptr) : Json(facts.file)},
            {"layers", numberJson(facts.layers)},
            {"encoder_layers", numberJson(facts.encoderLayers)},
            {"hidden_size", numberJson(facts.hiddenSize)},
            {"attention_heads", numberJson(facts.attentionHeads)},
            {"kv_heads", numberJson(facts.keyValueHeads)},
            {"head_width", numberJson(facts.headWidth)},
            {"latent_width", numberJson(facts.latentWidth)},
            {"context", numberJson(facts.contextLength)},
            {"vocabulary", numberJson(facts.vocabulary)},
            {"experts", numberJson(facts.experts)},
            {"active_experts", numberJson(facts.activeExperts)},
            {"shared_experts", numberJson(facts.sharedExperts)},
            {"expert_layers", facts.expertLayers},
            {"parameters", facts.parameters},
            {"active_parameters", facts.activeParameters},
            {"embedding_parameters", facts.embeddingParameters},
            {"kv_cache",
             facts.cache && facts.cache->layers > 0 ? cacheJson(*facts.cache) : Json(nullptr)}};
}

Json classesJson(const CheckpointFacts& facts) {
    Json list = Json::array();
    for (const ClassFact& fact : facts.classes) {
        list.push_back({{"class", fact.name},
                        {"modules", fact.modules},
                        {"parameters", fact.parameters},
                        {"bytes", fact.bytes},
                        {"largest_bytes", fact.largestBytes},
                        {"no_split", fact.isNoSplit},
                        {"guessed", fact.isGuessed}});
    }
    return list;
}

/// Of tens of megabytes where there are a hundred thousand modules: it is not parsed for this.
std::string withMember(std::string object, const char* name, const Json& value) {
    const std::size_t end = object.rfind('}');
    if (end == std::string::npos) {
        return object;
    }
    return object.insert(end, std::string(",\"") + name + "\":" + jsonText(value));
}

Message percentOf(std::uint64_t part, std::uint64_t whole) {
    const auto all = static_cast<double>(std::max<std::uint64_t>(whole, 1));
    return percentText(formatFixed(100 * static_cast<double>(part) / all, 1));
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    for (const std::int64_t size : shape) {
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    }
    return text + "]";
}

unsigned depthOf(const ModuleTree& tree, const ModuleNode& node) {
    unsigned depth = 0;
    for (ModuleId at = node.parent; at.isValid(); at = tree.node(at).parent) {
        ++depth;
    }
    return depth;
}

/// A class's name, with a word where it was guessed.
Message classText(const std::string& name, bool isGuessed) {
    return isGuessed ? say("%1 (guessed)", name) : Message(name);
}

std::string treeText(const ModuleTree& tree, unsigned maxDepth, const Translate& translate) {
    TextTable table({phrase("module"), phrase("class"), rightHead(phrase("parameters")),
                     rightHead(phrase("size"))},
                    translate);
    for (const ModuleNode& node : tree.nodes()) {
        const unsigned depth = depthOf(tree, node);
        if (depth > maxDepth) {
            continue;
        }
        const Message name = node.parent.isValid() ? Message(node.name) : phrase("(model)");
        const bool isGuessed =
            std::ranges::find(tree.guessedClasses(), node.className) != tree.guessedClasses().end();
        table.addRow({joined({std::string(2 * static_cast<std::size_t>(depth), ' '), name}, ""),
                      classText(node.className, isGuessed), std::to_string(node.subtreeParameters),
                      formatSize(static_cast<double>(node.subtreeBytes))});
    }
    const std::size_t tensors = tree.tensors().size();
    const std::string bytes = formatSize(static_cast<double>(tree.totalBytes()));
    const std::string exact = formatExactBytes(static_cast<double>(tree.totalBytes()));
    const Message sum = tensors == 1 ? say("%1 parameters in %2 tensor, %3 (%4)",
                                           tree.totalParameters(), tensors, bytes, exact)
                                     : say("%1 parameters in %2 tensors, %3 (%4)",
                                           tree.totalParameters(), tensors, bytes, exact);
    return table.text() + "\n" + sum.in(translate);
}

std::string shardPath(const Checkpoint& checkpoint, const StoredTensor& tensor) {
    return checkpoint.shards[tensor.location.shard]->path();
}

/// The tensors a file holds, or of a tree without weights the ones it describes.
Json tensorsAsJson(const OpenedModel& model) {
    Json list = Json::array();
    for (const StoredTensor& tensor : model.checkpoint->tensors) {
        list.push_back({{"name", tensor.name},
                        {"dtype", dtypeName(tensor.dtype)},
                        {"shape", tensor.shape},
                        {"file", shardPath(*model.checkpoint, tensor)},
                        {"offset", tensor.location.offset},
                        {"bytes", tensor.location.length}});
    }
    if (model.checkpoint->format == CheckpointFormat::TreeJson) {
        for (const TensorSpec& tensor : model.tree->tensors()) {
            list.push_back({{"name", tensor.name},
                            {"dtype", dtypeName(tensor.dtype)},
                            {"shape", tensor.shape},
                            {"file", nullptr},
                            {"offset", nullptr},
                            {"bytes", tensor.byteSize}});
        }
    }
    return list;
}

std::string tensorsText(const OpenedModel& model, const Translate& translate) {
    TextTable table({phrase("tensor"), phrase("dtype"), phrase("shape"), rightHead(phrase("bytes")),
                     rightHead(phrase("offset")), phrase("file")},
                    translate);
    for (const StoredTensor& tensor : model.checkpoint->tensors) {
        table.addRow({tensor.name, std::string(dtypeName(tensor.dtype)), shapeText(tensor.shape),
                      std::to_string(tensor.location.length),
                      std::to_string(tensor.location.offset),
                      shardPath(*model.checkpoint, tensor)});
    }
    if (model.checkpoint->format == CheckpointFormat::TreeJson) {
        for (const TensorSpec& tensor : model.tree->tensors()) {
            table.addRow({tensor.name, std::string(dtypeName(tensor.dtype)),
                          shapeText(tensor.shape), std::to_string(tensor.byteSize), "", ""});
        }
    }
    return table.text();
}

/// The object of `inspect --json` with a member "checkpoint" that says what was opened: {"format",
/// "files" (how many hold tensors), "first_file", "prefix" and "parts" of a nested PyTorch file,
/// "meta_tensors" where there are some, "modules" (where they are known from: {"from": "config",
/// "tenants", "pipeline", "tree", "recognised" or "names", "file" of some, "class" of the model}),
/// "pipeline" of one of diffusers ({"class", "file", "components": [{"name", "library", "class",
/// "file", "parameters", "bytes"}], "absent"}), what addCompanions() tells, "warnings"}.
std::string withCheckpoint(std::string object, const OpenedModel& model) {
    return withMember(std::move(object), "checkpoint", checkpointJson(model));
}

/// Where the modules are known from, as a sentence.
Message modulesText(const OpenedModel& model) {
    if (model.checkpoint->tenants != nullptr) {
        return modelsText(*model.checkpoint);
    }
    const ModulesOrigin origin = originOf(model);
    if (!origin.file.empty()) {
        return origin.className.empty() ? say("The modules are those described in %1.", origin.file)
                                        : say("The modules are those of the class %1, from %2.",
                                              origin.className, origin.file);
    }
    return origin.from == std::string("recognised")
               ? say("The modules are those of the class %1, which was recognised by the names of "
                     "the tensors.",
                     origin.className)
               : say("The modules are derived only from the names of the tensors.");
}

Json declaredJson(const OpenedModel& model) {
    const auto& quantization = model.checkpoint->declaredQuantization;
    const auto bytes = declaredBytes(*model.tree, startingQuantization(*model.checkpoint));
    return {{"method", quantizationName(quantization->method)},
            {"text", quantizationText(*quantization).english()},
            {"bytes", bytes ? Json(*bytes) : Json()}};
}

/// What is known of the model beside its modules, a line a subject: layers, heads, context,
/// experts, parameters, bytes of the KV cache a token. "" where nothing is known.
std::string factsText(const OpenedModel& model, const Translate& translate) {
    const auto facts = knownFacts(*model.checkpoint, *model.tree);
    if (facts == nullptr) {
        return {};
    }
    Lines lines(translate);
    lines.add(phrase("class"), say("%1, family %2", facts->className, facts->family));
    lines.add(phrase("layers"), layersText(*facts));
    lines.add(phrase("widths"), widthText(*facts));
    lines.add(phrase("tokens"), tokensText(*facts));
    lines.add(phrase("experts"), expertsText(*facts));
    lines.add(phrase("parameters"), parametersText(*facts));
    lines.add(phrase("quantised"),
              declaredText(*model.tree, model.checkpoint->declaredQuantization.get(),
                           startingQuantization(*model.checkpoint)));
    if (facts->cache) {
        lines.add(phrase("KV cache"), cacheText(*facts->cache));
        lines.add({}, windowText(*facts->cache));
        lines.add({}, crossText(*facts->cache));
    }
    return lines.text();
}

/// Parameters and bytes of each class's own tensors, the most first: they add up to the model.
std::string classesText(const OpenedModel& model, const Translate& translate) {
    const CheckpointFacts facts = checkpointFacts(*model.checkpoint, *model.tree);
    TextTable table({phrase("class"), rightHead(phrase("modules")), rightHead(phrase("parameters")),
                     rightHead(phrase("own size")), rightHead(phrase("share"))},
                    translate);
    for (const ClassFact& fact : facts.classes) {
        table.addRow(
            {fact.name.empty() ? phrase("not known") : classText(fact.name, fact.isGuessed),
             numberText(fact.modules), numberText(fact.parameters),
             formatSize(static_cast<double>(fact.bytes)), percentOf(fact.bytes, facts.modelBytes)});
    }
    return table.text();
}

/// Whether `inspect --json` lists classes.
enum class ClassList { Without, With };

/// The object of `inspect --json` with "facts": {"family", "class", "file", "layers",
/// "encoder_layers", "hidden_size", "attention_heads", "kv_heads", "head_width", "latent_width",
/// "context", "vocabulary", "experts", "active_experts", "shared_experts", "expert_layers"
/// (numbers, null where the model has no such thing), "parameters", "active_parameters",
/// "embedding_parameters", "kv_cache"} where they are known, and "classes": [{"class", "modules",
/// "parameters", "bytes", "largest_bytes", "no_split", "guessed"}] where they are asked for.
/// "kv_cache" is null where the model keeps none or it is not known, else {"layers",
/// "elements_per_token", "bytes_per_token": {dtype: bytes}, "transformers_bytes_per_token" (where
/// that library keeps more), "window": {"tokens", "layers", "bytes_per_token_beyond": {…}},
/// "cross_attention": {"layers", "positions", "bytes_per_position": {…}}}. "quantization":
/// {"method", "text", "bytes" (null: not known, or those of the files)} where a config.json
/// declares one.
std::string withFacts(std::string object, const OpenedModel& model, ClassList classes) {
    if (const auto facts = knownFacts(*model.checkpoint, *model.tree)) {
        object = withMember(std::move(object), "facts", factsJson(*facts));
    }
    if (model.checkpoint->declaredQuantization != nullptr) {
        object = withMember(std::move(object), "quantization", declaredJson(model));
    }
    if (classes == ClassList::With) {
        object = withMember(std::move(object), "classes",
                            classesJson(checkpointFacts(*model.checkpoint, *model.tree)));
    }
    return object;
}

}  // namespace

void InspectVerb::describe(CLI::App& command) {
    command.add_option("MODEL", m_model)->required();
    command.add_option("--depth", m_depth)->type_name("N")->check(isNumber());
    command.add_flag("--tensors", m_tensors);
    command.add_flag("--classes", m_classes);
}

Result<int> InspectVerb::run(CommandContext& context) {
    if (isProjectFile(m_model)) {
        const auto project = lookAtProject(m_model, context);
        STOWAGE_TRY(project);
        context.print(context.wantsJson() ? projectInspection(*project)
                                          : projectText(*project, context.translate));
        return project->model.state == ModelCheck::State::Same ? kExitDone : kExitAnswerIsNo;
    }
    const auto model = openModel(m_model, context);
    STOWAGE_TRY(model);
    const unsigned depth = m_depth.value_or(std::numeric_limits<unsigned>::max());
    if (!context.wantsJson()) {
        const Translate& translate = context.translate;
        const std::string facts = factsText(*model, translate);
        context.print(
            (m_tensors   ? tensorsText(*model, translate)
             : m_classes ? classesText(*model, translate)
                         : treeText(*model->tree, depth, translate) + "\n") +
            (facts.empty() ? "" : "\n" + facts) + "\n" + modulesText(*model).in(translate) + "\n" +
            adaptersText(*model->checkpoint, translate) + keyCheckText(*model, translate));
        return kExitDone;
    }
    std::string object =
        withCheckpoint(writeModuleTreeJson(*model->tree, model->checkpoint->path, depth), *model);
    object = withFacts(std::move(object), *model, m_classes ? ClassList::With : ClassList::Without);
    if (m_tensors) {
        Json extended = Json::parse(object);
        extended["tensor_list"] = tensorsAsJson(*model);
        object = jsonText(extended, 2);
    }
    context.print(withKeyCheck(object, *model));
    return kExitDone;
}

std::unique_ptr<Verb> makeInspectVerb() {
    return std::make_unique<InspectVerb>();
}

}  // namespace stowage
