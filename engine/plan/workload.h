// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/dtype.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// In what keys and values are kept. Fp8, Int8 and Q4 stand for what an engine makes of them: how
/// many bits one number then takes is its profile's (engine_profile.h).
enum class KvType { Float32, Float16, BFloat16, Fp8, Int8, Q4 };

/// Whether all scores of an attention are in memory at once, or a kernel keeps them to itself.
enum class AttentionKind { Eager, Fused };

/// The work that a plan has to carry: docs/spec/planning.md. A value.
struct Workload {
    std::uint64_t batch = 1;                   ///< sequences at once
    std::uint64_t prompt = 128;                ///< tokens of each
    std::uint64_t context = 0;                 ///< tokens to keep room for; 0: prompt + generate
    std::uint64_t generate = 0;                ///< tokens that follow each prompt
    std::uint64_t prefillChunk = 0;            ///< tokens of a prompt that go in at once; 0: all
    std::optional<KvType> kvType{};            ///< nothing: the dtype of compute
    std::optional<DType> computeType{};        ///< nothing: the weights'
    std::optional<AttentionKind> attention{};  ///< nothing: what the engine does
    std::uint64_t images = 0;                  ///< of each request
    /// GPUs that each hold a part of every layer; 1: layers lie whole as the map says, a pipeline;
    /// 0: as the engine does by itself.
    std::uint64_t tensorParallel = 0;
    /// Tokens of all sequences in one pass (vLLM's --max-num-batched-tokens); 0: the engine's own.
    std::uint64_t batchedTokens = 0;
    /// Ten-thousandths of each GPU that the engine takes (--gpu-memory-utilization); 0: its own.
    std::uint64_t memoryShare = 0;
    std::string engine{};  ///< name of its profile; "": kUsualEngine

    /// Tokens of a sequence that the cache keeps room for.
    [[nodiscard]] std::uint64_t tokens() const {
        return std::max({context, prompt + generate, std::uint64_t{1}});
    }
    /// Shortens an answer, or a prompt, that was only assumed to what the context has room for.
    void shortenAnswer() { generate = context > 0 ? std::min(generate, context / 4) : generate; }
    void shortenPrompt() {
        prompt = context > 0 ? std::min(prompt, context - std::min(generate, context - 1)) : prompt;
    }
    /// llama.cpp computes layers where their weights lie; other engines bring them to a GPU.
    [[nodiscard]] bool isComputedInPlace() const { return engine == "llama.cpp"; }
    /// `memoryShare` as a fraction.
    [[nodiscard]] double share() const { return static_cast<double>(memoryShare) / 10'000; }
    friend bool operator==(const Workload&, const Workload&) = default;
};

/// A sentence if a context is given that prompt and generated tokens exceed: they are then counted.
[[nodiscard]] std::optional<Message> shortContextText(const Workload& workload);

/// "float16", "fp8", "q4" …; and back. Error: InvalidArgument that names all.
[[nodiscard]] std::string_view kvTypeName(KvType type);
[[nodiscard]] Result<KvType> kvTypeFromName(std::string_view name);
/// The one that keeps numbers of this dtype as they are; nothing where there is none.
[[nodiscard]] std::optional<KvType> kvTypeOf(DType dtype);
/// "eager", "fused"; and back. Error: InvalidArgument.
[[nodiscard]] std::string_view attentionName(AttentionKind kind);
[[nodiscard]] Result<AttentionKind> attentionFromName(std::string_view name);

/// One number of a workload, for options, fields and sweeps alike.
struct WorkloadNumber {
    std::string_view key;  ///< "prefill_chunk", as JSON has it; an option is "--prefill-chunk"
    Phrase title;          ///< for people
    Phrase hint;           ///< what it is, with its default
    std::uint64_t Workload::*value;
    std::uint64_t least;
    std::uint64_t most;
    unsigned places = 0;  ///< decimal places that it counts: with 4, a value of 9,200 is 0.92
};
[[nodiscard]] const std::vector<WorkloadNumber>& workloadNumbers();
/// A value as people and JSON write it; and back, rounded.
[[nodiscard]] double writtenNumber(const WorkloadNumber& number, std::uint64_t value);
[[nodiscard]] std::uint64_t storedNumber(const WorkloadNumber& number, double written);

/// "2 sequences, prompt of 128, context of 4,096, fp8 keys and values": what differs from a fresh
/// Workload, the prompt always.
[[nodiscard]] Message workloadText(const Workload& workload);

/// InvalidArgument where a number is out of its range, or a chunk is longer than the prompt.
[[nodiscard]] Result<void> checkWorkload(const Workload& workload);

}  // namespace stowage
