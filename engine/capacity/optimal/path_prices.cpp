// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/path_search.h"

#include "engine/capacity/optimal/search_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

using Part = PlanClock::Part;

constexpr double kMostWork = 1e3;  ///< of a room: that and more leaves a thousandth

std::size_t placeOf(Part part) {
    return static_cast<std::size_t>(part);
}

}  // namespace

PathPrices::PathPrices(const SearchModel& model, const GpuSet& set) : m_model(model), m_set(set) {
    for (const DeviceInfo& device : model.request.devices) {
        const bool isOther =
            device.id.isGpu() && std::ranges::find(set.gpus, device.id) == set.gpus.end();
        if (!isOther && model.isAllowed(device.id)) {
            m_devices.push_back(device.id);
            m_starts.push_back(model.memory.start(device.id));
            m_rooms.push_back(std::max(
                model.memory.room(device.id) - model.memory.need(device.id, m_starts.back(), 0),
                1.0));
        }
    }
    m_held.assign(2 * m_devices.size(), 1);
    for (const Part part : kClockParts) {
        m_weights[placeOf(part)] = timeWeight(model.objective, part);
    }
    for (const std::size_t item : model.order) {
        m_options.push_back(optionsOf(item));
    }
    findChain();
    findHops();
}

std::size_t PathPrices::indexOf(DeviceId device) const {
    return static_cast<std::size_t>(std::ranges::find(m_devices, device) - m_devices.begin());
}

std::vector<PathOption> PathPrices::optionsOf(std::size_t item) const {
    std::vector<PathOption> options;
    for (const ItemChoice& choice : m_model.choicesOf(item, m_set)) {
        const bool isParted = choice.part != ItemPart::Whole && choice.part != ItemPart::Attention;
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
            option.compute[placeOf(part)] = share.compute + share.onDemand;
            option.ahead[placeOf(part)] = share.ahead;
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

/// The stage that begins with an item, where the stage before ended with the one that is
/// known to have run: only there hops are counted.
void PathPrices::findChain() {
    const Part part = m_weights[placeOf(Part::Token)] > 0 ? Part::Token : Part::Prompt;
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
    m_countsHops[placeOf(part)] = true;
    const Part other = part == Part::Token ? Part::Prompt : Part::Token;
    m_countsHops[placeOf(other)] = m_model.times.stages(other) == stages;
}

void PathPrices::findHops() {
    const std::size_t devices = m_devices.size();
    m_hops.assign(m_options.size() * devices * devices, {});
    for (std::size_t item = 0; item < m_options.size(); ++item) {
        for (std::size_t hop = 0; m_begins[item] && hop < devices * devices; ++hop) {
            for (const Part part : kClockParts) {
                if (m_countsHops[placeOf(part)]) {
                    m_hops[item * devices * devices + hop][placeOf(part)] = m_model.times.hop(
                        part, *m_begins[item], m_devices[hop / devices], m_devices[hop % devices]);
                }
            }
        }
    }
}

double PathPrices::priceOf(const PathOption& option) const {
    double price = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        price += m_weights[i] *
                 ((1 - m_ofCarrying[i]) * option.compute[i] + m_ofCarrying[i] * option.ahead[i]);
    }
    for (std::size_t i = 0; i < option.shares.size(); ++i) {
        price += m_prices[i] * option.shares[i];
    }
    return price;
}

double PathPrices::priceOf(const PartSeconds& hop) const {
    return m_weights[0] * (1 - m_ofCarrying[0]) * hop[0] +
           m_weights[1] * (1 - m_ofCarrying[1]) * hop[1];
}

/// What it takes from each item on, by the device that ran before: the cheapest way at these
/// prices.
void PathPrices::priceAll() {
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

double PathPrices::paid() const {
    double sum = 0;
    for (std::size_t i = 0; i < m_prices.size(); ++i) {
        sum += m_prices[i] * m_held[i];
    }
    return sum;
}

/// How far the cheapest way is from what devices hold, and from carrying as long as computing.
PathPrices::Slope PathPrices::slope(double scale) const {
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
double PathPrices::cheapest() {
    m_start = 0;
    for (std::size_t device = 1; device < m_devices.size(); ++device) {
        m_start = m_toGo[device] < m_toGo[m_start] ? device : m_start;
    }
    return m_toGo[m_start] - paid();
}

/// From here on each GPU's room is what the work of a layer leaves, which most plans run there.
void PathPrices::countWork() {
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

double PathPrices::find(double atMost) {
    constexpr int kRounds = 150;  // of finding prices
    m_prices.assign(2 * m_devices.size(), 0);
    m_ofCarrying = {0, 0};
    priceAll();
    double bound = cheapest();
    std::vector<double> bestPrices = m_prices;
    PartSeconds bestOfCarrying = m_ofCarrying;
    double slowness = 1;
    int since = 0;
    for (int round = 0; round < kRounds && bound < atMost; ++round) {
        const double now = cheapest();
        if (now > bound) {
            bound = now;
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
        const double aim = std::isinf(atMost) ? bound * 1.2 + 1e-9 : atMost;
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
    if (const double now = cheapest(); now > bound) {
        bound = now;
    } else {
        m_prices = bestPrices;
        m_ofCarrying = bestOfCarrying;
        priceAll();
    }
    return bound;
}

double PathPrices::least(const PartSeconds& compute, const PartSeconds& ahead, std::size_t runs,
                         const std::vector<ItemMemory::Use>& uses, std::size_t next) const {
    const std::size_t devices = m_devices.size();
    double sum = 0;
    for (std::size_t i = 0; i < m_prices.size(); ++i) {
        sum -= m_prices[i] * (uses[i / 2].layers > 0 ? m_held[i] : 1);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        sum += m_weights[i] * ((1 - m_ofCarrying[i]) * compute[i] + m_ofCarrying[i] * ahead[i]);
    }
    for (std::size_t i = 0; i < devices; ++i) {
        const bool isGpu = m_devices[i].isGpu();
        const auto weights = static_cast<double>(isGpu ? uses[i].weights - m_starts[i].weights
                                                       : uses[i].raw - m_starts[i].raw);
        const double cache = m_devices[i] == DeviceId::disk() ? 0 : uses[i].cacheInAll;
        sum += m_prices[2 * i] * weights / m_rooms[i] +
               m_prices[2 * i + 1] * (weights + cache) / m_rooms[i];
    }
    if (runs < devices) {
        return sum + m_toGo[next * devices + runs];
    }
    return sum +
           *std::min_element(m_toGo.begin() + static_cast<std::ptrdiff_t>(next * devices),
                             m_toGo.begin() + static_cast<std::ptrdiff_t>((next + 1) * devices));
}

}  // namespace stowage
