// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/map_fixes.h"

#include "engine/plan/map_problems.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <optional>

namespace stowage {
namespace {

constexpr std::size_t kMostNames = 2;

using Fixes = std::vector<ProblemFix>;

QString translate(const char* text) {
    return QCoreApplication::translate("ProblemFixes", text);
}

QString label(DeviceId device) {
    return QString::fromStdString(deviceLabel(device));
}

bool isBelow(const std::string& path, const std::string& parent) {
    return path.size() > parent.size() && path.starts_with(parent) && path[parent.size()] == '.';
}

/// The given map with the moves by hand written into it.
std::vector<DeviceMap::Entry> entriesWithMoves(const PlacementRequest& request) {
    const auto& given = request.givenMap.entries();
    std::vector<DeviceMap::Entry> entries(given.begin(), given.end());
    for (const auto& [path, device] : request.moves) {
        std::erase_if(entries, [&path = path](const DeviceMap::Entry& entry) {
            return entry.first == path || path.empty() || isBelow(entry.first, path);
        });
        entries.emplace_back(path, device);
    }
    return entries;
}

SetMapEdit editOf(const PlacementRequest& request, std::vector<DeviceMap::Entry> entries) {
    return {DeviceMap(std::move(entries)), request.doubledKeys};
}

SetMapEdit renamed(const PlacementRequest& request, const std::string& key,
                   const std::string& name) {
    std::vector<DeviceMap::Entry> entries = entriesWithMoves(request);
    for (DeviceMap::Entry& entry : entries) {
        entry.first = entry.first == key ? name : entry.first;
    }
    return editOf(request, std::move(entries));
}

/// A module has no device because its key is misspelt: the key is mended, not the module placed.
void renameKeyTo(const PlacementPlan& plan, const std::string& path, Fixes& fixes) {
    for (const PlanIssue& other : plan.issues) {
        const bool isKey = other.code == "unknown_module" && !other.module.empty();
        const auto names = isKey && plan.request.strategy == Strategy::Manual
                               ? intendedNames(plan, other.module)
                               : std::vector<std::string>();
        if (!names.empty() && names.front() == path) {
            fixes.push_back(
                {translate("Rename the key %1").arg(QString::fromStdString(other.module)),
                 renamed(plan.request, other.module, path)});
            return;
        }
    }
}

void renameKey(const PlacementPlan& plan, const PlanIssue& issue, Fixes& fixes) {
    const std::vector<DeviceMap::Entry> entries = entriesWithMoves(plan.request);
    if (plan.request.strategy != Strategy::Manual || issue.module.empty()) {
        return;
    }
    std::vector<std::string> names = intendedNames(plan, issue.module);
    names.resize(std::min(names.size(), kMostNames));
    for (const std::string& name : names) {
        fixes.push_back({translate("Rename to %1").arg(QString::fromStdString(name)),
                         renamed(plan.request, issue.module, name)});
    }
    std::vector<DeviceMap::Entry> without = entries;
    std::erase_if(without, [&issue](const auto& entry) { return entry.first == issue.module; });
    fixes.push_back({translate("Remove the key"), editOf(plan.request, std::move(without))});
}

void keepOneOfTwo(const PlacementPlan& plan, const PlanIssue& issue, Fixes& fixes) {
    const auto& doubled = plan.request.doubledKeys;
    const auto key = std::ranges::find(doubled, issue.module, &DoubledKey::path);
    if (key == doubled.end()) {
        return;
    }
    std::vector<DeviceId> choices{key->kept};
    if (key->dropped != key->kept) {
        choices.insert(choices.begin(), key->dropped);
    }
    for (const DeviceId device : choices) {
        SetMapEdit edit = editOf(plan.request, entriesWithMoves(plan.request));
        edit.map.set(issue.module, device);
        std::erase_if(edit.doubledKeys,
                      [&issue](const DoubledKey& other) { return other.path == issue.module; });
        fixes.push_back({translate("Keep %1").arg(label(device)), std::move(edit)});
    }
}

/// The largest module around `module` of which no tensor has a device.
ModuleId uncoveredAround(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    const auto isUncovered = [&](ModuleId id) {
        return std::ranges::none_of(tree.subtreeTensors(id), [&](const TensorSpec& tensor) {
            return plan.map.deviceOf(tensor.name).has_value();
        });
    };
    ModuleId largest = module;
    for (ModuleId id = tree.node(module).parent; id.isValid() && id != ModuleTree::root();
         id = tree.node(id).parent) {
        if (!isUncovered(id)) {
            break;
        }
        largest = id;
    }
    return largest;
}

/// Where the nearest tensor before the module lies, else the nearest one behind it.
std::optional<DeviceId> neighbourDevice(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    const ModuleId end = tree.node(module).subtreeEnd;
    std::optional<DeviceId> before;
    for (const TensorSpec& tensor : tree.tensors()) {
        const auto& device = plan.storageDevices[tensor.storage.index()];
        if (!device || plan.placement(*device) == nullptr) {
            continue;
        }
        if (tensor.module < module) {
            before = device;
        } else if (!(tensor.module < end)) {
            return before ? before : device;
        }
    }
    return before;
}

void placeUncovered(const PlacementPlan& plan, const PlanIssue& issue, Fixes& fixes) {
    const auto module = plan.request.tree->findModule(issue.module);
    if (!module || issue.module.empty()) {
        return;
    }
    renameKeyTo(plan, issue.module, fixes);
    const ModuleId around = uncoveredAround(plan, *module);
    const std::string& path = plan.request.tree->path(around);
    std::vector<DeviceId> devices{DeviceId::cpu()};
    const auto neighbour = neighbourDevice(plan, around);
    if (neighbour && *neighbour != DeviceId::cpu()) {
        devices.insert(devices.begin(), *neighbour);
    }
    for (const DeviceId device : devices) {
        const QString text =
            around == *module
                ? translate("Place on %1").arg(label(device))
                : translate("Place %1 on %2").arg(QString::fromStdString(path), label(device));
        fixes.push_back({text, MoveEdit{{path}, device}});
    }
}

void leaveOrAddDevice(const PlacementPlan& plan, const PlanIssue& issue, Fixes& fixes) {
    const auto module = plan.request.tree->findModule(issue.module);
    if (!issue.device || !module) {
        return;
    }
    MoveEdit move;
    for (const auto& [path, device] : plan.map.entries()) {
        if (device == *issue.device && plan.request.tree->findModule(path)) {
            move.modules.push_back(path);
        }
    }
    move.device = neighbourDevice(plan, *module).value_or(DeviceId::cpu());
    const auto count = static_cast<int>(move.modules.size());
    fixes.push_back({count == 1
                         ? translate("Move it to %1").arg(label(move.device))
                         : translate("Move %1 entries to %2").arg(count).arg(label(move.device)),
                     move});
    std::vector<DeviceInfo> devices = plan.request.devices;
    const auto afterGpus = std::ranges::find_if_not(
        devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
    const auto gpus = static_cast<std::uint32_t>(afterGpus - devices.begin());
    if (gpus == 0 || !devices[gpus - 1].simulated || issue.device->index != gpus ||
        !issue.device->isGpu()) {
        return;
    }
    DeviceInfo more = devices[gpus - 1];
    more.id = *issue.device;
    devices.insert(afterGpus, more);
    fixes.push_back(
        {translate("Add a simulated %1").arg(label(more.id)), SetDevicesEdit{std::move(devices)}});
}

void uniteBlock(const PlacementPlan& plan, const PlanIssue& issue, Fixes& fixes) {
    const ModuleTree& tree = *plan.request.tree;
    const auto module = tree.findModule(issue.module);
    if (!module) {
        return;
    }
    std::map<DeviceId, std::uint64_t> bytes;
    for (const TensorSpec& tensor : tree.subtreeTensors(*module)) {
        if (const auto& device = plan.storageDevices[tensor.storage.index()]) {
            bytes[*device] += tensor.byteSize;
        }
    }
    const auto most =
        std::ranges::max_element(bytes, {}, [](const auto& device) { return device.second; });
    if (most != bytes.end()) {
        fixes.push_back({translate("Move all of it to %1").arg(label(most->first)),
                         MoveEdit{{issue.module}, most->first}});
    }
}

bool hasRoomFor(const PlacementPlan& plan, DeviceId device, double bytes) {
    const DevicePlacement* placement = plan.placement(device);
    return placement != nullptr &&
           (!placement->budget || placement->weights + bytes <= *placement->budget);
}

/// The blocks between leaving a device and coming back to it go to that device; where it has no
/// room for them, those that follow go to where the blocks between are.
void gatherStrays(const PlacementPlan& plan, const PlanIssue& issue, Fixes& fixes) {
    const ModuleTree& tree = *plan.request.tree;
    const auto module = tree.findModule(issue.module);
    const std::vector<PlanBlock> blocks = planBlocks(plan);
    const auto runsOn = [&plan](DeviceId device) {
        return device.isGpu() ? device : plan.executionDevice();
    };
    auto back = std::ranges::find_if(
        blocks, [&](const PlanBlock& block) { return module && !(block.module < *module); });
    if (!issue.device || back == blocks.end() || back == blocks.begin()) {
        return;
    }
    const auto add = [&](auto first, auto last, DeviceId target) {
        MoveEdit move;
        move.device = target;
        double bytes = 0;
        for (; first != last; ++first) {
            move.modules.push_back(tree.path(first->module));
            bytes += static_cast<double>(first->bytes);
        }
        if (move.modules.empty() || !hasRoomFor(plan, target, bytes)) {
            return;
        }
        const auto count = static_cast<int>(move.modules.size());
        fixes.push_back({count == 1
                             ? translate("Move %1 to %2")
                                   .arg(QString::fromStdString(move.modules.front()), label(target))
                             : translate("Move %1 blocks to %2").arg(count).arg(label(target)),
                         std::move(move)});
    };
    auto stray = back;
    while (stray != blocks.begin() && runsOn((stray - 1)->device) != *issue.device) {
        --stray;
    }
    add(stray, back, *issue.device);
    if (fixes.empty()) {
        auto end = back;
        while (end != blocks.end() && runsOn(end->device) == *issue.device) {
            ++end;
        }
        add(back, end, (back - 1)->device);
    }
}

}  // namespace

std::vector<ProblemFix> mapFixes(const PlacementPlan& plan, const PlanIssue& issue) {
    struct Remedy {
        const char* code;
        void (*add)(const PlacementPlan&, const PlanIssue&, Fixes&);
    };
    constexpr Remedy kRemedies[] = {
        {"unknown_module", renameKey},        {"doubled_key", keepOneOfTwo},
        {"no_device", placeUncovered},        {"buffer_without_device", placeUncovered},
        {"unknown_device", leaveOrAddDevice}, {"block_split", uniteBlock},
        {"ping_pong", gatherStrays}};
    Fixes fixes;
    for (const Remedy& remedy : kRemedies) {
        if (issue.code == remedy.code) {
            remedy.add(plan, issue, fixes);
        }
    }
    return fixes;
}

}  // namespace stowage
