// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/priced_layout.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kMostWindows = 40;   ///< of one layout, the smallest first
constexpr std::size_t kMostMoves = 3'000;  ///< that are tried of each layout

DeviceId runsOn(const ItemChoice& choice, DeviceId main) {
    return choice.part != ItemPart::Whole ? choice.home
           : choice.place.isGpu()         ? choice.place
           : choice.isComputed            ? DeviceId::cpu()
                                          : main;
}

std::size_t hopsOf(const SearchLayout& layout) {
    std::size_t hops = 0;
    for (std::size_t item = 1; item < layout.choices.size(); ++item) {
        hops += runsOn(layout.choices[item], layout.main) !=
                        runsOn(layout.choices[item - 1], layout.main)
                    ? 1
                    : 0;
    }
    return hops;
}

/// Moves what is offloaded to other places as long as that takes less time.
class Polisher {
public:
    Polisher(const SearchModel& model, PricedLayout best, std::uint64_t& explored,
             const std::stop_token& stop)
        : m_model(model), m_best(std::move(best)), m_explored(explored), m_stop(stop) {}

    PricedLayout run() {
        const std::size_t items = m_best.layout.choices.size();
        bool isBetter = true;
        while (isBetter && m_tried < kMostMoves && !m_stop.stop_requested()) {
            isBetter = false;
            for (std::size_t item = 0; item < items; ++item) {
                for (const std::size_t step : {1U, 2U, 3U, 5U}) {
                    isBetter = (item + step < items && exchange(item, item + step)) || isBetter;
                }
            }
            for (const unsigned window : m_model.windowsOf(m_best.layout)) {
                isBetter = tryLayout(m_best.layout, window) || isBetter;
            }
        }
        return std::move(m_best);
    }

private:
    bool exchange(std::size_t a, std::size_t b) {
        const auto& choices = m_best.layout.choices;
        const bool mayMove = m_model.memory.isLayer(a) && m_model.memory.isLayer(b) &&
                             !m_model.items.items[a].pinnedTo && !m_model.items.items[b].pinnedTo &&
                             choices[a] != choices[b] &&
                             !(choices[a].place.isGpu() && choices[b].place.isGpu());
        if (!mayMove || m_tried >= kMostMoves) {
            return false;
        }
        SearchLayout moved = m_best.layout;
        std::swap(moved.choices[a], moved.choices[b]);
        return tryLayout(moved, m_best.window);
    }

    bool tryLayout(const SearchLayout& layout, unsigned window) {
        ++m_tried;
        ++m_explored;
        PricedLayout tried = priced(m_model, layout, window);
        if (!(tried < m_best) || !m_model.holds(layout, window)) {
            return false;
        }
        m_best = std::move(tried);
        return true;
    }

    const SearchModel& m_model;
    PricedLayout m_best;
    std::uint64_t& m_explored;
    const std::stop_token& m_stop;
    std::size_t m_tried = 0;
};

/// Of each kind of items that the main device runs, those that travel lie evenly among the others.
SearchLayout spacedAmongMain(const SearchModel& model, const SearchLayout& layout) {
    SearchLayout spaced = layout;
    for (const ItemKind& kind : model.kinds) {
        std::vector<std::size_t> all;
        std::vector<ItemChoice> travelling;
        for (const std::size_t item : kind.items) {
            const ItemChoice& choice = layout.choices[item];
            const bool isWhole = choice.part == ItemPart::Whole;
            const bool travels = !choice.place.isGpu() && !choice.isComputed;
            if (isWhole && !model.items.items[item].pinnedTo &&
                (travels || choice.place == layout.main)) {
                all.push_back(item);
                spaced.choices[item] = {layout.main};
            }
            if (isWhole && travels && !model.items.items[item].pinnedTo) {
                travelling.push_back(choice);
            }
        }
        for (std::size_t i = 0; i < travelling.size(); ++i) {
            spaced.choices[all[(2 * i + 1) * all.size() / (2 * travelling.size())]] = travelling[i];
        }
    }
    return spaced;
}

}  // namespace

/// Times that differ by rounding alone are the same.
bool operator<(const PricedLayout& a, const PricedLayout& b) {
    const auto rounded = [](double seconds) {
        constexpr double kDigits = 1e11;
        int exponent = 0;
        const double mantissa = std::frexp(seconds, &exponent);
        return std::ldexp(std::round(mantissa * kDigits) / kDigits, exponent);
    };
    return std::tuple(rounded(a.seconds), a.hops, a.window) <
           std::tuple(rounded(b.seconds), b.hops, b.window);
}

std::optional<SearchLayout> layoutOf(const SearchModel& model, const PlacementPlan& plan) {
    const ModuleTree& tree = *plan.request.tree;
    SearchLayout layout;
    layout.main = plan.executionDevice();
    for (const SearchItem& item : model.items.items) {
        std::optional<DeviceId> place = item.pinnedTo;
        for (const std::string& path : item.whole.paths) {
            const auto module = tree.findModule(path);
            const auto device = module ? plan.deviceOf(*module) : plan.map.deviceOf(path);
            if (!device || (place && *place != *device)) {
                return std::nullopt;
            }
            place = device;
        }
        layout.choices.push_back({place.value_or(DeviceId::cpu()), !layout.main.isGpu()});
    }
    return layout;
}

PricedLayout priced(const SearchModel& model, const SearchLayout& layout, unsigned window) {
    return {layout, window, model.seconds(layout, window), hopsOf(layout)};
}

std::optional<PricedLayout> pricedBest(const SearchModel& model, const SearchLayout& layout,
                                       std::uint64_t& explored) {
    std::optional<PricedLayout> best;
    std::size_t tried = 0;
    for (const unsigned window : model.windowsOf(layout)) {
        if (tried > kMostWindows || (window > 0 && !model.holds(layout, window))) {
            break;
        }
        tried += window > 0 ? 1 : 0;
        ++explored;
        PricedLayout own = priced(model, layout, window);
        if (!best || own < *best) {
            best = std::move(own);
        }
    }
    return best;
}

PricedLayout polished(const SearchModel& model, PricedLayout layout, std::uint64_t& explored,
                      const std::stop_token& stop) {
    return Polisher(model, std::move(layout), explored, stop).run();
}

std::optional<PricedLayout> pricedSpaced(const SearchModel& model, const SearchLayout& layout,
                                         std::uint64_t& explored, const std::stop_token& stop) {
    auto best = pricedBest(model, layout, explored);
    if (const auto spaced = pricedBest(model, spacedAmongMain(model, layout), explored);
        spaced && (!best || *spaced < *best)) {
        best = spaced;
    }
    return best ? std::optional(polished(model, std::move(*best), explored, stop)) : best;
}

}  // namespace stowage
