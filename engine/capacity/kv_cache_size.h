// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"
#include "engine/capacity/engine_profile.h"
#include "engine/model/model_facts.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct DeviceEstimate;

/// What an engine keeps of a workload's tokens. Bytes, of all sequences together.
struct KvCacheSize {
    std::vector<std::uint64_t> layers;  ///< by layer that keeps anything; they add up to `bytes`
    std::uint64_t bytes = 0;            ///< while tokens are decoded at Workload::tokens()
    /// Of those, what is kept of an encoder's output or of images, as long as they are.
    std::vector<std::uint64_t> crossLayers;
    std::uint64_t crossBytes = 0;
    std::optional<MissingFact> uncounted;  ///< why that is not counted; nothing: it is, or is 0
    /// Beside it, at the end of the prompt, until the first token is decoded: sliding layers of a
    /// dynamic cache keep the storage of the whole prompt.
    std::vector<std::uint64_t> promptLayers;
    std::uint64_t promptBytes = 0;
    /// One token of one sequence in every layer whose cache grows, no window being full.
    std::uint64_t bytesPerToken = 0;
    KvType type = KvType::Float32;
    double bits = 0;  ///< of a number
    /// The formula with its numbers: "32 layers × 1,024 numbers × 2 B × 4,096 tokens = 512 MiB".
    Message explained;
};

/// The type in which an engine keeps keys and values: what is asked for, the engine's own, else the
/// dtype of compute. Errors: InvalidArgument where the engine has no such cache.
[[nodiscard]] Result<KvType> kvTypeFor(const EngineProfile& engine, const Workload& workload,
                                       DType computeType);

/// LimitExceeded ("context"): keys and values of more bytes than 64 bits can count.
[[nodiscard]] Unexpected cacheTooLarge();

/// The same of the tokens that a decoder itself keeps: where an encoder reads the prompt, the one
/// with which the decoder begins takes the prompt's place.
[[nodiscard]] Workload decoderWorkload(const KvCacheFacts& cache, Workload workload);

/// By the engine's own rules (its profile says from where). `className`: of the model.
/// Errors: those of kvTypeFor(); LimitExceeded where 64 bits do not hold it.
[[nodiscard]] Result<KvCacheSize> kvCacheSize(const EngineProfile& engine,
                                              const KvCacheFacts& cache,
                                              const std::string& className,
                                              const Workload& workload, DType computeType);

/// What an engine keeps of a workload's sequences in recurrent and convolution layers. Bytes.
struct StateSize {
    std::uint64_t convolution = 0;  ///< of one layer, all sequences together
    std::uint64_t recurrent = 0;    ///< the same
    std::uint64_t ofSequence = 0;   ///< of one sequence in all layers
    std::uint64_t bytes = 0;        ///< of all sequences in all layers
    Message explained;              ///< the formula with its numbers
};

/// The memory that llama.cpp keeps for a workload with the model of a GGUF file. Bytes, of all
/// sequences together.
struct LlamaCppSize {
    std::vector<std::uint64_t> caches;  ///< of each LlamaCppFacts::caches
    std::vector<std::uint64_t> states;  ///< of each LlamaCppFacts::states
    KvCacheSize keyValues;              ///< all caches: type, bits, bytes, bytesPerToken, explained
    StateSize allStates;                ///< all states: ofSequence, bytes, explained
};

/// With one pool of cells for all sequences, as llama-server has it, and windows of their own size
/// (no --swa-full). Errors: those of kvTypeFor(); LimitExceeded where it is more than 2 × 10^17
/// bytes.
[[nodiscard]] Result<LlamaCppSize> llamaCppSize(const EngineProfile& engine,
                                                const LlamaCppFacts& facts,
                                                const Workload& workload, DType computeType);

/// What is said of a device that has a part of something.
[[nodiscard]] Message ofPart(const Message& explained, std::uint64_t here, std::uint64_t all);

/// Says of each device that keeps some of these keys and values what they come of.
void explainCaches(const KvCacheSize& size, std::vector<DeviceEstimate>& devices);

/// By the engine's own rules, which its profile has (EngineProfile::state). Error: LimitExceeded
/// where it is more than 2 × 10^17 bytes.
[[nodiscard]] Result<StateSize> stateSize(const EngineProfile::StateRules& rules,
                                          const StateFacts& state, const Workload& workload,
                                          DType computeType);

}  // namespace stowage
