// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <span>

namespace stowage {

/// How the next token is chosen.
struct TokenChoice {
    double temperature = 0;      ///< of the softmax that is drawn from; 0: the likeliest token
    std::int64_t likeliest = 0;  ///< draw from so many of the likeliest; 0: from all
    std::uint64_t seed = 0;      ///< the same seed and logits give the same tokens everywhere
};

/// Chooses token after token. Of equal logits the lower token wins; what is not finite is never
/// chosen, unless nothing is.
class TokenChooser {
public:
    explicit TokenChooser(const TokenChoice& choice) : m_choice(choice), m_random(choice.seed) {}
    /// One number a token; not empty.
    [[nodiscard]] std::int64_t choose(std::span<const float> logits);

private:
    [[nodiscard]] double uniform();

    TokenChoice m_choice;
    std::mt19937_64 m_random;
};

}  // namespace stowage
