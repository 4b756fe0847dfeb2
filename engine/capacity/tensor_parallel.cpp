// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/tensor_parallel.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/device/machine_link.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

using ParallelRules = EngineProfile::TensorParallel;

/// A part of a tensor's bytes.
struct Portion {
    std::uint64_t held = 1;
    std::uint64_t of = 1;
};

Unexpected notDivided(Message message) {
    return fail(ErrorCode::InvalidArgument, std::move(message), {}, "tensor_parallel");
}

/// Projections whose results are summed up over the cards, so that each has what is added to them.
bool isSummedUp(std::string_view module) {
    constexpr std::array<std::string_view, 8> kNames{
        "o_proj", "out_proj", "c_proj", "dense", "wo", "out_lin", "out.dense", "output.dense"};
    const auto endsWith = [&](std::string_view name) {
        return module == name ||
               (module.ends_with(name) && module[module.size() - name.size() - 1] == '.');
    };
    return std::ranges::any_of(kNames, endsWith);
}

class Divider {
public:
    Divider(const PlacementPlan& plan, const ModelFacts& facts, const EngineProfile& engine,
            std::uint64_t cards)
        : m_plan(plan),
          m_tree(*plan.request.tree),
          m_facts(facts),
          m_rules(*engine.tensorParallel),
          m_cards(cards),
          m_shape(modelShape(m_tree, facts)) {}

    Result<ParallelShare> run(const EngineProfile& engine) {
        const bool isUndivided = std::ranges::any_of(
            m_rules.undividedClasses,
            [&](const std::string& beginning) { return m_facts.className.starts_with(beginning); });
        if (isUndivided) {
            return fail(ErrorCode::Unsupported,
                        say("With tensor parallelism, %1 does not divide all parts of the layers "
                            "of %2 among GPUs; choose another engine.",
                            engine.title, m_facts.className),
                        {}, "tensor_parallel");
        }
        STOWAGE_TRY(check());
        ParallelShare share;
        share.cards = m_cards;
        share.hidden = m_facts.hiddenSize.value_or(0);
        divideTensors(share);
        share.facts = dividedFacts();
        share.shape = dividedShape();
        return share;
    }

private:
    [[nodiscard]] std::uint64_t kvHeads() const {
        return m_facts.keyValueHeads.value_or(m_facts.attentionHeads.value_or(1));
    }
    /// Of keys and values on each card.
    [[nodiscard]] std::uint64_t heldKvHeads() const {
        return std::max<std::uint64_t>(kvHeads() / m_cards, 1);
    }
    [[nodiscard]] std::uint64_t filledUp(std::uint64_t vocabulary) const {
        const std::uint64_t step = m_rules.vocabularyMultiple;
        return (vocabulary + step - 1) / step * step;
    }
    /// Towers beside the model proper, as one that sees, are not divided.
    [[nodiscard]] bool isDivided(const BlockShape& block) const {
        return block.isInDecoder || !m_facts.cache || m_facts.cache->layers == 0;
    }

    [[nodiscard]] Result<void> check() const {
        const std::uint64_t heads = m_facts.attentionHeads.value_or(0);
        if (m_shape.blocks.empty() && m_facts.state && !m_facts.state->layers.empty()) {
            return fail(ErrorCode::Unsupported,
                        say("It is not known how the layers of %1, which have no attention, are "
                            "divided among GPUs.",
                            m_facts.className),
                        {}, "tensor_parallel");
        }
        if (heads == 0 || m_shape.blocks.empty()) {
            return fail(ErrorCode::Unsupported,
                        say("The number of attention heads of this model is not known, so the "
                            "layers cannot be divided; open the model with its config.json."),
                        {}, "tensor_parallel");
        }
        if (heads % m_cards != 0) {
            return notDivided(
                say("%1 attention heads cannot be divided evenly among %2 GPUs; use a number of "
                    "GPUs that divides the number of heads.",
                    groupedText(heads), m_cards));
        }
        const std::uint64_t kept = kvHeads();
        const bool areFew = kept < m_cards && m_rules.replicatesKvHeads;
        if (!m_facts.latentWidth && (areFew ? m_cards % kept : kept % m_cards) != 0) {
            return notDivided(
                kept == 1 ? say("%1 key/value head cannot be divided among %2 GPUs.", kept, m_cards)
                          : say("%1 key/value heads cannot be divided evenly among %2 GPUs; use a "
                                "number of GPUs that divides the number of heads.",
                                groupedText(kept), m_cards));
        }
        for (const BlockShape& block : m_shape.blocks) {
            if (isDivided(block) && block.inner % m_cards != 0) {
                return notDivided(
                    say("The feed-forward width of %1 cannot be divided evenly among %2 GPUs; use "
                        "a number of GPUs that divides this width.",
                        groupedText(block.inner), m_cards));
            }
            if (isDivided(block) && block.expertInner % m_cards != 0) {
                return notDivided(
                    say("The expert width of %1 cannot be divided evenly among %2 GPUs; use a "
                        "number of GPUs that divides this width.",
                        groupedText(block.expertInner), m_cards));
            }
        }
        const std::uint64_t vocabulary = m_facts.vocabulary.value_or(0);
        if (filledUp(vocabulary) % m_cards != 0) {
            return notDivided(
                say("The vocabulary of %1 tokens cannot be divided evenly among %2 GPUs; use a "
                    "number of GPUs that divides the number of tokens.",
                    groupedText(filledUp(vocabulary)), m_cards));
        }
        return {};
    }

    void divideTensors(ParallelShare& share) const {
        std::vector<bool> counted(m_tree.storageCount());
        for (const TensorSpec& tensor : m_tree.tensors()) {
            if (counted[tensor.storage.index()]) {
                continue;
            }
            counted[tensor.storage.index()] = true;
            const std::uint64_t bytes = plannedBytes(m_plan, tensor);
            const Portion portion = portionOf(tensor);
            // Of fractions of a byte, as quantised weights may have, each card has the larger part.
            const std::uint64_t held =
                bytes / portion.of * portion.held +
                (bytes % portion.of * portion.held + portion.of - 1) / portion.of;
            share.tensors.push_back(held);
            share.weights += held;
            share.whole += portion.held == portion.of ? held : 0;
        }
    }

    [[nodiscard]] Portion portionOf(const TensorSpec& tensor) const {
        for (const BlockShape& block : m_shape.blocks) {
            if (tensor.module >= block.module &&
                tensor.module < m_tree.node(block.module).subtreeEnd) {
                return isDivided(block) ? portionInside(block, tensor) : Portion{};
            }
        }
        const std::uint64_t vocabulary = m_facts.vocabulary.value_or(0);
        const bool isByVocabulary = vocabulary > 0 && !tensor.shape.empty() &&
                                    static_cast<std::uint64_t>(tensor.shape.front()) == vocabulary;
        const bool isTable =
            m_tree.node(tensor.module).className.find("Embedding") != std::string::npos;
        if (!isByVocabulary || (isTable && !m_rules.dividesEmbedding)) {
            return {};
        }
        return {filledUp(vocabulary) / m_cards, vocabulary};
    }

    [[nodiscard]] Portion portionInside(const BlockShape& block, const TensorSpec& tensor) const {
        const std::string_view inside = std::string_view(tensor.name).substr(block.path.size() + 1);
        const std::string_view module =
            inside.substr(0, std::min(inside.rfind('.'), inside.size()));
        const bool isNorm =
            inside.find("norm") != std::string_view::npos ||
            m_tree.node(tensor.module).className.find("Norm") != std::string::npos ||
            inside.starts_with("ln_");
        if (isNorm || tensor.kind == TensorKind::Buffer || tensor.shape.empty()) {
            return {};
        }
        const auto has = [&](std::uint64_t width) {
            return std::ranges::any_of(tensor.shape, [width](std::int64_t size) {
                return static_cast<std::uint64_t>(size) == width;
            });
        };
        const BlockPart part = blockPartOf(m_tree, m_facts, block.module, tensor);
        if (part == BlockPart::Attention) {
            return attentionPortion(block, tensor, module, has);
        }
        if (part == BlockPart::State) {
            const bool isWhole = tensor.shape.size() == 1 && isSummedUp(module);
            const bool isDivided = m_rules.dividesStates || tensor.shape.size() == 2;
            return !isWhole && isDivided && isDivisible(tensor) ? Portion{1, m_cards} : Portion{};
        }
        const bool isMatrix = tensor.shape.size() > 1;
        const bool isRouter = block.experts > 0 && isMatrix && tensor.shape.size() == 2 &&
                              has(block.experts) && has(block.hidden);
        const bool isAdded = !isMatrix || (tensor.shape.size() == 2 && !has(block.hidden));
        // What is added to the result of the last product has the hidden width.
        const bool isOfHidden =
            static_cast<std::uint64_t>(tensor.shape.back()) == block.hidden && isAdded;
        if (isRouter || isOfHidden || !isDivisible(tensor)) {
            return {};
        }
        return {1, m_cards};
    }

    template <typename Has>
    [[nodiscard]] Portion attentionPortion(const BlockShape& block, const TensorSpec& tensor,
                                           std::string_view module, const Has& has) const {
        const bool isAdded = tensor.shape.size() == 1;
        if (module.find("_a_proj") != std::string_view::npos || (isAdded && isSummedUp(module))) {
            return {};
        }
        const std::uint64_t held = heldKvHeads();
        const std::uint64_t all = kvHeads();
        if (held * m_cards == all || m_facts.latentWidth) {
            return isDivisible(tensor) ? Portion{1, m_cards} : Portion{};
        }
        // Each key/value head is on several cards.
        const std::uint64_t fused = block.queries + 2 * block.keys;
        if (has(fused)) {
            return {block.queries / m_cards + 2 * (block.keys / all * held), fused};
        }
        const bool isOfQueries = has(block.queries) && block.queries != block.hidden;
        const bool isOfKeys =
            !isOfQueries && has(block.keys) && (isAdded || block.keys != block.queries);
        return isOfKeys              ? Portion{held, all}
               : isDivisible(tensor) ? Portion{1, m_cards}
                                     : Portion{};
    }

    [[nodiscard]] bool isDivisible(const TensorSpec& tensor) const {
        return std::ranges::any_of(tensor.shape, [this](std::int64_t size) {
            return size > 0 && static_cast<std::uint64_t>(size) % m_cards == 0;
        });
    }

    [[nodiscard]] ModelFacts dividedFacts() const {
        ModelFacts facts = m_facts;
        if (facts.state && m_rules.dividesStates) {
            facts.state->channels = (facts.state->channels + m_cards - 1) / m_cards;
            facts.state->recurrent = (facts.state->recurrent + m_cards - 1) / m_cards;
        }
        if (!facts.cache) {
            return facts;
        }
        KvCacheFacts& cache = *facts.cache;
        // A latent vector stands for all heads: each card has all of it.
        const bool isSpread = cache.libraryElements != cache.elements;
        if (!facts.latentWidth) {
            cache.elements = cache.elements / kvHeads() * heldKvHeads();
            cache.crossElements = cache.crossElements / kvHeads() * heldKvHeads();
        }
        cache.libraryElements = isSpread ? cache.libraryElements / m_cards : cache.elements;
        return facts;
    }

    [[nodiscard]] ModelShape dividedShape() const {
        ModelShape shape = m_shape;
        for (BlockShape& block : shape.blocks) {
            if (!isDivided(block)) {
                continue;
            }
            block.heads /= m_cards;
            block.queries /= m_cards;
            block.keys = block.keys / kvHeads() * heldKvHeads();
            block.inner /= m_cards;
            block.expertInner /= m_cards;
        }
        shape.head.outputs += filledUp(shape.head.outputs) / m_cards;
        return shape;
    }

    const PlacementPlan& m_plan;
    const ModuleTree& m_tree;
    const ModelFacts& m_facts;
    const ParallelRules& m_rules;
    std::uint64_t m_cards;
    ModelShape m_shape;
};

}  // namespace

Message ParallelShare::explained(std::uint64_t inBlocks) const {
    return say(
        "%1 (parts of layers, divided among %2 GPUs) + %3 (weights that each GPU stores "
        "completely) = %4; with the allocator's rounding: %5",
        formatSize(weights - whole), cards, formatSize(whole), formatSize(weights),
        formatSize(inBlocks));
}

Result<ParallelShare> parallelShare(const PlacementPlan& plan, const ModelFacts& facts,
                                    const EngineProfile& engine, std::uint64_t cards) {
    for (std::uint64_t i = 0; i < cards; ++i) {
        if (plan.placement(DeviceId::gpu(static_cast<std::uint32_t>(i))) == nullptr) {
            return fail(ErrorCode::InvalidArgument,
                        say("Tensor parallelism is requested on %1 GPUs, but the number of GPUs in "
                            "this plan is %2.",
                            cards, i),
                        {}, "tensor_parallel");
        }
    }
    if (!engine.tensorParallel) {
        return fail(ErrorCode::Unsupported,
                    say("%1 does not divide layers among GPUs by tensor parallelism; use vllm, "
                        "sglang or transformers.",
                        engine.title),
                    {}, "tensor_parallel");
    }
    return Divider(plan, facts, engine, cards).run(engine);
}

std::uint64_t dividingCards(const PlacementPlan& plan, const ModelFacts* facts,
                            const EngineProfile& engine, const Workload& workload) {
    const PlacementRequest& request = plan.request;
    const bool isPlaced = strategyOwner(request) != StrategyOwner::Accelerate ||
                          !request.moves.empty() || !request.constraints.pins.empty();
    if (workload.tensorParallel > 0 || facts == nullptr || isPlaced || !engine.dividesByItself ||
        areSeveralMachines(request.devices)) {
        return std::max<std::uint64_t>(workload.tensorParallel, 1);
    }
    auto cards = static_cast<std::uint64_t>(
        std::ranges::count_if(request.devices, &DeviceId::isGpu, &DeviceInfo::id));
    while (cards > 1 && !parallelShare(plan, *facts, engine, cards)) {
        --cards;
    }
    return std::max<std::uint64_t>(cards, 1);
}

}  // namespace stowage
