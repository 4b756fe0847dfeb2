// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_report.h"

#include <algorithm>
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
    std::ranges::partial_sort(order, order.begin() + kept, [&](std::int64_t a, std::int64_t b) {
        return last[a] != last[b] ? last[a] > last[b] : a < b;
    });
    std::vector<std::pair<std::int64_t, float>> top;
    for (std::ptrdiff_t i = 0; i < kept; ++i) {
        top.emplace_back(order[static_cast<std::size_t>(i)],
                         last[order[static_cast<std::size_t>(i)]]);
    }
    return top;
}

}  // namespace stowage
