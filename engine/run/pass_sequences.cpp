// SPDX-License-Identifier: GPL-3.0-or-later
// What a pass computes sequence by sequence, over what is kept of each.
#include "engine/run/models/module_pass.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {
namespace {

KvCache::Layer& layerOf(KvCache& cache, std::size_t layer) {
    if (cache.layers.size() <= layer) {
        cache.layers.resize(layer + 1);
    }
    return cache.layers[layer];
}

}  // namespace

ModulePass::Next ModulePass::rotate(const Next& x, std::int64_t heads, const RotaryTable& table) {
    const auto isLong = [&](const SequenceRows& sequence) {
        return !table.longFrequencies.empty() && sequence.length() > table.shortContext;
    };
    if (!x) {
        return x;
    }
    RotaryTable placed = table;
    if (isLong(m_sequences.front())) {
        placed.frequencies = table.longFrequencies;
    }
    if (m_sequences.size() == 1) {
        return withRoom([&] { return m_compute.rotate(**x, heads, placed, firstPosition()); });
    }
    const auto longOnes = std::ranges::count_if(m_sequences, isLong);
    if (longOnes == 0 || longOnes == std::ssize(m_sequences)) {
        placed.positions = positions();
        return withRoom([&] { return m_compute.rotate(**x, heads, placed, 0); });
    }
    std::vector<ActivationPtr> parts;
    std::int64_t first = 0;
    for (const SequenceRows& sequence : m_sequences) {
        placed.frequencies = isLong(sequence) ? table.longFrequencies : table.frequencies;
        const Next own = m_compute.rowRange(**x, first, sequence.rows);
        Next turned = own ? withRoom([&] {
            return m_compute.rotate(**own, heads, placed, sequence.before());
        })
                          : own;
        STOWAGE_TRY(turned);
        parts.push_back(std::move(*turned));
        first += sequence.rows;
    }
    return withRoom([&] { return m_compute.join(parts); });
}

Result<void> ModulePass::remember(KvCache& cache, std::size_t layer, ActivationPtr& keys,
                                  ActivationPtr& values) {
    KvCache::Layer& kept = layerOf(cache, layer);
    const Next allKeys = withRoom([&] { return m_compute.append(kept.keys, *keys); });
    STOWAGE_TRY(allKeys);
    const Next allValues = withRoom([&] { return m_compute.append(kept.values, *values); });
    STOWAGE_TRY(allValues);
    kept.keys = *allKeys;
    kept.values = *allValues;
    keys = *allKeys;
    values = *allValues;
    return {};
}

ModulePass::Next ModulePass::attend(const SequenceRows& sequence, std::size_t layer,
                                    const ActivationPtr& queries, ActivationPtr keys,
                                    ActivationPtr values, const AttentionShape& shape,
                                    const Weight* mask, const Activation* bias) {
    const std::int64_t before = sequence.before();
    if (sequence.cache != nullptr && shape.keeps) {
        STOWAGE_TRY(remember(*sequence.cache, layer, keys, values));
    }
    const AttentionInput input{.queries = *queries,
                               .keys = *keys,
                               .values = *values,
                               .heads = shape.heads,
                               .keyHeads = shape.keyHeads,
                               .firstQuery = before,
                               .attentionMask = shape.attentionMask,
                               .window = shape.window,
                               .seenByAll = shape.seenByAll,
                               .scale = shape.scale,
                               .cap = shape.cap,
                               .alibi = shape.alibi,
                               .bias = bias,
                               .mask = mask,
                               .maskKind = shape.maskKind,
                               .kind = m_environment.attention};
    return withRoom([&] { return m_compute.attention(input); });
}

ModulePass::Next ModulePass::attention(const std::string& path, std::size_t layer,
                                       const Next& queries, const Next& keys, const Next& values,
                                       const AttentionShape& shape) {
    if (!queries || !keys || !values) {
        return !queries ? queries : !keys ? keys : values;
    }
    return run(path, {shape.maskName}, [&](const ModuleTensors& own) -> Next {
        const Weight* const mask = own.optional(0);
        const ComputePlace place = mask != nullptr ? mask->place() : (*queries)->place();
        const Next q = m_compute.move(*queries, place);
        Next k = q ? m_compute.move(*keys, place) : q;
        Next v = k ? m_compute.move(*values, place) : k;
        STOWAGE_TRY(v);
        if (shape.isOfInput) {
            return attend({}, layer, *q, std::move(*k), std::move(*v), shape, mask, nullptr);
        }
        const auto biasOf = [&](std::size_t sequence) -> Next {
            return shape.biases.empty() ? ActivationPtr()
                                        : m_compute.move(shape.biases[sequence], place);
        };
        if (m_sequences.size() == 1) {
            const Next bias = biasOf(0);
            STOWAGE_TRY(bias);
            return attend(m_sequences.front(), layer, *q, std::move(*k), std::move(*v), shape, mask,
                          bias->get());
        }
        std::vector<ActivationPtr> parts;
        std::int64_t first = 0;
        for (const SequenceRows& sequence : m_sequences) {
            const Next bias = biasOf(parts.size());
            STOWAGE_TRY(bias);
            const auto part = [&](const Next& all) {
                return m_compute.rowRange(**all, first, sequence.rows);
            };
            const Next ownQ = part(q);
            Next ownK = ownQ ? part(k) : ownQ;
            Next ownV = ownK ? part(v) : ownK;
            STOWAGE_TRY(ownV);
            Next out = attend(sequence, layer, *ownQ, std::move(*ownK), std::move(*ownV), shape,
                              mask, bias->get());
            STOWAGE_TRY(out);
            parts.push_back(std::move(*out));
            first += sequence.rows;
        }
        return withRoom([&] { return m_compute.join(parts); });
    });
}

Result<void> ModulePass::rememberEncoded(KvCache& cache, std::size_t layer,
                                         const ActivationPtr& keys, const ActivationPtr& values) {
    KvCache::Layer& kept = layerOf(cache, layer);
    Next own = withRoom([&] { return m_compute.append(nullptr, *keys); });
    STOWAGE_TRY(own);
    kept.crossKeys = std::move(*own);
    own = withRoom([&] { return m_compute.append(nullptr, *values); });
    STOWAGE_TRY(own);
    kept.crossValues = std::move(*own);
    return {};
}

ModulePass::Next ModulePass::crossAttention(const std::string& path, std::size_t layer,
                                            const Next& queries, const Next& keys,
                                            const Next& values, const AttentionShape& shape) {
    if (!queries || !keys || !values) {
        return !queries ? queries : !keys ? keys : values;
    }
    return run(path, {}, [&](const ModuleTensors& /*none*/) -> Next {
        const ComputePlace place = (*queries)->place();
        const bool isFirst = *keys != nullptr;
        const Next q = m_compute.move(*queries, place);
        const Next k = q && isFirst ? m_compute.move(*keys, place) : q;
        const Next v = k && isFirst ? m_compute.move(*values, place) : k;
        STOWAGE_TRY(v);
        const auto part = [&](const Next& all, std::int64_t first, std::int64_t count) {
            return m_sequences.size() == 1 ? all : m_compute.rowRange(**all, first, count);
        };
        std::vector<ActivationPtr> parts;
        std::int64_t row = 0;
        std::int64_t encodedRow = 0;
        for (const SequenceRows& sequence : m_sequences) {
            if (isFirst) {
                const Next ownK = part(k, encodedRow, sequence.encoded);
                const Next ownV = ownK ? part(v, encodedRow, sequence.encoded) : ownK;
                STOWAGE_TRY(ownV);
                STOWAGE_TRY(rememberEncoded(*sequence.cache, layer, *ownK, *ownV));
                encodedRow += sequence.encoded;
            }
            const KvCache::Layer& kept = sequence.cache->layers[layer];
            const Next ownQ = part(q, row, sequence.rows);
            const Next seen = ownQ ? m_compute.move(kept.crossKeys, place) : ownQ;
            const Next given = seen ? m_compute.move(kept.crossValues, place) : seen;
            STOWAGE_TRY(given);
            const AttentionInput input{.queries = **ownQ,
                                       .keys = **seen,
                                       .values = **given,
                                       .heads = shape.heads,
                                       .attentionMask = AttentionMask::Bidirectional,
                                       .scale = shape.scale,
                                       .kind = m_environment.attention};
            Next out = withRoom([&] { return m_compute.attention(input); });
            STOWAGE_TRY(out);
            parts.push_back(std::move(*out));
            row += sequence.rows;
        }
        return parts.size() == 1 ? Next(parts.front())
                                 : withRoom([&] { return m_compute.join(parts); });
    });
}

ModulePass::Biases ModulePass::relativeBias(const std::string& path,
                                            const RelativeBuckets& buckets) {
    std::vector<ActivationPtr> biases;
    const Next last = run(path, {"weight"}, [&](const ModuleTensors& own) -> Next {
        for (const SequenceRows& sequence : m_sequences) {
            Next bias = withRoom([&] {
                return m_compute.relativeBias(own[0], buckets, sequence.before(), sequence.rows,
                                              sequence.before() + sequence.rows);
            });
            STOWAGE_TRY(bias);
            biases.push_back(std::move(*bias));
        }
        return biases.back();
    });
    STOWAGE_TRY(last);
    return biases;
}

std::vector<std::int64_t> ModulePass::startDecoder() {
    std::vector<std::int64_t> tokens;
    for (SequenceRows& sequence : m_sequences) {
        const std::vector<std::int64_t>& own = sequence.cache->decoderTokens;
        sequence.encoded = sequence.rows;
        sequence.rows = static_cast<std::int64_t>(own.size());
        tokens.insert(tokens.end(), own.begin(), own.end());
    }
    return tokens;
}

ModulePass::Next ModulePass::carrying(std::size_t layer, ActivationPtr KvCache::Layer::*kept,
                                      const Carry& work) {
    std::vector<ActivationPtr> parts;
    std::int64_t first = 0;
    for (const SequenceRows& sequence : m_sequences) {
        ActivationPtr none;
        ActivationPtr& state =
            sequence.cache != nullptr ? layerOf(*sequence.cache, layer).*kept : none;
        Next made = withRoom([&]() -> Next {
            Result<Carried> carried = work(sequence, first, state.get());
            STOWAGE_TRY(carried);
            state = std::move(carried->state);
            return std::move(carried->made);
        });
        STOWAGE_TRY(made);
        parts.push_back(std::move(*made));
        first += sequence.rows;
    }
    return parts.size() == 1 ? Next(parts.front())
                             : withRoom([&] { return m_compute.join(parts); });
}

ModulePass::Next ModulePass::causalConvolution(const std::string& path, std::size_t layer,
                                               const Next& x) {
    STOWAGE_TRY(x);
    return run(path, {"weight", "bias"}, [&](const ModuleTensors& own) -> Next {
        const Next here = brought(*x, own[0].place());
        STOWAGE_TRY(here);
        return carrying(layer, &KvCache::Layer::convolved,
                        [&](const SequenceRows& sequence, std::int64_t first,
                            const Activation* state) -> Result<Carried> {
                            const Next rows = m_compute.rowRange(**here, first, sequence.rows);
                            STOWAGE_TRY(rows);
                            return m_compute.causalConvolution(**rows, own[0], own.optional(1),
                                                               state);
                        });
    });
}

ModulePass::Next ModulePass::selectiveScan(const std::string& path, std::size_t layer,
                                           ScanRows rows) {
    const std::array all{&rows.x, &rows.timeSteps, &rows.b, &rows.c, &rows.gate};
    for (const Next* const operand : all) {
        STOWAGE_TRY(*operand);
    }
    return run(path, {"A_log", "D"}, [&](const ModuleTensors& own) -> Next {
        for (Next* const operand : all) {
            *operand = withRoom([&] { return m_compute.move(**operand, own[0].place()); });
            STOWAGE_TRY(*operand);
        }
        return carrying(
            layer, &KvCache::Layer::states,
            [&](const SequenceRows& sequence, std::int64_t first,
                const Activation* state) -> Result<Carried> {
                std::array<ActivationPtr, all.size()> parts;
                for (std::size_t i = 0; i < all.size(); ++i) {
                    const Next part = m_compute.rowRange(***all[i], first, sequence.rows);
                    STOWAGE_TRY(part);
                    parts[i] = *part;
                }
                return m_compute.selectiveScan({*parts[0], *parts[1], *parts[2], *parts[3],
                                                *parts[4], own[0], own.optional(1), state});
            });
    });
}

}  // namespace stowage
