// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/expert_layer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stowage {

namespace {

struct Choice {
    std::int64_t expert = 0;
    float share = 0;
};

/// The best experts of one row, shares summing up to 1.
std::vector<Choice> bestOf(std::span<const float> scores, std::int64_t chosen) {
    std::vector<std::int64_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) {
        return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
    });
    // The rest of the softmax's sum cancels out when the shares are made to sum up to 1.
    const float largest = scores[static_cast<std::size_t>(order.front())];
    std::vector<Choice> best;
    float sum = 0;
    for (std::int64_t i = 0; i < chosen; ++i) {
        const std::int64_t expert = order[static_cast<std::size_t>(i)];
        const float share = std::exp(scores[static_cast<std::size_t>(expert)] - largest);
        best.push_back({expert, share});
        sum += share;
    }
    for (Choice& choice : best) {
        choice.share /= sum;
    }
    return best;
}

}  // namespace

std::vector<ExpertShare> routed(std::span<const float> scores, std::int64_t experts,
                                std::int64_t chosen) {
    std::vector<ExpertShare> all(static_cast<std::size_t>(experts));
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].expert = static_cast<std::int64_t>(i);
    }
    const auto width = static_cast<std::size_t>(experts);
    for (std::size_t row = 0; row * width < scores.size(); ++row) {
        for (const Choice& choice : bestOf(scores.subspan(row * width, width), chosen)) {
            ExpertShare& share = all[static_cast<std::size_t>(choice.expert)];
            share.rows.push_back(static_cast<std::int64_t>(row));
            share.shares.push_back(choice.share);
        }
    }
    std::erase_if(all, [](const ExpertShare& share) { return share.rows.empty(); });
    return all;
}

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
