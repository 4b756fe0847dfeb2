// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/stage_work.h"

#include "engine/run/layer_repeats.h"
#include "engine/run/metered_compute.h"
#include "engine/run/metered_weights.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace stowage {

namespace {

/// Of `count` experts, how many some of `tokens` tokens choose, where each takes `chosen` by
/// chance.
double expectedExperts(double count, double chosen, double tokens) {
    return chosen < count ? count * (1 - std::pow(1 - chosen / count, tokens)) : count;
}

/// What a layer keeps, by its kinds.
struct KeptShapes {
    struct State {
        RowShape row;
        std::int64_t rows = 0;
    };
    std::optional<RowShape> keys{};  ///< and values
    std::optional<State> cross{};    ///< the same, of what an encoder gave
    std::optional<State> convolved{};
    std::optional<State> states{};

    static KeptShapes of(const KvCache::Layer& layer) {
        const auto stateOf = [](const ActivationPtr& kept) {
            return kept ? std::optional(State{MeteredCompute::shapeOf(*kept), kept->shape()[0]})
                        : std::nullopt;
        };
        KeptShapes shapes{
            {}, stateOf(layer.crossKeys), stateOf(layer.convolved), stateOf(layer.states)};
        if (layer.keys) {
            shapes.keys = MeteredCompute::shapeOf(*layer.keys);
        }
        return shapes;
    }

    /// After so many tokens; what an encoder gave is of `encoded` rows, or of as many as it was: 0.
    [[nodiscard]] KvCache::Layer layer(MeteredCompute& compute, std::int64_t tokens,
                                       std::int64_t room, std::int64_t encoded) const {
        const auto made = [&](const std::optional<State>& state) {
            return state ? compute.cached(state->row, state->rows, state->rows) : ActivationPtr();
        };
        KvCache::Layer layer;
        if (keys) {
            layer.keys = compute.cached(*keys, tokens, room);
            layer.values = compute.cached(*keys, tokens, room);
        }
        if (cross) {
            const std::int64_t seen = encoded > 0 ? encoded : cross->rows;
            layer.crossKeys = compute.cached(cross->row, seen, cacheRoom(seen, seen));
            layer.crossValues = compute.cached(cross->row, seen, cacheRoom(seen, seen));
        }
        layer.convolved = made(convolved);
        layer.states = made(states);
        return layer;
    }
};

}  // namespace

class WorkCounter::Impl {
public:
    Impl(const RunModel& model, const RunSetting& setting, std::size_t sequences,
         AttentionKind attention)
        : m_model(model),
          m_setting(setting),
          m_sequences(sequences),
          m_attention(attention),
          m_weights(setting),
          m_stages(model.stages()),
          m_classes(layerClasses(model, m_stages, setting, 0)) {}

    Result<PassWork> count(const Pass& pass) {
        if (pass.before > 0 && m_cached.empty()) {  // what the cache keeps is seen at one token
            STOWAGE_TRY(count({1, 0, 1, Cache::Kept, Outputs::Last}));
        }
        ReplayedMemory memory = ReplayedMemory::ofNothing();
        WorkLedger ledger(m_setting, m_stages, memory);
        MeteredCompute compute(ledger, m_model.traits().onDemand);
        MeteredWeights weights(m_weights, compute, ledger);
        STOWAGE_TRY(walk(pass, compute, weights, ledger));
        correctExperts(compute, ledger, pass.tokens * static_cast<std::int64_t>(m_sequences));
        return std::move(ledger.work());
    }

private:
    Result<void> walk(const Pass& wanted, MeteredCompute& compute, MeteredWeights& weights,
                      WorkLedger& ledger) {
        const std::optional<std::int64_t>& start = m_model.traits().decoderStart;
        const bool isLater = wanted.before > 0;
        // A decoder with an encoder keeps its own tokens, the first of which is the start's.
        const std::int64_t before =
            start && isLater ? wanted.before - wanted.prompt + 1 : wanted.before;
        const std::int64_t encoded = start ? wanted.prompt : 0;
        std::vector<KvCache> caches(m_sequences);
        std::vector<SequenceRows> sequences;
        const std::int64_t room = cacheRoom(start ? 1 : wanted.prompt, before);
        for (KvCache& cache : caches) {
            cache.tokens = before;
            cache.decoderTokens.assign(start ? 1 : 0, start.value_or(0));
            for (std::size_t i = 0; isLater && i < m_cached.size(); ++i) {
                cache.layers.push_back(m_cached[i].layer(compute, before, room, encoded));
            }
            const bool keeps = wanted.cache == Cache::Kept || m_model.traits().attendsEncoded;
            sequences.push_back({wanted.tokens, keeps ? &cache : nullptr});
        }
        PassEnvironment around;
        around.entering = [&](const std::string& module) { ledger.enter(module); };
        around.attention = m_attention;
        CountedLayers counted(m_classes, ledger);
        if (!m_classes.empty()) {
            around.passOver = [&counted](ModulePass& /*pass*/, std::int64_t layer,
                                         ActivationPtr& x) { return counted.passOver(layer, x); };
        }
        const InputArray input{m_model.traits().input.value_or(InputTrait()).shape};
        around.input = &input;
        ModulePass pass(weights, compute, std::move(sequences), {}, {}, std::move(around));
        const std::vector<std::int64_t> zeros(static_cast<std::size_t>(wanted.tokens) * m_sequences,
                                              0);
        const auto out = m_model.forward(pass, zeros, wanted.outputs);
        STOWAGE_TRY(out);
        if (m_cached.empty()) {
            const std::vector<KvCache::Layer>& layers = caches.front().layers;
            const std::size_t count =
                layers.empty() ? 0 : std::max(layers.size(), m_classes.size());
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t walked = counted.walkedFor(i);
                m_cached.push_back(walked < layers.size() ? KeptShapes::of(layers[walked])
                                                          : KeptShapes());
            }
        }
        return {};
    }

    /// Experts of the layer to which one of them belongs.
    [[nodiscard]] std::size_t expertsBeside(const MeteredCompute& compute,
                                            const std::string& expert) const {
        const std::string layer = expert.substr(0, expert.rfind('.') + 1);
        std::set<std::string> all;
        for (const RunTensor& tensor : m_setting.tensors) {
            if (tensor.name.starts_with(layer)) {
                all.insert(compute.expertOf(tensor.name));
            }
        }
        return all.size();
    }

    /// As many experts as chance would have chosen, in place of those that were walked.
    void correctExperts(const MeteredCompute& compute, WorkLedger& ledger, std::int64_t tokens) {
        for (const auto& [number, experts] : ledger.experts()) {
            const auto count = static_cast<double>(expertsBeside(compute, *experts.used.begin()));
            const double chosen =
                static_cast<double>(ledger.expertRows(number)) / static_cast<double>(tokens);
            const double share = expectedExperts(count, chosen, static_cast<double>(tokens)) /
                                 static_cast<double>(experts.used.size());
            StageWork& stage = ledger.work()[number];
            const auto scaled = [&](std::uint64_t bytes) {
                return static_cast<std::uint64_t>(std::llround(static_cast<double>(bytes) * share));
            };
            for (std::uint64_t* const bytes : {&stage.bytesTouched, &stage.weightBytes}) {
                *bytes = *bytes - experts.bytesTouched + scaled(experts.bytesTouched);
            }
            for (MovedWork& moved : stage.moved) {
                moved.bytes = moved.onDemand ? scaled(moved.bytes) : moved.bytes;
            }
        }
    }

    const RunModel& m_model;
    const RunSetting& m_setting;
    std::size_t m_sequences;
    AttentionKind m_attention;
    DescribedWeights m_weights;
    std::vector<RunStage> m_stages;
    std::vector<std::size_t> m_classes;  ///< by layer
    std::vector<KeptShapes> m_cached;    ///< by layer
};

WorkCounter::WorkCounter(const RunModel& model, const RunSetting& setting, std::size_t sequences,
                         AttentionKind attention)
    : m_impl(std::make_unique<Impl>(model, setting, sequences, attention)) {}

WorkCounter::~WorkCounter() = default;

Result<PassWork> WorkCounter::count(const Pass& pass) {
    return m_impl->count(pass);
}

}  // namespace stowage
