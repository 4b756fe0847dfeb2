// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/weights/compute.h"
#include "engine/run/weights/weight_source.h"
#include "tests/run/passing_compute.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stowage::test {

/// A source that answers to other names than its own, or hides some: what a mistake in a family's
/// file would ask for.
class MisnamedWeights : public WeightSource {
public:
    /// `misread` gives the name that is really asked for; nothing hides the tensor.
    using Misread = std::function<std::optional<std::string>(const std::string&)>;
    MisnamedWeights(WeightSource& source, Misread misread)
        : m_source(source), m_misread(std::move(misread)) {}

    [[nodiscard]] std::vector<std::string> names() const override { return m_source.names(); }
    [[nodiscard]] std::optional<TensorSignature> describe(const std::string& name) const override {
        const auto asked = m_misread(name);
        return asked ? m_source.describe(*asked) : std::nullopt;
    }
    [[nodiscard]] Result<ModuleWeights> borrow(std::span<const std::string> names,
                                               const std::stop_token& stop) override {
        std::vector<std::string> asked;
        for (const std::string& name : names) {
            asked.push_back(*m_misread(name));
        }
        return m_source.borrow(asked, stop);
    }

private:
    WeightSource& m_source;
    Misread m_misread;
};

/// Arithmetic with one mistake in it; everything else is passed on.
class MistakenCompute : public PassingCompute {
public:
    enum class Mistake {
        None,
        Epsilon,
        MaskLate,
        MaskEarly,
        Scale,
        ActivationFunction,
        Shares,
        Pairs,
        Context,
        RmsScale,   ///< 1 + scale where it is the scale, and the other way round
        Cap,        ///< scores without their bounds
        Slopes,     ///< none
        Rounding,   ///< slopes not in bfloat16
        Factor,     ///< slopes, or what is scaled, times 1
        Columns,    ///< parts of a product from its other end
        Rows,       ///< tables one row too early
        Skip,       ///< nothing goes past the states: D
        Carry,      ///< the second half of the rows begins without states
        MixerNorm,  ///< no norm without a scale
        Buckets,    ///< of distances, an encoder's where a decoder's belong, and vice versa
        Farthest,   ///< distances told apart twice as far
        Taken,      ///< another row than the one that stands for a text or an image
        Padding,    ///< rows of a convolution one further on
        Joined,     ///< rows one after another, the last part first
    };
    MistakenCompute(std::shared_ptr<Compute> right, Mistake mistake)
        : PassingCompute(std::move(right)), m_mistake(mistake) {}

    Made embedding(std::span<const std::int64_t> rows, const Weight& table) override {
        std::vector<std::int64_t> changed(rows.begin(), rows.end());
        for (std::int64_t& row : changed) {
            row -= m_mistake == Mistake::Rows && row > 0 ? 1 : 0;
        }
        return inner().embedding(changed, table);
    }
    Made layerNorm(const Activation& x, const Weight& scale, const Weight& shift,
                   double epsilon) override {
        return inner().layerNorm(x, scale, shift, mistaken(epsilon));
    }
    Made rmsNorm(const Activation& x, const Weight& scale, double epsilon, RmsScale how) override {
        const RmsScale other = how == RmsScale::OnePlus ? RmsScale::Rounded : RmsScale::OnePlus;
        return inner().rmsNorm(x, scale, mistaken(epsilon),
                               m_mistake == Mistake::RmsScale ? other : how);
    }
    Made normalize(const Activation& x, double epsilon) override {
        return m_mistake == Mistake::MixerNorm ? inner().scale(x, 1)
                                               : inner().normalize(x, mistaken(epsilon));
    }
    Result<Carried> selectiveScan(const ScanInput& input) override {
        ScanInput changed = input;
        changed.d = m_mistake == Mistake::Skip ? nullptr : input.d;
        return m_mistake == Mistake::Carry ? scanHalves(input) : inner().selectiveScan(changed);
    }
    Made activation(const Activation& x, stowage::ActivationFunction how) override {
        // The two ways to compute GELU, which are easily taken for each other.
        const bool swaps = m_mistake == Mistake::ActivationFunction;
        const auto other =
            how == stowage::ActivationFunction::Gelu       ? stowage::ActivationFunction::GeluTanh
            : how == stowage::ActivationFunction::GeluTanh ? stowage::ActivationFunction::Gelu
                                                           : stowage::ActivationFunction::Gelu;
        return inner().activation(x, swaps ? other : how);
    }
    Made rotate(const Activation& x, std::int64_t heads, const RotaryTable& table,
                std::int64_t firstPosition) override {
        RotaryTable changed = table;
        if (m_mistake == Mistake::Pairs) {
            changed.pairs =
                table.pairs == RotaryPairs::Halves ? RotaryPairs::Neighbours : RotaryPairs::Halves;
        }
        return inner().rotate(x, heads, changed, firstPosition);
    }
    Made attention(const AttentionInput& input) override {
        AttentionInput changed = input;
        // A key more or fewer is seen than should be.
        changed.firstQuery += m_mistake == Mistake::MaskLate ? 1 : 0;
        if (m_mistake == Mistake::MaskEarly) {
            changed.attentionMask = AttentionMask::Causal;
            changed.window = input.window > 0 ? input.window - 1 : 4;
        }
        changed.scale = m_mistake == Mistake::Scale ? 1 : input.scale;
        changed.seenByAll = m_mistake == Mistake::Context ? 0 : input.seenByAll;
        if (m_mistake == Mistake::Context) {  // what minGPT's mask hides, and the other way round
            changed.maskKind = MaskKind::Hides;
        }
        changed.cap = m_mistake == Mistake::Cap ? 0 : input.cap;
        AlibiBias alibi = input.alibi != nullptr ? *input.alibi : AlibiBias{};
        alibi.isBFloat16 = alibi.isBFloat16 && m_mistake != Mistake::Rounding;
        alibi.factor = m_mistake == Mistake::Factor ? 1 : alibi.factor;
        changed.alibi = input.alibi == nullptr || m_mistake == Mistake::Slopes ? nullptr : &alibi;
        return inner().attention(changed);
    }
    Made scale(const Activation& x, double factor) override {
        return inner().scale(x, m_mistake == Mistake::Factor ? 1 : factor);
    }
    Made headColumns(const Activation& x, std::int64_t heads, std::int64_t first,
                     std::int64_t count) override {
        return inner().headColumns(x, heads, mistaken(x.shape().back() / heads, first, count),
                                   count);
    }
    Made columns(const Activation& x, std::int64_t first, std::int64_t count) override {
        return inner().columns(x, mistaken(x.shape().back(), first, count), count);
    }
    Made rows(const Activation& x, std::span<const std::int64_t> rows) override {
        std::vector<std::int64_t> changed(rows.begin(), rows.end());
        for (std::int64_t& row : changed) {
            row += m_mistake != Mistake::Taken ? 0 : row > 0 ? -1 : 1;
        }
        return inner().rows(x, changed);
    }
    Made join(std::span<const ActivationPtr> parts) override {
        std::vector<ActivationPtr> changed(parts.begin(), parts.end());
        if (m_mistake == Mistake::Joined) {
            std::ranges::reverse(changed);
        }
        return inner().join(changed);
    }
    Made addRows(const Activation& x, std::span<const std::int64_t> rows, const Activation& more,
                 std::span<const float> shares) override {
        const std::vector<float> equal(shares.size(), 0.5F);
        return inner().addRows(x, rows, more, m_mistake == Mistake::Shares ? equal : shares);
    }
    Made relativeBias(const Weight& table, const RelativeBuckets& buckets, std::int64_t firstQuery,
                      std::int64_t rows, std::int64_t seen) override {
        RelativeBuckets changed = buckets;
        changed.isBidirectional = buckets.isBidirectional != (m_mistake == Mistake::Buckets);
        changed.farthest *= m_mistake == Mistake::Farthest ? 2 : 1;
        return inner().relativeBias(table, changed, firstQuery, rows, seen);
    }
    Made convolveRows(const Activation& x, const Weight& weight, const Weight* bias,
                      const RowConvolution& how) override {
        const Made right = inner().convolveRows(x, weight, bias, how);
        if (m_mistake != Mistake::Padding || !right) {
            return right;
        }
        std::vector<std::int64_t> later;  // each row in the place of the next, the last one first
        for (std::int64_t row = 0; row < (*right)->shape().front(); ++row) {
            later.push_back(row == 0 ? (*right)->shape().front() - 1 : row - 1);
        }
        return inner().rows(**right, later);
    }

private:
    [[nodiscard]] std::int64_t mistaken(std::int64_t width, std::int64_t first,
                                        std::int64_t count) const {
        return m_mistake == Mistake::Columns ? width - first - count : first;
    }
    [[nodiscard]] Result<Carried> scanHalves(const ScanInput& input) {
        std::vector<ActivationPtr> made;
        Carried last;
        const std::int64_t rows = input.x.shape().front();
        for (const auto& [first, end] : {std::pair(std::int64_t{0}, rows / 2), {rows / 2, rows}}) {
            if (first == end) {
                continue;
            }
            const auto part = [&, first = first, end = end](const Activation& x) {
                return *inner().rowRange(x, first, end - first);
            };
            const ActivationPtr x = part(input.x);
            const ActivationPtr steps = part(input.timeSteps);
            const ActivationPtr b = part(input.b);
            const ActivationPtr c = part(input.c);
            const ActivationPtr gate = part(input.gate);
            auto half =
                inner().selectiveScan({*x, *steps, *b, *c, *gate, input.aLog, input.d, nullptr});
            if (!half) {
                return half;
            }
            made.push_back(half->made);
            last = std::move(*half);
        }
        const Made all = inner().join(made);
        return all ? Result<Carried>(Carried{*all, last.state}) : Result<Carried>(all.unexpected());
    }
    [[nodiscard]] double mistaken(double epsilon) const {
        return m_mistake == Mistake::Epsilon ? epsilon * 10 + 1e-4 : epsilon;
    }

    Mistake m_mistake;
};

}  // namespace stowage::test
