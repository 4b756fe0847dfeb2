// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/vllm_plan.h"

#include "engine/base/integers.h"
#include "engine/capacity/kv_cache_size.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stowage {
namespace {

using Keeps = VllmPlan::Kind::Keeps;

constexpr unsigned kHopper = 90;
constexpr unsigned kBlackwell = 100;
constexpr unsigned kAfterBlackwell = 110;
constexpr unsigned kConsumerBlackwell = 120;

std::uint64_t partsOf(std::uint64_t value, std::uint64_t size) {
    return value / size + (value % size > 0 ? 1 : 0);
}

bool isOfDataCenterBlackwell(unsigned capability) {
    return capability >= kBlackwell && capability < kAfterBlackwell;
}

/// Whether prompts of gated delta nets are computed by FlashInfer, which keeps a state more and
/// wants whole multiples of 64 tokens. Of an unknown card both are assumed.
bool hasDeltaCheckpoints(unsigned capability) {
    return capability == 0 || capability == kHopper || isOfDataCenterBlackwell(capability) ||
           capability >= kConsumerBlackwell;
}

/// Tokens of a block as the attention backend that vLLM chooses on this card takes them
/// (platforms/interface.py, _select_block_size).
std::uint64_t backendBlock(const EngineProfile& engine, const ModelFacts& facts,
                           const VllmSetting& setting, KvType type) {
    constexpr std::uint64_t kUsual = 16;
    constexpr std::uint64_t kFlashInferMla = 32;
    constexpr std::uint64_t kWide = 64;
    if (setting.blockTokens) {
        return std::max<std::uint64_t>(*setting.blockTokens, 1);
    }
    if (engine.isPlannedAs("sparse", facts.className)) {
        return kWide;
    }
    const bool isNewest = isOfDataCenterBlackwell(setting.capability);
    if (facts.latentWidth) {
        return isNewest                                               ? kFlashInferMla
               : type == KvType::Fp8 && setting.capability == kHopper ? kWide
                                                                      : kUsual;
    }
    const bool seesAhead = facts.images && engine.isPlannedAs("sees_images_whole", facts.className);
    return isNewest && seesAhead ? kWide : kUsual;
}

/// Into how many groups layers of a kind go, so that all groups have about as many layers
/// (kv_cache_planning.py, group_and_unify).
std::uint64_t groupSize(const std::vector<VllmPlan::Kind>& kinds) {
    constexpr double kAlike = 1.5;
    const auto [least, most] = std::ranges::minmax(kinds, {}, &VllmPlan::Kind::layers);
    const bool areAlike =
        static_cast<double>(most.layers) < kAlike * static_cast<double>(least.layers);
    return areAlike ? most.layers : least.layers;
}

}  // namespace

VllmPlan VllmPlan::ofStage(const std::vector<std::uint64_t>& layers) const {
    VllmPlan stage = *this;
    std::uint64_t widest = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        stage.kinds[i].layers = layers[i];
        widest = std::max(widest, partsOf(layers[i], kinds[i].groups));
    }
    stage.bytesPerBlock = pageBytes * widest;
    return stage;
}

std::uint64_t VllmPlan::blocksOfStates() const {
    std::uint64_t blocks = 0;
    for (const Kind& kind : kinds) {
        blocks += kind.keeps == Keeps::States ? kind.groups * stateBlocks : 0;
    }
    return blocks;
}

std::uint64_t VllmPlan::blocksOf(std::uint64_t tokens) const {
    std::uint64_t sum = 0;
    for (const Kind& kind : kinds) {
        std::uint64_t blocks = 0;
        switch (kind.keeps) {
            case Keeps::All:
                blocks = partsOf(tokens, blockTokens);
                break;
            case Keeps::Window:
                blocks = partsOf(std::min(kind.window - 1 + inFlight, tokens), blockTokens) + 1;
                break;
            case Keeps::Chunk:
                blocks = partsOf(std::min(kind.window + inFlight, tokens), blockTokens);
                break;
            case Keeps::States:
                blocks = stateBlocks;
                break;
            case Keeps::Encoder:
                blocks = partsOf(batchedTokens, blockTokens);
                break;
        }
        sum += kind.groups * blocks;
    }
    return sum;
}

bool VllmPlan::accepts(std::uint64_t available, std::uint64_t tokens) const {
    const auto need = checkedMultiply(bytesPerBlock, blocksOf(tokens));
    return need && available > bytesPerBlock && *need <= available - bytesPerBlock;
}

std::uint64_t VllmPlan::longest(std::uint64_t available, std::uint64_t most) const {
    if (most == 0 || !accepts(available, 1)) {
        return 0;
    }
    std::uint64_t good = 1;
    std::uint64_t bad = most + 1;
    while (bad - good > 1) {
        const std::uint64_t middle = good + (bad - good) / 2;
        (accepts(available, middle) ? good : bad) = middle;
    }
    return good;
}

std::uint64_t VllmPlan::blocks(std::uint64_t available) const {
    return bytesPerBlock == 0 ? 0 : available / bytesPerBlock;
}

double VllmPlan::concurrency(std::uint64_t available, std::uint64_t tokens) const {
    return static_cast<double>(blocks(available)) /
           static_cast<double>(std::max<std::uint64_t>(blocksOf(tokens), 1));
}

Result<std::optional<VllmPlan>> vllmPlan(const EngineProfile& engine, const ModelFacts& facts,
                                         const VllmSetting& setting, const Workload& workload,
                                         DType computeType) {
    constexpr double kMost = 1e18;
    const auto none = std::optional<VllmPlan>();
    const auto type = kvTypeFor(engine, workload, computeType);
    STOWAGE_TRY(type);
    if (!facts.cache || !facts.state || (!facts.state->layers.empty() && !engine.state)) {
        return none;
    }
    const KvCacheFacts& cache = *facts.cache;
    const bool hasStates = !facts.state->layers.empty();
    const double bits = *engine.bits.at(*type);
    VllmPlan plan;
    plan.batchedTokens = setting.batchedTokens;
    plan.inFlight =
        setting.batchedTokens * (setting.schedulesAhead ? setting.stages + 1 : setting.stages);
    plan.blockTokens = backendBlock(engine, facts, setting, *type);

    const std::uint64_t sliding = cache.windowLayers();
    const bool isChunked = engine.isPlannedAs("chunked", facts.className);
    const auto add = [&plan](Keeps keeps, std::uint64_t layers, std::uint64_t window) {
        if (layers > 0) {
            plan.kinds.push_back({keeps, layers, 1, window});
        }
    };
    add(Keeps::All, cache.layers - sliding, 0);
    add(isChunked ? Keeps::Chunk : Keeps::Window, sliding, cache.window);
    add(Keeps::Encoder, cache.crossLayers, 0);
    add(Keeps::States, facts.state->layers.size(), 0);
    if (plan.kinds.empty()) {
        return none;
    }
    double ofToken = static_cast<double>(cache.elements) * bits / 8;
    if (engine.isPlannedAs("sparse", facts.className) && facts.latentWidth) {
        // The indexer's keys are bytes with a scale of four.
        constexpr double kScale = 4;
        const auto latent = static_cast<double>(*facts.latentWidth);
        ofToken = latent * bits / 8 + static_cast<double>(cache.elements) - latent + kScale;
    }
    double page = ofToken * static_cast<double>(plan.blockTokens);
    if (hasStates) {
        StateFacts states = *facts.state;
        states.asksFloat32 =
            states.asksFloat32 || engine.isPlannedAs("float32_states", facts.className);
        const auto state = stateSize(*engine.state, states, {}, computeType);
        STOWAGE_TRY(state);
        const auto ofState = static_cast<double>(state->convolution + state->recurrent);
        // Attention-free models keep no prefixes.
        const bool keepsPrefixes = setting.cachesPrefixes && cache.layers > 0;
        const bool isDelta = engine.isPlannedAs("delta", facts.className);
        const bool isAligned = isDelta && hasDeltaCheckpoints(setting.capability);
        const bool hasCheckpoint = isAligned || engine.isPlannedAs("mamba2", facts.className);
        plan.stateBlocks = keepsPrefixes ? (hasCheckpoint ? 3 : 2) : 1;
        if (cache.layers == 0) {
            page = ofState;
        } else {
            constexpr std::uint64_t kLatentStep = 128;
            constexpr std::uint64_t kDeltaStep = 64;
            std::uint64_t step = plan.blockTokens;
            step = facts.latentWidth ? std::max(step, kLatentStep) : step;
            step = keepsPrefixes && isAligned ? std::lcm(step, kDeltaStep) : step;
            const double steps = std::ceil(ofState / (static_cast<double>(step) * ofToken));
            if (!(steps < kMost / static_cast<double>(step))) {
                return none;
            }
            plan.blockTokens = std::max(plan.blockTokens, step * static_cast<std::uint64_t>(steps));
            page = ofToken * static_cast<double>(plan.blockTokens);
        }
    }
    const std::uint64_t size = groupSize(plan.kinds);
    std::uint64_t widest = 0;
    for (VllmPlan::Kind& kind : plan.kinds) {
        kind.groups = partsOf(kind.layers, size);
        widest = std::max(widest, partsOf(kind.layers, kind.groups));
    }
    if (!(page >= 1 && page * static_cast<double>(widest) < kMost)) {
        return none;
    }
    plan.pageBytes = static_cast<std::uint64_t>(std::llround(page));
    plan.bytesPerBlock = plan.pageBytes * widest;
    return std::optional(std::move(plan));
}

}  // namespace stowage
