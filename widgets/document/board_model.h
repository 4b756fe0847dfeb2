// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/device_hops.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/placement_plan.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stowage {

struct BoardPreview;

/// One block as the board shows it, worked out once a plan.
struct BoardBlock {
    ModuleId module;
    DeviceId device;
    std::uint64_t bytes = 0;
    QString label;
    bool pinned = false;
    bool movedByHand = false;
    std::optional<std::size_t> model{};  ///< of several models in the plan: which, from 0
    bool hasParts = false;               ///< children with tensors: it can be unfolded
    /// Of a block in the lane kNoDevice: the device that the map names but that is not there.
    std::optional<DeviceId> missing{};
};

/// Everything the board reads from one plan. Immutable after makeBoardModel(); a view keeps it
/// until the plan changes, so that painting and hit testing never walk the tree.
struct BoardModel {
    std::shared_ptr<const PlacementPlan> plan;
    std::vector<BoardBlock> blocks;  ///< execution order
    std::vector<TiedModule> tied;    ///< modules that run, too, with weights of these blocks
    /// What the lanes are: the plan's devices, and behind them kNoDevice where some blocks lie on
    /// no device in use.
    std::vector<DevicePlacement> lanes;
    std::optional<std::uint64_t>
        activationBytes;  ///< of one token between blocks, if it can be told
    std::uint64_t medianBytes = 1;
    std::uint64_t totalBytes = 0;

    [[nodiscard]] const ModuleTree& tree() const { return *plan->request.tree; }
    /// Blocks whose module is `module` or lies in it, as [first, last); empty where it lies deeper.
    [[nodiscard]] std::pair<std::size_t, std::size_t> blocksIn(ModuleId module) const;
    /// The block that contains `module`, if any.
    [[nodiscard]] std::optional<std::size_t> blockAround(ModuleId module) const;
    /// Whether the next block runs behind this one in one pass: within a model, not between two
    /// models of a pipeline. False of the last.
    [[nodiscard]] bool goesOn(std::size_t block) const;
    /// Where a module runs whose weights lie on this device: on GPUs themselves, of CPU and disk
    /// where the plan brings or computes it. What lies on no device runs nowhere: kNoDevice.
    [[nodiscard]] DeviceId runsOn(ModuleId module, DeviceId device) const;
};

/// Changes of the device that runs, over the blocks and tied modules in execution order; with what
/// a drop would change where `preview` is given.
[[nodiscard]] int countHops(const BoardModel& model, const BoardPreview* preview);

[[nodiscard]] BoardModel makeBoardModel(std::shared_ptr<const PlacementPlan> plan);

/// Bytes of a module's tensors in the planned dtype, each tied tensor with its owner only.
[[nodiscard]] std::uint64_t moduleBytes(const PlacementPlan& plan, ModuleId module);
/// The same without the modules below it.
[[nodiscard]] std::uint64_t ownModuleBytes(const PlacementPlan& plan, ModuleId module);

/// Whether a module below this one has tensors: it can be unfolded.
[[nodiscard]] bool hasTensorsBelow(const ModuleTree& tree, ModuleId module);

/// A drag that hovers over a lane: what would be there after the drop.
struct BoardPreview {
    DeviceId target;
    std::vector<ModuleId> modules;    ///< what is dragged, without modules inside others
    std::vector<std::size_t> blocks;  ///< whole blocks that would move, ascending
    struct Part {
        std::size_t block = 0;  ///< the block that the part would leave
        ModuleId module;
        std::uint64_t bytes = 0;
    };
    std::vector<Part> parts;             ///< modules dragged out of a block
    double addedBytes = 0;               ///< to the target
    std::map<DeviceId, double> leaving;  ///< from the others
    QString refusal;                     ///< why a drop cannot work; empty: it can
    /// The plan after the drop; null where none can be made.
    std::shared_ptr<const PlacementPlan> after{};
    [[nodiscard]] std::size_t count() const { return blocks.size() + parts.size(); }
};

/// The edit that a drop makes.
[[nodiscard]] MoveEdit moveOf(const BoardModel& model, const BoardPreview& preview);
/// What a drop of modules (full paths) on `target` would do.
[[nodiscard]] BoardPreview makePreview(const BoardModel& model, const QStringList& paths,
                                       DeviceId target);

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
