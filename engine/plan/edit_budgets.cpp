// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/edit_budgets.h"

#include "engine/plan/limits_text.h"

#include <algorithm>

namespace stowage {

namespace {

using Budgets = std::vector<MemoryBudget>;

MemoryBudget* find(Budgets& budgets, DeviceId device) {
    const auto found =
        std::find_if(budgets.begin(), budgets.end(),
                     [device](const MemoryBudget& budget) { return budget.device == device; });
    return found == budgets.end() ? nullptr : &*found;
}

void put(Budgets& budgets, MemoryBudget budget) {
    if (MemoryBudget* const existing = find(budgets, budget.device)) {
        *existing = std::move(budget);
        return;
    }
    const auto place =
        std::find_if(budgets.begin(), budgets.end(),
                     [&budget](const MemoryBudget& other) { return budget.device < other.device; });
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

const DeviceInfo* findDevice(const std::vector<DeviceInfo>& devices, DeviceId id) {
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [id](const DeviceInfo& device) { return device.id == id; });
    return found == devices.end() ? nullptr : &*found;
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
    return std::any_of(budgets.begin(), budgets.end(),
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
    std::vector<std::string> unheard;  // the fields warn of bits themselves
    auto limits = parseLimitsText(text, unheard);
    if (!limits) {
        return limits.unexpected();
    }
    for (const MemoryBudget& limit : *limits) {
        if (limit.device.isGpu() && findDevice(request.devices, limit.device) == nullptr) {
            return fail(ErrorCode::InvalidArgument,
                        "The limits name " + deviceLabel(limit.device) +
                            ", which is not among the devices; add it, or leave it out.",
                        {}, deviceName(limit.device));
        }
    }
    leaveDefaults(request);
    request.budgets = *std::move(limits);
    return {};
}

}  // namespace

Result<void> editBudget(PlacementRequest& request, DeviceId device, const std::string& text) {
    if (holdsSeveralLimits(text)) {
        return replaceBudgets(request, text);
    }
    if (device.kind == DeviceKind::Disk) {
        return fail(ErrorCode::InvalidArgument,
                    "The disk takes no limit: whatever fits nowhere else goes there.", {}, "disk");
    }
    std::optional<ParsedSize> size;
    if (!text.empty()) {
        const auto parsed = parseLimit(text);
        if (!parsed) {
            return parsed.unexpected();
        }
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

void changeDevices(PlacementRequest& request, const std::vector<DeviceInfo>& devices,
                   const DevicePlaces& places) {
    const double ram = ramBudget(request, devices);
    followDevices(request, places);
    const auto stays = [&devices](DeviceId device) {
        return std::any_of(devices.begin(), devices.end(),
                           [device](const DeviceInfo& info) { return info.id == device; });
    };
    Budgets defaults = defaultBudgets(devices, ram);
    if (ram < 0) {
        std::erase_if(defaults,
                      [](const MemoryBudget& budget) { return budget.device == DeviceId::cpu(); });
    }
    Budgets budgets = defaults;
    for (const MemoryBudget& budget : request.budgets) {
        const bool typed = !request.budgetsAreDefaults && !budget.text.empty();
        if (typed && stays(budget.device)) {
            put(budgets, budget);
        }
    }
    request.budgetsAreDefaults = !anyTyped(budgets);
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
}

}  // namespace stowage
