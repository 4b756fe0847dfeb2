// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/accelerate/types.h"
#include "engine/plan/device_map.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// The device that a map gives to every tensor of a tree, by the tensor's own name: longest prefix
/// wins. (Tied tensors may so lie on several devices; where a weight really goes is decided by its
/// owner.) A subtree's tensors are a range.
struct TensorPlaces {
    static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

    std::vector<DeviceId> devices;       ///< each once
    std::vector<std::uint32_t> tensors;  ///< by TensorId: index into devices, or kNowhere

    [[nodiscard]] std::optional<DeviceId> of(TensorId tensor) const {
        const std::uint32_t index = tensors[tensor.index()];
        return index == kNowhere ? std::nullopt : std::optional(devices[index]);
    }
    /// Its index; a new device is taken up.
    [[nodiscard]] std::uint32_t indexOf(DeviceId device);
};

/// Tensors with an entry of their own whose module has another device, and that device. Hooks
/// stand on modules, so dispatch_model takes the tensors there as well; but none from the disk,
/// where it stops ("weight is on the meta device").
[[nodiscard]] std::vector<std::pair<TensorId, DeviceId>> tensorsTakenByHooks(const ModuleTree& tree,
                                                                             const DeviceMap& map);

/// A device map laid onto a tree: which entry is which module or tensor, and where every tensor
/// goes. Immutable; made once for a strategy's result, then moves by hand are laid over it.
class ResolvedMap {
public:
    /// `items`: what the entries are, where that is known; empty otherwise.
    ResolvedMap(const ModuleTree& tree, const DeviceMap& map, std::span<const TreeItem> items = {});

    /// Without changes of its own.
    [[nodiscard]] const DeviceMap& map() const { return m_map; }
    [[nodiscard]] const TensorPlaces& places() const { return m_places; }
    /// The place in the map of a module's or tensor's own entry.
    [[nodiscard]] std::optional<std::uint32_t> entryOf(TreeItem item) const;
    /// Entries whose key is neither a module nor a tensor, in order.
    [[nodiscard]] const std::vector<std::uint32_t>& unknownEntries() const { return m_unknown; }
    /// The keys of those.
    [[nodiscard]] std::vector<std::string> unknownKeys() const;

private:
    void findItems(const ModuleTree& tree, std::span<const TreeItem> items);
    void placeTensors(const ModuleTree& tree);

    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    DeviceMap m_map;
    std::vector<std::uint32_t> m_modules;  ///< by ModuleId: place of the entry
    std::vector<std::uint32_t> m_tensors;  ///< by TensorId; empty where no tensor has an entry
    std::vector<std::uint32_t> m_unknown;
    TensorPlaces m_places;
};

using ModuleMoves = std::vector<std::pair<std::string, DeviceId>>;

/// A map with moves laid over it, and where it puts every tensor.
struct MovedMap {
    DeviceMap map;
    TensorPlaces places;
};

/// Lays moves over a map, in order: a moved module gets its own entry, entries below it go, an
/// entry above it stays, since the longest prefix wins. A later move wins over an earlier one
/// that it contains. Modules that hold nothing but weights tied to the moved one (a tied head)
/// go with it, so that a tie is not torn apart by moving its owner. So do modules without weights
/// (a Dropout) once no neighbour in the order of the tree lies with them any more: else they alone
/// would keep a device in the map; those of `pins` stay.
/// Costs what the moved modules hold, not what the map or the tree does, but for one copy of the
/// places. `owners`: storageOwners of the tree.
[[nodiscard]] MovedMap applyMoves(const ModuleTree& tree, const ResolvedMap& base,
                                  const ModuleMoves& moves, const std::vector<TensorId>& owners,
                                  const ModuleMoves& pins = {});

/// The same for a single time.
[[nodiscard]] DeviceMap withMoves(const ModuleTree& tree, const DeviceMap& map,
                                  const ModuleMoves& moves);

/// True where `path` is `top` or lies below it.
[[nodiscard]] bool isAtOrBelow(std::string_view path, std::string_view top);

}  // namespace stowage
