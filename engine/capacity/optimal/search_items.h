// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"
#include "engine/plan/plan_basis.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace stowage {

/// A part of a block that may lie elsewhere than the rest, where no-split classes allow it.
enum class ItemPart : std::uint8_t { Whole, Experts, FeedForward, Attention };

/// How an item lies and runs.
struct ItemChoice {
    DeviceId place;  ///< of the item, or of its part
    /// Of what lies on the CPU or on disk: the CPU computes it; else it travels to the main device.
    bool isComputed = false;
    ItemPart part = ItemPart::Whole;
    DeviceId home{};  ///< a GPU, where the rest lies; only with a part
    friend auto operator<=>(const ItemChoice&, const ItemChoice&) = default;

    [[nodiscard]] DeviceId runsOn(DeviceId main) const {
        const DeviceId elsewhere = isComputed ? DeviceId::cpu() : main;
        return part != ItemPart::Whole ? home : place.isGpu() ? place : elsewhere;
    }
};

/// What `optimal` places as a whole: a module that no-split classes, ties or welds keep together, a
/// layer, or what stands before and after the layers, leaf by leaf.
struct SearchItem {
    /// Paths of some modules, or names of tensors, and their bytes.
    struct Content {
        std::vector<std::string> paths;
        std::uint64_t bytes = 0;          ///< in the planned dtype, tied tensors once
        std::uint64_t roundedBytes = 0;   ///< each tensor in whole blocks of an allocator
        std::uint64_t largestModule = 0;  ///< of the largest module's own tensors
    };
    Content whole;
    /// By ItemPart; without paths where the item has no such part. Whole is `whole`.
    std::vector<Content> parts;
    std::optional<DeviceId> pinnedTo{};

    [[nodiscard]] const Content& content(ItemPart part) const {
        return part == ItemPart::Whole ? whole : parts[static_cast<std::size_t>(part)];
    }
};

/// All of a model's items in the order in which they run, and what pins hold elsewhere.
struct SearchItems {
    std::vector<SearchItem> items;
    /// Bytes, in whole blocks, that pins put on devices beside the items: parts of one.
    std::vector<std::pair<DeviceId, std::uint64_t>> pinnedBytes;

    [[nodiscard]] static SearchItems of(const PlacementRequest& request, const PlanFacts& facts);

    /// The items that a module holds, or the one that holds it; ascending.
    [[nodiscard]] std::vector<std::size_t> at(const std::string& path) const;

private:
    /// By path of an item, and of all modules around it.
    std::unordered_map<std::string, std::vector<std::size_t>> m_byPath;
};

/// The map of a choice for each item.
[[nodiscard]] DeviceMap mapOf(const PlacementRequest& request, const SearchItems& items,
                              const std::vector<ItemChoice>& choices);
/// The rules of its offloaded items; none where all of them stream.
[[nodiscard]] std::vector<OffloadRule> rulesOf(const SearchItems& items,
                                               const std::vector<ItemChoice>& choices);

}  // namespace stowage
