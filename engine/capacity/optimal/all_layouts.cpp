// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/all_layouts.h"

#include "engine/capacity/optimal/objective_value.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kMostSmall = 1'000'000;  ///< steps through all layouts
constexpr std::size_t kMostFound = 50'000;       ///< of them that may be better

/// Goes through all layouts of a small model, item by item, and leaves out what cannot be better.
class Enumeration {
public:
    Enumeration(const SearchModel& model, double seconds, std::uint64_t& explored,
                const std::stop_token& stop)
        : m_model(model), m_limit(seconds), m_explored(explored), m_stop(stop) {}

    std::optional<std::vector<PricedLayout>> run() {
        for (const GpuSet& set : m_model.sets) {
            if (!begin(set)) {
                return std::nullopt;
            }
            descend(0, {}, {});
            if (m_steps > kMostSmall || m_found.size() > kMostFound || m_stop.stop_requested()) {
                return std::nullopt;
            }
        }
        std::sort(m_found.begin(), m_found.end());
        return std::move(m_found);
    }

private:
    using Sums = std::array<double, 2>;

    bool begin(const GpuSet& set) {
        const std::size_t count = m_model.items.items.size();
        m_set = &set;
        m_layout.main = set.main;
        m_layout.choices.resize(count);
        m_choices.clear();
        m_shares.clear();
        double all = 1;
        for (std::size_t item = 0; item < count; ++item) {
            m_choices.push_back(m_model.choicesOf(item, set));
            all *= static_cast<double>(m_choices.back().size());
            std::vector<std::array<ChoiceTimes::Share, 2>> shares;
            for (const ItemChoice& choice : m_choices.back()) {
                shares.push_back(
                    {m_model.times.share(PlanClock::Part::Prompt, item, choice, set.main),
                     m_model.times.share(PlanClock::Part::Token, item, choice, set.main)});
            }
            m_shares.push_back(std::move(shares));
        }
        // What is still to come takes at least so much.
        m_leastAfter.assign(count + 1, {});
        for (std::size_t item = count; item-- > 0;) {
            for (std::size_t part = 0; part < 2; ++part) {
                double least = m_shares[item].empty() ? 0 : kForever;
                for (const auto& share : m_shares[item]) {
                    least = std::min(least, share[part].compute + share[part].onDemand);
                }
                m_leastAfter[item][part] = m_leastAfter[item + 1][part] + least;
            }
        }
        return all < 4e8;
    }

    [[nodiscard]] bool mayBeBetter(std::size_t next, const Sums& compute, const Sums& ahead) const {
        double seconds = 0;
        for (const auto part : {PlanClock::Part::Prompt, PlanClock::Part::Token}) {
            const auto p = static_cast<std::size_t>(part);
            const auto sharing = m_model.times.bestSharing(part);
            const bool isShared = sharing.carrying < 1 || sharing.computing < 1;
            const double least = compute[p] + m_leastAfter[next][p];
            seconds += timeWeight(m_model.objective, part) *
                       (isShared ? least : std::max(least, ahead[p]));
        }
        return seconds <= m_limit * (1 + 1e-9);
    }

    void descend(std::size_t item, const Sums& compute, const Sums& ahead) {
        if (++m_steps > kMostSmall || (m_steps % 1024 == 0 && m_stop.stop_requested())) {
            return;
        }
        if (item == m_choices.size()) {
            price();
            return;
        }
        for (std::size_t i = 0; i < m_choices[item].size(); ++i) {
            Sums more = compute;
            Sums carried = ahead;
            for (std::size_t part = 0; part < 2; ++part) {
                more[part] += m_shares[item][i][part].compute + m_shares[item][i][part].onDemand;
                carried[part] += m_shares[item][i][part].ahead;
            }
            m_layout.choices[item] = m_choices[item][i];
            if (mayBeBetter(item + 1, more, carried) && mayHold(item + 1)) {
                descend(item + 1, more, carried);
            }
        }
    }

    /// By what was placed already.
    [[nodiscard]] bool mayHold(std::size_t count) const {
        for (const DeviceInfo& device : m_model.request.devices) {
            ItemMemory::Use use = m_model.memory.start(device.id);
            for (std::size_t item = 0; item < count; ++item) {
                m_model.memory.addWeights(use, item, m_layout.choices[item], device.id);
            }
            if (!m_model.memory.holds(device.id, use, 0, ItemMemory::Sum::Least)) {
                return false;
            }
        }
        return true;
    }

    void price() {
        // The main device is the first of those that hold something.
        for (const DeviceId gpu : m_set->gpus) {
            const bool isUsed = std::ranges::any_of(m_layout.choices, [gpu](const ItemChoice& own) {
                return own.place == gpu || (own.part != ItemPart::Whole && own.home == gpu);
            });
            if (!isUsed) {
                return;  // of a smaller set
            }
        }
        if (m_found.size() > kMostFound) {
            return;
        }
        for (const unsigned window : m_model.windowsOf(m_layout)) {
            if (!m_model.holds(m_layout, window, ItemMemory::Sum::Least)) {
                break;
            }
            ++m_explored;
            const double seconds = m_model.seconds(m_layout, window);
            if (seconds <= m_limit * (1 + 1e-9)) {
                m_found.push_back(priced(m_model, m_layout, window));
            }
        }
    }

    const SearchModel& m_model;
    double m_limit;
    std::uint64_t& m_explored;
    const std::stop_token& m_stop;
    const GpuSet* m_set = nullptr;
    SearchLayout m_layout;
    std::vector<std::vector<ItemChoice>> m_choices;
    std::vector<std::vector<std::array<ChoiceTimes::Share, 2>>> m_shares;
    std::vector<Sums> m_leastAfter;
    std::vector<PricedLayout> m_found;
    std::uint64_t m_steps = 0;
};

}  // namespace

std::optional<std::vector<PricedLayout>> allLayouts(const SearchModel& model, double seconds,
                                                    std::uint64_t& explored,
                                                    const std::stop_token& stop) {
    return Enumeration(model, seconds, explored, stop).run();
}

}  // namespace stowage
