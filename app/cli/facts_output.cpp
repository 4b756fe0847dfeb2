// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/facts_output.h"

#include "app/cli/text_table.h"
#include "engine/base/byte_size.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/model/model_facts.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// What caches are made in; both halves have the same size.
constexpr std::array kCacheTypes = {DType::Float32, DType::Float16, DType::BFloat16,
                                    DType::Float8E4M3FN};

std::string numberText(std::uint64_t number) {
    return std::to_string(number);
}

/// Lines with a caption each; a subject without words is left out.
class Lines {
public:
    void add(const std::string& caption, const std::string& words) {
        constexpr std::size_t kCaption = 12;
        if (!words.empty()) {
            m_text += caption + std::string(kCaption - caption.size(), ' ') + words + "\n";
        }
    }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

/// Parts that are known, between commas.
class Parts {
public:
    void add(const std::string& part) { m_text += (m_text.empty() ? "" : ", ") + part; }
    void add(const std::string& before, ModelFacts::Number number, const std::string& after = {}) {
        if (number) {
            add(before + numberText(*number) + after);
        }
    }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

std::string layersText(const ModelFacts& facts) {
    if (facts.encoderLayers && facts.layers) {
        return numberText(*facts.encoderLayers) + " in the encoder, " + numberText(*facts.layers) +
               " in the decoder";
    }
    return facts.layers ? numberText(*facts.layers) : std::string();
}

std::string widthText(const ModelFacts& facts) {
    Parts parts;
    parts.add("hidden size ", facts.hiddenSize);
    parts.add("", facts.attentionHeads, " heads");
    parts.add("", facts.keyValueHeads, " for keys and values");
    parts.add("head width ", facts.headWidth);
    parts.add("latent width ", facts.latentWidth);
    return parts.text();
}

std::string tokensText(const ModelFacts& facts) {
    Parts parts;
    parts.add("context of ", facts.contextLength, " tokens");
    parts.add("vocabulary of ", facts.vocabulary);
    return parts.text();
}

std::string expertsText(const ModelFacts& facts) {
    if (!facts.isMixture()) {
        return {};
    }
    Parts parts;
    parts.add("", facts.experts, " in each of " + numberText(facts.expertLayers) + " layers");
    parts.add("", facts.activeExperts, " for a token");
    parts.add("", facts.sharedExperts, " shared beside them");
    return parts.text();
}

std::string parametersText(const ModelFacts& facts) {
    Parts parts;
    parts.add(numberText(facts.parameters));
    if (facts.isMixture()) {
        parts.add(numberText(facts.activeParameters) + " active for a token");
    }
    parts.add(numberText(facts.embeddingParameters) + " in embeddings");
    return parts.text();
}

std::string cacheText(const KvCacheFacts& cache) {
    if (cache.layers == 0) {
        return "none";
    }
    const auto bytes = [&cache](DType dtype) { return numberText(kvBytesPerToken(cache, dtype)); };
    return bytes(DType::BFloat16) + " bytes a token in float16 or bfloat16, " +
           bytes(DType::Float32) + " in float32, " + bytes(DType::Float8E4M3FN) + " in fp8";
}

std::string windowText(const KvCacheFacts& cache) {
    return cache.windowLayers == 0
               ? std::string()
               : numberText(cache.windowLayers) + " of " + numberText(cache.layers) +
                     " layers look back " + numberText(cache.window) + " tokens; beyond, " +
                     numberText(kvBytesPerTokenBeyond(cache, DType::BFloat16)) +
                     " bytes a token in float16 or bfloat16";
}

std::string crossText(const KvCacheFacts& cache) {
    if (cache.crossLayers == 0) {
        return {};
    }
    return numberText(crossBytesPerPosition(cache, DType::BFloat16)) +
           " bytes more a position of the encoder's output in float16 or bfloat16" +
           (cache.crossPositions ? ", " + numberText(*cache.crossPositions) + " positions"
                                 : std::string());
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
    if (cache.windowLayers > 0) {
        json["window"] = {{"tokens", cache.window},
                          {"layers", cache.windowLayers},
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
    return object.insert(end, std::string(",\"") + name + "\":" +
                                  value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string percentText(std::uint64_t part, std::uint64_t whole) {
    std::array<char, 16> text{};
    const double share =
        whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
    const int length = std::snprintf(text.data(), text.size(), "%.1f %%", share);
    return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

std::string factsText(const OpenedModel& model) {
    const auto facts = knownFacts(*model.checkpoint, *model.tree);
    if (facts == nullptr) {
        return {};
    }
    Lines lines;
    lines.add("class", facts->className + ", family " + facts->family);
    lines.add("layers", layersText(*facts));
    lines.add("widths", widthText(*facts));
    lines.add("tokens", tokensText(*facts));
    lines.add("experts", expertsText(*facts));
    lines.add("parameters", parametersText(*facts));
    if (facts->cache) {
        lines.add("KV cache", cacheText(*facts->cache));
        lines.add("", windowText(*facts->cache));
        lines.add("", crossText(*facts->cache));
    }
    return lines.text();
}

std::string classesText(const OpenedModel& model) {
    using Align = TextTable::Align;
    const CheckpointFacts facts = checkpointFacts(*model.checkpoint, *model.tree);
    TextTable table({{"class"},
                     {"modules", Align::Right},
                     {"parameters", Align::Right},
                     {"own size", Align::Right},
                     {"share", Align::Right}});
    for (const ClassFact& fact : facts.classes) {
        table.addRow(
            {fact.name.empty() ? "not known" : fact.name + (fact.isGuessed ? " (guessed)" : ""),
             numberText(fact.modules), numberText(fact.parameters),
             formatSize(static_cast<double>(fact.bytes)),
             percentText(fact.bytes, facts.modelBytes)});
    }
    return table.text();
}

std::string withFacts(std::string object, const OpenedModel& model, ClassList classes) {
    if (const auto facts = knownFacts(*model.checkpoint, *model.tree)) {
        object = withMember(std::move(object), "facts", factsJson(*facts));
    }
    if (classes == ClassList::With) {
        object = withMember(std::move(object), "classes",
                            classesJson(checkpointFacts(*model.checkpoint, *model.tree)));
    }
    return object;
}

}  // namespace stowage
