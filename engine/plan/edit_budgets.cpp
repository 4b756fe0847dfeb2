// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/edit_budgets.h"

#include "engine/base/byte_size.h"

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

/// The CPU's free bytes where the same memory is held by others to another amount than before.
std::optional<std::uint64_t> freeReadOnceMore(const std::vector<DeviceInfo>& before,
                                              const std::vector<DeviceInfo>& now) {
    const auto was = std::ranges::find(before, DeviceId::cpu(), &DeviceInfo::id);
    const auto is = std::ranges::find(now, DeviceId::cpu(), &DeviceInfo::id);
    const bool isRead = was != before.end() && is != now.end() && was->capacity == is->capacity &&
                        was->usedByOthers != is->usedByOthers;
    return isRead ? is->freeBytes() : std::nullopt;
}

}  // namespace

Result<void> editBudget(PlacementRequest& request, DeviceId device, const std::string& text) {
    if (device.kind == DeviceKind::Disk) {
        return fail(ErrorCode::InvalidArgument,
                    "The disk takes no limit: whatever fits nowhere else goes there.", {}, "disk");
    }
    std::optional<ParsedSize> size;
    if (!text.empty()) {
        const auto parsed = parseSize(text);
        if (!parsed) {
            return parsed.unexpected();
        }
        size = *parsed;
    }
    if (request.budgetsAreDefaults) {
        request.defaultBudgets = request.budgets;
        request.budgetsAreDefaults = false;
    }
    if (size) {
        put(request.budgets, {device, size->bytes, text, false});
    } else {
        clearBudget(request, device);
    }
    return {};
}

void changeDevices(PlacementRequest& request, const std::vector<DeviceInfo>& devices) {
    const auto stays = [&devices](DeviceId device) {
        return std::any_of(devices.begin(), devices.end(),
                           [device](const DeviceInfo& info) { return info.id == device; });
    };
    Budgets known = request.budgetsAreDefaults ? request.budgets : request.defaultBudgets;
    const MemoryBudget* const ram = find(known.empty() ? request.budgets : known, DeviceId::cpu());
    // Memory that was read once more gives another default; else it is what it was.
    const auto read = freeReadOnceMore(request.devices, devices);
    const double ramBytes = ram != nullptr ? ram->bytes : 0;
    Budgets defaults = defaultBudgets(devices, read ? static_cast<double>(*read) : ramBytes);
    if (ram == nullptr) {
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
}

}  // namespace stowage
