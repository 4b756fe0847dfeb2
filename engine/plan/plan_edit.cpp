// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_edit.h"

#include "engine/base/byte_size.h"
#include "engine/model/quantization_names.h"
#include "engine/plan/edit_budgets.h"
#include "engine/plan/fitting_plan.h"
#include "engine/plan/limits_text.h"
#include "engine/plan/place_again.h"
#include "engine/plan/plan_overlay.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

Result<void> checkDevice(const PlacementRequest& request, DeviceId device) {
    std::string known;
    for (const DeviceInfo& info : request.devices) {
        if (info.id == device) {
            return {};
        }
        known += (known.empty() ? "" : ", ") + deviceLabel(info.id);
    }
    return fail(
        ErrorCode::InvalidArgument,
        deviceLabel(device) + " is not among the devices in use; choose one of " + known + ".", {},
        deviceName(device));
}

Result<void> checkModules(const PlacementRequest& request,
                          const std::vector<std::string>& modules) {
    for (const std::string& path : modules) {
        if (!request.tree->findModule(path)) {
            return fail(ErrorCode::InvalidArgument,
                        "The model has no module \"" + path +
                            "\"; give a module's full path, as the tree shows it.",
                        {}, path);
        }
    }
    return {};
}

/// Drops the entries that a new one at `path` makes pointless.
void eraseAtOrBelow(ModuleMoves& moves, const std::string& path) {
    std::erase_if(moves, [&path](const auto& move) { return isAtOrBelow(move.first, path); });
}

/// One edit, done to a copy of the request.
class RequestEditor {
public:
    RequestEditor(const PlacementPlan& plan, std::stop_token stop)
        : m_plan(plan), m_stop(std::move(stop)), request(plan.request) {}

    Result<void> operator()(const MoveEdit& edit) {
        if (auto checked = check(edit.modules, edit.device); !checked) {
            return checked;
        }
        for (const std::string& path : edit.modules) {
            ModuleMoves& pins = request.constraints.pins;
            const auto pin = std::find_if(pins.begin(), pins.end(), [&path](const auto& entry) {
                return entry.first == path;
            });
            eraseAtOrBelow(request.moves, path);
            if (pin != pins.end()) {
                pin->second = edit.device;  // a pinned module stays pinned, elsewhere
            } else {
                request.moves.emplace_back(path, edit.device);
            }
        }
        return {};
    }

    Result<void> operator()(const PinEdit& edit) {
        if (auto checked = check(edit.modules, edit.device); !checked) {
            return checked;
        }
        for (const std::string& path : edit.modules) {
            ModuleMoves& pins = request.constraints.pins;
            std::erase_if(pins, [&path](const auto& pin) { return pin.first == path; });
            if (edit.device) {
                pins.emplace_back(path, *edit.device);
                eraseAtOrBelow(request.moves, path);
            }
        }
        return {};
    }

    Result<void> operator()(const SetBudgetEdit& edit) {
        if (auto checked = checkDevice(request, edit.device); !checked) {
            return checked;
        }
        request.habit.reset();
        return editBudget(request, edit.device, edit.text);
    }

    Result<void> operator()(const SetNoSplitEdit& edit) {
        request.constraints.noSplit = edit.classes;
        return {};
    }

    Result<void> operator()(const SetDtypeEdit& edit) {
        request.constraints.dtype = edit.dtype;
        request.dtypeFollowsHabit = false;
        return {};
    }

    Result<void> operator()(const SetQuantizationEdit& edit) {
        request.constraints.quantization = edit.quantization;
        return {};
    }

    Result<void> operator()(const SetStrategyEdit& edit) {
        if (edit.strategy == Strategy::Manual && request.strategy != Strategy::Manual) {
            request.givenMap = m_plan.map;
            request.doubledKeys.clear();
            request.moves.clear();
        }
        request.strategy = edit.strategy;
        request.isFitted = request.isFitted && edit.strategy == Strategy::Manual;
        request.habit.reset();
        return {};
    }

    Result<void> operator()(const SetRulesEdit& edit) {
        request.rules = edit.rules;
        return {};
    }

    Result<void> operator()(const SetHabitEdit& edit) {
        request.habit = edit.habit;
        if (edit.habit) {
            request.isFitted = false;
            request.moves.clear();
        }
        return {};
    }

    Result<void> operator()(const SetDevicesEdit& edit) {
        if (edit.devices.empty()) {
            return fail(ErrorCode::InvalidArgument,
                        "A plan needs a device; keep at least the CPU.");
        }
        changeDevices(request, edit.devices, edit.places);
        return {};
    }

    Result<void> operator()(const ReplanEdit&) {
        request.moves.clear();
        return {};
    }

    Result<void> operator()(const SetMapEdit& edit) {
        request.strategy = Strategy::Manual;
        request.givenMap = edit.map;
        request.isFitted = false;
        request.doubledKeys = edit.doubledKeys;
        request.habit.reset();
        request.moves.clear();
        return {};
    }

    Result<void> operator()(const OffloadBuffersEdit& edit) {
        request.constraints.offloadBuffers = edit.isOn;
        return {};
    }

    Result<void> operator()(const FallbackAllocationEdit& edit) {
        request.constraints.fallbackAllocation = edit.isOn;
        return {};
    }

    Result<void> operator()(const CleanResultEdit& edit) {
        request.constraints.keepMapUnclean = !edit.isOn;
        return {};
    }

    Result<void> operator()(const HookOptionsEdit& edit) {
        request.hooks = edit.hooks;
        return edit.hooks.mainDevice ? checkDevice(request, *edit.hooks.mainDevice)
                                     : Result<void>();
    }

    Result<void> operator()(const FitEdit&) {
        auto fitting = fittingRequest(m_plan, m_stop);
        if (!fitting) {
            return fitting.unexpected();
        }
        request = std::move(*fitting);
        return {};
    }

private:
    Result<void> check(const std::vector<std::string>& modules,
                       std::optional<DeviceId> device) const {
        if (auto known = checkModules(request, modules); !known) {
            return known;
        }
        return device ? checkDevice(request, *device) : Result<void>();
    }

    const PlacementPlan& m_plan;
    std::stop_token m_stop;

public:
    PlacementRequest request;
};

std::string modulesText(const std::vector<std::string>& modules) {
    if (modules.size() != 1) {
        return std::to_string(modules.size()) + " modules";
    }
    return modules.front().empty() ? "the whole model" : modules.front();
}

/// The words for the Edit menu.
struct EditDescriber {
    std::string operator()(const MoveEdit& edit) const {
        return "Move " + modulesText(edit.modules) + " to " + deviceLabel(edit.device);
    }
    std::string operator()(const PinEdit& edit) const {
        return edit.device ? "Pin " + modulesText(edit.modules) + " to " + deviceLabel(*edit.device)
                           : "Unpin " + modulesText(edit.modules);
    }
    std::string operator()(const SetBudgetEdit& edit) const {
        if (holdsSeveralLimits(edit.text)) {
            return "Set the limits of the devices";
        }
        return edit.text.empty() ? "Reset the limit of " + deviceLabel(edit.device)
                                 : "Limit " + deviceLabel(edit.device) + " to " + edit.text;
    }
    std::string operator()(const SetNoSplitEdit& edit) const {
        return edit.classes ? "Change the classes kept whole" : "Keep the model's own blocks whole";
    }
    std::string operator()(const SetDtypeEdit& edit) const {
        return edit.dtype ? "Plan in " + std::string(dtypeName(*edit.dtype))
                          : "Plan in the stored dtypes";
    }
    std::string operator()(const SetQuantizationEdit& edit) const {
        return edit.quantization ? "Plan as " + quantizationText(*edit.quantization)
                                 : "Plan without quantisation";
    }
    std::string operator()(const SetStrategyEdit& edit) const {
        return "Use the strategy " + std::string(strategyName(edit.strategy));
    }
    std::string operator()(const SetRulesEdit& edit) const {
        return "Use the rules of " + std::string(rulesName(edit.rules));
    }
    std::string operator()(const SetHabitEdit& edit) const {
        return edit.habit ? "Place as load_hf_model does" : "Leave the habit of load_hf_model";
    }
    std::string operator()(const SetDevicesEdit&) const { return "Change the devices"; }
    std::string operator()(const ReplanEdit&) const { return "Plan again"; }
    std::string operator()(const SetMapEdit&) const { return "Use a given device map"; }
    std::string operator()(const OffloadBuffersEdit& edit) const {
        return edit.isOn ? "Offload buffers as well" : "Keep buffers on the GPUs";
    }
    std::string operator()(const FallbackAllocationEdit& edit) const {
        return edit.isOn ? "Take smaller modules first where one does not fit"
                         : "Take modules in their order";
    }
    std::string operator()(const CleanResultEdit& edit) const {
        return edit.isOn ? "Merge entries of one device" : "Keep an entry for each module";
    }
    std::string operator()(const HookOptionsEdit&) const { return "Change the options of hooks"; }
    std::string operator()(const FitEdit&) const { return "Make the plan fit"; }
};

}  // namespace

Result<std::shared_ptr<const PlacementPlan>> applyEdit(const PlacementPlan& plan,
                                                       const PlanEdit& edit, std::stop_token stop) {
    RequestEditor editor(plan, stop);
    if (const auto done = std::visit(editor, edit); !done) {
        return done.unexpected();
    }
    const bool onlyMoves =
        std::holds_alternative<MoveEdit>(edit) || std::holds_alternative<ReplanEdit>(edit);
    const auto placed = onlyMoves ? placeMoved(std::move(editor.request), plan, stop)
                                  : placeAgain(editor.request, &plan, stop);
    if (!placed) {
        return placed.unexpected();
    }
    (*placed)->revision = plan.revision + 1;
    return std::shared_ptr<const PlacementPlan>(*placed);
}

std::string describeEdit(const PlanEdit& edit) {
    return std::visit(EditDescriber{}, edit);
}

}  // namespace stowage
