// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/gguf_config.h"

#include "engine/base/strings.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/formats/gguf_file.h"
#include "engine/checkpoint/tensor_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stowage {
namespace {

using Values = std::map<std::string, GgufValue>;
using Json = nlohmann::ordered_json;

/// llama.cpp's architectures (LLM_ARCH_NAMES) and the library's model types.
constexpr std::pair<std::string_view, std::string_view> kArchitectures[] = {
    {"llama", "llama"}, {"qwen2", "qwen2"}, {"qwen3", "qwen3"}};

/// Keys after the architecture's name, and the library's fields.
constexpr std::pair<std::string_view, std::string_view> kFields[] = {
    {".embedding_length", "hidden_size"},
    {".feed_forward_length", "intermediate_size"},
    {".block_count", "num_hidden_layers"},
    {".attention.head_count", "num_attention_heads"},
    {".attention.head_count_kv", "num_key_value_heads"},
    {".attention.key_length", "head_dim"},
    {".attention.layer_norm_rms_epsilon", "rms_norm_eps"},
    {".context_length", "max_position_embeddings"},
    {".rope.freq_base", "rope_theta"},
};

/// No usual value stands for these.
constexpr std::string_view kNeeded[] = {".embedding_length", ".feed_forward_length", ".block_count",
                                        ".attention.head_count"};

/// They change the arithmetic, and are not computed here.
constexpr std::string_view kNotComputed[] = {".expert_count",
                                             ".attention.scale",
                                             ".embedding_scale",
                                             ".residual_scale",
                                             ".logit_scale",
                                             ".rope.scaling.attn_factor",
                                             ".rope.scaling.yarn_attn_factor"};

Json jsonOf(const GgufValue& value) {
    return std::visit([](const auto& one) { return Json(one); }, value);
}

std::string textOf(const Values& values, const std::string& key) {
    const auto found = values.find(key);
    const auto* const text =
        found == values.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text != nullptr ? *text : std::string();
}

/// "linear" and "yarn" under the library's names; llama.cpp's "none" is no scaling, and a factor
/// without a type is linear.
void addScaling(const Values& values, const std::string& architecture, Json& config) {
    const std::string prefix = architecture + ".rope.scaling.";
    std::string kind = textOf(values, prefix + "type");
    if (kind.empty() && values.contains(prefix + "factor")) {
        kind = "linear";
    }
    if (kind.empty() || kind == "none") {
        return;
    }
    Json scaling{{"rope_type", kind}};
    for (const auto& [key, field] :
         {std::pair("factor", "factor"),
          std::pair("original_context_length", "original_max_position_embeddings")}) {
        if (const auto found = values.find(prefix + key); found != values.end()) {
            scaling[field] = jsonOf(found->second);
        }
    }
    config["rope_scaling"] = std::move(scaling);
}

Unexpected refuse(const Checkpoint& checkpoint, const std::string& key, const std::string& how) {
    return fail(ErrorCode::Unsupported,
                checkpoint.path + " has " + key + ", " + how +
                    ", so that its numbers would be wrong. The model can be planned and loaded.",
                checkpoint.path, key);
}

const StoredTensor* findTensor(const Checkpoint& checkpoint, std::string_view name) {
    const auto found = std::ranges::find(checkpoint.tensors, name, &StoredTensor::name);
    return found == checkpoint.tensors.end() ? nullptr : &*found;
}

Result<void> addTensors(const Checkpoint& checkpoint, Json& config) {
    if (const auto* const table = findTensor(checkpoint, "token_embd.weight");
        table != nullptr && table->shape.size() == 2) {
        config["vocab_size"] = table->shape.front();
    }
    constexpr std::int64_t kMostFrequencies = 4096;
    const StoredTensor* const factors = findTensor(checkpoint, "rope_freqs.weight");
    if (factors == nullptr) {
        return {};
    }
    if (factors->dtype != DType::Float32 || factors->shape.size() != 1 ||
        factors->shape.front() > kMostFrequencies) {
        return refuse(checkpoint, "rope_freqs.weight", "in another form than a list of float32");
    }
    std::vector<float> numbers(static_cast<std::size_t>(factors->shape.front()));
    TensorReader reader(checkpoint);
    STOWAGE_TRY(reader.read(*factors, 0, std::as_writable_bytes(std::span(numbers))));
    config["rope_freqs"] = numbers;
    return {};
}

/// Nothing that changes the arithmetic may be passed over.
Result<void> checkComputed(const Checkpoint& checkpoint, const Values& values,
                           const std::string& architecture, const Json& config) {
    for (const std::string_view key : kNotComputed) {
        if (values.contains(architecture + std::string(key))) {
            return refuse(checkpoint, architecture + std::string(key), "and it is not computed");
        }
    }
    const std::string turned = architecture + ".rope.dimension_count";
    const auto found = values.find(turned);
    if (found == values.end()) {
        return {};
    }
    const auto whole = [&](const char* field) {
        const auto value = config.find(field);
        return value != config.end() && value->is_number_integer() ? value->get<std::int64_t>() : 0;
    };
    const std::int64_t heads = std::max<std::int64_t>(whole("num_attention_heads"), 1);
    const std::int64_t width =
        config.contains("head_dim") ? whole("head_dim") : whole("hidden_size") / heads;
    return found->second == GgufValue(width)
               ? Result<void>()
               : refuse(checkpoint, turned, "and only heads that are turned whole are computed");
}

}  // namespace

Result<RunConfig> ggufRunConfig(const Checkpoint& checkpoint) {
    const auto contents = readGgufFile(checkpoint.shards.front(), {});
    STOWAGE_TRY(contents);
    const std::string architecture = textOf(contents->values, "general.architecture");
    const auto* const known =
        std::ranges::find(kArchitectures, architecture, [](const auto& row) { return row.first; });
    if (known == std::end(kArchitectures)) {
        return fail(ErrorCode::Unsupported,
                    checkpoint.path + " is of llama.cpp's architecture " +
                        quotedForMessage(architecture) +
                        "; of GGUF files a forward pass is there for llama, qwen2 and qwen3. The "
                        "model can be planned and loaded.",
                    checkpoint.path, "general.architecture");
    }
    Json config{{"model_type", std::string(known->second)}};
    for (const auto& [key, field] : kFields) {
        const std::string whole = architecture + std::string(key);
        const auto found = contents->values.find(whole);
        if (found != contents->values.end()) {
            config[std::string(field)] = jsonOf(found->second);
        } else if (std::ranges::find(kNeeded, key) != std::end(kNeeded)) {
            return fail(ErrorCode::Malformed,
                        checkpoint.path + " does not say its " + whole +
                            " as one number, without which the model cannot run; convert it anew.",
                        checkpoint.path, whole);
        }
    }
    STOWAGE_TRY(checkComputed(checkpoint, contents->values, architecture, config));
    addScaling(contents->values, architecture, config);
    STOWAGE_TRY(addTensors(checkpoint, config));
    return RunConfig::of(std::move(config), checkpoint.path);
}

}  // namespace stowage
