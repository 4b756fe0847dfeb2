// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/path_search.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

using Part = PlanClock::Part;

/// All choices up to some item.
struct PathLabel {
    PartSeconds compute{};
    PartSeconds ahead{};
    double travelling = 0;  ///< the most of one item
    double least = 0;       ///< what it takes to the end, at least
    std::size_t runs = 0;
    std::uint32_t before = 0;  ///< index among the labels of the item before
    std::uint32_t option = 0;
};

void addUse(ItemMemory::Use& use, const ItemMemory::Use& more) {
    use.weights += more.weights;
    use.raw += more.raw;
    use.cacheOfPrompt += more.cacheOfPrompt;
    use.cacheInAll += more.cacheInAll;
    use.layers += more.layers;
}

class PathSearch {
public:
    PathSearch(const SearchModel& model, const GpuSet& set, double atMost, ItemMemory::Sum sum,
               const std::stop_token& stop)
        : m_model(model),
          m_set(set),
          m_limit(atMost * (1 - kSameValue)),
          m_sum(sum),
          m_stop(stop),
          m_prices(model, set),
          m_options(m_prices.options()),
          m_devices(m_prices.devices()) {
        for (const DeviceId device : m_devices) {
            m_limits.push_back(model.memory.limits(device));
        }
        for (const Part part : kClockParts) {
            m_weights[static_cast<std::size_t>(part)] = timeWeight(model.objective, part);
        }
        findLeastLeft();
        findTwins();
    }

    FoundPaths run() {
        constexpr std::size_t kLeastLabels = 100;    // that it takes to find anything
        constexpr std::size_t kMostSteps = 400'000;  // from one item to a choice for the next
        for (const std::vector<PathOption>& options : m_options) {
            if (options.empty()) {
                return {{}, kForever};
            }
        }
        FoundPaths found;
        std::size_t widest = 1;
        for (const std::vector<PathOption>& options : m_options) {
            widest = std::max(widest, options.size());
        }
        m_most = kMostSteps / (m_options.size() * widest);
        if (m_most < kLeastLabels) {
            return found;
        }
        found.bound = m_prices.find(m_limit);
        if (found.bound >= m_limit) {
            found.isComplete = true;
            return found;
        }
        m_prices.countWork();
        (void)m_prices.find(m_limit);
        followLabels(found);
        found.steps = m_steps;
        return found;
    }

private:
    /// Bytes that the items from each on take somewhere, at least.
    void findLeastLeft() {
        m_leastLeft.assign(m_options.size() + 1, 0);
        for (std::size_t item = m_options.size(); item-- > 0;) {
            m_leastLeft[item] =
                m_leastLeft[item + 1] +
                static_cast<double>(m_model.items.items[m_model.order[item]].whole.bytes);
        }
    }

    /// Whether what is still to come has room anywhere.
    [[nodiscard]] bool mayEnd(const std::vector<ItemMemory::Use>& uses, std::size_t next) const {
        double room = 0;
        for (std::size_t i = 0; i < m_devices.size(); ++i) {
            room += std::max(
                0.0, m_limits[i].room - m_limits[i].need(uses[i], 0, ItemMemory::Sum::Least));
        }
        return m_leastLeft[next] <= room;
    }

    /// GPUs that are alike in all are used in their order.
    void findTwins() {
        m_twin.assign(m_devices.size(), std::nullopt);
        for (std::size_t i = 0; i < m_devices.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const bool areAlike =
                    m_devices[i].isGpu() && m_devices[j].isGpu() && m_devices[j] != m_set.main &&
                    m_devices[i] != m_set.main &&
                    m_model.times.kindOf(m_devices[i]) == m_model.times.kindOf(m_devices[j]) &&
                    m_prices.room(i) == m_prices.room(j) &&
                    m_limits[i].budget == m_limits[j].budget && !isPinned(m_devices[i]) &&
                    !isPinned(m_devices[j]);
                m_twin[i] = areAlike ? std::optional(j) : m_twin[i];
            }
        }
    }

    [[nodiscard]] bool isPinned(DeviceId device) const {
        return std::ranges::any_of(m_model.items.items, [device](const SearchItem& item) {
            return item.pinnedTo == device;
        });
    }

    using Uses = std::vector<ItemMemory::Use>;  ///< of all devices, label by label

    void followLabels(FoundPaths& found) {
        const std::size_t count = m_options.size();
        std::vector<std::vector<PathLabel>> labels(count + 1);
        Uses uses = m_prices.starts();
        labels[0].push_back({});
        labels[0].front().runs = m_devices.size();  // nothing ran yet
        for (std::size_t item = 0; item < count; ++item) {
            if (m_stop.stop_requested()) {
                return;
            }
            Uses next;
            labels[item + 1] = follow(item, labels[item], uses, next);
            if (labels[item + 1].size() > m_most) {
                keepBest(labels[item + 1], next, m_most);
                m_isCapped = true;
            }
            uses = std::move(next);
        }
        giveBack(labels, uses, found);
    }

    std::vector<PathLabel> follow(std::size_t item, const std::vector<PathLabel>& labels,
                                  const Uses& uses, Uses& next) {
        const std::size_t devices = m_devices.size();
        std::vector<PathLabel> found;
        std::unordered_multimap<std::size_t, std::uint32_t> known;
        std::vector<ItemMemory::Use> own(devices);
        for (std::uint32_t before = 0; before < labels.size(); ++before) {
            for (std::uint32_t o = 0; o < m_options[item].size(); ++o) {
                const PathOption& option = m_options[item][o];
                PathLabel label = labels[before];
                if (label.runs < devices) {
                    const PartSeconds hop = m_prices.hopTo(item, label.runs, option.runs);
                    label.compute[0] += hop[0];
                    label.compute[1] += hop[1];
                }
                for (std::size_t i = 0; i < 2; ++i) {
                    label.compute[i] += option.compute[i];
                    label.ahead[i] += option.ahead[i];
                }
                label.travelling = std::max(label.travelling, option.travelling);
                label.runs = m_prices.ends(item) ? option.runs : label.runs;
                label.before = before;
                label.option = o;
                ++m_steps;
                if (!addUses(option, uses, before * devices, own)) {
                    continue;
                }
                label.least = m_prices.least(label.compute, label.ahead, label.runs, own, item + 1);
                if (label.least >= m_limit || !mayEnd(own, item + 1)) {
                    continue;
                }
                addLabel(label, own, found, next, known);
            }
        }
        return found;
    }

    /// False where a device does not hold them.
    [[nodiscard]] bool addUses(const PathOption& option, const Uses& uses, std::size_t begin,
                               std::vector<ItemMemory::Use>& own) const {
        const auto from = uses.begin() + static_cast<std::ptrdiff_t>(begin);
        std::copy(from, from + static_cast<std::ptrdiff_t>(own.size()), own.begin());
        for (const PathOption::Added& added : option.added) {
            const auto& twin = m_twin[added.device];
            if (twin && own[*twin].weights == 0 && own[*twin].layers == 0) {
                return false;
            }
            addUse(own[added.device], added.use);
            if (!m_limits[added.device].holds(own[added.device], 0, m_sum)) {
                return false;
            }
        }
        return true;
    }

    /// Of labels that leave the same to others that with the least to do.
    void addLabel(const PathLabel& label, const std::vector<ItemMemory::Use>& own,
                  std::vector<PathLabel>& found, Uses& next,
                  std::unordered_multimap<std::size_t, std::uint32_t>& known) const {
        const std::size_t devices = m_devices.size();
        std::size_t hash = label.runs;
        const auto mix = [&hash](std::size_t value) {
            hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6U) + (hash >> 2U);
        };
        for (const ItemMemory::Use& use : own) {
            mix(use.weights);
            mix(use.raw);
            mix(use.layers);
            mix(static_cast<std::size_t>(use.cacheOfPrompt));
            mix(static_cast<std::size_t>(use.cacheInAll));
        }
        const auto [begin, end] = known.equal_range(hash);
        for (auto same = begin; same != end; ++same) {
            PathLabel& other = found[same->second];
            if (leavesNoMore(label, other)) {
                return;
            }
            if (leavesNoMore(other, label)) {
                other = label;
                std::copy(own.begin(), own.end(),
                          next.begin() + static_cast<std::ptrdiff_t>(same->second * devices));
                return;
            }
        }
        known.emplace(hash, static_cast<std::uint32_t>(found.size()));
        found.push_back(label);
        next.insert(next.end(), own.begin(), own.end());
    }

    /// Whether the first has nothing that the second has not.
    [[nodiscard]] bool leavesNoMore(const PathLabel& a, const PathLabel& b) const {
        for (std::size_t i = 0; i < 2; ++i) {
            const double rounding = kSameValue * b.compute[i];
            if (m_weights[i] > 0 &&
                (a.compute[i] < b.compute[i] - rounding || a.ahead[i] < b.ahead[i])) {
                return false;
            }
        }
        return a.travelling >= b.travelling;
    }

    void keepBest(std::vector<PathLabel>& labels, Uses& uses, std::size_t most) const {
        std::vector<std::size_t> order(labels.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(most), {},
                                 [&labels](std::size_t i) { return labels[i].least; });
        order.resize(most);
        std::vector<PathLabel> kept;
        Uses keptUses;
        for (const std::size_t i : order) {
            kept.push_back(labels[i]);
            const auto begin = uses.begin() + static_cast<std::ptrdiff_t>(i * m_devices.size());
            keptUses.insert(keptUses.end(), begin,
                            begin + static_cast<std::ptrdiff_t>(m_devices.size()));
        }
        labels = std::move(kept);
        uses = std::move(keptUses);
    }

    void giveBack(const std::vector<std::vector<PathLabel>>& labels, const Uses& uses,
                  FoundPaths& found) const {
        std::vector<std::pair<double, std::size_t>> ends;
        for (std::size_t i = 0; i < labels.back().size(); ++i) {
            const double seconds = secondsOf(labels.back()[i], uses, i * m_devices.size());
            if (seconds < m_limit) {
                ends.emplace_back(seconds, i);
            }
        }
        std::ranges::sort(ends);
        found.isComplete = !m_isCapped;
        if (found.isComplete) {
            const double least = ends.empty() ? m_limit : ends.front().first;
            found.bound = std::max(found.bound, std::min(least, m_limit));
        }
        constexpr std::size_t kMostLayouts = 16;  // that are given back
        for (const auto& [seconds, end] : ends) {
            if (found.layouts.size() >= kMostLayouts) {
                break;
            }
            found.layouts.push_back(layoutOf(labels, end));
        }
    }

    /// Infinite where a GPU of the set has nothing: that plan is one of another set.
    [[nodiscard]] double secondsOf(const PathLabel& label, const Uses& uses,
                                   std::size_t begin) const {
        bool hasRoomAhead = true;
        for (std::size_t i = 0; i < m_devices.size(); ++i) {
            const ItemMemory::Use& use = uses[begin + i];
            if (m_devices[i].isGpu() && use.weights == 0) {
                return kForever;
            }
            if (m_devices[i] == m_set.main) {
                hasRoomAhead = m_model.memory.holds(m_set.main, use, label.travelling, m_sum);
            }
        }
        double seconds = 0;
        for (std::size_t i = 0; i < 2; ++i) {
            seconds += m_weights[i] * (hasRoomAhead ? std::max(label.compute[i], label.ahead[i])
                                                    : label.compute[i] + label.ahead[i]);
        }
        return seconds;
    }

    [[nodiscard]] SearchLayout layoutOf(const std::vector<std::vector<PathLabel>>& labels,
                                        std::size_t end) const {
        SearchLayout layout{m_set.main, std::vector<ItemChoice>(m_options.size())};
        for (std::size_t item = m_options.size(); item-- > 0;) {
            const PathLabel& label = labels[item + 1][end];
            layout.choices[m_model.order[item]] = m_options[item][label.option].choice;
            end = label.before;
        }
        return layout;
    }

    const SearchModel& m_model;
    const GpuSet& m_set;
    double m_limit;
    ItemMemory::Sum m_sum;
    std::uint64_t m_steps = 0;
    const std::stop_token& m_stop;
    PartSeconds m_weights{};
    PathPrices m_prices;
    const std::vector<std::vector<PathOption>>& m_options;  ///< by place of the item in the order
    const std::vector<DeviceId>& m_devices;
    std::vector<ItemMemory::Limits> m_limits;
    std::vector<std::optional<std::size_t>> m_twin;  ///< by device: one before that is alike
    std::vector<double> m_leastLeft;                 ///< by item
    std::size_t m_most = 0;                          ///< labels that are followed after each item
    bool m_isCapped = false;
};

}  // namespace

FoundPaths findPaths(const SearchModel& model, const GpuSet& set, double atMost,
                     ItemMemory::Sum sum, const std::stop_token& stop) {
    return PathSearch(model, set, atMost, sum, stop).run();
}

}  // namespace stowage
