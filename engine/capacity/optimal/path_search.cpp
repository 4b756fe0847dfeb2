// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/path_search.h"

#include "engine/capacity/optimal/objective_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

namespace stowage {
namespace {

using Part = PlanClock::Part;

constexpr int kPriceRounds = 150;                ///< of finding prices
constexpr std::size_t kMostPathSteps = 400'000;  ///< from one item to a choice for the next
constexpr std::size_t kLeastPathLabels = 100;    ///< that it takes to find anything
constexpr double kMostWork = 1e3;                ///< of a room: that and more leaves a thousandth
constexpr std::size_t kPathLayouts = 16;         ///< that are given back

using PartSeconds = std::array<double, 2>;  ///< by part

/// One choice of an item.
struct PathOption {
    ItemChoice choice;
    std::size_t runs = 0;  ///< index of the device
    PartSeconds compute{};
    PartSeconds ahead{};
    double travelling = 0;
    struct Added {
        std::size_t device = 0;
        ItemMemory::Use use;
    };
    std::vector<Added> added;
    /// By device, of all that it has: while a prompt goes in, and while tokens are decoded.
    std::vector<double> shares;
};

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
        : m_model(model), m_set(set), m_limit(atMost * (1 - kSameValue)), m_sum(sum), m_stop(stop) {
        for (const DeviceInfo& device : model.request.devices) {
            const bool isOther =
                device.id.isGpu() && std::ranges::find(set.gpus, device.id) == set.gpus.end();
            if (!isOther && model.isAllowed(device.id)) {
                m_devices.push_back(device.id);
                m_limits.push_back(model.memory.limits(device.id));
                m_starts.push_back(model.memory.start(device.id));
                m_rooms.push_back(std::max(
                    model.memory.room(device.id) - model.memory.need(device.id, m_starts.back(), 0),
                    1.0));
            }
        }
        m_held.assign(2 * m_devices.size(), 1);
        for (const Part part : kClockParts) {
            m_weights[at(part)] = timeWeight(model.objective, part);
        }
        for (const std::size_t item : model.order) {
            m_options.push_back(optionsOf(item));
        }
        findLeastLeft();
        findChain();
        findHops();
        findTwins();
    }

    FoundPaths run() {
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
        m_most = kMostPathSteps / (m_options.size() * widest);
        if (m_most < kLeastPathLabels) {
            return found;
        }
        found.bound = findPrices();
        if (found.bound >= m_limit) {
            found.isComplete = true;
            return found;
        }
        countWork();
        (void)findPrices();
        followLabels(found);
        found.steps = m_steps;
        return found;
    }

private:
    static std::size_t at(Part part) { return static_cast<std::size_t>(part); }

    [[nodiscard]] std::size_t indexOf(DeviceId device) const {
        return static_cast<std::size_t>(std::ranges::find(m_devices, device) - m_devices.begin());
    }

    [[nodiscard]] std::vector<PathOption> optionsOf(std::size_t item) const {
        std::vector<PathOption> options;
        for (const ItemChoice& choice : m_model.choicesOf(item, m_set)) {
            const bool isParted =
                choice.part != ItemPart::Whole && choice.part != ItemPart::Attention;
            PathOption option;
            option.choice = choice;
            const DeviceId runs = isParted               ? choice.home
                                  : choice.place.isGpu() ? choice.place
                                  : choice.isComputed    ? DeviceId::cpu()
                                                         : m_set.main;
            option.runs = indexOf(runs);
            if (option.runs == m_devices.size()) {
                continue;  // what the CPU may not compute
            }
            for (const Part part : kClockParts) {
                const auto share = m_model.times.share(part, item, choice, m_set.main);
                option.compute[at(part)] = share.compute + share.onDemand;
                option.ahead[at(part)] = share.ahead;
            }
            option.travelling = m_model.memory.isLayer(item) ? m_model.travelling(item, choice) : 0;
            option.shares.resize(2 * m_devices.size());
            for (std::size_t i = 0; i < m_devices.size(); ++i) {
                ItemMemory::Use use;
                m_model.memory.addWeights(use, item, choice, m_devices[i]);
                if (i == option.runs) {
                    m_model.memory.addLayer(use, item);
                }
                const bool isGpu = m_devices[i].isGpu();
                const auto weights = static_cast<double>(isGpu ? use.weights : use.raw);
                const bool isDisk = m_devices[i] == DeviceId::disk();
                // The last layer's own keys and values may come after the most of the prompt's.
                option.shares[2 * i] = weights / m_rooms[i];
                option.shares[2 * i + 1] = (weights + (isDisk ? 0 : use.cacheInAll)) / m_rooms[i];
                if (use.raw > 0 || use.layers > 0 || use.cacheInAll > 0) {
                    option.added.push_back({i, use});
                }
            }
            options.push_back(std::move(option));
        }
        return options;
    }

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

    /// The stage that begins with an item, where the stage before ended with the one that is
    /// known to have run: only there hops are counted.
    void findChain() {
        const Part part = m_weights[at(Part::Token)] > 0 ? Part::Token : Part::Prompt;
        const auto& stages = m_model.times.stages(part);
        m_begins.assign(m_options.size(), std::nullopt);
        m_ends.assign(m_options.size(), false);
        std::vector<std::size_t> places(m_options.size());
        std::vector<std::size_t> count(m_options.size());
        for (std::size_t place = 0; place < places.size(); ++place) {
            places[m_model.order[place]] = place;
        }
        for (const auto& items : stages) {
            for (const std::size_t item : items) {
                ++count[item];
            }
        }
        std::size_t last = 0;
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            const auto& items = stages[stage];
            const bool isInOrder =
                !items.empty() && (stage == 0 || places[items.front()] > last) &&
                std::ranges::all_of(items, [&](std::size_t i) { return count[i] == 1; });
            if (!isInOrder) {
                m_begins.assign(m_options.size(), std::nullopt);
                return;
            }
            last = places[items.back()];
            m_ends[last] = true;
            if (stage > 0) {
                m_begins[places[items.front()]] = stage;
            }
        }
        m_countsHops[at(part)] = true;
        const Part other = part == Part::Token ? Part::Prompt : Part::Token;
        m_countsHops[at(other)] = m_model.times.stages(other) == stages;
    }

    [[nodiscard]] const PartSeconds& hopTo(std::size_t item, std::size_t from,
                                           std::size_t to) const {
        return m_hops[(item * m_devices.size() + from) * m_devices.size() + to];
    }

    void findHops() {
        const std::size_t devices = m_devices.size();
        m_hops.assign(m_options.size() * devices * devices, {});
        for (std::size_t item = 0; item < m_options.size(); ++item) {
            for (std::size_t hop = 0; m_begins[item] && hop < devices * devices; ++hop) {
                for (const Part part : kClockParts) {
                    if (m_countsHops[at(part)]) {
                        m_hops[item * devices * devices + hop][at(part)] =
                            m_model.times.hop(part, *m_begins[item], m_devices[hop / devices],
                                              m_devices[hop % devices]);
                    }
                }
            }
        }
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
                    m_rooms[i] == m_rooms[j] && m_limits[i].budget == m_limits[j].budget &&
                    !isPinned(m_devices[i]) && !isPinned(m_devices[j]);
                m_twin[i] = areAlike ? std::optional(j) : m_twin[i];
            }
        }
    }

    [[nodiscard]] bool isPinned(DeviceId device) const {
        return std::ranges::any_of(m_model.items.items, [device](const SearchItem& item) {
            return item.pinnedTo == device;
        });
    }

    // --- Prices ---------------------------------------------------------------------------------

    [[nodiscard]] double priceOf(const PathOption& option) const {
        double price = 0;
        for (std::size_t i = 0; i < 2; ++i) {
            price += m_weights[i] * ((1 - m_ofCarrying[i]) * option.compute[i] +
                                     m_ofCarrying[i] * option.ahead[i]);
        }
        for (std::size_t i = 0; i < option.shares.size(); ++i) {
            price += m_prices[i] * option.shares[i];
        }
        return price;
    }

    [[nodiscard]] double priceOf(const PartSeconds& hop) const {
        return m_weights[0] * (1 - m_ofCarrying[0]) * hop[0] +
               m_weights[1] * (1 - m_ofCarrying[1]) * hop[1];
    }

    /// What it takes from each item on, by the device that ran before: the cheapest way at these
    /// prices.
    void priceAll() {
        const std::size_t count = m_options.size();
        const std::size_t devices = m_devices.size();
        m_toGo.assign((count + 1) * devices, 0);
        m_cheapest.assign(count * devices, 0);
        for (std::size_t item = count; item-- > 0;) {
            const double* const after = &m_toGo[(item + 1) * devices];
            std::fill_n(m_toGo.begin() + static_cast<std::ptrdiff_t>(item * devices), devices,
                        kForever);
            for (std::size_t o = 0; o < m_options[item].size(); ++o) {
                const PathOption& option = m_options[item][o];
                const double price = priceOf(option);
                for (std::size_t from = 0; from < devices; ++from) {
                    const double all = price + priceOf(hopTo(item, from, option.runs)) +
                                       after[m_ends[item] ? option.runs : from];
                    if (all < m_toGo[item * devices + from]) {
                        m_toGo[item * devices + from] = all;
                        m_cheapest[item * devices + from] = o;
                    }
                }
            }
        }
    }

    [[nodiscard]] double paid() const {
        double sum = 0;
        for (std::size_t i = 0; i < m_prices.size(); ++i) {
            sum += m_prices[i] * m_held[i];
        }
        return sum;
    }

    /// How far the cheapest way is from what devices hold, and from carrying as long as computing.
    struct Slope {
        std::vector<double> memory;
        PartSeconds carrying{};
        double square = 0;
    };
    [[nodiscard]] Slope slope(double scale) const {
        Slope slope{std::vector<double>(m_prices.size())};
        for (std::size_t i = 0; i < m_held.size(); ++i) {
            slope.memory[i] = -m_held[i];
        }
        std::size_t from = m_start;
        PartSeconds less{};
        for (std::size_t item = 0; item < m_options.size(); ++item) {
            const PathOption& option = m_options[item][m_cheapest[item * m_devices.size() + from]];
            for (std::size_t i = 0; i < option.shares.size(); ++i) {
                slope.memory[i] += option.shares[i];
            }
            const PartSeconds hop = hopTo(item, from, option.runs);
            for (std::size_t i = 0; i < 2; ++i) {
                less[i] += m_weights[i] * (option.ahead[i] - option.compute[i] - hop[i]);
            }
            from = m_ends[item] ? option.runs : from;
        }
        for (std::size_t i = 0; i < slope.memory.size(); ++i) {
            const bool isHeld = m_prices[i] <= 0 && slope.memory[i] < 0;
            slope.square += isHeld ? 0 : slope.memory[i] * slope.memory[i];
        }
        for (std::size_t i = 0; i < 2; ++i) {
            slope.carrying[i] = less[i] / scale;
            const bool isHeld =
                (m_ofCarrying[i] <= 0 && less[i] < 0) || (m_ofCarrying[i] >= 1 && less[i] > 0);
            slope.square += isHeld ? 0 : slope.carrying[i] * slope.carrying[i];
        }
        return slope;
    }

    /// The cheapest way from the device that it pays to begin on.
    [[nodiscard]] double cheapest() {
        m_start = 0;
        for (std::size_t device = 1; device < m_devices.size(); ++device) {
            m_start = m_toGo[device] < m_toGo[m_start] ? device : m_start;
        }
        return m_toGo[m_start] - paid();
    }

    /// From here on each GPU's room is what the work of a layer leaves, which most plans run there.
    void countWork() {
        for (std::size_t i = 0; i < m_devices.size(); ++i) {
            if (!m_devices[i].isGpu()) {
                continue;
            }
            const ItemMemory::Work work = m_model.memory.workOn(m_devices[i]);
            const double least = m_rooms[i] / kMostWork;
            m_held[2 * i] = std::max(m_rooms[i] - work.prefill, least) / m_rooms[i];
            m_held[2 * i + 1] = std::max(m_rooms[i] - work.decode, least) / m_rooms[i];
        }
    }

    /// The bound at the best of them.
    double findPrices() {
        m_prices.assign(2 * m_devices.size(), 0);
        m_ofCarrying = {0, 0};
        priceAll();
        m_bound = cheapest();
        std::vector<double> bestPrices = m_prices;
        PartSeconds bestOfCarrying = m_ofCarrying;
        double slowness = 1;
        int since = 0;
        for (int round = 0; round < kPriceRounds && m_bound < m_limit; ++round) {
            const double now = cheapest();
            if (now > m_bound) {
                m_bound = now;
                bestPrices = m_prices;
                bestOfCarrying = m_ofCarrying;
                since = 0;
            } else if (++since > 8) {
                slowness /= 2;
                since = 0;
                m_prices = bestPrices;
                m_ofCarrying = bestOfCarrying;
                priceAll();
            }
            const double aim = std::isinf(m_limit) ? m_bound * 1.2 + 1e-9 : m_limit;
            const Slope step = slope(aim);
            if (step.square <= 0) {
                break;
            }
            const double length = slowness * std::max(aim - cheapest(), aim * 1e-9) / step.square;
            for (std::size_t i = 0; i < m_prices.size(); ++i) {
                m_prices[i] = std::max(0.0, m_prices[i] + length * step.memory[i]);
            }
            for (std::size_t i = 0; i < 2; ++i) {
                m_ofCarrying[i] =
                    std::clamp(m_ofCarrying[i] + length / aim * step.carrying[i], 0.0, 1.0);
            }
            priceAll();
        }
        if (const double now = cheapest(); now > m_bound) {
            m_bound = now;
        } else {
            m_prices = bestPrices;
            m_ofCarrying = bestOfCarrying;
            priceAll();
        }
        return m_bound;
    }

    // --- Labels ---------------------------------------------------------------------------------

    using Uses = std::vector<ItemMemory::Use>;  ///< of all devices, label by label

    void followLabels(FoundPaths& found) {
        const std::size_t count = m_options.size();
        std::vector<std::vector<PathLabel>> labels(count + 1);
        Uses uses = m_starts;
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
                    const PartSeconds hop = hopTo(item, label.runs, option.runs);
                    label.compute[0] += hop[0];
                    label.compute[1] += hop[1];
                }
                for (std::size_t i = 0; i < 2; ++i) {
                    label.compute[i] += option.compute[i];
                    label.ahead[i] += option.ahead[i];
                }
                label.travelling = std::max(label.travelling, option.travelling);
                label.runs = m_ends[item] ? option.runs : label.runs;
                label.before = before;
                label.option = o;
                ++m_steps;
                if (!addUses(option, uses, before * devices, own)) {
                    continue;
                }
                label.least = leastOf(label, own, item + 1);
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

    [[nodiscard]] double leastOf(const PathLabel& label, const std::vector<ItemMemory::Use>& uses,
                                 std::size_t next) const {
        const std::size_t devices = m_devices.size();
        double least = 0;
        for (std::size_t i = 0; i < m_prices.size(); ++i) {
            least -= m_prices[i] * (uses[i / 2].layers > 0 ? m_held[i] : 1);
        }
        for (std::size_t i = 0; i < 2; ++i) {
            least += m_weights[i] *
                     ((1 - m_ofCarrying[i]) * label.compute[i] + m_ofCarrying[i] * label.ahead[i]);
        }
        for (std::size_t i = 0; i < devices; ++i) {
            const bool isGpu = m_devices[i].isGpu();
            const auto weights = static_cast<double>(isGpu ? uses[i].weights - m_starts[i].weights
                                                           : uses[i].raw - m_starts[i].raw);
            const double cache = m_devices[i] == DeviceId::disk() ? 0 : uses[i].cacheInAll;
            least += m_prices[2 * i] * weights / m_rooms[i] +
                     m_prices[2 * i + 1] * (weights + cache) / m_rooms[i];
        }
        if (label.runs < devices) {
            return least + m_toGo[next * devices + label.runs];
        }
        return least + *std::min_element(
                           m_toGo.begin() + static_cast<std::ptrdiff_t>(next * devices),
                           m_toGo.begin() + static_cast<std::ptrdiff_t>((next + 1) * devices));
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
        for (const auto& [seconds, end] : ends) {
            if (found.layouts.size() >= kPathLayouts) {
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
    std::vector<DeviceId> m_devices;
    std::vector<ItemMemory::Limits> m_limits;
    Uses m_starts;
    std::vector<double> m_rooms;
    std::vector<double> m_held;  ///< by device, prompt and all: of its room what can be used
    std::vector<std::optional<std::size_t>> m_twin;  ///< by device: one before that is alike
    std::vector<std::vector<PathOption>> m_options;  ///< by item
    std::vector<std::optional<std::size_t>> m_begins;
    std::vector<bool> m_ends;
    std::vector<double> m_leastLeft;  ///< by item
    std::vector<PartSeconds> m_hops;  ///< by item, device before and device
    std::array<bool, 2> m_countsHops{};
    std::vector<double> m_prices;  ///< of all of a device's room, in seconds, prompt and all
    PartSeconds m_ofCarrying{};    ///< the share of carrying in the time; the rest is computing
    double m_bound = 0;
    std::size_t m_start = 0;              ///< the device that the cheapest way begins on
    std::vector<double> m_toGo;           ///< by item and the device before
    std::vector<std::size_t> m_cheapest;  ///< the option then
    std::size_t m_most = 0;               ///< labels that are followed after each item
    bool m_isCapped = false;
};

}  // namespace

FoundPaths findPaths(const SearchModel& model, const GpuSet& set, double atMost,
                     ItemMemory::Sum sum, const std::stop_token& stop) {
    return PathSearch(model, set, atMost, sum, stop).run();
}

}  // namespace stowage
