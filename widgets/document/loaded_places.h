// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace stowage {

struct BoardModel;

/// How the plan that weights were loaded by differs from the one that is shown.
struct LoadedDifference {
    bool isOtherModel = false;        ///< nothing below is known then
    std::size_t blocks = 0;           ///< of the plan that is shown
    std::size_t blocksElsewhere = 0;  ///< of them, with weights that lie on another device
    bool isOtherDtype = false;        ///< or one of the plans is quantised
    bool areOtherDevices = false;     ///< a GPU's capacity, context or link
    bool isOtherOffloading = false;   ///< offload_buffers
    [[nodiscard]] bool any() const {
        return isOtherModel || blocksElsewhere > 0 || isOtherDtype || areOtherDevices ||
               isOtherOffloading;
    }
};

/// Each opening makes a new tree: plans over the same one are of the same model.
[[nodiscard]] bool isSameModel(const PlacementPlan& loaded, const PlacementPlan& shown);
/// `shown`: the board's model of the plan that is shown.
[[nodiscard]] LoadedDifference compareLoaded(const std::shared_ptr<const PlacementPlan>& loaded,
                                             const BoardModel& shown);

/// Where the weights of modules lie, held against the plan that is shown. Both plans are over the
/// same tree.
class LoadedPlaces {
public:
    LoadedPlaces(std::shared_ptr<const PlacementPlan> loaded,
                 std::shared_ptr<const PlacementPlan> shown)
        : m_loaded(std::move(loaded)), m_shown(std::move(shown)) {}

    /// Share of a module's bytes that is loaded where the shown plan has it, 0 to 1; 1 for a module
    /// without weights.
    [[nodiscard]] double inPlace(ModuleId module) const;
    /// Where all of the module is loaded, if that is one device and another than is shown.
    [[nodiscard]] std::optional<DeviceId> elsewhere(ModuleId module) const;

private:
    std::shared_ptr<const PlacementPlan> m_loaded;
    std::shared_ptr<const PlacementPlan> m_shown;
};

}  // namespace stowage
