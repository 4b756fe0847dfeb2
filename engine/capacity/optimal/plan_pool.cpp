// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/plan_pool.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kMostOtherKinds = 5;  ///< whose items are offloaded or not
constexpr std::size_t kBestOthers = 3;      ///< combinations of them that are followed up
constexpr std::size_t kBestWays = 4;        ///< of offloading, that are tried in pairs
constexpr std::size_t kBestPatterns = 6;    ///< that are varied
constexpr std::size_t kRoomShares = 8;      ///< of the layers that travel beside computed ones
constexpr std::size_t kPolished = 4;        ///< layouts, the best

/// Lays a model out over one set of GPUs in all the ways that are worth it.
class PatternSearch {
public:
    PatternSearch(const SearchModel& model, const GpuSet& set, double bound,
                  std::uint64_t& explored, const std::stop_token& stop)
        : m_model(model), m_set(set), m_bound(bound), m_explored(explored), m_stop(stop) {}

    std::vector<PricedLayout> run() {
        for (const std::vector<DeviceId>& order : orders()) {
            for (const std::vector<std::size_t>& spaced : spacedItems()) {
                m_base.order = order;
                m_base.main = m_set.main;
                m_base.spaced = spaced;
                explore();
                if (m_isDone) {
                    break;
                }
            }
        }
        varyBest();
        std::sort(m_found.begin(), m_found.end());
        polish();
        return std::move(m_found);
    }

private:
    struct Trial {
        SpacedPattern pattern;
        double seconds = kForever;
    };

    /// As they are numbered, the main one last, and the fastest first.
    [[nodiscard]] std::vector<std::vector<DeviceId>> orders() const {
        std::vector<std::vector<DeviceId>> all{m_set.gpus};
        const auto addNew = [&all](std::vector<DeviceId> order) {
            if (std::ranges::find(all, order) == all.end()) {
                all.push_back(std::move(order));
            }
        };
        std::size_t layer = 0;
        while (layer + 1 < m_model.items.items.size() && !m_model.memory.isLayer(layer)) {
            ++layer;
        }
        std::vector<DeviceId> fastest = m_set.gpus;
        std::ranges::stable_sort(fastest, {}, [&](DeviceId gpu) {
            return m_model.times.share(PlanClock::Part::Token, layer, {gpu}, gpu).compute;
        });
        addNew(std::move(fastest));
        if (m_set.gpus.size() > 1) {
            std::vector<DeviceId> last = m_set.gpus;
            std::ranges::rotate(last, last.begin() + 1);
            addNew(std::move(last));
        }
        return all;
    }

    /// All layers, and those of the largest kind alone where there are several.
    [[nodiscard]] std::vector<std::vector<std::size_t>> spacedItems() const {
        std::vector<std::size_t> layers;
        const ItemKind* largest = nullptr;
        std::size_t kinds = 0;
        for (const ItemKind& kind : m_model.kinds) {
            if (!kind.isLayer || m_model.items.items[kind.items.front()].pinnedTo) {
                continue;
            }
            ++kinds;
            layers.insert(layers.end(), kind.items.begin(), kind.items.end());
            largest =
                largest == nullptr || kind.items.size() > largest->items.size() ? &kind : largest;
        }
        std::ranges::sort(layers);
        std::vector<std::vector<std::size_t>> result{layers};
        if (kinds > 1) {
            result.push_back(largest->items);
        }
        return result;
    }

    /// What is not spaced, by kind: pinned items stay, others lie on a GPU or are offloaded.
    void explore() {
        std::vector<std::size_t> others;
        SpacedPattern pattern = m_base;
        pattern.fixed.assign(m_model.items.items.size(), std::nullopt);
        for (std::size_t kind = 0; kind < m_model.kinds.size(); ++kind) {
            const std::vector<std::size_t>& items = m_model.kinds[kind].items;
            const bool isSpaced =
                std::ranges::find(m_base.spaced, items.front()) != m_base.spaced.end();
            const auto& pin = m_model.items.items[items.front()].pinnedTo;
            if (isSpaced) {
                continue;
            }
            if (pin) {
                fix(pattern, items, pin->isGpu() ? ItemChoice{*pin} : bestOffload(items.front()));
            } else {
                others.push_back(kind);
            }
        }
        std::ranges::stable_sort(others, std::ranges::greater(), [this](std::size_t kind) {
            const ItemKind& own = m_model.kinds[kind];
            return own.items.size() * m_model.items.items[own.items.front()].whole.bytes;
        });
        if (others.size() > kMostOtherKinds) {
            others.resize(kMostOtherKinds);
        }
        std::vector<Trial> bases;
        for (std::size_t bits = 0; bits < std::size_t{1} << others.size(); ++bits) {
            Trial base{pattern};
            for (std::size_t i = 0; i < others.size(); ++i) {
                if ((bits >> i & 1U) != 0) {
                    const auto& items = m_model.kinds[others[i]].items;
                    fix(base.pattern, items, bestOffload(items.front()));
                }
            }
            followSingles(base);
            if (m_isDone) {
                return;
            }
            bases.push_back(std::move(base));
        }
        std::ranges::stable_sort(bases, {}, &Trial::seconds);
        for (std::size_t i = 0; i < bases.size() && i < kBestOthers; ++i) {
            if (!std::isinf(bases[i].seconds) && !m_stop.stop_requested()) {
                followPairs(bases[i]);
            }
        }
    }

    static void fix(SpacedPattern& pattern, const std::vector<std::size_t>& items,
                    const ItemChoice& choice) {
        for (const std::size_t item : items) {
            pattern.fixed[item] = choice;
        }
    }

    /// The one that has the least to do where it is not on a GPU.
    [[nodiscard]] ItemChoice bestOffload(std::size_t item) const {
        ItemChoice best{DeviceId::cpu(), true};
        double least = kForever;
        const auto& pin = m_model.items.items[item].pinnedTo;
        for (const ItemChoice& choice : m_model.choicesOf(item, m_set)) {
            if (choice.place.isGpu() || choice.part != ItemPart::Whole) {
                continue;
            }
            double seconds = 0;
            for (const auto part : {PlanClock::Part::Prompt, PlanClock::Part::Token}) {
                const auto share = m_model.times.share(part, item, choice, m_set.main);
                seconds += timeWeight(m_model.objective, part) *
                           (share.compute + share.ahead + share.onDemand);
            }
            const bool isInRam = choice.place == DeviceId::cpu();
            if (seconds < least || (seconds == least && isInRam && !best.place.isGpu() && pin)) {
                least = seconds;
                best = choice;
            }
        }
        return best;
    }

    /// Each way alone.
    void followSingles(Trial& base) {
        m_ways.clear();
        for (const ItemChoice& way : m_model.offloads(m_set)) {
            Trial best;
            const bool travels = !way.place.isGpu() && !way.isComputed;
            for (unsigned inFlight = 1; inFlight <= (travels ? 3U : 1U) && !m_isDone; ++inFlight) {
                Trial trial{base.pattern};
                trial.pattern.first = way;
                trial.pattern.inFlight = inFlight;
                if (tryLeast(trial) && trial.seconds < best.seconds) {
                    best = trial;
                }
                m_isDone = trial.seconds <= m_bound * (1 + kSameValue);
                if (travels && trial.pattern.firstCount == 0 && !std::isinf(trial.seconds)) {
                    followMore(trial, best);
                }
            }
            m_ways.emplace_back(way, best.seconds);
            if (best.seconds < base.seconds) {
                base.seconds = best.seconds;
                base.pattern = best.pattern;
            }
        }
    }

    /// What need not be offloaded may run on a faster GPU so.
    void followMore(const Trial& resident, Trial& best) {
        std::size_t worse = 0;
        for (std::size_t count = 1; count <= m_base.spaced.size() && worse < 3; ++count) {
            Trial trial = resident;
            trial.pattern.firstCount = count;
            const auto layout = spacedLayout(m_model, trial.pattern);
            const bool isBetter = layout && keep(*layout, trial) && trial.seconds < best.seconds;
            best = isBetter ? trial : best;
            worse = isBetter ? 0 : worse + 1;
        }
    }

    void followPairs(const Trial& base) {
        std::vector<std::pair<ItemChoice, double>> ways = m_ways;
        std::ranges::stable_sort(ways, {}, &std::pair<ItemChoice, double>::second);
        ways.resize(std::min(ways.size(), kBestWays));
        for (const auto& [first, firstSeconds] : ways) {
            for (const auto& [second, secondSeconds] : ways) {
                if (first != second) {
                    followPair(base, first, second);
                }
            }
        }
    }

    /// As many of the second way as make it fastest: the time falls, then rises with them.
    void followPair(const Trial& base, const ItemChoice& first, const ItemChoice& second) {
        std::map<std::size_t, double> known;
        const auto secondsWith = [&](std::size_t count) {
            if (const auto found = known.find(count); found != known.end()) {
                return found->second;
            }
            Trial best;
            const bool travels = !first.isComputed || !second.isComputed;
            for (unsigned inFlight = 1; inFlight <= (travels ? 2U : 1U); ++inFlight) {
                Trial trial{base.pattern};
                trial.pattern.first = first;
                trial.pattern.second = second;
                trial.pattern.secondCount = count;
                trial.pattern.inFlight = inFlight;
                // With room for one only, it comes while the CPU computes.
                trial.pattern.computed = inFlight == 1 ? SpacedPattern::Spread::BeforeStreamed
                                                       : SpacedPattern::Spread::Front;
                if (tryLeast(trial) && trial.seconds < best.seconds) {
                    best = trial;
                }
            }
            return known[count] = best.seconds;
        };
        std::size_t low = 0;
        std::size_t high = m_base.spaced.size();
        while (high - low > 2 && !m_stop.stop_requested()) {
            const std::size_t third = (high - low) / 3;
            const std::size_t a = low + third;
            const std::size_t b = high - third;
            const double left = secondsWith(a);
            const double right = secondsWith(b);
            // Too few of them may not hold at all.
            if (left < right || (left == right && !std::isinf(left))) {
                high = std::isinf(left) ? high : b;
                low = std::isinf(left) ? a : low;
            } else {
                low = a;
            }
            if (third == 0) {
                break;
            }
        }
        for (std::size_t count = low; count <= high; ++count) {
            (void)secondsWith(count);
        }
    }

    /// With as few offloaded as hold. Keeps what it finds.
    bool tryLeast(Trial& trial) {
        const auto layout = leastOffloaded(m_model, trial.pattern);
        return layout && keep(*layout, trial);
    }

    bool keep(const SearchLayout& layout, Trial& trial) {
        auto priced = pricedBest(m_model, layout, m_explored);
        if (!priced) {
            return false;
        }
        trial.seconds = priced->seconds;
        rank(trial);
        m_found.push_back(std::move(*priced));
        return true;
    }

    void polish() {
        const std::vector<PricedLayout> best(
            m_found.begin(),
            m_found.begin() + static_cast<std::ptrdiff_t>(std::min(m_found.size(), kPolished)));
        for (const PricedLayout& layout : best) {
            if (layout.seconds > m_bound * (1 + kSameValue)) {
                m_found.push_back(polished(m_model, layout, m_explored, m_stop));
            }
        }
        std::sort(m_found.begin(), m_found.end());
    }

    /// Keeps the best patterns, each with its own numbers.
    void rank(const Trial& trial) {
        const auto isAlike = [&trial](const Trial& other) {
            const SpacedPattern& a = trial.pattern;
            const SpacedPattern& b = other.pattern;
            return std::tie(a.first, a.second, a.firstCount, a.secondCount, a.inFlight, a.fixed,
                            a.order) == std::tie(b.first, b.second, b.firstCount, b.secondCount,
                                                 b.inFlight, b.fixed, b.order);
        };
        const auto same = std::ranges::find_if(m_best, isAlike);
        if (same != m_best.end() && same->seconds <= trial.seconds) {
            return;
        }
        if (same != m_best.end()) {
            m_best.erase(same);
        }
        const auto worse = std::ranges::find_if(
            m_best, [&](const Trial& other) { return trial.seconds < other.seconds; });
        m_best.insert(worse, trial);
        m_best.resize(std::min(m_best.size(), kBestPatterns));
    }

    /// The best patterns with other places for what is offloaded, and one more of it.
    void varyBest() {
        const std::vector<Trial> best = m_best;
        for (const Trial& trial : best) {
            if (trial.pattern.firstCount + trial.pattern.secondCount == 0) {
                continue;
            }
            for (const auto region : {SpacedPattern::Region::Model, SpacedPattern::Region::Main}) {
                for (const auto spread :
                     {SpacedPattern::Spread::Front, SpacedPattern::Spread::Back,
                      SpacedPattern::Spread::Even, SpacedPattern::Spread::BeforeStreamed}) {
                    for (const double phase : {0.0, 0.25, 0.5, 0.75, 0.999}) {
                        for (const std::size_t more : {std::size_t{0}, std::size_t{1}}) {
                            Trial varied = trial;
                            varied.pattern.region = region;
                            varied.pattern.computed = spread;
                            varied.pattern.phase = phase;
                            varied.pattern.firstCount += more;
                            vary(varied);
                        }
                    }
                    const bool computesAny =
                        (trial.pattern.firstCount > 0 && trial.pattern.first.isComputed) ||
                        (trial.pattern.secondCount > 0 && trial.pattern.second.isComputed);
                    if (!computesAny) {
                        break;
                    }
                }
            }
        }
    }

    void vary(Trial& trial) {
        const bool isInRange =
            trial.pattern.firstCount + trial.pattern.secondCount <= trial.pattern.spaced.size();
        if (!isInRange || m_stop.stop_requested()) {
            return;
        }
        if (const auto layout = spacedLayout(m_model, trial.pattern)) {
            (void)keep(*layout, trial);
        }
    }

    const SearchModel& m_model;
    const GpuSet& m_set;
    double m_bound;
    std::uint64_t& m_explored;
    const std::stop_token& m_stop;
    SpacedPattern m_base;
    bool m_isDone = false;
    std::vector<std::pair<ItemChoice, double>> m_ways;  ///< of the last base, with their best
    std::vector<Trial> m_best;
    std::vector<PricedLayout> m_found;
};

}  // namespace

std::vector<PricedLayout> spacedLayouts(const SearchModel& model, const GpuSet& set, double bound,
                                        std::uint64_t& explored, const std::stop_token& stop) {
    return PatternSearch(model, set, bound, explored, stop).run();
}

std::vector<SearchLayout> roomLayouts(const SearchModel& model, const GpuSet& set,
                                      bool onGpusAlone) {
    std::vector<SearchLayout> found;
    SpacedPattern pattern;
    pattern.order = set.gpus;
    pattern.main = set.main;
    pattern.fixed.assign(model.items.items.size(), std::nullopt);
    for (std::size_t item = 0; item < model.items.items.size(); ++item) {
        const auto& pin = model.items.items[item].pinnedTo;
        if (pin) {
            pattern.fixed[item] = ItemChoice{*pin, !pin->isGpu()};
        } else if (model.memory.isLayer(item)) {
            pattern.spaced.push_back(item);
        }
    }
    if (onGpusAlone) {
        if (auto layout = spacedLayout(model, pattern)) {
            found.push_back(std::move(*layout));
        }
        return found;
    }
    const std::vector<std::optional<ItemChoice>> onGpus = pattern.fixed;
    const std::vector<ItemChoice> ways = model.offloads(set);
    for (const ItemChoice& way : ways) {
        for (const bool areOthersOffloaded : {false, true}) {
            pattern.fixed = onGpus;
            for (std::size_t item = 0; areOthersOffloaded && item < onGpus.size(); ++item) {
                if (!onGpus[item] && !model.memory.isLayer(item)) {
                    pattern.fixed[item] = ItemChoice{way.place, true};
                }
            }
            pattern.first = way;
            pattern.secondCount = 0;
            if (auto layout = leastOffloaded(model, pattern)) {
                found.push_back(std::move(*layout));
            }
            if (!way.isComputed || way.part != ItemPart::Whole) {
                continue;
            }
            // Beside what the CPU computes, the main device runs what it does not hold.
            const auto streamed = std::ranges::find(ways, ItemChoice{way.place, false});
            for (std::size_t share = 1; streamed != ways.end() && share < kRoomShares; ++share) {
                pattern.second = *streamed;
                pattern.secondCount = share * pattern.spaced.size() / kRoomShares;
                if (auto layout = leastOffloaded(model, pattern)) {
                    found.push_back(std::move(*layout));
                }
            }
        }
    }
    return found;
}

}  // namespace stowage
