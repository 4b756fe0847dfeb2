// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/device_rooms.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace stowage {

DeviceRooms::DeviceRooms(const SearchModel& model, const GpuSet& set) : m_set(set) {
    // The least beside weights: the work of a layer on each GPU. The last layer's own keys and
    // values of the prompt may come after it.
    double lastCache = 0;
    for (std::size_t item = 0; item < model.items.items.size(); ++item) {
        lastCache = std::max(lastCache, model.memory.promptCacheOf(item));
    }
    for (const DeviceId gpu : set.gpus) {
        const double room =
            model.memory.room(gpu) - model.memory.need(gpu, model.memory.start(gpu), 0);
        const ItemMemory::Work work = model.memory.workOn(gpu);
        m_rooms[kPrompt].push_back(room - work.prefill + lastCache);
        m_works[kPrompt].push_back(std::max(work.prefill - lastCache, 0.0));
        m_rooms[kDecode].push_back(room - work.decode);
        m_works[kDecode].push_back(work.decode);
        m_rooms[kBudget].push_back(model.memory.limits(gpu).budget -
                                   static_cast<double>(model.memory.start(gpu).raw));
        m_works[kBudget].push_back(0);
    }
    m_ram = model.isAllowed(DeviceId::cpu()) ? model.memory.room(DeviceId::cpu()) : 0;
    double all = 0;
    for (const SearchItem& item : model.items.items) {
        all += static_cast<double>(item.whole.bytes);
    }
    m_ramHoldsAll = all <= m_ram;
}

double DeviceRooms::pooled(Limited limited, std::size_t withoutLayers) const {
    double sum = 0;
    std::vector<double> more;
    for (std::size_t i = 0; i < m_rooms[limited].size(); ++i) {
        const double room = std::max(m_rooms[limited][i], 0.0);
        sum += room;
        const double alone = std::max(m_rooms[limited][i] + m_works[limited][i], 0.0);
        more.push_back(std::isfinite(room) ? alone - room : 0);
    }
    std::ranges::sort(more, std::ranges::greater());
    more.resize(std::min(more.size(), withoutLayers));
    return std::accumulate(more.begin(), more.end(), sum);
}

bool DeviceRooms::holds(DeviceId place, const Bytes& item, Runs runs) const {
    const auto gpu = std::ranges::find(m_set.gpus, place);
    if (gpu == m_set.gpus.end()) {
        return true;
    }
    const auto index = static_cast<std::size_t>(gpu - m_set.gpus.begin());
    for (std::size_t i = 0; i < kLimits; ++i) {
        if (item[i] > m_rooms[i][index] + (runs == Runs::Layer ? 0 : m_works[i][index])) {
            return false;
        }
    }
    return true;
}

double DeviceRooms::layersBeside(Limited limited, double unit, double others, double onMain) const {
    std::vector<double> counts;
    for (std::size_t i = 0; i < m_rooms[limited].size(); ++i) {
        const bool isMain = m_set.gpus[i] == m_set.main;
        counts.push_back(
            std::floor(std::max(m_rooms[limited][i] - (isMain ? onMain : 0), 0.0) / unit));
    }
    std::ranges::sort(counts);
    double each = std::accumulate(counts.begin(), counts.end(), 0.0);
    double most = 0;
    for (std::size_t without = 0; without < counts.size() && each > most; ++without) {
        const double left = pooled(limited, without) - others - onMain;
        most = std::max(most, std::min(each, std::floor(std::max(left, 0.0) / unit)));
        each -= counts[without];
    }
    return most;
}

double DeviceRooms::layersOn(DeviceId gpu, const Bytes& layer, double onMain) const {
    const auto index =
        static_cast<std::size_t>(std::ranges::find(m_set.gpus, gpu) - m_set.gpus.begin());
    const double room = m_rooms[kDecode][index] - (gpu == m_set.main ? onMain : 0);
    return std::floor(
        std::min(std::max(room, 0.0) / layer[kDecode],
                 std::max(m_rooms[kBudget][index], 0.0) / std::max(layer[kBudget], 1.0)));
}

}  // namespace stowage
