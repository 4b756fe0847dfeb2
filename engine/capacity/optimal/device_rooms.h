// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/search_model.h"

#include <array>
#include <cstddef>
#include <vector>

namespace stowage {

/// What the GPUs of a set have room for, by addition, beside what pins hold there and what a layer
/// works with, and the RAM beside them: no less than any plan puts there. Counts and bytes are
/// infinite where nothing limits them.
class DeviceRooms {
public:
    /// What limits a GPU: the memory that there is while a prompt goes in and while tokens are
    /// decoded, and the budget that a person typed, which counts weights alone.
    enum Limited : std::size_t { kPrompt, kDecode, kBudget, kLimits };
    using Bytes = std::array<double, kLimits>;

    /// `set` outlives it.
    DeviceRooms(const SearchModel& model, const GpuSet& set);

    /// What all GPUs have room for while so many of them run no layer: those where that gives most.
    [[nodiscard]] double pooled(Limited limited, std::size_t withoutLayers) const;
    /// What a GPU runs: a layer needs room to work as well.
    enum class Runs { Layer, NoLayer };
    /// Whether an item that takes so much may lie on a device, if that is a GPU of the set.
    [[nodiscard]] bool holds(DeviceId place, const Bytes& item, Runs runs) const;
    /// How many layers of `unit` bytes lie whole on the GPUs, at most, beside so many bytes of
    /// other items and those that the main device needs. A GPU that has other items alone runs no
    /// layer.
    [[nodiscard]] double layersBeside(Limited limited, double unit, double others,
                                      double onMain) const;
    /// How many layers lie whole on one GPU of the set, which needs `onMain` bytes where it is the
    /// main device.
    [[nodiscard]] double layersOn(DeviceId gpu, const Bytes& layer, double onMain) const;

    /// Bytes for weights and caches in RAM; 0 where no plan may use it.
    [[nodiscard]] double ram() const { return m_ram; }
    /// Whether the whole model lies there, if need be.
    [[nodiscard]] bool ramHoldsAll() const { return m_ramHoldsAll; }

private:
    const GpuSet& m_set;
    std::array<std::vector<double>, kLimits> m_rooms;  ///< by GPU, beside the work of a layer
    std::array<std::vector<double>, kLimits> m_works;  ///< by GPU, what it has more without layers
    double m_ram = 0;
    bool m_ramHoldsAll = false;
};

}  // namespace stowage
