// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/plan_pool.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {

namespace {

/// Places of `count` among `all`, evenly.
std::vector<std::size_t> spacedPlaces(std::size_t all, std::size_t count, double phase) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < count; ++i) {
        const double place = (static_cast<double>(i) + phase) * static_cast<double>(all) /
                             static_cast<double>(count);
        places.push_back(std::min(static_cast<std::size_t>(place), all - 1));
    }
    return places;
}

/// Makes one layout.
class LayoutMaker {
public:
    LayoutMaker(const SearchModel& model, const SpacedPattern& pattern)
        : m_model(model), m_pattern(pattern), m_known(model.items.items.size()) {
        m_layout.main = pattern.main;
        m_layout.choices.resize(m_known.size());
    }

    std::optional<SearchLayout> make() {
        for (std::size_t item = 0; item < m_known.size(); ++item) {
            if (m_pattern.fixed[item]) {
                set(item, *m_pattern.fixed[item]);
            }
        }
        chooseOffloaded();
        return sendToDisk() && fill() ? std::optional(std::move(m_layout)) : std::nullopt;
    }

private:
    void set(std::size_t item, const ItemChoice& choice) {
        m_layout.choices[item] = choice;
        m_known[item] = true;
    }

    void chooseOffloaded() {
        std::vector<std::size_t> candidates = m_pattern.spaced;
        if (m_pattern.region == SpacedPattern::Region::Main) {
            const std::size_t elsewhere = heldByOthers();
            const std::size_t least = m_pattern.firstCount + m_pattern.secondCount;
            candidates.resize(std::max(candidates.size() - std::min(candidates.size(), elsewhere),
                                       std::min(least, candidates.size())));
        }
        // What the CPU computes is placed first where it lies together.
        const bool isFirstStreamed = !m_pattern.first.isComputed;
        using Way = std::pair<const ItemChoice*, std::size_t>;
        const Way first(&m_pattern.first, m_pattern.firstCount);
        const Way second(&m_pattern.second, m_pattern.secondCount);
        for (const auto& [way, count] :
             isFirstStreamed ? std::array{second, first} : std::array{first, second}) {
            const std::size_t most = std::min(count, candidates.size());
            place(candidates, *way, most, way->isComputed ? m_pattern.computed : Spread::Even);
        }
        if (m_pattern.computed == Spread::BeforeStreamed) {
            putBeforeStreamed();
        }
    }

    using Spread = SpacedPattern::Spread;

    /// Takes so many of the candidates.
    void place(std::vector<std::size_t>& candidates, const ItemChoice& way, std::size_t count,
               Spread spread) {
        std::vector<bool> isTaken(candidates.size());
        if (spread == Spread::Front || spread == Spread::Back) {
            for (std::size_t i = 0; i < count; ++i) {
                isTaken[spread == Spread::Front ? i : candidates.size() - 1 - i] = true;
            }
        } else {
            for (const std::size_t i : spacedPlaces(candidates.size(), count, m_pattern.phase)) {
                isTaken[i] = true;
            }
        }
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (isTaken[i]) {
                set(candidates[i], way);
            } else {
                rest.push_back(candidates[i]);
            }
        }
        candidates = std::move(rest);
    }

    /// Moves what the CPU computes to where the next layer travels, shared out among those.
    void putBeforeStreamed() {
        std::vector<std::size_t> streamed;
        std::size_t computed = 0;
        ItemChoice way;
        for (const std::size_t item : m_pattern.spaced) {
            const bool isOffloaded = m_known[item] && !m_layout.choices[item].place.isGpu();
            if (isOffloaded && m_layout.choices[item].isComputed) {
                way = m_layout.choices[item];
                m_known[item] = false;
                ++computed;
            } else if (isOffloaded) {
                streamed.push_back(item);
            }
        }
        std::size_t shared = 0;
        for (std::size_t i = 0; i < streamed.size(); ++i) {
            const std::size_t until = (i + 1) * computed / streamed.size();
            auto place = std::ranges::find(m_pattern.spaced, streamed[i]);
            while (shared < until && place != m_pattern.spaced.begin()) {
                --place;
                if (!m_known[*place]) {
                    set(*place, way);
                    ++shared;
                }
            }
        }
        for (auto item = m_pattern.spaced.rbegin();
             shared < computed && item != m_pattern.spaced.rend(); ++item) {
            if (!m_known[*item]) {
                set(*item, way);
                ++shared;
            }
        }
    }

    /// How many of the spaced items the GPUs beside the main one take, filled from the end.
    [[nodiscard]] std::size_t heldByOthers() const {
        std::size_t count = 0;
        std::size_t next = m_pattern.spaced.size();
        for (auto device = m_pattern.order.rbegin(); device != m_pattern.order.rend(); ++device) {
            if (*device == m_pattern.main) {
                continue;
            }
            ItemMemory::Use use = m_model.memory.start(*device);
            while (next > 0) {
                ItemMemory::Use more = use;
                m_model.memory.addWeights(more, m_pattern.spaced[next - 1], {*device}, *device);
                m_model.memory.addLayer(more, m_pattern.spaced[next - 1]);
                if (!m_model.memory.holds(*device, more, 0)) {
                    break;
                }
                use = more;
                --next;
                ++count;
            }
        }
        return count;
    }

    /// What RAM does not hold lies on disk, evenly spaced among what is offloaded.
    bool sendToDisk() {
        std::vector<std::size_t> inRam;
        for (std::size_t item = 0; item < m_known.size(); ++item) {
            const SearchItem& own = m_model.items.items[item];
            if (m_known[item] && m_layout.choices[item].place == DeviceId::cpu() && !own.pinnedTo) {
                inRam.push_back(item);
            }
        }
        const std::vector<ItemChoice> before = m_layout.choices;
        const auto holdsWith = [&](std::size_t onDisk) {
            m_layout.choices = before;
            for (const std::size_t place : spacedPlaces(inRam.size(), onDisk, 0.5)) {
                m_layout.choices[inRam[place]].place = DeviceId::disk();
            }
            return m_model.memory.holds(DeviceId::cpu(), useSoFar(DeviceId::cpu()), 0);
        };
        if (holdsWith(0)) {
            return true;
        }
        if (!m_model.isAllowed(DeviceId::disk()) || !holdsWith(inRam.size())) {
            return false;
        }
        std::size_t fails = 0;
        std::size_t holds = inRam.size();
        while (holds - fails > 1) {
            const std::size_t middle = fails + (holds - fails) / 2;
            (holdsWith(middle) ? holds : fails) = middle;
        }
        return holdsWith(holds) &&
               m_model.memory.holds(DeviceId::disk(), useSoFar(DeviceId::disk()), 0);
    }

    [[nodiscard]] ItemMemory::Use useSoFar(DeviceId device) const {
        ItemMemory::Use use = m_model.memory.start(device);
        for (std::size_t item = 0; item < m_known.size(); ++item) {
            if (!m_known[item]) {
                continue;
            }
            const ItemChoice& choice = m_layout.choices[item];
            m_model.memory.addWeights(use, item, choice, device);
            const bool keepsHome =
                choice.part != ItemPart::Whole && choice.part != ItemPart::Attention;
            const DeviceId runs = keepsHome              ? choice.home
                                  : choice.place.isGpu() ? choice.place
                                  : choice.isComputed    ? DeviceId::cpu()
                                                         : m_layout.main;
            if (runs == device) {
                m_model.memory.addLayer(use, item);
            }
        }
        return use;
    }

    /// The rest on GPUs, each until the next item has no room there.
    bool fill() {
        double largest = 0;
        for (std::size_t item = 0; item < m_known.size(); ++item) {
            if (m_known[item]) {
                largest =
                    std::max(largest, m_model.memory.travelling(item, m_layout.choices[item]));
            }
        }
        const double onTheirWay = largest * m_pattern.inFlight;
        std::size_t gpu = 0;
        ItemMemory::Use use;
        if (!m_pattern.order.empty()) {
            use = useSoFar(m_pattern.order.front());
        }
        const auto travellingTo = [&](DeviceId device) {
            return device == m_pattern.main ? onTheirWay : 0;
        };
        for (const std::size_t item : m_model.order) {
            if (m_known[item]) {
                continue;
            }
            for (;;) {
                if (gpu == m_pattern.order.size()) {
                    return false;
                }
                const DeviceId device = m_pattern.order[gpu];
                ItemMemory::Use more = use;
                m_model.memory.addWeights(more, item, {device}, device);
                m_model.memory.addLayer(more, item);
                if (m_model.memory.holds(device, more, travellingTo(device))) {
                    use = more;
                    m_layout.choices[item] = {device};
                    break;
                }
                ++gpu;
                if (gpu < m_pattern.order.size()) {
                    use = useSoFar(m_pattern.order[gpu]);
                }
            }
        }
        return mainHolds(largest > 0, travellingTo(m_pattern.main));
    }

    /// Offloaded weights are used on the first GPU of the map, which must have something.
    [[nodiscard]] bool mainHolds(bool travels, double onTheirWay) const {
        if (!m_pattern.main.isGpu()) {
            return true;
        }
        const auto lies = [&](const ItemChoice& choice) {
            return (choice.part == ItemPart::Whole ? choice.place : choice.home) == m_pattern.main;
        };
        const bool isThere = std::ranges::any_of(m_layout.choices, lies) ||
                             m_model.request.hooks.mainDevice || m_model.request.executionDevice;
        return (isThere || !travels) &&
               m_model.memory.holds(m_pattern.main, m_model.memory.useOf(m_pattern.main, m_layout),
                                    onTheirWay);
    }

    const SearchModel& m_model;
    const SpacedPattern& m_pattern;
    SearchLayout m_layout;
    std::vector<bool> m_known;
};

}  // namespace

std::optional<SearchLayout> spacedLayout(const SearchModel& model, const SpacedPattern& pattern) {
    return LayoutMaker(model, pattern).make();
}

std::optional<SearchLayout> leastOffloaded(const SearchModel& model, SpacedPattern& pattern,
                                           std::size_t least) {
    const std::size_t most =
        pattern.spaced.size() - std::min(pattern.spaced.size(), pattern.secondCount);
    std::optional<SearchLayout> best;
    std::size_t fails = least;
    std::size_t holds = most + 1;
    // Most often few suffice, or none.
    for (std::size_t step = 0; fails < holds; step = step == 0 ? 1 : 2 * step) {
        const std::size_t middle =
            std::min(fails + step, std::min(fails + (holds - fails) / 2, most));
        pattern.firstCount = middle;
        auto layout = spacedLayout(model, pattern);
        if (layout) {
            holds = middle;
            best = std::move(layout);
            step = 0;
        } else {
            fails = middle + 1;
        }
        if (middle == most && !best) {
            break;
        }
    }
    pattern.firstCount = holds;
    return best;
}

}  // namespace stowage
