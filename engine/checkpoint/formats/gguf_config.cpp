// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/gguf_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

/// llama.cpp's architectures (LLM_ARCH_NAMES in llama-arch.cpp) and the library's model types,
/// where one is the other.
constexpr std::pair<std::string_view, std::string_view> kArchitectures[] = {
    {"bloom", "bloom"},        {"cohere2", "cohere2"},
    {"command-r", "cohere"},   {"gemma", "gemma"},
    {"gemma2", "gemma2"},      {"gemma3", "gemma3_text"},
    {"glm4", "glm4"},          {"gpt2", "gpt2"},
    {"gptneox", "gpt_neox"},   {"granite", "granite"},
    {"llama", "llama"},        {"olmo", "olmo"},
    {"olmo2", "olmo2"},        {"olmoe", "olmoe"},
    {"phi3", "phi3"},          {"qwen2", "qwen2"},
    {"qwen2moe", "qwen2_moe"}, {"qwen3", "qwen3"},
    {"qwen3moe", "qwen3_moe"}, {"smollm3", "smollm3"},
    {"stablelm", "stablelm"},  {"starcoder2", "starcoder2"}};

/// Keys after the architecture's name, and the library's fields.
constexpr std::pair<std::string_view, std::string_view> kFields[] = {
    {".embedding_length", "hidden_size"},
    {".feed_forward_length", "intermediate_size"},
    {".block_count", "num_hidden_layers"},
    {".attention.head_count", "num_attention_heads"},
    {".attention.head_count_kv", "num_key_value_heads"},
    {".attention.key_length", "head_dim"},
    {".attention.layer_norm_rms_epsilon", "rms_norm_eps"},
    {".attention.sliding_window", "sliding_window"},
    {".context_length", "max_position_embeddings"},
    {".rope.freq_base", "rope_theta"},
    {".expert_used_count", "num_experts_per_tok"},
};

/// No usual value stands for these.
constexpr std::string_view kNeeded[] = {"hidden_size", "num_hidden_layers", "num_attention_heads"};

Json jsonOf(const GgufValue& value) {
    return std::visit([](const auto& one) { return Json(one); }, value);
}

}  // namespace

std::string ggufText(const GgufContents& contents, const std::string& key) {
    const auto found = contents.values.find(key);
    const auto* const text =
        found == contents.values.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text != nullptr ? *text : std::string();
}

std::optional<Json> ggufConfig(const GgufContents& contents) {
    const std::string architecture = ggufText(contents, "general.architecture");
    const auto* const known =
        std::ranges::find(kArchitectures, architecture, [](const auto& row) { return row.first; });
    if (known == std::end(kArchitectures)) {
        return std::nullopt;
    }
    const auto valueOf = [&](std::string_view key) -> const GgufValue* {
        const auto found = contents.values.find(architecture + std::string(key));
        return found == contents.values.end() ? nullptr : &found->second;
    };
    Json config{{"model_type", std::string(known->second)}, {"sliding_window", nullptr}};
    for (const auto& [key, field] : kFields) {
        if (contents.arrays.contains(architecture + std::string(key))) {
            return std::nullopt;
        }
        if (const GgufValue* const value = valueOf(key)) {
            config[std::string(field)] = jsonOf(*value);
        }
    }
    for (const std::string_view field : kNeeded) {
        if (!config.contains(field)) {
            return std::nullopt;
        }
    }
    if (!config.contains("num_key_value_heads")) {
        config["num_key_value_heads"] = config["num_attention_heads"];
    }
    const Json& heads = config["num_attention_heads"];
    const Json& width = config["hidden_size"];
    // As llama.cpp has it, where the library's family may have another width.
    if (!config.contains("head_dim") && heads.is_number_integer() && width.is_number_integer() &&
        heads.get<std::int64_t>() > 0) {
        config["head_dim"] = width.get<std::int64_t>() / heads.get<std::int64_t>();
    }
    const GgufValue* const experts = valueOf(".expert_count");
    if (experts != nullptr && *experts != GgufValue(std::int64_t{0})) {
        if (architecture == "llama") {
            config["model_type"] = "mixtral";
        }
        config["num_experts"] = config["num_local_experts"] = jsonOf(*experts);
    }
    const auto table =
        std::ranges::find(contents.checkpoint.tensors, "token_embd.weight", &StoredTensor::name);
    if (table != contents.checkpoint.tensors.end() && table->shape.size() == 2) {
        config["vocab_size"] = table->shape.front();
    }
    return config;
}

}  // namespace stowage
