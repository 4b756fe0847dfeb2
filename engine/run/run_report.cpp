// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace stowage {

std::vector<std::pair<std::int64_t, float>> topTokens(const RunReport& report, std::size_t count) {
    const auto width = static_cast<std::size_t>(report.numbers.vocabulary);
    if (!report.givesLogits || width == 0 || report.numbers.values.size() < width) {
        return {};
    }
    const float* const last = report.numbers.values.data() + report.numbers.values.size() - width;
    std::vector<std::int64_t> order(width);
    std::iota(order.begin(), order.end(), 0);
    const auto kept = static_cast<std::ptrdiff_t>(std::min(count, width));
    // What is not finite is never chosen and comes last; NaN has no order of its own.
    const auto height = [last](std::int64_t token) {
        return std::isfinite(last[token]) ? last[token] : -std::numeric_limits<float>::infinity();
    };
    std::ranges::partial_sort(order, order.begin() + kept, [&](std::int64_t a, std::int64_t b) {
        return height(a) != height(b) ? height(a) > height(b) : a < b;
    });
    std::vector<std::pair<std::int64_t, float>> top;
    for (std::ptrdiff_t i = 0; i < kept; ++i) {
        top.emplace_back(order[static_cast<std::size_t>(i)],
                         last[order[static_cast<std::size_t>(i)]]);
    }
    return top;
}

}  // namespace stowage
