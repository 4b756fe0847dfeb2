// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/decoder_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <utility>

namespace stowage {

namespace {

class DecoderModel : public LayeredModel {
public:
    DecoderModel(RunTraits traits, DecoderShape shape)
        : LayeredModel(std::move(traits)), m_shape(std::move(shape)), m_names(m_shape.names) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages(
            present({m_names.words, m_names.positions, m_names.projectIn, m_names.wordsNorm}),
            m_names.layers, traits().layers,
            present({m_names.finalNorm, m_names.projectOut, m_names.head}));
    }

    [[nodiscard]] std::vector<std::size_t> layerKinds() const override {
        const std::size_t tables = std::max<std::size_t>(m_shape.rotary.size(), 1);
        std::vector<std::size_t> kinds;
        for (std::size_t layer = 0; layer < m_shape.windows.size(); ++layer) {
            kinds.push_back(static_cast<std::size_t>(m_shape.windows[layer]) * tables +
                            (m_shape.rotaryOf.empty() ? 0 : m_shape.rotaryOf[layer]));
        }
        return kinds;
    }

    [[nodiscard]] std::vector<std::int64_t> tokenLimits() const override {
        const std::set<std::int64_t> limits(m_shape.windows.begin(), m_shape.windows.end());
        return {limits.upper_bound(0), limits.end()};
    }

private:
    [[nodiscard]] Next head(ModulePass& pass, Next x, Outputs outputs) const override {
        x = norm(pass, m_names.finalNorm, x);
        x = wantedRows(pass, x, outputs);
        if (!m_names.projectOut.empty()) {
            x = pass.linear(m_names.projectOut, x);
        }
        x = pass.linear(m_names.head, x);
        if (m_shape.logitCap > 0) {
            x = pass.scale(x, 1 / m_shape.logitCap);
            x = pass.activation(x, ActivationFunction::Tanh);
            x = pass.scale(x, m_shape.logitCap);
        }
        return x;
    }

    struct Heads {
        Next queries;
        Next keys;
        Next values;
    };

    [[nodiscard]] static std::vector<std::string> present(std::vector<std::string> names) {
        std::erase(names, std::string());
        return names;
    }

    /// x itself where the family has no such norm.
    [[nodiscard]] Next norm(ModulePass& pass, const std::string& path, const Next& x) const {
        return path.empty() ? x
               : m_shape.norm == NormKind::Layer
                   ? pass.layerNorm(path, x, m_shape.epsilon)
                   : pass.rmsNorm(path, x, m_shape.epsilon, m_shape.rmsScale);
    }
    [[nodiscard]] Next norm(ModulePass& pass, const std::string& layer, const std::string& name,
                            const Next& x) const {
        return name.empty() ? x : norm(pass, layer + name, x);
    }

    [[nodiscard]] Next embed(ModulePass& pass,
                             std::span<const std::int64_t> tokens) const override {
        Next x = pass.table(m_names.words, tokens);
        if (m_shape.wordScale != 1) {
            x = pass.scale(x, m_shape.wordScale);
        }
        if (!m_names.projectIn.empty()) {
            x = pass.linear(m_names.projectIn, x);
        }
        if (!m_names.positions.empty()) {
            std::vector<std::int64_t> positions = pass.positions();
            for (std::int64_t& position : positions) {
                position += m_shape.positionOffset;
            }
            x = pass.sum(pass.table(m_names.positions, positions), x);
        }
        return norm(pass, m_names.wordsNorm, x);
    }

    [[nodiscard]] Heads project(ModulePass& pass, const std::string& path, Next x) const {
        if (m_names.joined.empty()) {
            Next queries = pass.linear(path + m_names.queries, x);
            Next keys = pass.linear(path + m_names.keys, x);
            Next values = pass.linear(path + m_names.values, x);
            return {std::move(queries), std::move(keys), std::move(values)};
        }
        const Next all = pass.linear(path + m_names.joined, x);
        x = ActivationPtr();
        // Where they stand is counted in numbers of one group, or of all of them.
        const bool areParts = m_shape.joined == JoinedHeads::Parts;
        const std::int64_t groups = areParts ? 1 : m_shape.keyHeads;
        const std::int64_t asked = m_shape.heads * m_shape.headWidth / groups;
        const std::int64_t shared = m_shape.keyHeads * m_shape.headWidth / groups;
        const auto part = [&](std::int64_t first, std::int64_t count) {
            return areParts ? pass.columns(all, first, count)
                            : pass.headColumns(all, groups, first, count);
        };
        Next queries = part(0, asked);
        Next keys = part(asked, shared);
        Next values = part(asked + shared, shared);
        return {std::move(queries), std::move(keys), std::move(values)};
    }

    [[nodiscard]] Next attend(ModulePass& pass, std::size_t layer, const std::string& path,
                              Heads heads) const {
        heads.queries = norm(pass, path, m_names.queryNorm, heads.queries);
        heads.keys = norm(pass, path, m_names.keyNorm, heads.keys);
        if (!m_shape.rotary.empty()) {
            const RotaryTable& table =
                m_shape.rotary[m_shape.rotaryOf.empty() ? 0 : m_shape.rotaryOf[layer]];
            heads.queries = pass.rotate(heads.queries, m_shape.heads, table);
            heads.keys = pass.rotate(heads.keys, m_shape.keyHeads, table);
        }
        return pass.attention(path + m_names.attention, layer, heads.queries, heads.keys,
                              heads.values,
                              {.heads = m_shape.heads,
                               .keyHeads = m_shape.keyHeads,
                               .window = m_shape.windows[layer],
                               .scale = m_shape.scoreScale,
                               .cap = m_shape.scoreCap,
                               .alibi = m_shape.alibi ? &*m_shape.alibi : nullptr});
    }

    // What goes into these goes when it is done with: each takes it from its caller.

    [[nodiscard]] Next attention(ModulePass& pass, std::size_t layer, const std::string& path,
                                 Next normed) const {
        Heads heads = project(pass, path, std::move(normed));
        Next x = attend(pass, layer, path, std::move(heads));
        x = pass.linear(path + m_names.out, x);
        return norm(pass, path, m_names.attended, x);
    }

    [[nodiscard]] Next insideOf(ModulePass& pass, const std::string& path, Next x) const {
        if (!m_names.gate.empty()) {
            Next inside = pass.linear(path + m_names.gate, x, m_shape.activation);
            return pass.product(inside, pass.linear(path + m_names.up, x));
        }
        if (m_names.joinedGate.empty()) {
            x = pass.linear(path + m_names.up, x);
            return pass.activation(x, m_shape.activation);
        }
        x = pass.linear(path + m_names.joinedGate, x);
        const Next gate = pass.activation(pass.columns(x, 0, m_shape.inner), m_shape.activation);
        return pass.product(pass.columns(x, m_shape.inner, m_shape.inner), gate);
    }

    [[nodiscard]] Next feedForward(ModulePass& pass, const std::string& path, Next x) const {
        if (m_shape.experts) {
            x = m_shape.experts->forward(pass, path + m_shape.experts->module(), x);
        } else {
            Next inside = insideOf(pass, path, std::move(x));
            x = pass.linear(path + m_names.down, inside);
        }
        return norm(pass, path, m_names.fed, x);
    }

    [[nodiscard]] Next block(ModulePass& pass, std::int64_t number, Next x) const override {
        const auto layer = static_cast<std::size_t>(number);
        const std::string path = m_names.layers + "." + std::to_string(layer);
        Next normed = norm(pass, path, m_names.attentionNorm, x);
        if (m_shape.residuals == Residuals::Parallel) {
            return parallel(pass, layer, path, x, std::move(normed));
        }
        Next added = attention(pass, layer, path, std::move(normed));
        x = pass.sum(added, x);
        x = norm(pass, path, m_names.attentionSum, x);
        added = norm(pass, path, m_names.feedForwardNorm, x);
        added = feedForward(pass, path, std::move(added));
        x = pass.sum(added, x);
        return norm(pass, path, m_names.feedForwardSum, x);
    }

    /// A family without a second norm feeds both by the first.
    [[nodiscard]] Next parallel(ModulePass& pass, std::size_t layer, const std::string& path,
                                const Next& x, Next normed) const {
        const bool isShared = m_names.feedForwardNorm.empty();
        Next fed = isShared ? normed : ActivationPtr();
        const Next attended = attention(pass, layer, path, std::move(normed));
        fed = isShared ? fed : norm(pass, path, m_names.feedForwardNorm, x);
        fed = feedForward(pass, path, std::move(fed));
        fed = pass.sum(fed, attended);
        return pass.sum(fed, x);
    }

    DecoderShape m_shape;
    const DecoderNames& m_names;
};

/// What layers have, one module after the other.
class LayerCheck {
public:
    LayerCheck(RunTensors& tensors, const DecoderShape& shape)
        : m_tensors(tensors), m_shape(shape) {}

    void run(const std::string& path) {
        const DecoderNames& names = m_shape.names;
        const std::int64_t all = m_shape.heads * m_shape.headWidth;
        const std::int64_t shared = m_shape.keyHeads * m_shape.headWidth;
        for (const std::string& name : {names.attentionNorm, names.attended, names.attentionSum,
                                        names.feedForwardNorm, names.fed, names.feedForwardSum}) {
            norm(path, name, m_shape.width);
        }
        if (names.joined.empty()) {
            m_tensors.requireLinear(path + names.queries, m_shape.width, all);
            m_tensors.requireLinear(path + names.keys, m_shape.width, shared);
            m_tensors.requireLinear(path + names.values, m_shape.width, shared);
        } else {
            m_tensors.requireLinear(path + names.joined, m_shape.width, all + 2 * shared);
        }
        m_tensors.requireLinear(path + names.out, all, m_shape.width);
        const bool byHead = m_shape.headNorms == HeadNorms::Heads;
        norm(path, names.queryNorm, byHead ? m_shape.headWidth : all);
        norm(path, names.keyNorm, byHead ? m_shape.headWidth : shared);
        feedForward(path);
    }

    void norm(const std::string& path, const std::string& name, std::int64_t width) {
        if (name.empty()) {
            return;
        }
        if (m_shape.norm == NormKind::Layer) {
            m_tensors.requireLayerNorm(path + name, width);
        } else {
            m_tensors.requireScale(path + name, width);
        }
    }

private:
    void feedForward(const std::string& path) {
        const DecoderNames& names = m_shape.names;
        if (m_shape.experts) {
            m_shape.experts->check(m_tensors, path + m_shape.experts->module());
            return;
        }
        if (!names.joinedGate.empty()) {
            m_tensors.requireLinear(path + names.joinedGate, m_shape.width, 2 * m_shape.inner);
        } else {
            m_tensors.requireLinear(path + names.up, m_shape.width, m_shape.inner);
            if (!names.gate.empty()) {
                m_tensors.requireLinear(path + names.gate, m_shape.width, m_shape.inner);
            }
        }
        m_tensors.requireLinear(path + names.down, m_shape.inner, m_shape.width);
    }

    RunTensors& m_tensors;
    const DecoderShape& m_shape;
};

}  // namespace

float roundedToBFloat16(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const std::uint32_t half = 0x7fffU + ((bits >> 16U) & 1U);  // of the last place that it keeps
    return std::bit_cast<float>((bits + half) & 0xffff0000U);
}

Result<void> checkDecoderTensors(RunTensors& tensors, const RunTraits& traits,
                                 const DecoderShape& shape) {
    const DecoderNames& names = shape.names;
    const std::int64_t wordWidth = shape.wordWidth > 0 ? shape.wordWidth : shape.width;
    LayerCheck check(tensors, shape);
    tensors.require(names.words + ".weight", {traits.vocabulary, wordWidth});
    if (!names.positions.empty()) {
        tensors.require(names.positions + ".weight",
                        {traits.context + shape.positionOffset, shape.width});
    }
    if (!names.projectIn.empty()) {
        tensors.requireLinear(names.projectIn, wordWidth, shape.width);
        tensors.requireLinear(names.projectOut, shape.width, wordWidth);
    }
    check.norm({}, names.wordsNorm, shape.width);
    for (std::int64_t layer = 0; tensors.result() && layer < traits.layers; ++layer) {
        check.run(names.layers + "." + std::to_string(layer));
    }
    check.norm({}, names.finalNorm, shape.width);
    tensors.requireLinear(names.head, wordWidth, traits.vocabulary);
    return tensors.result();
}

std::unique_ptr<RunModel> makeDecoder(RunTraits traits, DecoderShape shape) {
    return std::make_unique<DecoderModel>(std::move(traits), std::move(shape));
}

/// One expert and the tokens that a router sends to it.
struct ExpertShare {
    std::int64_t expert = 0;
    std::vector<std::int64_t> rows;  ///< ascending
    std::vector<float> shares;       ///< one a row: how much of the expert's answer counts
};

namespace {

struct ExpertChoice {
    std::int64_t expert = 0;
    float share = 0;
};

/// The best experts of one row, shares summing up to 1.
std::vector<ExpertChoice> bestOf(std::span<const float> scores, std::int64_t chosen) {
    std::vector<std::int64_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) {
        return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
    });
    // The rest of the softmax's sum cancels out when the shares are made to sum up to 1.
    const float largest = scores[static_cast<std::size_t>(order.front())];
    std::vector<ExpertChoice> best;
    float sum = 0;
    for (std::int64_t i = 0; i < chosen; ++i) {
        const std::int64_t expert = order[static_cast<std::size_t>(i)];
        const float share = std::exp(scores[static_cast<std::size_t>(expert)] - largest);
        best.push_back({expert, share});
        sum += share;
    }
    for (ExpertChoice& choice : best) {
        choice.share /= sum;
    }
    return best;
}

/// The `chosen` best experts of each row of scores [rows × experts] by softmax over all experts,
/// their shares made to sum up to 1; experts ascending, those without a row left out.
/// Of equal scores the lower number wins.
std::vector<ExpertShare> routed(std::span<const float> scores, std::int64_t experts,
                                std::int64_t chosen) {
    std::vector<ExpertShare> all(static_cast<std::size_t>(experts));
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].expert = static_cast<std::int64_t>(i);
    }
    const auto width = static_cast<std::size_t>(experts);
    for (std::size_t row = 0; row * width < scores.size(); ++row) {
        for (const ExpertChoice& choice : bestOf(scores.subspan(row * width, width), chosen)) {
            ExpertShare& share = all[static_cast<std::size_t>(choice.expert)];
            share.rows.push_back(static_cast<std::int64_t>(row));
            share.shares.push_back(choice.share);
        }
    }
    std::erase_if(all, [](const ExpertShare& share) { return share.rows.empty(); });
    return all;
}

}  // namespace

void ExpertLayer::check(RunTensors& tensors, const std::string& path) const {
    tensors.require(path + ".gate.weight", {experts, width});
    if (isStacked) {
        tensors.require(path + ".experts.gate_up_proj", {experts, 2 * inner, width});
        tensors.require(path + ".experts.down_proj", {experts, width, inner});
        return;
    }
    for (std::int64_t i = 0; tensors.result() && i < experts; ++i) {
        const std::string expert = path + ".experts." + std::to_string(i);
        tensors.requireLinear(expert + ".w1", width, inner);
        tensors.requireLinear(expert + ".w2", inner, width);
        tensors.requireLinear(expert + ".w3", width, inner);
    }
}

ModulePass::Next ExpertLayer::one(ModulePass& pass, const std::string& expert,
                                  const ModulePass::Next& x) const {
    const auto gate = pass.linear(expert + ".w1", x, activation);
    const auto inside = pass.product(gate, pass.linear(expert + ".w3", x));
    return pass.linear(expert + ".w2", inside);
}

ModulePass::Next ExpertLayer::oneOfStack(Compute& compute, const ModuleTensors& own,
                                         std::int64_t expert, const ModulePass::Next& x) const {
    const auto outOf = [&](const Result<WeightPtr>& weight, const ModulePass::Next& in) {
        return !in       ? in
               : !weight ? ModulePass::Next(weight.unexpected())
                         : compute.linear(**in, **weight, nullptr);
    };
    const auto both = outOf(compute.part(own[0], expert), x);
    const auto gate = both ? compute.columns(**both, 0, inner) : both;
    const auto bent = gate ? compute.activation(**gate, activation) : gate;
    const auto up = bent ? compute.columns(**both, inner, inner) : bent;
    const auto inside = up ? compute.multiply(**bent, **up) : up;
    return outOf(compute.part(own[1], expert), inside);
}

/// All experts in one module, because their weights come as one.
ModulePass::Next ExpertLayer::stacked(ModulePass& pass, const std::string& path,
                                      const ModulePass::Next& x,
                                      std::span<const ExpertShare> shares) const {
    const auto work = [&](const ActivationPtr& here, const ModuleTensors& own) {
        Compute& compute = pass.compute();
        ModulePass::Next sum = compute.zerosLike(*here);
        for (const ExpertShare& share : shares) {
            const auto mine = compute.rows(*here, share.rows);
            const auto answer = oneOfStack(compute, own, share.expert, mine);
            if (!sum || !answer) {
                return sum ? answer : sum;
            }
            sum = compute.addRows(**sum, share.rows, **answer, share.shares);
        }
        return sum;
    };
    return pass.module(path + ".experts", {"gate_up_proj", "down_proj"}, x, work);
}

ModulePass::Next ExpertLayer::forward(ModulePass& pass, const std::string& path,
                                      const ModulePass::Next& x) const {
    const auto scores = pass.linear(path + ".gate", x);
    STOWAGE_TRY(scores);
    std::vector<float> numbers(static_cast<std::size_t>((*scores)->shape().front() * experts));
    STOWAGE_TRY(pass.compute().copyOut(**scores, numbers));
    const std::vector<ExpertShare> shares = routed(numbers, experts, chosen);
    if (isStacked) {
        return stacked(pass, path, x, shares);
    }
    ModulePass::Next sum = pass.compute().zerosLike(**x);
    for (const ExpertShare& share : shares) {
        const auto mine = pass.rows(x, share.rows);
        const auto answer = one(pass, path + ".experts." + std::to_string(share.expert), mine);
        sum = pass.addRows(sum, share.rows, answer, share.shares);
    }
    return sum;
}

}  // namespace stowage
