// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/search_model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

using PartSeconds = std::array<double, 2>;  ///< by part, as kClockParts

/// One choice of an item.
struct PathOption {
    ItemChoice choice;
    std::size_t runs = 0;  ///< index of the device
    PartSeconds compute{};
    PartSeconds ahead{};
    double travelling = 0;  ///< bytes that are brought ahead
    struct Added {
        std::size_t device = 0;
        ItemMemory::Use use;
    };
    std::vector<Added> added;
    /// By device, of all that it has: while a prompt goes in, and while tokens are decoded.
    std::vector<double> shares;
};

/// What a way through a model's items costs on one set of GPUs, with prices of memory: seconds for
/// all of a device's room. At any prices the cheapest way, less what the rooms are worth, takes no
/// longer than any plan whose devices hold what they are given (a Lagrangian bound). Items go by
/// their place in the model's order, devices by their index. Not thread-safe.
class PathPrices {
public:
    /// Both outlive it.
    PathPrices(const SearchModel& model, const GpuSet& set);

    [[nodiscard]] const std::vector<DeviceId>& devices() const { return m_devices; }
    [[nodiscard]] const std::vector<ItemMemory::Use>& starts() const { return m_starts; }
    [[nodiscard]] double room(std::size_t device) const { return m_rooms[device]; }
    /// By item; none where it has no place.
    [[nodiscard]] const std::vector<std::vector<PathOption>>& options() const { return m_options; }
    /// Whether what runs after an item comes from where it ran.
    [[nodiscard]] bool ends(std::size_t item) const { return m_ends[item]; }
    /// What it costs that an item runs elsewhere than what ran before. Seconds.
    [[nodiscard]] const PartSeconds& hopTo(std::size_t item, std::size_t from,
                                           std::size_t to) const {
        return m_hops[(item * m_devices.size() + from) * m_devices.size() + to];
    }

    /// Finds the dearest prices by subgradients, until nothing may take less than `atMost`. The
    /// bound at these prices; seconds.
    [[nodiscard]] double find(double atMost);
    /// From here on each GPU's room is what the work of a layer leaves, which most plans run there.
    /// What find() says then is no bound.
    void countWork();
    /// What a way takes to its end, at least: seconds so far, what ran last (no device where
    /// nothing did), what devices have, and the item that is next.
    [[nodiscard]] double least(const PartSeconds& compute, const PartSeconds& ahead,
                               std::size_t runs, const std::vector<ItemMemory::Use>& uses,
                               std::size_t next) const;

private:
    struct Slope {
        std::vector<double> memory;
        PartSeconds carrying{};
        double square = 0;
    };
    [[nodiscard]] std::size_t indexOf(DeviceId device) const;
    [[nodiscard]] std::vector<PathOption> optionsOf(std::size_t item) const;
    void findChain();
    void findHops();
    [[nodiscard]] double priceOf(const PathOption& option) const;
    [[nodiscard]] double priceOf(const PartSeconds& hop) const;
    void priceAll();
    [[nodiscard]] double paid() const;
    [[nodiscard]] Slope slope(double scale) const;
    [[nodiscard]] double cheapest();

    const SearchModel& m_model;
    const GpuSet& m_set;
    PartSeconds m_weights{};
    std::vector<DeviceId> m_devices;
    std::vector<ItemMemory::Use> m_starts;
    std::vector<double> m_rooms;
    std::vector<double> m_held;  ///< by device, prompt and all: of its room what can be used
    std::vector<std::vector<PathOption>> m_options;
    std::vector<std::optional<std::size_t>> m_begins;  ///< by item: the stage, where hops count
    std::vector<bool> m_ends;
    std::vector<PartSeconds> m_hops;  ///< by item, device before and device
    std::array<bool, 2> m_countsHops{};
    std::vector<double> m_prices;  ///< by device, prompt and all
    PartSeconds m_ofCarrying{};    ///< the share of carrying in the time; the rest is computing
    std::size_t m_start = 0;       ///< the device that the cheapest way begins on
    std::vector<double> m_toGo;    ///< by item and the device before
    std::vector<std::size_t> m_cheapest;  ///< the option then
};

/// Layouts found item by item, and what no layout can beat.
struct FoundPaths {
    std::vector<SearchLayout> layouts;  ///< those that have the least to do first
    double bound = 0;                   ///< seconds; no plan that uses these GPUs takes less
    bool isComplete = false;            ///< all ways were followed that could take less
    std::uint64_t steps = 0;            ///< from one item to a choice for the next
};

/// Goes through a model's items in their order: each takes a place, changes of device cost what
/// they do, and devices hold what they hold by addition. Memory has prices that make the dearest
/// plan that every plan must pay (Lagrange multipliers, found by subgradients); of all ways so far,
/// those are followed that may still take less than `atMost` at these prices, the most promising of
/// them where there are many. One thing computes and one carries: the time is no less than what
/// each of them has to do. It knows no windows and not how what travels is best spaced.
[[nodiscard]] FoundPaths findPaths(const SearchModel& model, const GpuSet& set, double atMost,
                                   ItemMemory::Sum sum, const std::stop_token& stop);

}  // namespace stowage
