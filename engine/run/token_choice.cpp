// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/token_choice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace stowage {

namespace {

struct Candidate {
    std::int64_t token = 0;
    double weight = 0;
};

std::int64_t likeliestOf(std::span<const float> logits) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < logits.size(); ++i) {
        const bool isBetter =
            std::isfinite(logits[i]) && (!std::isfinite(logits[best]) || logits[i] > logits[best]);
        best = isBetter ? i : best;
    }
    return static_cast<std::int64_t>(best);
}

}  // namespace

/// 53 random bits, so that it is the same with every standard library.
double TokenChooser::uniform() {
    return static_cast<double>(m_random() >> 11) * 0x1p-53;
}

std::int64_t TokenChooser::choose(std::span<const float> logits) {
    const std::int64_t likeliest = likeliestOf(logits);
    const double largest = static_cast<double>(logits[static_cast<std::size_t>(likeliest)]);
    if (m_choice.temperature <= 0 || !std::isfinite(largest)) {
        return likeliest;
    }
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        const double below = static_cast<double>(logits[i]) - largest;
        if (std::isfinite(below)) {
            candidates.push_back(
                {static_cast<std::int64_t>(i), std::exp(below / m_choice.temperature)});
        }
    }
    std::ranges::stable_sort(candidates,
                             [](const auto& a, const auto& b) { return a.weight > b.weight; });
    if (m_choice.likeliest > 0 &&
        candidates.size() > static_cast<std::size_t>(m_choice.likeliest)) {
        candidates.resize(static_cast<std::size_t>(m_choice.likeliest));
    }
    double sum = 0;
    for (const Candidate& candidate : candidates) {
        sum += candidate.weight;
    }
    double left = uniform() * sum;
    for (const Candidate& candidate : candidates) {
        left -= candidate.weight;
        if (left < 0) {
            return candidate.token;
        }
    }
    return candidates.back().token;
}

}  // namespace stowage
