// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/workload.h"

#include "engine/base/number_text.h"

#include <array>
#include <utility>

namespace stowage {
namespace {

constexpr std::array<std::pair<KvType, std::string_view>, 6> kKvTypes{{
    {KvType::Float32, "float32"},
    {KvType::Float16, "float16"},
    {KvType::BFloat16, "bfloat16"},
    {KvType::Fp8, "fp8"},
    {KvType::Int8, "int8"},
    {KvType::Q4, "q4"},
}};

constexpr std::array<std::pair<AttentionKind, std::string_view>, 2> kAttentions{{
    {AttentionKind::Eager, "eager"},
    {AttentionKind::Fused, "fused"},
}};

template <typename Value, std::size_t kCount>
std::string_view nameIn(const std::array<std::pair<Value, std::string_view>, kCount>& names,
                        Value value) {
    return std::ranges::find(names, value, &std::pair<Value, std::string_view>::first)->second;
}

template <typename Value, std::size_t kCount>
Result<Value> valueIn(const std::array<std::pair<Value, std::string_view>, kCount>& names,
                      std::string_view name, const char* what) {
    std::string all;
    for (const auto& [value, known] : names) {
        if (known == name) {
            return value;
        }
        all += (all.empty() ? "" : ", ") + std::string(known);
    }
    return fail(ErrorCode::InvalidArgument,
                "\"" + std::string(name) + "\" is no " + what + "; take one of " + all + ".");
}

/// More than any model reads, and few enough for all products of them to stay below 2^64.
constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 28;
constexpr std::uint64_t kMostSequences = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostParallel = 1024;

}  // namespace

std::string_view kvTypeName(KvType type) {
    return nameIn(kKvTypes, type);
}

Result<KvType> kvTypeFromName(std::string_view name) {
    return valueIn(kKvTypes, name, "type of keys and values");
}

std::optional<KvType> kvTypeOf(DType dtype) {
    switch (dtype) {
        case DType::Float32:
            return KvType::Float32;
        case DType::Float16:
            return KvType::Float16;
        case DType::BFloat16:
            return KvType::BFloat16;
        default:
            return std::nullopt;
    }
}

std::string_view attentionName(AttentionKind kind) {
    return nameIn(kAttentions, kind);
}

Result<AttentionKind> attentionFromName(std::string_view name) {
    return valueIn(kAttentions, name, "kind of attention");
}

const std::vector<WorkloadNumber>& workloadNumbers() {
    static const std::vector<WorkloadNumber> kNumbers{
        {"batch", "Sequences at once", "Sequences that run in the same passes (1)",
         &Workload::batch, 1, kMostSequences},
        {"prompt", "Prompt", "Tokens of each prompt (128)", &Workload::prompt, 1, kMostTokens},
        {"context", "Context", "Tokens of each sequence to keep room for (prompt + generate)",
         &Workload::context, 0, kMostTokens},
        {"generate", "To generate", "Tokens that follow each prompt (0)", &Workload::generate, 0,
         kMostTokens},
        {"prefill_chunk", "Prefill chunk", "Tokens of a prompt that go in at once (the whole)",
         &Workload::prefillChunk, 0, kMostTokens},
        {"images", "Images", "Images of each request, of a model that takes them (0)",
         &Workload::images, 0, kMostSequences},
        {"tensor_parallel", "Tensor parallel",
         "GPUs that each hold an even part of every layer, instead of a device map (1)",
         &Workload::tensorParallel, 1, kMostParallel},
    };
    return kNumbers;
}

std::string workloadText(const Workload& workload) {
    std::string text;
    const auto add = [&text](const std::string& part) {
        text += (text.empty() ? "" : ", ") + part;
    };
    if (workload.batch != 1) {
        add(groupedText(workload.batch) + " sequences");
    }
    add("prompt of " + groupedText(workload.prompt));
    if (workload.generate > 0) {
        add(groupedText(workload.generate) + " to generate");
    }
    if (workload.context > 0) {
        add("context of " + groupedText(workload.context));
    }
    if (workload.prefillChunk > 0) {
        add("chunks of " + groupedText(workload.prefillChunk));
    }
    if (workload.images > 0) {
        add(groupedText(workload.images) + (workload.images == 1 ? " image" : " images"));
    }
    if (workload.tensorParallel > 1) {
        add("tensor parallel on " + std::to_string(workload.tensorParallel) + " GPUs");
    }
    if (workload.computeType) {
        add("computed in " + std::string(dtypeName(*workload.computeType)));
    }
    if (workload.kvType) {
        add(std::string(kvTypeName(*workload.kvType)) + " keys and values");
    }
    if (workload.attention) {
        add(std::string(attentionName(*workload.attention)) + " attention");
    }
    if (!workload.engine.empty()) {
        add("by " + workload.engine);
    }
    return text;
}

Result<void> checkWorkload(const Workload& workload) {
    for (const WorkloadNumber& number : workloadNumbers()) {
        const std::uint64_t value = workload.*number.value;
        if (value < number.least || value > number.most) {
            return fail(ErrorCode::InvalidArgument,
                        std::string(number.key) + ": " + std::to_string(value) +
                            " is out of range; take " + std::to_string(number.least) + " to " +
                            std::to_string(number.most) + ".",
                        {}, std::string(number.key));
        }
    }
    return {};
}

}  // namespace stowage
