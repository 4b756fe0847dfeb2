// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/room_bound.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kMostRoom = std::uint64_t{1} << 26;  ///< beyond that nothing grows

/// A layer's keys and values, and the weights that lie beside them where nothing travels to.
struct Layer {
    double cache = 0;
    double weights = 0;
    auto operator<=>(const Layer&) const = default;
};

/// A device that may run layers.
struct Room {
    double bytes = 0;
    bool keepsWeights = false;  ///< of the layers that run there
};

/// Whether nothing speaks against plans that use one set of GPUs, with the caches that count now.
class RoomOfSet {
public:
    RoomOfSet(const SearchModel& model, const GpuSet& set) : m_model(model) {
        const bool isPipeline = model.objective.kind == Objective::Pipeline;
        for (const DeviceId gpu : set.gpus) {
            addRoom(gpu, isPipeline || (gpu != set.main && model.hasAllSets));
        }
        if (!isPipeline) {
            addRoom(DeviceId::cpu(), false);
        }
        for (std::size_t item = 0; item < model.items.items.size(); ++item) {
            const double cache = model.memory.cacheOf(item);
            const double weights = residentWeights(item, isPipeline);
            m_allWeights += isPipeline ? weights : 0;
            if (cache > 0) {
                ++m_layers[{cache, weights}];
            }
        }
    }

    [[nodiscard]] bool mayHold() const {
        return mayHoldShares() && std::ranges::all_of(m_layers, [this](const auto& layers) {
                   return mayHold(layers.first, layers.second);
               });
    }

private:
    void addRoom(DeviceId device, bool keepsWeights) {
        const ItemMemory::Limits& limits = m_model.memory.limits(device);
        const ItemMemory::Use start = m_model.memory.start(device);
        const auto pinned = static_cast<double>(limits.isGpu ? start.weights : start.raw);
        const double activations = limits.isGpu ? limits.work.decode : 0;
        m_rooms.push_back({std::max(limits.room - pinned - activations, 0.0), keepsWeights});
    }

    /// Of an item that runs on a GPU to which nothing travels: all but the largest of its parts
    /// that may be computed elsewhere.
    [[nodiscard]] double residentWeights(std::size_t item, bool isPipeline) const {
        const SearchItem& own = m_model.items.items[item];
        std::uint64_t elsewhere = 0;
        for (const SearchItem::Content& part : own.parts) {
            elsewhere = std::max(elsewhere, part.paths.empty() ? 0 : part.roundedBytes);
        }
        return static_cast<double>(own.whole.roundedBytes - (isPipeline ? 0 : elsewhere));
    }

    /// As many layers that are alike as each device holds.
    [[nodiscard]] bool mayHold(const Layer& layer, std::size_t count) const {
        double held = 0;
        for (const Room& room : m_rooms) {
            held +=
                std::floor(room.bytes / (layer.cache + (room.keepsWeights ? layer.weights : 0)));
        }
        return held >= static_cast<double>(count);
    }

    /// All layers, in shares: where weights lie as well, caches have no more than the largest share
    /// that they have of a layer.
    [[nodiscard]] bool mayHoldShares() const {
        double caches = 0;
        double share = 0;
        for (const auto& [layer, count] : m_layers) {
            caches += layer.cache * static_cast<double>(count);
            share = std::max(share, layer.cache / (layer.cache + layer.weights));
        }
        double all = 0;
        double forCaches = 0;
        for (const Room& room : m_rooms) {
            all += room.bytes;
            forCaches += room.bytes * (room.keepsWeights ? share : 1);
        }
        return caches <= forCaches && caches + m_allWeights <= all;
    }

    const SearchModel& m_model;
    std::vector<Room> m_rooms;
    std::map<Layer, std::size_t> m_layers;  ///< how many are alike
    double m_allWeights = 0;                ///< that must lie on GPUs
};

}  // namespace

std::uint64_t roomBound(SearchModel& model) {
    const auto mayHold = [&model](std::uint64_t room) {
        return model.memory.setRoom(room) &&
               std::ranges::any_of(model.sets, [&model](const GpuSet& set) {
                   return RoomOfSet(model, set).mayHold();
               });
    };
    std::uint64_t holds = 0;
    std::uint64_t fails = 1;
    while (fails < kMostRoom && mayHold(fails)) {
        holds = fails;
        fails *= 2;
    }
    while (fails - holds > 1) {
        const std::uint64_t middle = holds + (fails - holds) / 2;
        (mayHold(middle) ? holds : fails) = middle;
    }
    model.memory.forgetRoom();
    return holds;
}

}  // namespace stowage
