// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// Where a module's weights lie, packed so that 100,000 of them take 200 KB.
class ModulePlace {
public:
    [[nodiscard]] static ModulePlace none() { return ModulePlace(kNone); }
    [[nodiscard]] static ModulePlace mixed() { return ModulePlace(kMixed); }
    [[nodiscard]] static ModulePlace on(DeviceId device);

    [[nodiscard]] bool isMixed() const { return m_code == kMixed; }
    /// Nothing for mixed modules and for those without a device.
    [[nodiscard]] std::optional<DeviceId> device() const;
    /// The place of a module over two parts.
    [[nodiscard]] ModulePlace with(ModulePlace other) const;
    friend bool operator==(ModulePlace, ModulePlace) = default;

private:
    static constexpr std::int16_t kNone = -2, kMixed = -1, kCpu = 10000, kDisk = 10001;
    explicit ModulePlace(std::int16_t code) : m_code(code) {}
    std::int16_t m_code;
};

/// What a tree shows of a plan, by module, from one walk over tensors and nodes.
struct PlanFigures {
    std::vector<ModulePlace> places;  ///< none() for modules without tensors
    /// Bytes of the subtree in the planned dtype, each tied tensor once, by module.
    std::vector<std::uint64_t> bytes;
    /// The planned dtype of the subtree's parameters; nothing: none or several.
    std::vector<std::optional<DType>> dtypes;
    std::vector<bool> tied;  ///< modules that own a tied tensor
};

[[nodiscard]] PlanFigures planFigures(const PlacementPlan& plan);

}  // namespace stowage
