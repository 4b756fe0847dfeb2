// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/workload.h"

#include "engine/base/number_text.h"

#include <array>
#include <cmath>
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
                      std::string_view name, Phrase what) {
    std::string all;
    for (const auto& [value, known] : names) {
        if (known == name) {
            return value;
        }
        all += (all.empty() ? "" : ", ") + std::string(known);
    }
    return fail(ErrorCode::InvalidArgument,
                say("\"%1\" is not a known %2; use one of %3.", name, what, all));
}

/// More than any model reads, and few enough for all products of them to stay below 2^64.
constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 28;
constexpr std::uint64_t kMostSequences = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostParallel = 1024;
constexpr std::uint64_t kWholeShare = 10'000;

}  // namespace

std::optional<Message> shortContextText(const Workload& workload) {
    if (workload.context == 0 || workload.context >= workload.prompt + workload.generate) {
        return std::nullopt;
    }
    return say(
        "The context of %1 tokens is shorter than the prompt plus the generated tokens, so %2 "
        "tokens are used instead.",
        groupedText(workload.context), groupedText(workload.tokens()));
}

std::string_view kvTypeName(KvType type) {
    return nameIn(kKvTypes, type);
}

Result<KvType> kvTypeFromName(std::string_view name) {
    return valueIn(kKvTypes, name, phrase("type of keys and values"));
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
    return valueIn(kAttentions, name, phrase("kind of attention"));
}

const std::vector<WorkloadNumber>& workloadNumbers() {
    static const std::vector<WorkloadNumber> kNumbers{
        {"batch", phrase("Batch size"), phrase("Batch size: sequences per forward pass (1)"),
         &Workload::batch, 1, kMostSequences},
        {"prompt", phrase("Prompt"),
         phrase("Tokens of each prompt (default 1,024, or fewer if the model has fewer positions)"),
         &Workload::prompt, 1, kMostTokens},
        {"context", phrase("Context"),
         phrase("Context: KV-cache length per sequence in tokens (--prompt + --generate)"),
         &Workload::context, 0, kMostTokens},
        {"generate", phrase("To generate"),
         phrase("Tokens generated after each prompt (default 256, or fewer if the model has fewer "
                "positions)"),
         &Workload::generate, 0, kMostTokens},
        {"prefill_chunk", phrase("Prefill chunk"),
         phrase("Tokens of a prompt in one forward pass (default: the whole prompt)"),
         &Workload::prefillChunk, 0, kMostTokens},
        {"images", phrase("Images"),
         phrase("Images of each request, for a model that accepts images (default 0)"),
         &Workload::images, 0, kMostSequences},
        {"tensor_parallel", phrase("Tensor parallel"),
         phrase("GPUs that share every layer evenly, instead of a device map (default: 1; with "
                "vLLM and SGLang, as many as the model allows)"),
         &Workload::tensorParallel, 0, kMostParallel},
        {"max_num_batched_tokens", phrase("Batched tokens"),
         phrase("Maximum number of tokens in one forward pass of vLLM, all sequences together "
                "(default: vLLM's default for the card)"),
         &Workload::batchedTokens, 0, kMostTokens},
        {"gpu_memory_utilization", phrase("Share of GPU memory"),
         phrase("Share of each GPU's memory that vLLM uses (default 0.92), or that SGLang uses for "
                "weights and cache (default: SGLang's default for the card)"),
         &Workload::memoryShare, 0, kWholeShare, 4},
    };
    return kNumbers;
}

double writtenNumber(const WorkloadNumber& number, std::uint64_t value) {
    return static_cast<double>(value) / std::pow(10, number.places);
}

std::uint64_t storedNumber(const WorkloadNumber& number, double written) {
    const double least = written > 0 ? 1 : 0;  // a small number is no missing one
    return static_cast<std::uint64_t>(
        std::llround(std::clamp(written * std::pow(10, number.places), least, 1e18)));
}

Message workloadText(const Workload& workload) {
    std::vector<Message> parts;
    if (workload.batch != 1) {
        parts.push_back(say("%1 sequences", groupedText(workload.batch)));
    }
    parts.push_back(say("prompt length %1", groupedText(workload.prompt)));
    if (workload.generate > 0) {
        parts.push_back(say("%1 generated tokens", groupedText(workload.generate)));
    }
    if (workload.context > 0) {
        parts.push_back(say("context length %1", groupedText(workload.context)));
    }
    if (workload.prefillChunk > 0) {
        parts.push_back(say("prefill chunk %1", groupedText(workload.prefillChunk)));
    }
    if (workload.images > 0) {
        const std::string images = groupedText(workload.images);
        parts.push_back(workload.images == 1 ? say("%1 image", images) : say("%1 images", images));
    }
    if (workload.tensorParallel > 1) {
        parts.push_back(say("tensor parallel on %1 GPUs", workload.tensorParallel));
    }
    if (workload.batchedTokens > 0) {
        parts.push_back(say("at most %1 tokens per pass", groupedText(workload.batchedTokens)));
    }
    if (workload.memoryShare > 0) {
        parts.push_back(say("%1 of each GPU's memory", formatGeneral(workload.share(), 4)));
    }
    if (workload.computeType) {
        parts.push_back(say("compute dtype %1", dtypeName(*workload.computeType)));
    }
    if (workload.kvType) {
        parts.push_back(say("KV cache dtype %1", kvTypeName(*workload.kvType)));
    }
    if (workload.attention) {
        parts.push_back(say("%1 attention", attentionName(*workload.attention)));
    }
    if (!workload.engine.empty()) {
        parts.push_back(say("by %1", workload.engine));
    }
    return joined(std::move(parts), ", ");
}

Result<void> checkWorkload(const Workload& workload) {
    for (const WorkloadNumber& number : workloadNumbers()) {
        const std::uint64_t value = workload.*number.value;
        if (value < number.least || value > number.most) {
            return fail(ErrorCode::InvalidArgument,
                        say("%1: %2 is out of range; use %3 to %4.", number.key,
                            formatGeneral(writtenNumber(number, value), 12),
                            formatGeneral(writtenNumber(number, number.least), 12),
                            formatGeneral(writtenNumber(number, number.most), 12)),
                        {}, std::string(number.key));
        }
    }
    return {};
}

}  // namespace stowage
