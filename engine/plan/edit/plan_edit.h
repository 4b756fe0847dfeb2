// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/plan/placement_plan.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stowage {

struct MoveEdit {
    std::vector<std::string> modules;  ///< full paths
    DeviceId device;
};
struct PinEdit {
    std::vector<std::string> modules;
    std::optional<DeviceId> device;  ///< nothing: unpin
};
struct SetBudgetEdit {
    DeviceId device;
    /// "10GiB"; "" takes the limit away (back to the default). The limits of several devices, as
    /// parseLimitsText() reads them, take the place of all.
    std::string text;
};
struct SetNoSplitEdit {
    std::optional<std::vector<std::string>> classes;  ///< nothing: the architecture's own
};
struct SetDtypeEdit {
    std::optional<DType> dtype;
};
/// Plans as if quantised; nothing: the weights as they are.
struct SetQuantizationEdit {
    std::optional<Quantization> quantization;
};
struct SetStrategyEdit {
    Strategy strategy = Strategy::Auto;
};
/// What the strategy `optimal` is to bring to its best.
struct SetObjectiveEdit {
    PlanObjective objective;
};
/// Accelerate's own rules or those of transformers.
struct SetRulesEdit {
    PlacementRules rules = PlacementRules::Accelerate;
};
/// The preset of load_hf_model; nothing: strategy and limits stay as they are and are free again.
struct SetLoadPresetEdit {
    std::optional<LoadModelPreset> preset;
};
/// Other simulated devices, or links between their machines; limits, pins, moves and a given map go
/// with the devices that stay.
struct SetDevicesEdit {
    std::vector<DeviceInfo> devices;
    /// Where each GPU is now, where some came, went or changed places (device_fields.h); a device
    /// that is not named stayed. Nothing: it is gone.
    std::map<DeviceId, std::optional<DeviceId>> places{};
    std::optional<std::vector<MachineLink>> machineLinks{};  ///< nothing: as they are
};
/// Drops the moves by hand, not the pins: the strategy's own result again.
struct ReplanEdit {};
/// Puts a given map in place of a strategy (Strategy::Manual).
struct SetMapEdit {
    DeviceMap map;
    std::vector<DoubledKey> doubledKeys{};  ///< keys that its text gave more than once
    std::string engine{};                   ///< "vLLM": whose settings it was read from; "": none
    std::optional<Workload> workload{};     ///< that the settings describe; nothing: as it is
    /// The request of the plan that it was read from, for takeRunOptions(); null: not known.
    std::shared_ptr<const PlacementRequest> origin{};
};

/// Sets or clears a flag of requestFields().
struct SetFlagEdit {
    std::string_view key;  ///< must not be a temporary
    bool isOn = true;
};
/// How dispatch_model is asked to run the plan; the main device is one that computes.
struct HookOptionsEdit {
    HookOptions hooks;
};
/// Other work to carry; nothing: weights alone are judged.
struct SetWorkloadEdit {
    std::optional<Workload> workload;
};
/// Puts the nearest map that holds by real bytes in place of a strategy's: see fittingRequest().
struct FitEdit {};

using PlanEdit = std::variant<MoveEdit, PinEdit, SetBudgetEdit, SetNoSplitEdit, SetDtypeEdit,
                              SetQuantizationEdit, SetStrategyEdit, SetObjectiveEdit, SetRulesEdit,
                              SetLoadPresetEdit, SetDevicesEdit, ReplanEdit, SetMapEdit,
                              SetFlagEdit, HookOptionsEdit, SetWorkloadEdit, FitEdit>;

/// A new plan in which the edit is done; `plan` stays as it was.
/// Errors: InvalidArgument (bad size, unknown module or device) with what to type instead.
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> applyEdit(const PlacementPlan& plan,
                                                                     const PlanEdit& edit,
                                                                     std::stop_token stop = {});

/// The request on other devices, as SetDevicesEdit puts them in place: typed limits, pins, moves
/// and a given map go with the devices that stay, all other limits follow the free bytes; pins and
/// moves to devices that went are dropped.
[[nodiscard]] PlacementRequest withDevices(
    PlacementRequest request, const std::vector<DeviceInfo>& devices,
    const std::map<DeviceId, std::optional<DeviceId>>& places = {});

/// "Move transformer.h.11 to CPU": the edit's name in the Edit menu.
[[nodiscard]] Message describeEdit(const PlanEdit& edit);

/// The request whose plan holds by real bytes where that of the strategy does not, because it
/// counts less than a quantised or padded model takes: limits are lowered as little as need be,
/// until allocator, capacities, limits and the modules that travel agree. The map that follows is
/// given (Strategy::Manual) and marked as ours; limits, devices and pins stay as they were.
/// `plan` is one of a strategy without moves by hand. Places the model up to some hundred times.
/// Errors: InvalidPlan where no limits make it hold, or `plan` is not of a strategy; Cancelled.
[[nodiscard]] Result<PlacementRequest> fittingRequest(const PlacementPlan& plan,
                                                      std::stop_token stop = {});

/// Whether fittingRequest() may help: a strategy's own plan puts more on a device than it holds.
[[nodiscard]] bool mayBeFitted(const PlacementPlan& plan);

}  // namespace stowage
