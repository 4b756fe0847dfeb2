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

/// llama.cpp's architectures that run.
constexpr std::string_view kRunnable[] = {"llama", "qwen2", "qwen3"};

/// Keys after the architecture's name that have one number, and those of them that may be missing.
constexpr std::string_view kSizes[] = {
    ".embedding_length",     ".feed_forward_length",     ".block_count",
    ".attention.head_count", ".attention.head_count_kv", ".attention.key_length"};
constexpr std::string_view kMayLack[] = {".attention.head_count_kv", ".attention.key_length"};

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

/// "linear" and "yarn" under the library's names; llama.cpp's "none" is no scaling, and a factor
/// without a type is linear.
void addScaling(const GgufContents& contents, const std::string& architecture, Json& config) {
    const Values& values = contents.values;
    const std::string prefix = architecture + ".rope.scaling.";
    std::string kind = ggufText(contents, prefix + "type");
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

Unexpected refuse(const Checkpoint& checkpoint, const std::string& key, Phrase how) {
    return fail(ErrorCode::Unsupported,
                say("%1 has %2, %3, so that its numbers would be wrong. The model can be planned "
                    "and loaded.",
                    checkpoint.path, key, how),
                checkpoint.path, key);
}

const StoredTensor* findTensor(const Checkpoint& checkpoint, std::string_view name) {
    const auto found = std::ranges::find(checkpoint.tensors, name, &StoredTensor::name);
    return found == checkpoint.tensors.end() ? nullptr : &*found;
}

Result<void> addTensors(const Checkpoint& checkpoint, Json& config) {
    constexpr std::int64_t kMostFrequencies = 4096;
    const StoredTensor* const factors = findTensor(checkpoint, kGgufRotaryFactors);
    if (factors == nullptr) {
        return {};
    }
    if (factors->dtype != DType::Float32 || factors->shape.size() != 1 ||
        factors->shape.front() > kMostFrequencies) {
        return refuse(checkpoint, kGgufRotaryFactors,
                      phrase("in another form than a list of float32"));
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
            return refuse(checkpoint, architecture + std::string(key),
                          phrase("and it is not computed"));
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
               : refuse(checkpoint, turned,
                        phrase("and only heads that are turned whole are computed"));
}

}  // namespace

Result<RunConfig> ggufRunConfig(const Checkpoint& checkpoint) {
    const auto contents = readGgufFile(checkpoint.shards.front(), {});
    STOWAGE_TRY(contents);
    const std::string architecture = ggufText(*contents, "general.architecture");
    if (std::ranges::find(kRunnable, architecture) == std::end(kRunnable)) {
        return fail(
            ErrorCode::Unsupported,
            say("%1 is of llama.cpp's architecture %2; of GGUF files a forward pass is there "
                "for llama, qwen2 and qwen3. The model can be planned and loaded.",
                checkpoint.path, quotedForMessage(architecture)),
            checkpoint.path, "general.architecture");
    }
    for (const std::string_view key : kSizes) {
        const std::string whole = architecture + std::string(key);
        const bool isNeeded = std::ranges::find(kMayLack, key) == std::end(kMayLack);
        if (contents->arrays.contains(whole) || (isNeeded && !contents->values.contains(whole))) {
            return fail(ErrorCode::Malformed,
                        say("%1 does not say its %2 as one number, without which the model cannot "
                            "run; convert it anew.",
                            checkpoint.path, whole),
                        checkpoint.path, whole);
        }
    }
    auto config = ggufConfig(*contents);
    if (!config) {
        return fail(ErrorCode::Malformed,
                    say("%1 does not say each of its sizes as one number; convert it anew.",
                        checkpoint.path),
                    checkpoint.path);
    }
    STOWAGE_TRY(checkComputed(checkpoint, contents->values, architecture, *config));
    addScaling(*contents, architecture, *config);
    STOWAGE_TRY(addTensors(checkpoint, *config));
    return RunConfig::of(std::move(*config), checkpoint.path);
}

}  // namespace stowage
