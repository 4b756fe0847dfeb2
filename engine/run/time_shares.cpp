// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/time_shares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace stowage {

namespace {

constexpr int kWhole = 100;

}  // namespace

TimeShares sharesOf(double busySeconds, double waitedSeconds, double seconds) {
    if (seconds <= 0) {
        return {};
    }
    TimeShares shares;
    shares.busy = std::clamp(busySeconds / seconds, 0.0, 1.0);
    shares.waiting = std::clamp(waitedSeconds / seconds, 0.0, 1 - shares.busy);
    shares.idle = 1 - shares.busy - shares.waiting;
    return shares;
}

std::array<int, 3> wholePercents(const TimeShares& shares) {
    const std::array<double, 3> exact{shares.busy * kWhole, shares.waiting * kWhole,
                                      shares.idle * kWhole};
    std::array<int, 3> percents{};
    std::array<std::size_t, 3> order{0, 1, 2};
    // Sums of shares are off by the last bit: 29.999… is 30.
    constexpr double kLastBits = 1e-9;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        percents[i] = static_cast<int>(std::floor(exact[i] + kLastBits));
    }
    const auto cut = [&](std::size_t i) { return exact[i] - percents[i]; };
    // Of two that were cut by the same the later one, so that idling takes what is left.
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::abs(cut(a) - cut(b)) > kLastBits ? cut(a) > cut(b) : a > b;
    });
    int left = kWhole - std::accumulate(percents.begin(), percents.end(), 0);
    for (const std::size_t i : order) {
        percents[i] += left > 0 ? 1 : 0;
        left -= left > 0 ? 1 : 0;
    }
    return percents;
}

std::array<std::string, 3> percentTexts(const TimeShares& shares) {
    const std::array<double, 3> exact{shares.busy, shares.waiting, shares.idle};
    const std::array<int, 3> percents = wholePercents(shares);
    constexpr double kNothing = 1e-9;
    std::array<std::string, 3> texts;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        texts[i] = percents[i] == 0 && exact[i] > kNothing ? "<1 %"
                   : percents[i] == kWhole && exact[i] < 1 - kNothing
                       ? ">99 %"
                       : std::to_string(percents[i]) + " %";
    }
    return texts;
}

std::vector<LaneTime> laneTimes(const RunReport& report) {
    std::vector<LaneTime> times;
    const double seconds = report.seconds;
    if (seconds <= 0) {
        return times;
    }
    for (const TransferFigures& moved : report.transfers) {
        times.push_back({moved.kind, moved.device, sharesOf(moved.busySeconds, 0, seconds)});
    }
    for (const DeviceRunFigures& device : report.devices) {
        double waited = 0;
        for (const RunLayerFigures& layer : report.layers) {
            waited += layer.device == device.device ? layer.waitedSeconds : 0;
        }
        times.push_back(
            {SpanKind::Compute, device.device, sharesOf(device.computeSeconds, waited, seconds)});
    }
    return times;
}

void CoveredTime::add(double begin, double end) {
    if (end <= begin) {
        return;
    }
    std::pair<double, double> stretch(begin, end);
    // Those that it meets become one with it. They are among the last as a rule.
    auto last = m_stretches.end();
    while (last != m_stretches.begin() && std::prev(last)->first > stretch.second) {
        --last;
    }
    auto first = last;
    while (first != m_stretches.begin() && std::prev(first)->second >= stretch.first) {
        --first;
        stretch.first = std::min(stretch.first, first->first);
        stretch.second = std::max(stretch.second, first->second);
    }
    m_stretches.insert(m_stretches.erase(first, last), stretch);
}

double CoveredTime::seconds() const {
    double sum = 0;
    for (const auto& [begin, end] : m_stretches) {
        sum += end - begin;
    }
    return sum;
}

}  // namespace stowage
