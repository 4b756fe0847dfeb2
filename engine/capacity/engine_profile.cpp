// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/engine_profile.h"

#include "engine/base/byte_size.h"
#include "engine/base/embedded_files.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<std::string_view, KvPolicy>, 6> kPolicies{{
    {"dynamic", KvPolicy::Dynamic},
    {"doubling", KvPolicy::Doubling},
    {"static", KvPolicy::Static},
    {"blocks", KvPolicy::Blocks},
    {"pool", KvPolicy::Pool},
    {"cells", KvPolicy::Cells},
}};

constexpr std::array<std::pair<std::string_view, EngineProfile::StateType>, 4> kStateTypes{{
    {"compute", EngineProfile::StateType::Compute},
    {"config", EngineProfile::StateType::Config},
    {"float32", EngineProfile::StateType::Float32},
    {"library", EngineProfile::StateType::Library},
}};

constexpr std::array<std::pair<std::string_view, EngineProfile::CrossRule>, 3> kCrossRules{{
    {"given", EngineProfile::CrossRule::Given},
    {"most", EngineProfile::CrossRule::Most},
    {"recomputed", EngineProfile::CrossRule::Recomputed},
}};

Unexpected wrongProfile(std::string_view file, const Message& reason) {
    return fail(ErrorCode::Internal, say("The list of engines is wrong: %1.json %2", file, reason));
}

const Json& memberOf(const Json& object, const char* key) {
    static const Json kNothing;
    const auto found = object.find(key);
    return found != object.end() ? *found : kNothing;
}

std::string engineText(const Json& object, const char* key) {
    const Json& member = memberOf(object, key);
    return member.is_string() ? member.get<std::string>() : std::string();
}

std::vector<std::string> engineTexts(const Json& object, const char* key) {
    std::vector<std::string> texts;
    for (const Json& member : memberOf(object, key)) {
        texts.push_back(member.is_string() ? member.get<std::string>() : std::string());
    }
    return texts;
}

std::optional<double> engineNumber(const Json& object, const char* key) {
    const Json& member = memberOf(object, key);
    return member.is_number() ? std::optional(member.get<double>()) : std::nullopt;
}

std::uint64_t engineCount(const Json& object, const char* key, std::uint64_t orElse) {
    const Json& member = memberOf(object, key);
    return member.is_number_unsigned() ? member.get<std::uint64_t>() : orElse;
}

Result<void> readCache(const EmbeddedFile& file, const Json& cache, EngineProfile& profile) {
    const std::string policy = engineText(cache, "policy");
    const auto known = std::ranges::find(kPolicies, std::string_view(policy),
                                         &std::pair<std::string_view, KvPolicy>::first);
    if (known == kPolicies.end()) {
        return wrongProfile(file.name, say("has an unknown policy \"%1\".", policy));
    }
    profile.policy = known->second;
    profile.keepsLibraryHeads = engineText(cache, "heads") == "library";
    profile.blockTokens = std::max<std::uint64_t>(engineCount(cache, "block_tokens", 1), 1);
    profile.microBatch = engineCount(cache, "micro_batch", 0);
    profile.slidingShare = engineNumber(cache, "sliding_share").value_or(0);
    profile.slidingClasses = engineTexts(cache, "sliding_classes");
    if (const std::string cross = engineText(cache, "cross"); !cross.empty()) {
        const auto rule = std::ranges::find(kCrossRules, std::string_view(cross),
                                            [](const auto& entry) { return entry.first; });
        if (rule == kCrossRules.end()) {
            return wrongProfile(file.name, say("has an unknown policy \"%1\".", cross));
        }
        profile.cross = rule->second;
    }
    for (const auto& [name, bits] : memberOf(cache, "bits").items()) {
        const auto type = kvTypeFromName(name);
        if (!type) {
            return wrongProfile(file.name, say("specifies bits for an unknown type \"%1\".", name));
        }
        profile.bits[*type] = bits.is_number() ? std::optional(bits.get<double>()) : std::nullopt;
    }
    if (const std::string usual = engineText(cache, "default"); !usual.empty()) {
        const auto type = kvTypeFromName(usual);
        STOWAGE_TRY(type);
        profile.usualKvType = *type;
    }
    return {};
}

Result<void> readState(const EmbeddedFile& file, const Json& object, EngineProfile& profile) {
    if (!object.is_object()) {
        return {};
    }
    EngineProfile::StateRules rules;
    for (const auto& [key, type] :
         {std::pair("convolution", &rules.convolution), std::pair("recurrent", &rules.recurrent)}) {
        const std::string name = engineText(object, key);
        const auto known = std::ranges::find(kStateTypes, std::string_view(name),
                                             [](const auto& entry) { return entry.first; });
        if (known == kStateTypes.end()) {
            return wrongProfile(file.name, say("stores states in an unknown type \"%1\".", name));
        }
        *type = known->second;
    }
    rules.hasLibrarySteps = engineText(object, "steps") == "library";
    profile.state = rules;
    return {};
}

void readTensorParallel(const Json& object, EngineProfile& profile) {
    if (!object.is_object()) {
        return;
    }
    EngineProfile::TensorParallel rules;
    rules.source = engineText(object, "source");
    profile.dividesByItself = engineText(object, "device_map") == "none";
    rules.dividesEmbedding = engineText(object, "embedding") == "divided";
    rules.dividesStates = engineText(object, "states") == "divided";
    rules.replicatesKvHeads = engineText(object, "few_kv_heads") == "replicated";
    rules.vocabularyMultiple =
        std::max<std::uint64_t>(engineCount(object, "vocabulary_multiple", 1), 1);
    rules.undividedClasses = engineTexts(object, "undivided_classes");
    profile.tensorParallel = std::move(rules);
}

EngineProfile::ByCard readByCard(const Json& object) {
    EngineProfile::ByCard number;
    number.usual = engineCount(object, "usual", 0);
    for (const Json& large : memberOf(object, "of_large_cards")) {
        number.largeCards.push_back({engineCount(large, "bytes", 0), engineCount(large, "value", 0),
                                     engineTexts(large, "not")});
    }
    return number;
}

void readStaticShare(const Json& object, EngineProfile& profile) {
    if (object.is_object()) {
        profile.staticShare = {readByCard(memberOf(object, "chunk")),
                               readByCard(memberOf(object, "graph_batch")),
                               readByCard(memberOf(object, "graph_batch_of_four"))};
    }
}

/// Numbers of tokens up to `most` of which SGLang captures a CUDA graph for prompts.
std::uint64_t prefillGraphs(std::uint64_t most) {
    constexpr std::uint64_t kNoEnd = std::uint64_t{1} << 40;
    struct Steps {
        std::uint64_t first;
        std::uint64_t last;
        std::uint64_t step;
    };
    constexpr std::array<Steps, 6> kSteps{{{4, 32, 4},
                                           {48, 256, 16},
                                           {288, 512, 32},
                                           {576, 1024, 64},
                                           {1280, 4096, 256},
                                           {4608, kNoEnd, 512}}};
    std::uint64_t count = 0;
    for (const Steps& steps : kSteps) {
        const std::uint64_t last = std::min(most, steps.last);
        count += last >= steps.first ? (last - steps.first) / steps.step + 1 : 0;
    }
    return count;
}

void readKernels(const Json& methods, EngineProfile& profile) {
    for (const auto& [method, object] : methods.items()) {
        EngineProfile::Kernels& kernels = profile.kernels[method];
        kernels.source = engineText(object, "source");
        for (const Json& cost : memberOf(object, "times_of_16_bit")) {
            kernels.costs.push_back(
                {engineCount(cost, "rows", 0), engineNumber(cost, "least").value_or(1),
                 engineNumber(cost, "usual").value_or(1), engineNumber(cost, "most").value_or(1)});
        }
    }
}

Result<EngineProfile> readProfile(const EmbeddedFile& file) {
    const auto document = parseJson(file.text, std::string(file.name) + ".json");
    if (!document) {
        return wrongProfile(file.name, say("cannot be read: %1", document.error().message));
    }
    EngineProfile profile;
    profile.name = file.name;
    profile.title = engineText(*document, "title");
    profile.version = engineText(*document, "version");
    profile.sources = engineTexts(*document, "source");
    profile.notes = engineTexts(*document, "notes");
    for (const auto& [kind, loads] : memberOf(*document, "weights").items()) {
        profile.weights[kind] = loads == "yes"      ? EngineProfile::Loads::Yes
                                : loads == "plugin" ? EngineProfile::Loads::ByPlugin
                                                    : EngineProfile::Loads::No;
    }
    const std::string kernelsOf = engineText(*document, "kernels_of");
    for (const EmbeddedFile& other : engineFiles()) {
        if (other.name == kernelsOf) {
            const auto shared = parseJson(other.text, std::string(other.name) + ".json");
            STOWAGE_TRY(shared);
            readKernels(memberOf(*shared, "kernels"), profile);
        }
    }
    readKernels(memberOf(*document, "kernels"), profile);
    profile.ggufCompute = dtypeFromName(engineText(*document, "gguf_compute"));
    STOWAGE_TRY(readCache(file, memberOf(*document, "kv"), profile));
    STOWAGE_TRY(readState(file, memberOf(*document, "state"), profile));
    const auto attention = attentionFromName(engineText(*document, "attention"));
    if (!attention || profile.title.empty() || profile.sources.empty()) {
        return wrongProfile(file.name, say("lacks a title, a source or a kind of attention."));
    }
    profile.attention = *attention;
    profile.eagerClasses = engineTexts(*document, "eager_classes");
    const Json& logits = memberOf(*document, "logits");
    profile.logitsOnHost = engineText(logits, "place") == "host";
    profile.copiesLogits = engineText(logits, "float32_rows") == "sequences";
    profile.graphTokens = engineCount(memberOf(*document, "graph"), "tokens", 0);
    profile.keepsRotaryTable = engineCount(*document, "rotary_table", 0) == 1;
    profile.pinsOffloaded = engineText(*document, "offloaded") == "pinned";
    profile.memoryShare = engineNumber(*document, "memory_share");
    profile.longerContext = engineText(*document, "longer_context");
    readTensorParallel(memberOf(*document, "tensor_parallel"), profile);
    if (const Json& tiles = memberOf(*document, "mxfp4_tiles"); tiles.is_object()) {
        profile.mxfp4Tiles = {std::max<std::uint64_t>(engineCount(tiles, "inner_multiple", 1), 1),
                              std::max<std::uint64_t>(engineCount(tiles, "hidden_multiple", 1), 1)};
    }
    profile.batchedTokens = readByCard(memberOf(*document, "batched_tokens"));
    profile.cudaGraphs = readByCard(memberOf(*document, "cuda_graphs"));
    readStaticShare(memberOf(*document, "static_share"), profile);
    for (const auto& [rule, classes] : memberOf(*document, "planned_apart").items()) {
        profile.plannedApart[rule] =
            engineTexts(memberOf(*document, "planned_apart"), rule.c_str());
    }
    for (const Json& context : memberOf(*document, "contexts")) {
        profile.contexts.push_back(
            {engineCount(context, "gpus", 0), memberOf(context, "tensor_parallel") == true,
             engineCount(context, "bytes", 0), engineCount(context, "after_snapshot", 0),
             engineText(context, "source"), engineText(context, "note")});
    }
    return profile;
}

bool beginsWithOneOf(std::string_view className, const std::vector<std::string>& beginnings) {
    return std::ranges::any_of(
        beginnings, [&](const std::string& beginning) { return className.starts_with(beginning); });
}

}  // namespace

DType EngineProfile::computedDtype(const PlacementPlan& plan, std::optional<DType> declared,
                                   bool isGguf) const {
    const bool isChosenByEngine = isGguf && ggufCompute && !plan.request.constraints.dtype;
    return isChosenByEngine ? *ggufCompute : stowage::computedDtype(plan, declared);
}

AttentionKind EngineProfile::attentionOf(std::string_view className) const {
    return beginsWithOneOf(className, eagerClasses) ? AttentionKind::Eager : attention;
}

std::optional<Message> EngineProfile::whyNotLoaded(
    bool isGguf, const std::optional<Quantization>& quantization) const {
    const auto of = [this](std::string_view kind, const Message& what) -> std::optional<Message> {
        const auto found = weights.find(kind);
        if (found == weights.end() || found->second == Loads::Yes) {
            return std::nullopt;
        }
        return found->second == Loads::ByPlugin
                   ? say("%1 %2 loads %3 only through a plugin, which must be installed.", title,
                         version, what)
                   : say("%1 does not load %2.", title, what);
    };
    if (isGguf) {
        return of("gguf", say("GGUF files"));
    }
    if (!quantization) {
        return std::nullopt;
    }
    return of(isBitsAndBytes(quantization->method) ? "bitsandbytes"
                                                   : quantizationName(quantization->method),
              say("weights with this quantisation (%1)", quantizationText(*quantization)));
}

const EngineProfile::Kernels* EngineProfile::kernelsOf(
    const std::optional<Quantization>& quantization) const {
    const auto found =
        quantization ? kernels.find(quantizationName(quantization->method)) : kernels.end();
    return found == kernels.end() ? nullptr : &found->second;
}

bool EngineProfile::isPlannedAs(std::string_view rule, std::string_view className) const {
    const auto found = plannedApart.find(rule);
    return found != plannedApart.end() && beginsWithOneOf(className, found->second);
}

const EngineProfile::Context* EngineProfile::contextOf(std::uint64_t gpus, bool isParallel) const {
    const auto found = std::ranges::find_if(contexts, [&](const Context& context) {
        return context.gpus == gpus && (gpus == 1 || context.isOfParallel == isParallel);
    });
    return found == contexts.end() ? nullptr : &*found;
}

double EngineProfile::StaticShare::usual(const Setting& setting) const {
    // MiB, all of them.
    constexpr double kOfToken = 1.5;
    constexpr double kOfCard = 128;
    constexpr double kOfLatent = 1536;
    constexpr double kLarge = 60 * 1024;
    constexpr double kLeastOfLarge = 10 * 1024;
    constexpr std::uint64_t kLeastTokens = 2048;
    constexpr std::uint64_t kMostOfStages = 8192;  // tokens of the graphs of pipelines
    const double memory = static_cast<double>(setting.total) / static_cast<double>(kMiB);
    const std::uint64_t tokens =
        setting.prefillChunk > 0 ? setting.prefillChunk : chunk.on(setting.total, {});
    const ByCard& batches = setting.tensorParallel < 4 ? graphBatch : graphBatchOfFour;
    const std::uint64_t most = batches.on(setting.total, {});
    const std::uint64_t batch = setting.sequences > 0 ? std::min(most, setting.sequences) : most;
    const std::uint64_t graphs =
        prefillGraphs(setting.stages > 1 ? std::min(tokens, kMostOfStages) : tokens);
    double reserved = 512 + kOfToken * static_cast<double>(std::max(tokens, kLeastTokens)) +
                      kOfCard * static_cast<double>(setting.tensorParallel * setting.stages) +
                      2 * static_cast<double>(batch) +
                      (setting.isLatent ? kOfLatent : 8 * static_cast<double>(graphs));
    reserved = memory > kLarge ? std::max(reserved, kLeastOfLarge) : reserved;
    constexpr double kPlaces = 1000;
    return std::max(std::nearbyint((memory - reserved) / memory * kPlaces) / kPlaces, 0.0);
}

std::uint64_t EngineProfile::ByCard::on(std::uint64_t capacity, std::string_view cardName) const {
    for (const LargeCard& large : largeCards) {
        const bool isExcepted = std::ranges::any_of(large.except, [&](const std::string& part) {
            return cardName.find(part) != std::string_view::npos;
        });
        if (capacity >= large.bytes && !isExcepted) {
            return large.value;
        }
    }
    return usual;
}

namespace {

Result<std::vector<EngineProfile>> readProfiles() {
    std::vector<EngineProfile> profiles;
    for (const EmbeddedFile& file : engineFiles()) {
        auto profile = readProfile(file);
        STOWAGE_TRY(profile);
        profiles.push_back(std::move(*profile));
    }
    std::ranges::stable_partition(
        profiles, [](const EngineProfile& profile) { return profile.name == kOwnEngine; });
    return profiles;
}

}  // namespace

const Result<std::vector<EngineProfile>>& engineProfiles() {
    static const Result<std::vector<EngineProfile>> profiles = readProfiles();
    return profiles;
}

Result<EngineProfile> findEngine(std::string_view name) {
    const auto& profiles = engineProfiles();
    STOWAGE_TRY(profiles);
    std::string known;
    for (const EngineProfile& profile : *profiles) {
        if (profile.name == name) {
            return profile;
        }
        known += (known.empty() ? "" : ", ") + profile.name;
    }
    return fail(ErrorCode::InvalidArgument,
                say("the engine %1 is unknown; use one of %2.", quotedForMessage(name), known));
}

std::string EngineProfile::titleWithVersion() const {
    std::string text = title;
    return version.empty() ? text
                           : text.insert(std::min(text.find(','), text.size()), " " + version);
}

}  // namespace stowage
