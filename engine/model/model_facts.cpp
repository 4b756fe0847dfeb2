// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model_facts.h"

#include "engine/base/integers.h"
#include "engine/model/config_model.h"

#include <nlohmann/json.hpp>

#include <array>
#include <limits>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    return checkedMultiply(a, b).value_or(kMost);
}

std::uint64_t elementsOf(const KvCacheFacts& cache, KvLayout layout) {
    return layout == KvLayout::Library ? cache.libraryElements : cache.elements;
}

/// Of one token in one layer.
std::uint64_t layerBytes(const KvCacheFacts& cache, DType dtype, KvLayout layout) {
    return storedBytes(dtype, elementsOf(cache, layout));
}

using FactNumber = ModelFacts::Number;

/// Far above any figure of any model.
constexpr std::uint64_t kLargestFact = (std::uint64_t{1} << 31) - 1;

/// The fact that is worked out for each layer, with its number as `layer`.
constexpr std::string_view kSlides = "slides";
/// No model has more of them.
constexpr std::uint64_t kMostCacheLayers = std::uint64_t{1} << 16;

/// A family's facts, each of which may refer to those before it.
class EvaluatedFacts {
public:
    explicit EvaluatedFacts(const ConfigModel& model) : m_scope(&model.fields) {
        m_scope.set("class_name", model.className);
        for (const auto& [name, expression] : model.family.facts) {
            if (name == kSlides) {
                m_slides = &expression;  // of each layer for itself
            } else if (auto value = evaluate(expression, m_scope)) {
                m_scope.set(name, std::move(*value));
                m_known.push_back(name);
            }
        }
    }

    [[nodiscard]] FactNumber number(const char* name) const {
        const ConfigValue* value = find(name);
        const auto whole = value != nullptr ? asWhole(*value) : std::nullopt;
        const bool isSane =
            whole && *whole >= 0 && static_cast<std::uint64_t>(*whole) <= kLargestFact;
        return isSane ? FactNumber(static_cast<std::uint64_t>(*whole)) : std::nullopt;
    }
    /// Whether each of so many layers has a window; empty where none has.
    [[nodiscard]] std::vector<bool> slides(std::uint64_t layers) const {
        std::vector<bool> slides(layers, false);
        ConfigScope scope(&m_scope);
        for (std::size_t layer = 0; m_slides != nullptr && layer < slides.size(); ++layer) {
            scope.set("layer", static_cast<std::int64_t>(layer));
            const auto value = evaluate(*m_slides, scope);
            slides[layer] = value && isTrue(*value);
        }
        return std::ranges::count(slides, true) == 0 ? std::vector<bool>() : slides;
    }
    /// The numbers of a list; empty where it is none.
    [[nodiscard]] std::vector<std::uint64_t> numbers(const char* name) const {
        std::vector<std::uint64_t> numbers;
        const ConfigValue* value = find(name);
        const auto* list = value != nullptr ? std::get_if<ConfigPart>(value) : nullptr;
        for (const ConfigJson& element : list != nullptr ? **list : ConfigJson::array()) {
            if (element.is_number_integer() && element >= 0) {
                numbers.push_back(element.get<std::uint64_t>());
            }
        }
        return numbers;
    }
    /// Positions by the family's "rows", which may refer to `tokens` and grow evenly with it. A
    /// path with "{}" is one for each of "adapted_layers", whose number follows at its end.
    [[nodiscard]] std::vector<PartRows> rows(const ConfigModel& model) const {
        constexpr std::int64_t kTokens = 1 << 20;
        std::vector<PartRows> rows;
        const auto adapted = numbers("adapted_layers");
        for (const auto& [path, expression] : model.family.rows) {
            const auto at = [&](std::int64_t tokens) -> std::array<double, 3> {
                ConfigScope scope(&m_scope);
                scope.set("tokens", tokens);
                const auto value = evaluate(expression, scope);
                const auto* list = value ? std::get_if<ConfigPart>(&*value) : nullptr;
                if (list != nullptr && (*list)->size() > 1) {
                    return {(*list)->at(0).get<double>(), (*list)->at(1).get<double>(),
                            (*list)->size() > 2 ? (*list)->at(2).get<double>() : 0};
                }
                return {value ? asNumber(*value).value_or(-1) : -1};
            };
            const auto none = at(0);
            const auto many = at(kTokens);
            const auto each = [&](std::size_t i) { return (many[i] - none[i]) / kTokens; };
            PartRows part{path, none[0], each(0), none[1], each(1), none[2], each(2)};
            const std::size_t hole = path.find("{}");
            if (hole == std::string::npos && none[0] >= 0) {
                rows.push_back(part);
            }
            for (std::size_t i = 0; hole != std::string::npos && i < adapted.size(); ++i) {
                part.path = path;
                part.path.replace(hole, 2, std::to_string(adapted[i])) += std::to_string(i);
                rows.push_back(part);
            }
        }
        return rows;
    }
    [[nodiscard]] bool flag(const char* name, bool fallback) const {
        const ConfigValue* value = find(name);
        return value == nullptr ? fallback : isTrue(*value);
    }
    [[nodiscard]] std::string text(const char* name) const {
        const ConfigValue* value = find(name);
        const auto* text = value != nullptr ? std::get_if<std::string>(value) : nullptr;
        return text != nullptr ? *text : std::string();
    }

private:
    /// Not a field of the same name, where the fact could not be worked out.
    [[nodiscard]] const ConfigValue* find(std::string_view name) const {
        return std::ranges::find(m_known, name) == m_known.end() ? nullptr : m_scope.find(name);
    }

    ConfigScope m_scope;
    std::vector<std::string> m_known;
    const ConfigExpression* m_slides = nullptr;
};

/// Elements of parameters of `className`'s own, each tied tensor once.
std::uint64_t embeddingParametersOf(const ModuleTree& tree) {
    std::uint64_t sum = 0;
    std::vector<bool> counted(tree.storageCount(), false);
    for (const ModuleNode& node : tree.nodes()) {
        if (!isLookedUp(node.className)) {
            continue;
        }
        for (const TensorSpec& tensor : tree.ownTensors(node.id)) {
            const std::size_t storage = tensor.storage.index();
            if (tensor.kind == TensorKind::Parameter && !counted[storage]) {
                counted[storage] = true;
                sum += parameterCount(tensor);
            }
        }
    }
    return sum;
}

std::optional<KvCacheFacts> cacheOf(const EvaluatedFacts& facts) {
    const FactNumber layers = facts.number("cache_layers");
    if (layers == 0U) {
        return KvCacheFacts{};
    }
    const FactNumber elements = facts.number("cache_width");
    if (!layers || !elements) {
        return std::nullopt;
    }
    KvCacheFacts cache;
    cache.layers = *layers;
    cache.elements = *elements;
    cache.libraryElements = facts.number("library_cache_width").value_or(*elements);
    const std::size_t kept = std::min(*layers, kMostCacheLayers);
    const std::size_t sharing =
        std::min(facts.number("sharing_layers").value_or(0), kMostCacheLayers);
    if (const FactNumber window = facts.number("window"); window.value_or(0) > 0) {
        cache.slides = facts.slides(kept + sharing);
        cache.window = cache.slides.empty() ? 0 : *window;
    }
    std::vector<bool>& slides = cache.slides;
    for (std::size_t i = 0; i < sharing; ++i) {  // each from the last one of its kind
        std::size_t from = kept - 1;
        while (from > 0 && !slides.empty() && slides[from] != slides[kept + i]) {
            --from;
        }
        cache.sharedFrom.push_back(from);
    }
    slides.resize(slides.empty() ? 0 : kept);
    cache.crossLayers = facts.number("cross_layers").value_or(0);
    if (cache.crossLayers > 0) {
        cache.crossElements = facts.number("cross_width").value_or(0);
        cache.crossPositions = facts.number("cross_positions");
    }
    return cache;
}

KvCacheFacts::CrossSource crossSourceOf(const ModelFacts& facts, const EvaluatedFacts& evaluated) {
    using Source = KvCacheFacts::CrossSource;
    if (facts.cache->crossPositions) {
        return facts.images ? Source::Images : Source::Sequence;
    }
    const bool isRead = facts.encoderLayers && evaluated.flag("encoder_reads_prompt", true);
    return isRead ? Source::Prompt : Source::Unknown;
}

std::optional<StateFacts> stateOf(const EvaluatedFacts& facts, const ModuleTree& tree) {
    StateFacts state;
    const std::string className = facts.text("state_class");
    for (const ModuleNode& node : tree.nodes()) {
        if (!className.empty() && node.className.ends_with(className)) {
            state.layers.push_back(node.id);
        }
    }
    if (state.layers.empty()) {
        return state;
    }
    const FactNumber channels = facts.number("state_channels");
    const FactNumber kernel = facts.number("state_kernel");
    const FactNumber librarySteps = facts.number("state_library_steps");
    const FactNumber recurrent = facts.number("state_width");
    if (!channels || kernel.value_or(0) == 0 || !librarySteps || !recurrent) {
        return std::nullopt;
    }
    state.channels = *channels;
    state.steps = *kernel - 1;
    state.librarySteps = *librarySteps;
    state.recurrent = *recurrent;
    state.scan = facts.number("state_scan").value_or(0);
    state.step = facts.number("state_step").value_or(0);
    state.isLibraryFloat32 = facts.flag("state_in_float32", true);
    state.asksFloat32 = facts.flag("state_asks_float32", false);
    return state;
}

std::optional<ImageFacts> imagesOf(const EvaluatedFacts& facts) {
    const FactNumber side = facts.number("image_side");
    const FactNumber tokens = facts.number("image_tokens");
    if (!side || !tokens) {
        return std::nullopt;
    }
    return ImageFacts{*side,
                      *tokens,
                      facts.number("image_tiles").value_or(1),
                      facts.number("image_positions").value_or(0),
                      facts.number("image_heads").value_or(0),
                      facts.text("image_tower"),
                      facts.number("image_window").value_or(0),
                      facts.numbers("image_full_layers")};
}

/// A size of the tensor of this name; nothing where the tree has no such tensor or size.
FactNumber sizeOf(const ModuleTree& tree, const char* name, std::size_t dimension) {
    const auto tensor = tree.findTensor(name);
    if (!tensor || tree.tensor(*tensor).shape.size() <= dimension) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(tree.tensor(*tensor).shape[dimension]);
}

/// Names of a GPT's tables and the class of its blocks.
struct GptNames {
    const char* tokens;
    const char* positions;
    const char* block;
};

std::optional<ModelFacts> gptFactsOf(const ModuleTree& tree, const GptNames& names) {
    ModelFacts facts;
    facts.family = tree.architecture();
    facts.className = tree.nodes().front().className;
    facts.hiddenSize = sizeOf(tree, names.tokens, 1);
    if (!facts.hiddenSize) {
        return std::nullopt;
    }
    facts.vocabulary = sizeOf(tree, names.tokens, 0);
    facts.contextLength = sizeOf(tree, names.positions, 0);
    facts.layers = static_cast<std::uint64_t>(
        std::ranges::count(tree.nodes(), std::string_view(names.block), &ModuleNode::className));
    countParameters(tree, {}, facts);
    return facts;
}

}  // namespace

bool isLookedUp(std::string_view className) {
    return className.ends_with("Embedding") || className.ends_with("Embeddings");
}

void countParameters(const ModuleTree& tree, const std::string& routed, ModelFacts& facts) {
    facts.parameters = tree.totalParameters();
    facts.activeParameters = facts.parameters;
    facts.embeddingParameters = embeddingParametersOf(tree);
    if (!facts.experts || *facts.experts == 0 || routed.empty()) {
        return;
    }
    std::uint64_t unused = 0;
    for (const ModuleNode& node : tree.nodes()) {
        if (node.name != routed || node.subtreeParameters == 0) {
            continue;
        }
        ++facts.expertLayers;
        facts.routedParameters += node.subtreeParameters;
        const std::uint64_t active = facts.activeExperts.value_or(*facts.experts);
        const std::uint64_t idle = *facts.experts - std::min(active, *facts.experts);
        // All experts of a layer are alike, so the division leaves nothing.
        unused += node.subtreeParameters / *facts.experts * idle;
    }
    facts.activeParameters -= std::min(unused, facts.activeParameters);
}

std::uint64_t kvBytesPerToken(const KvCacheFacts& cache, DType dtype, KvLayout layout) {
    return product(cache.layers, layerBytes(cache, dtype, layout));
}

std::uint64_t kvBytesPerTokenBeyond(const KvCacheFacts& cache, DType dtype, KvLayout layout) {
    return product(cache.layers - cache.windowLayers(), layerBytes(cache, dtype, layout));
}

std::uint64_t kvBytes(const KvCacheFacts& cache, DType dtype, std::uint64_t tokens,
                      KvLayout layout) {
    const std::uint64_t kept =
        cache.window > 0 ? std::min(tokens, cache.window - 1) : std::uint64_t{0};
    const std::uint64_t bounded =
        product(product(cache.windowLayers(), layerBytes(cache, dtype, layout)), kept);
    const std::uint64_t growing = product(kvBytesPerTokenBeyond(cache, dtype, layout), tokens);
    return checkedAdd(bounded, growing).value_or(kMost);
}

std::uint64_t crossBytesPerPosition(const KvCacheFacts& cache, DType dtype) {
    return product(cache.crossLayers, storedBytes(dtype, cache.crossElements));
}

/// The configuration of the model's text, which composite models have as a part.
const ConfigJson* textConfig(const ConfigModel& model) {
    const ConfigValue* const given = model.fields.find("given");
    const auto* const part = given != nullptr ? std::get_if<ConfigPart>(given) : nullptr;
    if (part == nullptr) {
        return nullptr;
    }
    const auto text = (*part)->find("text_config");
    return text != (*part)->end() && text->is_object() ? &*text : &**part;
}

/// As vLLM 0.33.0 (config/model.py) and SGLang do: configurations of other kinds of scaling, and
/// Gemma 3's, state the scaled positions.
double contextScaleOf(const ConfigModel& model) {
    const ConfigJson* const config = textConfig(model);
    double scale = 1;
    for (const char* const name : {"rope_scaling", "rope_parameters"}) {
        const auto rope = config == nullptr ? ConfigJson::const_iterator() : config->find(name);
        if (config == nullptr || rope == config->end() || !rope->is_object()) {
            continue;
        }
        const auto type =
            rope->contains("rope_type") ? rope->find("rope_type") : rope->find("type");
        const auto factor = rope->find("factor");
        const bool isScaled = type != rope->end() && (*type == "linear" || *type == "dynamic") &&
                              factor != rope->end() && factor->is_number();
        scale = isScaled ? std::min(std::max(1.0, factor->get<double>()), 1e6) : scale;
    }
    return model.family.name.starts_with("gemma3") ? 1 : scale;
}

ModelFacts modelFacts(const ConfigModel& model, const ModuleTree& tree) {
    const EvaluatedFacts evaluated(model);
    ModelFacts facts;
    facts.family = model.family.name;
    facts.className = model.className;
    facts.file = model.file;
    facts.layers = evaluated.number("layers");
    facts.encoderLayers = evaluated.number("encoder_layers");
    facts.hiddenSize = evaluated.number("hidden_size");
    facts.attentionHeads = evaluated.number("heads");
    facts.keyValueHeads = evaluated.number("kv_heads");
    facts.headWidth = evaluated.number("head_width");
    facts.valueWidth = evaluated.number("value_head_width");
    facts.latentWidth = evaluated.number("latent_width");
    facts.contextLength = evaluated.number("context");
    facts.contextScale = contextScaleOf(model);
    facts.vocabulary = evaluated.number("vocabulary");
    facts.experts = evaluated.number("experts");
    facts.activeExperts = evaluated.number("active_experts");
    facts.libraryActiveExperts = evaluated.number("library_active_experts");
    facts.sharedExperts = evaluated.number("shared_experts");
    facts.cache = cacheOf(evaluated);
    facts.state = stateOf(evaluated, tree);
    facts.images = imagesOf(evaluated);
    if (facts.cache && facts.cache->crossLayers > 0) {
        facts.cache->crossSource = crossSourceOf(facts, evaluated);
    }
    facts.rows = evaluated.rows(model);
    facts.libraryJoinsInputs = evaluated.flag("library_joins_inputs", false);
    facts.libraryAllLogits = evaluated.flag("library_all_logits", false);
    facts.layerRuns = static_cast<double>(evaluated.number("layer_runs").value_or(1));
    facts.generates = evaluated.flag("generates", true);
    facts.dtype = model.declaredDtype;
    countParameters(tree, evaluated.text("routed"), facts);
    return facts;
}

std::optional<ModelFacts> gptFacts(const ModuleTree& tree) {
    const bool isMinGpt = tree.architecture() == "mingpt";
    if (isMinGpt || tree.architecture() == "raschka-gpt2") {
        // Neither the book's code nor minGPT keeps a cache; the families' files say so, too.
        auto facts = gptFactsOf(
            tree, isMinGpt ? GptNames{"transformer.wte.weight", "transformer.wpe.weight", "Block"}
                           : GptNames{"tok_emb.weight", "pos_emb.weight", "TransformerBlock"});
        if (facts) {
            facts->cache = KvCacheFacts{};
        }
        return facts;
    }
    if (tree.architecture() != "gpt2") {
        return std::nullopt;
    }
    for (const GptNames& names :
         {GptNames{"transformer.wte.weight", "transformer.wpe.weight", "GPT2Block"},
          GptNames{"wte.weight", "wpe.weight", "GPT2Block"}}) {
        if (auto facts = gptFactsOf(tree, names)) {
            KvCacheFacts cache;
            cache.layers = *facts->layers;
            cache.elements = 2 * *facts->hiddenSize;
            cache.libraryElements = cache.elements;
            facts->cache = cache;
            return facts;
        }
    }
    return std::nullopt;
}

}  // namespace stowage
