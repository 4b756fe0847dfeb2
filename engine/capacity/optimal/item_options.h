// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/device_rooms.h"

#include <array>
#include <cstddef>
#include <vector>

namespace stowage {

/// One choice of an item: what it has to do and takes.
struct ItemOption {
    /// What some items have to do in all: seconds by part of the objective.
    struct Work {
        std::array<double, 2> compute{};
        std::array<double, 2> ahead{};
        std::array<double, 2> serial{};  ///< of what travels: carried, then computed

        void add(const Work& other, double count) {
            for (std::size_t i = 0; i < 2; ++i) {
                compute[i] += count * other.compute[i];
                ahead[i] += count * other.ahead[i];
                serial[i] += count * other.serial[i];
            }
        }
    };

    ItemChoice choice;
    Work work;
    DeviceRooms::Bytes gpuBytes{};  ///< on any GPU of the set
    double hostBytes = 0;
    double travelling = 0;
    bool onDisk = false;
};

/// The options of a model's items while plans use one set of GPUs: those that there is room for,
/// without those that are no better than another one in anything.
class ItemOptions {
public:
    /// All outlive it.
    ItemOptions(const SearchModel& model, const GpuSet& set, const DeviceRooms& rooms);

    /// Of each item of a kind (SearchModel::kinds); empty where no plan can place it. GPUs differ
    /// in room, so that each of them stays.
    [[nodiscard]] const std::vector<ItemOption>& of(std::size_t kind) const {
        return m_options[kind];
    }
    /// The same for items beside layers that are counted: GPUs are one, as fast as the fastest.
    [[nodiscard]] std::vector<ItemOption> beside(std::size_t kind) const;
    /// So many GPUs of the set run something in every plan that uses them all.
    [[nodiscard]] std::size_t runningGpus() const { return m_runningGpus; }

private:
    enum class Gpus { Stay, Go };

    void findIdle();
    [[nodiscard]] std::vector<ItemOption> optionsOf(std::size_t item) const;
    [[nodiscard]] bool isNoBetter(const ItemOption& a, const ItemOption& b) const;
    void dropDominated(std::vector<ItemOption>& options, Gpus gpus) const;

    const SearchModel& m_model;
    const GpuSet& m_set;
    const DeviceRooms& m_rooms;
    std::vector<bool> m_isRun;   ///< by item: some stage runs it
    bool m_hasMoreGpus = false;  ///< that are not of this set
    std::size_t m_runningGpus = 0;
    std::vector<std::vector<ItemOption>> m_options;  ///< by kind
};

}  // namespace stowage
