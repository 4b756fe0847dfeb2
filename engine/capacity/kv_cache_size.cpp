// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/kv_cache_size.h"

#include "engine/base/byte_size.h"
#include "engine/base/integers.h"
#include "engine/base/number_text.h"
#include "engine/capacity/estimate.h"
#include "engine/run/metered_compute.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace stowage {

namespace {

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t step) {
    return (value + step - 1) / step * step;
}

std::uint64_t partsOf(std::uint64_t value, std::uint64_t size) {
    return (value + size - 1) / size;
}

/// Tokens that layers of each kind hold, of all sequences together.
struct HeldTokens {
    std::uint64_t full = 0;
    std::uint64_t sliding = 0;
    std::uint64_t slidingAtPromptsEnd = 0;  ///< beside `sliding`
};

class CacheRules {
public:
    CacheRules(const EngineProfile& engine, const KvCacheFacts& cache, std::string className,
               const Workload& workload)
        : m_engine(engine),
          m_cache(cache),
          m_className(std::move(className)),
          m_batch(workload.batch),
          m_tokens(workload.tokens()),
          m_prompt(workload.prompt),
          m_chunk(workload.prefillChunk) {}

    [[nodiscard]] HeldTokens held() const {
        const std::uint64_t window = m_cache.window;
        const std::uint64_t kept = std::min(m_tokens, window);
        switch (m_engine.policy) {
            case KvPolicy::Dynamic: {
                // What goes in is kept whole until its layer has seen it.
                const std::uint64_t most =
                    m_chunk > 0 ? std::min(m_prompt, kept + m_chunk) : m_prompt;
                return {m_batch * m_tokens, m_batch * kept,
                        m_batch * (most > kept ? most - kept : 0)};
            }
            case KvPolicy::Doubling: {
                const std::uint64_t first = m_chunk > 0 ? std::min(m_chunk, m_prompt) : m_prompt;
                // The last token that is generated does not go in.
                const std::uint64_t rows = std::max(m_prompt, m_tokens - 1);
                const auto room = static_cast<std::uint64_t>(
                    cacheRoom(static_cast<std::int64_t>(first), static_cast<std::int64_t>(rows)));
                return {m_batch * room, m_batch * room, 0};
            }
            case KvPolicy::Static:
                return {m_batch * m_tokens, m_batch * kept, 0};
            case KvPolicy::Blocks: {
                const std::uint64_t block = m_engine.blockTokens;
                // One block more, since a window begins anywhere in its first.
                const std::uint64_t blocks =
                    std::min(partsOf(kept, block) + 1, partsOf(m_tokens, block));
                return {m_batch * roundedUp(m_tokens, block), m_batch * blocks * block, 0};
            }
            case KvPolicy::Pool: {
                const std::uint64_t full = m_batch * m_tokens;
                const auto smaller = static_cast<std::uint64_t>(
                    std::floor(static_cast<double>(full) * m_engine.slidingShare));
                // The pools have a page that nobody uses.
                return {full + m_engine.blockTokens,
                        (hasSmallerPool() ? smaller : full) + m_engine.blockTokens, 0};
            }
            case KvPolicy::Cells: {
                const std::uint64_t cells = roundedUp(m_batch * m_tokens, m_engine.blockTokens);
                return {cells,
                        roundedUp(std::min(cells, window * m_batch + m_engine.microBatch),
                                  m_engine.blockTokens),
                        0};
            }
        }
        return {};
    }

private:
    [[nodiscard]] bool hasSmallerPool() const {
        return std::ranges::any_of(m_engine.slidingClasses, [&](const std::string& beginning) {
            return m_className.starts_with(beginning);
        });
    }

    const EngineProfile& m_engine;
    const KvCacheFacts& m_cache;
    std::string m_className;
    std::uint64_t m_batch;
    std::uint64_t m_tokens;
    std::uint64_t m_prompt;
    std::uint64_t m_chunk;  ///< 0: the whole prompt
};

/// What an engine keeps of what a decoder attends to beside its tokens.
struct CrossCache {
    std::uint64_t positions = 0;             ///< of each sequence
    std::optional<MissingFact> uncounted{};  ///< why they are not known
};

CrossCache crossCacheOf(const EngineProfile& engine, const KvCacheFacts& cache,
                        const Workload& work) {
    using Rule = EngineProfile::CrossRule;
    using Source = KvCacheFacts::CrossSource;
    if (cache.crossLayers == 0) {
        return {};
    }
    const Message otherEngine = say("Choose another engine.");
    if (engine.cross == Rule::Unknown) {
        return {0, MissingFact{say("how %1 stores encoder or image positions, which a decoder "
                                   "attends to in addition to tokens",
                                   engine.title),
                               otherEngine}};
    }
    if (engine.cross == Rule::Recomputed) {
        return {0, MissingFact{say("how much memory %1 needs to recompute keys and values of "
                                   "encoder positions in each pass",
                                   engine.title),
                               otherEngine}};
    }
    if (cache.crossSource == Source::Unknown) {
        return {0, MissingFact{say("the number of encoder or image positions that this model "
                                   "attends to in addition to tokens"),
                               say("No option specifies this number; compare the estimate with a "
                                   "log of the engine.")}};
    }
    if (engine.cross == Rule::Most && cache.crossSource != Source::Sequence) {
        return {0, MissingFact{say("the maximum number of positions of this model's encoder, for "
                                   "which %1 reserves memory",
                                   engine.title),
                               otherEngine}};
    }
    const std::uint64_t each = cache.crossPositions.value_or(0);
    const std::uint64_t given = cache.crossSource == Source::Prompt   ? work.prompt
                                : cache.crossSource == Source::Images ? work.images * each
                                                                      : each;
    const auto room = static_cast<std::uint64_t>(cacheRoom(static_cast<std::int64_t>(given), 0));
    return {engine.policy == KvPolicy::Doubling ? room : roundedUp(given, engine.blockTokens)};
}

enum class LayerKind { Full, Sliding, Cross };

/// "32 layers × 1,024 numbers × 2 B × 4,096 tokens"
Message product(LayerKind kind, std::uint64_t layers, std::uint64_t elements, double bits,
                std::uint64_t tokens) {
    const std::string bytes = formatFixed(
        bits / 8, bits == std::floor(bits) && static_cast<std::uint64_t>(bits) % 8 == 0 ? 0 : 4);
    const std::string count = groupedText(layers);
    const std::string numbers = groupedText(elements);
    const std::string kept = groupedText(tokens);
    if (kind == LayerKind::Cross) {
        return layers == 1 ? say("%1 layer of cross-attention × %2 numbers × %3 B × %4 positions",
                                 count, numbers, bytes, kept)
                           : say("%1 layers of cross-attention × %2 numbers × %3 B × %4 positions",
                                 count, numbers, bytes, kept);
    }
    if (kind == LayerKind::Sliding) {
        return layers == 1 ? say("%1 sliding layer × %2 numbers × %3 B × %4 tokens", count, numbers,
                                 bytes, kept)
                           : say("%1 sliding layers × %2 numbers × %3 B × %4 tokens", count,
                                 numbers, bytes, kept);
    }
    return layers == 1
               ? say("%1 layer × %2 numbers × %3 B × %4 tokens", count, numbers, bytes, kept)
               : say("%1 layers × %2 numbers × %3 B × %4 tokens", count, numbers, bytes, kept);
}

}  // namespace

Result<KvType> kvTypeFor(const EngineProfile& engine, const Workload& workload, DType computeType) {
    const auto ofCompute = kvTypeOf(computeType);
    const auto wanted = workload.kvType      ? workload.kvType
                        : engine.usualKvType ? engine.usualKvType
                                             : ofCompute;
    const KvType type = wanted.value_or(KvType::Float32);
    const auto bits = engine.bits.find(type);
    if (bits == engine.bits.end() || !bits->second) {
        std::string known;
        for (const auto& [other, own] : engine.bits) {
            known += own ? (known.empty() ? "" : ", ") + std::string(kvTypeName(other)) : "";
        }
        return fail(ErrorCode::InvalidArgument,
                    say("%1 does not store keys and values in %2; use one of %3.", engine.title,
                        kvTypeName(type), known),
                    {}, "kv_dtype");
    }
    return type;
}

Unexpected cacheTooLarge() {
    return fail(ErrorCode::LimitExceeded,
                say("The keys and values of this workload are too large to be calculated; use "
                    "fewer sequences or a shorter context."),
                {}, "context");
}

Workload decoderWorkload(const KvCacheFacts& cache, Workload workload) {
    if (cache.crossSource == KvCacheFacts::CrossSource::Prompt) {
        workload.generate = workload.tokens() - workload.prompt;
        workload.prompt = 1;
        workload.context = 0;
        workload.prefillChunk = 0;
    }
    return workload;
}

Result<KvCacheSize> kvCacheSize(const EngineProfile& engine, const KvCacheFacts& cache,
                                const std::string& className, const Workload& workload,
                                DType computeType) {
    const auto type = kvTypeFor(engine, workload, computeType);
    STOWAGE_TRY(type);
    KvCacheSize size;
    size.type = *type;
    size.bits = *engine.bits.at(*type);
    const std::uint64_t elements =
        engine.keepsLibraryHeads ? cache.libraryElements : cache.elements;
    const double tokenBytes = static_cast<double>(elements) * size.bits / 8;
    const Workload decoded = decoderWorkload(cache, workload);
    const CacheRules rules(engine, cache, className, decoded);
    const HeldTokens held = rules.held();
    const std::uint64_t sliding = cache.windowLayers();
    const std::uint64_t full = cache.layers - sliding;
    const auto bytesOf = [&](std::uint64_t layers, std::uint64_t tokens) {
        return tokenBytes * static_cast<double>(layers) * static_cast<double>(tokens);
    };
    constexpr double kMost = 9.0e18;
    const double fullBytes = bytesOf(full, held.full);
    const double slidingBytes = bytesOf(sliding, held.sliding);
    CrossCache cross = crossCacheOf(engine, cache, workload);
    const std::uint64_t crossed = checkedMultiply(workload.batch, cross.positions)
                                      .value_or(std::numeric_limits<std::uint64_t>::max());
    const double crossBytes = static_cast<double>(cache.crossLayers) *
                              static_cast<double>(cache.crossElements) * size.bits / 8 *
                              static_cast<double>(crossed);
    if (fullBytes + slidingBytes + crossBytes > kMost) {
        return cacheTooLarge();
    }
    // What is left when a kind's bytes are shared out evenly goes to its first layers.
    const auto shareOut = [&](double ofFull, double ofSliding, std::vector<std::uint64_t>& layers) {
        std::uint64_t sum = 0;
        std::uint64_t fullLeft = full;
        std::uint64_t slidingLeft = sliding;
        auto fullRest = static_cast<std::uint64_t>(std::llround(ofFull));
        auto slidingRest = static_cast<std::uint64_t>(std::llround(ofSliding));
        for (std::uint64_t layer = 0; layer < cache.layers; ++layer) {
            const bool slides = !cache.slides.empty() && cache.slides[layer];
            std::uint64_t& rest = slides ? slidingRest : fullRest;
            std::uint64_t& left = slides ? slidingLeft : fullLeft;
            layers.push_back(rest / left);
            rest -= layers.back();
            sum += layers.back();
            --left;
        }
        return sum;
    };
    size.bytes = shareOut(fullBytes, slidingBytes, size.layers);
    size.uncounted = std::move(cross.uncounted);
    size.crossBytes = static_cast<std::uint64_t>(std::llround(crossBytes));
    size.bytes += size.crossBytes;
    // Each layer has as much of it; where others attend to images, which lie among these, a share.
    for (std::uint64_t layer = 0, left = size.crossBytes; layer < cache.layers; ++layer) {
        size.crossLayers.push_back(left / (cache.layers - layer));
        left -= size.crossLayers.back();
        size.layers[layer] += size.crossLayers.back();
    }
    size.promptBytes = shareOut(0, bytesOf(sliding, held.slidingAtPromptsEnd), size.promptLayers);
    size.bytesPerToken =
        static_cast<std::uint64_t>(std::llround(tokenBytes * static_cast<double>(cache.layers)));
    std::vector<Message> parts;
    if (full > 0) {
        parts.push_back(product(LayerKind::Full, full, elements, size.bits, held.full));
    }
    if (sliding > 0) {
        parts.push_back(product(LayerKind::Sliding, sliding, elements, size.bits, held.sliding));
    }
    if (size.crossBytes > 0) {
        parts.push_back(
            product(LayerKind::Cross, cache.crossLayers, cache.crossElements, size.bits, crossed));
    }
    size.explained = parts.empty()
                         ? say("nothing is stored: %1", formatSize(size.bytes))
                         : say("%1 = %2", joined(std::move(parts), " + "), formatSize(size.bytes));
    const std::uint64_t tokens = decoded.batch * decoded.tokens();
    if (engine.policy == KvPolicy::Doubling && size.bytes > 0 && held.full > tokens) {
        size.explained =
            say("%1; the cache doubles whenever it is full; the workload has %2 tokens",
                size.explained, groupedText(tokens));
    }
    return size;
}

Result<LlamaCppSize> llamaCppSize(const EngineProfile& engine, const LlamaCppFacts& facts,
                                  const Workload& workload, DType computeType) {
    using Cells = LlamaCppFacts::Cells;
    constexpr double kMost = 2e17;
    const auto type = kvTypeFor(engine, workload, computeType);
    STOWAGE_TRY(type);
    LlamaCppSize size;
    size.keyValues.type = *type;
    size.keyValues.bits = *engine.bits.at(*type);
    const std::uint64_t pad = engine.blockTokens;
    const std::uint64_t batch = workload.batch;
    const std::uint64_t all = roundedUp(batch * workload.tokens(), pad);
    const auto cellsOf = [&](const LlamaCppFacts::Cache& cache) {
        const std::uint64_t together = facts.isOfEachSequence ? 1 : batch;
        switch (cache.cells) {
            case Cells::Window:
                return roundedUp(std::min(all, facts.window * together + engine.microBatch), pad);
            case Cells::Compressed:
                return roundedUp(std::max<std::uint64_t>(partsOf(all, cache.ratio), 1), pad);
            case Cells::All:
                break;
        }
        return all;
    };
    double bytes = 0;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t>
        alike;  // layers by what a cell has
    for (const LlamaCppFacts::Cache& cache : facts.caches) {
        const std::uint64_t cells = cellsOf(cache) * (facts.isOfEachSequence ? batch : 1);
        const std::uint64_t elements = cache.keys + cache.values;
        const double own =
            static_cast<double>(elements) * size.keyValues.bits / 8 * static_cast<double>(cells);
        bytes += own;
        size.caches.push_back(static_cast<std::uint64_t>(std::min(std::round(own), kMost)));
        size.keyValues.bytes += size.caches.back();
        ++alike[{elements, cells}];
        if (cache.cells == Cells::All) {
            size.keyValues.bytesPerToken += static_cast<std::uint64_t>(
                std::llround(static_cast<double>(elements) * size.keyValues.bits / 8));
        }
    }
    std::vector<Message> parts;
    for (const auto& [cell, layers] : alike) {
        parts.push_back(
            product(LayerKind::Full, layers, cell.first, size.keyValues.bits, cell.second));
    }
    for (const LlamaCppFacts::State& state : facts.states) {
        constexpr std::uint64_t kFloat32 = 4;
        const double own = static_cast<double>(state.elements * kFloat32);
        bytes += own * static_cast<double>(batch);
        size.allStates.ofSequence += state.elements * kFloat32;
        size.states.push_back(
            static_cast<std::uint64_t>(std::min(own * static_cast<double>(batch), kMost)));
        size.allStates.bytes += size.states.back();
    }
    if (bytes > kMost) {
        return cacheTooLarge();
    }
    size.keyValues.explained = parts.empty() ? say("nothing is stored: %1", formatSize(0))
                                             : say("%1 = %2", joined(std::move(parts), " + "),
                                                   formatSize(size.keyValues.bytes));
    size.allStates.explained =
        say("%1 sequences × %2 in %3 layers = %4, according to the key-values of the file",
            groupedText(batch), formatSize(size.allStates.ofSequence),
            groupedText(facts.states.size()), formatSize(size.allStates.bytes));
    return size;
}

Message ofPart(const Message& explained, std::uint64_t here, std::uint64_t all) {
    return here < all ? say("%1 in total, %2 on this device", explained, formatSize(here))
                      : explained;
}

void explainCaches(const KvCacheSize& size, std::vector<DeviceEstimate>& devices) {
    for (DeviceEstimate& device : devices) {
        if (device.kvCache > 0) {
            device.explained["kv_cache"] = ofPart(size.explained, device.kvCache, size.bytes);
        }
    }
}

namespace {

DType storedType(EngineProfile::StateType type, const StateFacts& state, DType computeType) {
    using Type = EngineProfile::StateType;
    const bool isWide = type == Type::Float32 || (type == Type::Config && state.asksFloat32) ||
                        (type == Type::Library && state.isLibraryFloat32);
    return isWide ? DType::Float32 : computeType;
}

std::optional<std::uint64_t> checkedBytes(DType dtype, std::uint64_t elements) {
    const auto bits = checkedMultiply(elements, static_cast<std::uint64_t>(storedBits(dtype)));
    return bits && checkedAdd<std::uint64_t>(*bits, 7) ? std::optional(storedBytes(dtype, elements))
                                                       : std::nullopt;
}

/// What all sequences keep; nothing where it is not counted.
std::optional<StateSize> checkedSize(std::optional<std::uint64_t> convolution,
                                     std::optional<std::uint64_t> recurrent, std::uint64_t layers,
                                     std::uint64_t batch) {
    constexpr std::uint64_t kMost = 200'000'000'000'000'000;  // signed sums with caches still hold
    const auto both =
        convolution && recurrent ? checkedAdd(*convolution, *recurrent) : std::nullopt;
    const auto ofSequence = both ? checkedMultiply(*both, layers) : std::nullopt;
    const auto bytes = ofSequence ? checkedMultiply(*ofSequence, batch) : std::nullopt;
    if (!bytes || *bytes > kMost) {
        return std::nullopt;
    }
    return StateSize{*convolution * batch, *recurrent * batch, *ofSequence, *bytes, {}};
}

}  // namespace

Result<StateSize> stateSize(const EngineProfile::StateRules& rules, const StateFacts& state,
                            const Workload& workload, DType computeType) {
    const auto channels =
        checkedMultiply(state.channels, rules.hasLibrarySteps ? state.librarySteps : state.steps);
    const auto convolution =
        channels ? checkedBytes(storedType(rules.convolution, state, computeType), *channels)
                 : std::nullopt;
    const auto recurrent =
        checkedBytes(storedType(rules.recurrent, state, computeType), state.recurrent);
    auto size = checkedSize(convolution, recurrent, state.layers.size(), workload.batch);
    if (!size) {
        return fail(ErrorCode::LimitExceeded,
                    say("The state of recurrent layers for this workload is too large to be "
                        "calculated; use fewer sequences."),
                    {}, "batch");
    }
    size->explained =
        say("%1 (layers) × (convolution %2 B + recurrent %3 B) × %4 (sequences) = %5",
            groupedText(state.layers.size()), groupedText(*convolution), groupedText(*recurrent),
            groupedText(workload.batch), formatSize(size->bytes));
    return *std::move(size);
}

}  // namespace stowage
