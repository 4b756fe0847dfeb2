// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/item_options.h"

#include "engine/capacity/optimal/objective_value.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace stowage {

ItemOptions::ItemOptions(const SearchModel& model, const GpuSet& set, const DeviceRooms& rooms)
    : m_model(model), m_set(set), m_rooms(rooms) {
    findIdle();
    for (const ItemKind& kind : model.kinds) {
        m_options.push_back(optionsOf(kind.items.front()));
    }
}

/// Items that no stage runs, a last norm of no cost say, are no reason to go to their GPU: a
/// GPU that holds a pinned one may have nothing else. A plan that uses a GPU for others of them
/// takes as long as the plan with one GPU less that has them nowhere.
void ItemOptions::findIdle() {
    m_isRun.assign(m_model.items.items.size(), false);
    for (const PlanClock::Part part : kClockParts) {
        for (const auto& items : m_model.times.stages(part)) {
            for (const std::size_t item : items) {
                m_isRun[item] = true;
            }
        }
    }
    std::size_t mostGpus = 0;
    for (const GpuSet& set : m_model.sets) {
        mostGpus = std::max(mostGpus, set.gpus.size());
    }
    m_hasMoreGpus = m_set.gpus.size() < mostGpus;
    std::set<DeviceId> idle;
    for (std::size_t item = 0; item < m_isRun.size(); ++item) {
        const auto choices = m_model.choicesOf(item, m_set);
        if (!m_isRun[item] && choices.size() == 1 && choices.front().place.isGpu()) {
            idle.insert(choices.front().place);
        }
    }
    m_runningGpus = m_set.gpus.size() - std::min(m_set.gpus.size(), idle.size());
}

std::vector<ItemOption> ItemOptions::optionsOf(std::size_t item) const {
    std::vector<ItemOption> options;
    for (const ItemChoice& choice : m_model.choicesOf(item, m_set)) {
        ItemOption option;
        option.choice = choice;
        for (const PlanClock::Part part : kClockParts) {
            const auto p = static_cast<std::size_t>(part);
            const auto share = m_model.times.share(part, item, choice, m_set.main);
            option.work.compute[p] = share.compute + share.onDemand;
            option.work.ahead[p] = share.ahead;
            option.travelling = m_model.travelling(item, choice);
            option.work.serial[p] =
                option.travelling > 0 && share.ahead > 0 ? share.ahead + share.compute : 0;
        }
        ItemMemory::Use onGpu;
        ItemMemory::Use onHost;
        ItemMemory::Use onDisk;
        for (const DeviceId gpu : m_set.gpus) {
            m_model.memory.addWeights(onGpu, item, choice, gpu);
        }
        m_model.memory.addWeights(onHost, item, choice, DeviceId::cpu());
        m_model.memory.addWeights(onDisk, item, choice, DeviceId::disk());
        const bool keepsHome = choice.part != ItemPart::Whole && choice.part != ItemPart::Attention;
        const bool runsOnGpu =
            keepsHome || choice.place.isGpu() || (!choice.isComputed && m_set.main.isGpu());
        const double cache = m_model.memory.cacheOf(item);
        option.gpuBytes = {static_cast<double>(onGpu.weights) +
                               (runsOnGpu ? m_model.memory.promptCacheOf(item) : 0),
                           static_cast<double>(onGpu.weights) + (runsOnGpu ? cache : 0),
                           static_cast<double>(onGpu.raw)};
        if (!m_isRun[item] && m_hasMoreGpus) {
            option.gpuBytes = {};
        }
        option.hostBytes = static_cast<double>(onHost.raw) + (runsOnGpu ? 0 : cache);
        option.onDisk = onDisk.raw > 0;
        // What is larger than its GPU lies elsewhere.
        if (m_rooms.holds(choice.part == ItemPart::Whole ? choice.place : choice.home,
                          option.gpuBytes,
                          m_model.memory.isLayer(item) ? DeviceRooms::Runs::Layer
                                                       : DeviceRooms::Runs::NoLayer)) {
            options.push_back(option);
        }
    }
    dropDominated(options, Gpus::Stay);
    return options;
}

bool ItemOptions::isNoBetter(const ItemOption& a, const ItemOption& b) const {
    for (const PlanClock::Part part : kClockParts) {
        const auto i = static_cast<std::size_t>(part);
        if (timeWeight(m_model.objective, part) > 0 &&
            (a.work.compute[i] < b.work.compute[i] || a.work.ahead[i] < b.work.ahead[i])) {
            return false;
        }
    }
    return std::ranges::equal(a.gpuBytes, b.gpuBytes, std::greater_equal<>()) &&
           (m_rooms.ramHoldsAll() || a.hostBytes >= b.hostBytes) && a.travelling >= b.travelling;
}

/// Drops what is no better than another option in anything.
void ItemOptions::dropDominated(std::vector<ItemOption>& options, Gpus gpus) const {
    for (std::size_t i = options.size(); i-- > 0;) {
        const bool isUseless = std::ranges::any_of(options, [&](const ItemOption& other) {
            return &other != &options[i] && isNoBetter(options[i], other) &&
                   (&other > &options[i] || !isNoBetter(other, options[i]));
        });
        if (isUseless && (gpus == Gpus::Go || !options[i].choice.place.isGpu())) {
            options.erase(options.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

std::vector<ItemOption> ItemOptions::beside(std::size_t kind) const {
    std::vector<ItemOption> result;
    std::optional<std::size_t> gpu;
    for (const ItemOption& option : m_options[kind]) {
        if (option.choice.part == ItemPart::Whole && option.choice.place.isGpu()) {
            if (gpu) {
                for (std::size_t i = 0; i < 2; ++i) {
                    double& compute = result[*gpu].work.compute[i];
                    compute = std::min(compute, option.work.compute[i]);
                }
                continue;
            }
            gpu = result.size();
        }
        result.push_back(option);
    }
    dropDominated(result, Gpus::Go);
    return result;
}

}  // namespace stowage
