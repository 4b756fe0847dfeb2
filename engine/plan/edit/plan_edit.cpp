// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/edit/plan_edit.h"

#include "engine/base/byte_size.h"
#include "engine/model/quantization.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/place/place.h"
#include "engine/plan/placement_request.h"
#include "engine/plan/request/request_fields.h"
#include "engine/plan/resolved_map.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

/// Where each GPU went, as SetDevicesEdit tells it.
using DevicePlaces = std::map<DeviceId, std::optional<DeviceId>>;

using Budgets = std::vector<MemoryBudget>;

MemoryBudget* find(Budgets& budgets, DeviceId device) {
    const auto found = std::ranges::find(budgets, device, &MemoryBudget::device);
    return found == budgets.end() ? nullptr : &*found;
}

void put(Budgets& budgets, MemoryBudget budget) {
    if (MemoryBudget* const existing = find(budgets, budget.device)) {
        *existing = std::move(budget);
        return;
    }
    const auto place = std::ranges::find_if(
        budgets, [&budget](const MemoryBudget& other) { return budget.device < other.device; });
    budgets.insert(place, std::move(budget));
}

/// What a device's limit is where none is typed; nothing where that is not known.
std::optional<MemoryBudget> defaultBudget(PlacementRequest& request, DeviceId device) {
    if (const MemoryBudget* const known = find(request.defaultBudgets, device)) {
        return *known;
    }
    for (const DeviceInfo& info : request.devices) {
        if (const auto free = info.freeBytes(); info.id == device && free) {
            return MemoryBudget{device, static_cast<double>(*free), {}, false};
        }
    }
    return std::nullopt;
}

/// The CPU's free bytes where the same memory is held by others to another amount than before.
std::optional<std::uint64_t> freeReadOnceMore(const std::vector<DeviceInfo>& before,
                                              const std::vector<DeviceInfo>& now) {
    const DeviceInfo* const was = findDevice(before, DeviceId::cpu());
    const DeviceInfo* const is = findDevice(now, DeviceId::cpu());
    const bool isRead = was != nullptr && is != nullptr && was->capacity == is->capacity &&
                        was->usedByOthers != is->usedByOthers;
    return isRead ? is->freeBytes() : std::nullopt;
}

/// The CPU's default limit on other devices: what it was, unless its RAM was given or read once
/// more; below 0 where it has none.
double ramBudget(PlacementRequest& request, const std::vector<DeviceInfo>& devices) {
    const DeviceInfo* const before = findDevice(request.devices, DeviceId::cpu());
    const DeviceInfo* const now = findDevice(devices, DeviceId::cpu());
    const bool wasGiven = before != nullptr && now != nullptr && now->freeBytes() &&
                          (before->presentBytes != now->presentBytes ||
                           (now->presentBytes && before->capacity != now->capacity));
    if (wasGiven) {
        return static_cast<double>(*now->freeBytes());
    }
    Budgets& known = request.budgetsAreDefaults || request.defaultBudgets.empty()
                         ? request.budgets
                         : request.defaultBudgets;
    const MemoryBudget* const ram = find(known, DeviceId::cpu());
    if (ram == nullptr) {
        return -1;
    }
    // Memory that was read once more gives another default; else it is what it was.
    const auto read = freeReadOnceMore(request.devices, devices);
    return read ? static_cast<double>(*read) : ram->bytes;
}

/// Renames the devices of one list of entries; those of a device that is gone are dropped.
template <class Entries, class Device>
void rename(Entries& entries, Device device, const DevicePlaces& places) {
    std::erase_if(entries, [&](const auto& entry) {
        const auto place = places.find(entry.*device);
        return place != places.end() && !place->second;
    });
    for (auto& entry : entries) {
        if (const auto place = places.find(entry.*device); place != places.end()) {
            entry.*device = *place->second;
        }
    }
}

/// What was said of a card goes with the card: its limit, and what was moved or pinned to it.
void followDevices(PlacementRequest& request, const DevicePlaces& places) {
    using Move = std::pair<std::string, DeviceId>;
    rename(request.budgets, &MemoryBudget::device, places);
    rename(request.moves, &Move::second, places);
    rename(request.constraints.pins, &Move::second, places);
    if (request.strategy == Strategy::Manual && !places.empty()) {
        std::vector<DeviceMap::Entry> entries(request.givenMap.entries().begin(),
                                              request.givenMap.entries().end());
        rename(entries, &DeviceMap::Entry::second, places);
        request.givenMap = DeviceMap(std::move(entries));
    }
}

bool anyTyped(const Budgets& budgets) {
    return std::ranges::any_of(budgets,
                               [](const MemoryBudget& budget) { return !budget.text.empty(); });
}

void clearBudget(PlacementRequest& request, DeviceId device) {
    if (auto original = defaultBudget(request, device)) {
        put(request.budgets, std::move(*original));
    } else {
        std::erase_if(request.budgets,
                      [device](const MemoryBudget& budget) { return budget.device == device; });
    }
    if (!anyTyped(request.budgets) && !request.defaultBudgets.empty()) {
        request.budgets = request.defaultBudgets;
        request.budgetsAreDefaults = true;
    }
}

/// From now on the limits are typed; what they were without is kept.
void leaveDefaults(PlacementRequest& request) {
    if (request.budgetsAreDefaults) {
        request.defaultBudgets = request.budgets;
        request.budgetsAreDefaults = false;
    }
}

Result<void> replaceBudgets(PlacementRequest& request, const std::string& text) {
    std::vector<Message> unheard;  // the fields warn of bits themselves
    auto limits = parseLimitsText(text, unheard);
    STOWAGE_TRY(limits);
    for (const MemoryBudget& limit : *limits) {
        if (limit.device.isGpu() && findDevice(request.devices, limit.device) == nullptr) {
            return fail(ErrorCode::InvalidArgument,
                        say("The limits name %1, which is not among the devices; add the device, "
                            "or leave the limit out.",
                            deviceLabel(limit.device)),
                        {}, deviceName(limit.device));
        }
    }
    leaveDefaults(request);
    request.budgets = *std::move(limits);
    return {};
}

Result<void> checkDevice(const PlacementRequest& request, DeviceId device) {
    std::vector<Message> known;
    for (const DeviceInfo& info : request.devices) {
        if (info.id == device) {
            return {};
        }
        known.emplace_back(deviceLabel(info.id));
    }
    return fail(ErrorCode::InvalidArgument,
                say("%1 is not among the devices in use; choose one of %2.", deviceLabel(device),
                    joined(std::move(known), ", ")),
                {}, deviceName(device));
}

Result<void> checkModules(const PlacementRequest& request,
                          const std::vector<std::string>& modules) {
    for (const std::string& path : modules) {
        if (!request.tree->findModule(path)) {
            return fail(ErrorCode::InvalidArgument,
                        say("The model has no module \"%1\"; specify the full path of a module, as "
                            "shown in the module tree.",
                            path),
                        {}, path);
        }
    }
    return {};
}

/// Types a limit ("10GiB") for one device, or clears it (""). Accelerate does not use devices
/// that max_memory leaves out, so all other devices' limits become explicit at their present
/// size; once the last typed limit is cleared, the budgets are the defaults again. A text of
/// several limits ({0: "10GiB", "cpu": "30GiB"}) takes the place of all, as max_memory does.
/// Error: InvalidArgument with what to type, and for limits of a GPU that is not there.
Result<void> editBudget(PlacementRequest& request, DeviceId device, const std::string& text) {
    if (holdsSeveralLimits(text)) {
        return replaceBudgets(request, text);
    }
    if (device.kind == DeviceKind::Disk) {
        return fail(ErrorCode::InvalidArgument,
                    phrase("The disk cannot have a limit, because all weights that do not fit "
                           "elsewhere are placed on disk."),
                    {}, "disk");
    }
    std::optional<ParsedSize> size;
    if (!text.empty()) {
        const auto parsed = parseLimit(text);
        STOWAGE_TRY(parsed);
        size = *parsed;
    }
    leaveDefaults(request);
    if (size) {
        put(request.budgets, {device, size->bytes, text, false});
    } else {
        clearBudget(request, device);
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
        STOWAGE_TRY(check(edit.modules, edit.device));
        for (const std::string& path : edit.modules) {
            ModuleMoves& pins = request.constraints.pins;
            const auto pin = std::ranges::find(pins, path, &ModuleMoves::value_type::first);
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
        STOWAGE_TRY(check(edit.modules, edit.device));
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
        STOWAGE_TRY(checkDevice(request, edit.device));
        request.preset.reset();
        return editBudget(request, edit.device, edit.text);
    }

    Result<void> operator()(const SetNoSplitEdit& edit) {
        request.constraints.noSplit = edit.classes;
        return {};
    }

    Result<void> operator()(const SetDtypeEdit& edit) {
        request.constraints.dtype = edit.dtype;
        request.dtypeFollowsPreset = false;
        return {};
    }

    Result<void> operator()(const SetQuantizationEdit& edit) {
        request.constraints.quantization = edit.quantization;
        return {};
    }

    Result<void> operator()(const SetStrategyEdit& edit) {
        if (edit.strategy == Strategy::Manual && request.strategy != Strategy::Manual) {
            request.givenMap = flatMap(*request.tree, m_plan.map);
            request.doubledKeys.clear();
            request.moves.clear();
            request.runBeforeStrategy.reset();  // it runs as it did
        }
        if (edit.strategy == Strategy::Optimal) {
            request.givenMap = m_plan.map;  // kept, if it is as good as any
            request.moves.clear();
        }
        request.strategy = edit.strategy;
        request.isFitted = request.isFitted && edit.strategy == Strategy::Manual;
        request.preset.reset();
        return {};
    }

    Result<void> operator()(const SetObjectiveEdit& edit) {
        request.objective = edit.objective;
        return {};
    }

    Result<void> operator()(const SetRulesEdit& edit) {
        request.rules = edit.rules;
        return {};
    }

    Result<void> operator()(const SetLoadPresetEdit& edit) {
        request.preset = edit.preset;
        if (edit.preset) {
            request.isFitted = false;
            request.moves.clear();
        }
        return {};
    }

    Result<void> operator()(const SetDevicesEdit& edit) {
        if (edit.devices.empty()) {
            return fail(ErrorCode::InvalidArgument,
                        phrase("A plan needs a device; keep at least the CPU."));
        }
        request = withDevices(std::move(request), edit.devices, edit.places);
        request.machineLinks = edit.machineLinks.value_or(std::move(request.machineLinks));
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
        request.preset.reset();
        request.moves.clear();
        if (edit.origin != nullptr) {
            static_cast<void>(takeRunOptions(request, *edit.origin));  // told by checkMapText()
        }
        return edit.workload ? (*this)(SetWorkloadEdit{edit.workload}) : Result<void>();
    }

    Result<void> operator()(const SetFlagEdit& edit) {
        return requestField(edit.key).read(edit.isOn, request);
    }

    Result<void> operator()(const HookOptionsEdit& edit) {
        request.hooks = edit.hooks;
        return edit.hooks.mainDevice ? checkDevice(request, *edit.hooks.mainDevice)
                                     : Result<void>();
    }

    Result<void> operator()(const SetWorkloadEdit& edit) {
        request.workload = edit.workload;
        return edit.workload ? checkWorkload(*edit.workload) : Result<void>();
    }

    Result<void> operator()(const FitEdit&) {
        auto fitting = fittingRequest(m_plan, m_stop);
        STOWAGE_TRY(fitting);
        request = std::move(*fitting);
        return {};
    }

private:
    Result<void> check(const std::vector<std::string>& modules,
                       std::optional<DeviceId> device) const {
        STOWAGE_TRY(checkModules(request, modules));
        return device ? checkDevice(request, *device) : Result<void>();
    }

    const PlacementPlan& m_plan;
    std::stop_token m_stop;

public:
    PlacementRequest request;
};

Message modulesText(const std::vector<std::string>& modules) {
    if (modules.size() != 1) {
        return say("%1 modules", modules.size());
    }
    return modules.front().empty() ? Message(phrase("the whole model")) : Message(modules.front());
}

/// The words for the Edit menu.
struct EditDescriber {
    Message operator()(const MoveEdit& edit) const {
        return say("Move %1 to %2", modulesText(edit.modules), deviceLabel(edit.device));
    }
    Message operator()(const PinEdit& edit) const {
        return edit.device
                   ? say("Pin %1 to %2", modulesText(edit.modules), deviceLabel(*edit.device))
                   : say("Unpin %1", modulesText(edit.modules));
    }
    Message operator()(const SetBudgetEdit& edit) const {
        if (holdsSeveralLimits(edit.text)) {
            return phrase("Set the limits of the devices");
        }
        return edit.text.empty() ? say("Reset the limit of %1", deviceLabel(edit.device))
                                 : say("Limit %1 to %2", deviceLabel(edit.device), edit.text);
    }
    Message operator()(const SetNoSplitEdit& edit) const {
        return edit.classes ? phrase("Change the no-split classes")
                            : phrase("Use the model's no-split classes");
    }
    Message operator()(const SetDtypeEdit& edit) const {
        return edit.dtype ? say("Plan in %1", dtypeName(*edit.dtype))
                          : say("Plan in the stored dtypes");
    }
    Message operator()(const SetQuantizationEdit& edit) const {
        return edit.quantization ? say("Plan as %1", quantizationText(*edit.quantization))
                                 : say("Plan without quantisation");
    }
    Message operator()(const SetStrategyEdit& edit) const {
        return say("Use the strategy \"%1\"", strategyName(edit.strategy));
    }
    Message operator()(const SetObjectiveEdit& edit) const {
        return say("Use the objective \"%1\"", objectiveName(edit.objective.kind));
    }
    Message operator()(const SetRulesEdit& edit) const {
        return say("Use the rules of %1", rulesName(edit.rules));
    }
    Message operator()(const SetLoadPresetEdit& edit) const {
        return edit.preset ? phrase("Place as load_hf_model does")
                           : phrase("Stop placing as load_hf_model does");
    }
    Message operator()(const SetDevicesEdit&) const { return phrase("Change the devices"); }
    Message operator()(const ReplanEdit&) const { return phrase("Plan again"); }
    Message operator()(const SetMapEdit& edit) const {
        return edit.engine.empty() ? say("Use a given device map")
                                   : say("Import from %1", edit.engine);
    }
    Message operator()(const SetFlagEdit& edit) const {
        const RequestField& row = requestField(edit.key);
        return edit.isOn ? row.set : row.clear;
    }
    Message operator()(const HookOptionsEdit&) const { return phrase("Change the hook options"); }
    Message operator()(const SetWorkloadEdit&) const { return phrase("Change the workload"); }
    Message operator()(const FitEdit&) const { return phrase("Make the plan fit"); }
};

}  // namespace

PlacementRequest withDevices(PlacementRequest request, const std::vector<DeviceInfo>& devices,
                             const std::map<DeviceId, std::optional<DeviceId>>& places) {
    const double ram = ramBudget(request, devices);
    followDevices(request, places);
    const auto stays = [&devices](DeviceId device) {
        return findDevice(devices, device) != nullptr;
    };
    Budgets defaults = defaultBudgets(devices, ram);
    if (ram < 0) {
        std::erase_if(defaults,
                      [](const MemoryBudget& budget) { return budget.device == DeviceId::cpu(); });
    }
    const bool limitNothing = !request.budgetsAreDefaults && request.budgets.empty();
    Budgets budgets = limitNothing ? Budgets() : defaults;
    for (const MemoryBudget& budget : request.budgets) {
        const bool typed = !request.budgetsAreDefaults && !budget.text.empty();
        if (typed && stays(budget.device)) {
            put(budgets, budget);
        }
    }
    request.budgetsAreDefaults = !limitNothing && !anyTyped(budgets);
    request.budgets = std::move(budgets);
    request.defaultBudgets = std::move(defaults);
    request.devices = devices;
    const auto goesTo = [&stays](const auto& entry) { return !stays(entry.second); };
    std::erase_if(request.moves, goesTo);
    std::erase_if(request.constraints.pins, goesTo);
    if (auto& main = request.hooks.mainDevice; main) {
        const auto place = places.find(*main);
        main = place != places.end() ? place->second : stays(*main) ? main : std::nullopt;
    }
    return request;
}

Result<std::shared_ptr<const PlacementPlan>> applyEdit(const PlacementPlan& plan,
                                                       const PlanEdit& edit, std::stop_token stop) {
    RequestEditor editor(plan, stop);
    STOWAGE_TRY(std::visit(editor, edit));
    const bool onlyMoves =
        std::holds_alternative<MoveEdit>(edit) || std::holds_alternative<ReplanEdit>(edit);
    const auto placed = onlyMoves ? replanMoved(std::move(editor.request), plan, stop)
                                  : replan(editor.request, &plan, stop);
    STOWAGE_TRY(placed);
    (*placed)->revision = plan.revision + 1;
    return std::shared_ptr<const PlacementPlan>(*placed);
}

Message describeEdit(const PlanEdit& edit) {
    return std::visit(EditDescriber{}, edit);
}

}  // namespace stowage
