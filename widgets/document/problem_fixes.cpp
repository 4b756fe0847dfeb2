// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/problem_fixes.h"

#include "engine/base/byte_size.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/issues/plan_issues.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <optional>

namespace stowage {

namespace {

constexpr std::size_t kMostNames = 2;

using Fixes = std::vector<ProblemFix>;

QString inText(const std::string& text) {
    return QString::fromStdString(text);
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
                {{QT_TRANSLATE_NOOP("ProblemFixes", "Rename the key %1"), {inText(other.module)}},
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
        fixes.push_back({{QT_TRANSLATE_NOOP("ProblemFixes", "Rename to %1"), {inText(name)}},
                         renamed(plan.request, issue.module, name)});
    }
    std::vector<DeviceMap::Entry> without = entries;
    std::erase_if(without, [&issue](const auto& entry) { return entry.first == issue.module; });
    fixes.push_back({{QT_TRANSLATE_NOOP("ProblemFixes", "Remove the key")},
                     editOf(plan.request, std::move(without))});
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
        fixes.push_back(
            {{QT_TRANSLATE_NOOP("ProblemFixes", "Keep %1"), {device}}, std::move(edit)});
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
        const FixText text =
            around == *module ? FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Place on %1"), {device}}
                              : FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Place %1 on %2"),
                                        {inText(path), device}};
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
    fixes.push_back(
        {count == 1
             ? FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Move the entry to %1"), {move.device}}
             : FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Move %1 entries to %2"),
                       {QString::number(count), move.device}},
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
    fixes.push_back({{QT_TRANSLATE_NOOP("ProblemFixes", "Add a simulated %1"), {more.id}},
                     SetDevicesEdit{std::move(devices)}});
}

/// Whether a device has room for more weights, before an allocator rounds them.
bool hasRoomFor(const PlacementPlan& plan, DeviceId device, double bytes) {
    const DevicePlacement* placement = plan.placement(device);
    if (placement == nullptr) {
        return false;
    }
    const double weights = placement->weights + bytes;
    const auto free = placement->device.freeBytes();
    return (!placement->budget || weights <= *placement->budget) &&
           (!free || weights <= static_cast<double>(*free));
}

/// Whether the plan with the move is no worse and the device holds it. That is tried: what the
/// allocator's segments and offloaded modules will take is not to be seen in the weights alone.
bool isHeldAfter(const PlacementPlan& plan, const MoveEdit& move) {
    const auto moved = applyEdit(plan, move);
    const DevicePlacement* there = moved ? (*moved)->placement(move.device) : nullptr;
    return there != nullptr && (*moved)->verdict <= plan.verdict && there->overBudget() <= 0 &&
           there->overCapacity() == 0;
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
    // Where most of it is, else the next that has room for it, else the CPU.
    std::vector<std::pair<DeviceId, std::uint64_t>> targets(bytes.begin(), bytes.end());
    std::ranges::stable_sort(targets, std::greater{},
                             [](const auto& target) { return target.second; });
    targets.emplace_back(DeviceId::cpu(), 0);
    for (const auto& target : targets) {
        MoveEdit move{{issue.module}, target.first};
        if (plan.verdict == Verdict::DoesNotFit || isHeldAfter(plan, move)) {
            fixes.push_back(
                {{QT_TRANSLATE_NOOP("ProblemFixes", "Move the whole block to %1"), {target.first}},
                 std::move(move)});
            return;
        }
    }
}

/// The blocks between leaving a device and coming back to it go to that device; where it has no
/// room for them, those that follow go to where the blocks between are.
void gatherStrays(const PlacementPlan& plan, const PlanIssue& issue, Fixes& fixes) {
    const ModuleTree& tree = *plan.request.tree;
    const auto module = tree.findModule(issue.module);
    const std::vector<PlanBlock> blocks = planBlocks(plan);
    const auto runsOn = [&plan, &tree](const PlanBlock& block) {
        return block.device.isGpu() ? block.device
                                    : plan.executionDeviceOf(tree.path(block.module));
    };
    auto back = std::ranges::find_if(
        blocks, [&](const PlanBlock& block) { return module && !(block.module < *module); });
    if (!issue.device || back == blocks.end() || back == blocks.begin()) {
        return;
    }
    const auto add = [&](auto first, auto last, DeviceId target) {
        MoveEdit move;
        move.device = target;
        for (; first != last; ++first) {
            move.modules.push_back(tree.path(first->module));
        }
        if (move.modules.empty() || !isHeldAfter(plan, move)) {
            return;
        }
        const auto count = static_cast<int>(move.modules.size());
        const FixText text =
            count == 1 ? FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Move %1 to %2"),
                                 {inText(move.modules.front()), target}}
                       : FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Move %1 blocks to %2"),
                                 {QString::number(count), target}};
        fixes.push_back({text, std::move(move)});
    };
    auto stray = back;
    while (stray != blocks.begin() && runsOn(*(stray - 1)) != *issue.device) {
        --stray;
    }
    add(stray, back, *issue.device);
    if (fixes.empty()) {
        auto end = back;
        while (end != blocks.end() && runsOn(*end) == *issue.device) {
            ++end;
        }
        add(back, end, (back - 1)->device);
    }
}

/// "22GiB", "900MiB": rounded down to what a person would type.
std::string typedBelow(std::uint64_t bytes) {
    return bytes >= 2 * kGiB ? std::to_string(bytes / kGiB) + "GiB"
                             : std::to_string(bytes / kMiB) + "MiB";
}

std::uint32_t gpuCount(const PlacementPlan& plan) {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        plan.request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); }));
}

void limit(const PlacementPlan& plan, DeviceId device, std::vector<ProblemFix>& fixes) {
    const DevicePlacement* placement = plan.placement(device);
    const std::uint64_t free = placement == nullptr ? 0 : placement->device.freeBytes().value_or(0);
    if (free >= kMiB) {
        const std::string text = typedBelow(free);
        const FixText fix =
            device == DeviceId::cpu()
                ? FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Raise the CPU limit to %1"),
                          {inText(text)}}
                : FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Let %1 use up to %2"),
                          {device, inText(text)}};
        fixes.push_back({fix, SetBudgetEdit{device, text}});
    }
}

/// The cap that every GPU of the preset has free.
void setCap(const PlacementPlan& plan, std::vector<ProblemFix>& fixes) {
    std::optional<std::uint64_t> least;
    for (const MemoryBudget& budget : plan.request.budgets) {
        const DevicePlacement* placement = plan.placement(budget.device);
        if (placement != nullptr && budget.device.isGpu()) {
            const std::uint64_t free = placement->device.freeBytes().value_or(0);
            least = std::min(least.value_or(free), free);
        }
    }
    if (least.value_or(0) < kMiB || !plan.request.preset) {
        return;
    }
    LoadModelPreset preset = *plan.request.preset;
    preset.maxGpuMemory = typedBelow(*least);
    fixes.push_back(
        {{QT_TRANSLATE_NOOP("ProblemFixes", "Limit each GPU to %1"), {inText(preset.maxGpuMemory)}},
         SetLoadPresetEdit{preset}});
}

void addGpu(const PlacementPlan& plan, std::vector<ProblemFix>& fixes) {
    if (!plan.request.preset || gpuCount(plan) < 2) {
        return;
    }
    LoadModelPreset preset = *plan.request.preset;
    preset.device = "cuda";
    preset.numGpus = std::min(gpuCount(plan), preset.numGpus.value_or(1) + 1);
    fixes.push_back(
        {{QT_TRANSLATE_NOOP("ProblemFixes", "Use %1 GPUs"), {QString::number(*preset.numGpus)}},
         SetLoadPresetEdit{preset}});
}

void use(const PlacementPlan& plan, const PlanIssue& issue, std::vector<ProblemFix>& fixes) {
    if (plan.request.preset && plan.request.preset->maxMemory.empty()) {
        addGpu(plan, fixes);
    } else if (issue.device) {
        limit(plan, *issue.device, fixes);
    }
}

/// Where a device's last blocks may go: the GPUs behind it, the other GPUs, the CPU, the disk.
std::vector<DeviceId> targetsBeside(const PlacementPlan& plan, DeviceId from) {
    std::vector<DeviceId> targets;
    for (const bool isBehind : {true, false}) {
        for (const DevicePlacement& placement : plan.placements) {
            const DeviceId id = placement.device.id;
            if (id.isGpu() && id != from && (from < id) == isBehind &&
                !isNotUsed(plan, placement)) {
                targets.push_back(id);
            }
        }
    }
    targets.push_back(DeviceId::cpu());
    targets.push_back(DeviceId::disk());
    std::erase(targets, from);
    return targets;
}

/// The last blocks of a device, as few as bring it under its limit, moved to the first of these
/// devices that has room.
std::optional<ProblemFix> moveLastBlocks(const PlacementPlan& plan, const DevicePlacement& from,
                                         double missing) {
    const double over =
        std::max({from.overBudget(), static_cast<double>(from.overCapacity()), missing});
    const std::vector<PlanBlock> blocks = planBlocks(plan);
    MoveEdit move;
    double moved = 0;
    for (auto block = blocks.rbegin(); block != blocks.rend() && moved < over; ++block) {
        if (block->device == from.device.id && block->bytes > 0) {
            move.modules.push_back(plan.request.tree->path(block->module));
            moved += static_cast<double>(block->bytes);
        }
    }
    if (moved < over) {
        return std::nullopt;
    }
    std::reverse(move.modules.begin(), move.modules.end());
    for (const DeviceId target : targetsBeside(plan, from.device.id)) {
        move.device = target;
        if (hasRoomFor(plan, target, moved) && (!target.isGpu() || isHeldAfter(plan, move))) {
            const auto count = static_cast<int>(move.modules.size());
            const FixText text =
                count == 1
                    ? FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Move 1 block to %1"), {target}}
                    : FixText{QT_TRANSLATE_NOOP("ProblemFixes", "Move %1 blocks to %2"),
                              {QString::number(count), target}};
            return ProblemFix{text, move};
        }
    }
    return std::nullopt;
}

/// "1.9GiB": the weights rounded up to what a person would type.
QString roundedUp(double bytes) {
    if (bytes >= static_cast<double>(kGiB)) {
        const double tenths = std::ceil(bytes / static_cast<double>(kGiB) * 10);
        return QString::number(tenths / 10, 'f', 1) + QStringLiteral("GiB");
    }
    return QString::number(std::ceil(bytes / static_cast<double>(kMiB)), 'f', 0) +
           QStringLiteral("MiB");
}

std::optional<ProblemFix> raiseLimit(const DevicePlacement& placement) {
    const QString text = roundedUp(placement.weights);
    const auto bytes = parseSize(text.toStdString());
    const auto free = placement.device.freeBytes();
    const bool cardHasRoom = bytes && placement.overCapacity() == 0 &&
                             (!free || bytes->bytes <= static_cast<double>(*free));
    if (placement.overBudget() <= 0 || !cardHasRoom) {
        return std::nullopt;
    }
    return ProblemFix{{QT_TRANSLATE_NOOP("ProblemFixes", "Set the limit to %1"), {text}},
                      SetBudgetEdit{placement.device.id, text.toStdString()}};
}

/// The first other name of a tied tensor that `path` owns and that lies elsewhere, moved to the
/// owner: the bytes are the owner's already, so that nothing new is taken there.
std::optional<ProblemFix> movePartner(const PlacementPlan& plan, const std::string& path) {
    const ModuleTree& tree = *plan.request.tree;
    const auto module = tree.findModule(path);
    if (!module) {
        return std::nullopt;
    }
    for (const auto& group : tree.tiedGroups()) {
        if (tree.tensor(group.front()).module != *module) {
            continue;
        }
        const auto home = plan.map.deviceOf(tree.tensor(group.front()).name);
        for (const TensorId member : group) {
            const auto there = plan.map.deviceOf(tree.tensor(member).name);
            if (!home || !there || there == home) {
                continue;
            }
            const std::string& partner = tree.path(tree.tensor(member).module);
            return ProblemFix{
                {QT_TRANSLATE_NOOP("ProblemFixes", "Move %1 to its tied weights on %2"),
                 {inText(partner), *home}},
                MoveEdit{{partner}, *home}};
        }
    }
    return std::nullopt;
}

/// Entries inside others become one for each part, as Copy as Python writes the map.
void flatten(const PlacementPlan& plan, const PlanIssue& /*issue*/, Fixes& fixes) {
    const DeviceMap flat = flatMap(*plan.request.tree, DeviceMap(entriesWithMoves(plan.request)));
    fixes.push_back({{QT_TRANSLATE_NOOP("ProblemFixes", "Create one entry per submodule")},
                     editOf(plan.request, flat.entries().toVector())});
}

/// "10gb" counts bits as Accelerate does; mostly "10GB" was meant.
std::optional<ProblemFix> sayBytes(const DevicePlacement& placement) {
    QString text = QString::fromStdString(placement.budgetText);
    if (!text.endsWith(QLatin1Char('b'))) {
        return std::nullopt;
    }
    text.chop(1);
    text.append(QLatin1Char('B'));
    return ProblemFix{{QT_TRANSLATE_NOOP("ProblemFixes", "Set the limit to %1"), {text}},
                      SetBudgetEdit{placement.device.id, text.toStdString()}};
}

/// Remedies of what is wrong in a device map: a key that is no module takes the nearest name or
/// goes, a doubled key keeps the one or the other device, what has no device goes where its
/// neighbours lie, a device that is not there is added or left, a split block comes together, and
/// blocks astray move to where their neighbours run. Empty for other codes. Moves by hand become
/// entries of the map where the map itself is edited, so that none is lost.
std::vector<ProblemFix> mapFixes(const PlacementPlan& plan, const PlanIssue& issue) {
    struct Remedy {
        const char* code;
        void (*add)(const PlacementPlan&, const PlanIssue&, Fixes&);
    };
    constexpr Remedy kRemedies[] = {{"unknown_module", renameKey},
                                    {"doubled_key", keepOneOfTwo},
                                    {"no_device", placeUncovered},
                                    {"buffer_without_device", placeUncovered},
                                    {"unknown_device", leaveOrAddDevice},
                                    {"block_split", uniteBlock},
                                    {"ping_pong", gatherStrays},
                                    {"entry_inside_entry", flatten},
                                    {"root_moved", flatten}};
    Fixes fixes;
    for (const Remedy& remedy : kRemedies) {
        if (issue.code == remedy.code) {
            remedy.add(plan, issue, fixes);
        }
    }
    return fixes;
}

/// Remedies of what a preset of load_hf_model or a strategy leads to: a limit for the CPU where it
/// forgot one, one cap where a share rounds down to nothing, one GPU more, a pin less, a strategy
/// that uses whole limits. Empty for other codes.
std::vector<ProblemFix> presetFixes(const PlacementPlan& plan, const PlanIssue& issue) {
    std::vector<ProblemFix> fixes;
    if (issue.code == "habit_no_cpu" && issue.bytes > 0) {
        limit(plan, DeviceId::cpu(), fixes);
    } else if (issue.code == "habit_gpu_skipped") {
        setCap(plan, fixes);
    } else if (issue.code == "habit_does_not_fit" || issue.code == "habit_moved" ||
               issue.code == "habit_move_fails") {
        addGpu(plan, fixes);
    } else if (issue.code == "gpu_not_used") {
        use(plan, issue, fixes);
    } else if (issue.code == "pins_over_limit") {
        fixes.push_back({{QT_TRANSLATE_NOOP("ProblemFixes", "Unpin %1"), {inText(issue.module)}},
                         PinEdit{{issue.module}, std::nullopt}});
    } else if (issue.code == "layer_larger_than_balanced_share") {
        fixes.push_back({{QT_TRANSLATE_NOOP("ProblemFixes", "Use the strategy “sequential”")},
                         SetStrategyEdit{Strategy::Sequential}});
    }
    return fixes;
}

QString wordOf(const FixText::Argument& argument) {
    const auto* const device = std::get_if<DeviceId>(&argument);
    const auto* const bytes = std::get_if<double>(&argument);
    return device != nullptr  ? translated(deviceLabel(*device))
           : bytes != nullptr ? sizeText(*bytes)
                              : std::get<QString>(argument);
}

}  // namespace

/// In one pass: a name that comes from a file may itself hold "%2".
QString FixText::shown() const {
    const QString shape = QCoreApplication::translate(context, pattern);
    QString text;
    for (qsizetype at = 0; at < shape.size(); ++at) {
        const int number =
            shape[at] == u'%' && at + 1 < shape.size() ? shape[at + 1].digitValue() : -1;
        if (number >= 1 && static_cast<std::size_t>(number) <= arguments.size()) {
            text += wordOf(arguments[static_cast<std::size_t>(number) - 1]);
            ++at;
        } else {
            text += shape[at];
        }
    }
    return text;
}

std::vector<ProblemFix> problemFixes(const PlacementPlan& plan, const PlanIssue& issue) {
    std::vector<ProblemFix> fixes;
    const auto add = [&fixes](std::optional<ProblemFix> fix) {
        if (fix) {
            fixes.push_back(*std::move(fix));
        }
    };
    const DevicePlacement* placement = issue.device ? plan.placement(*issue.device) : nullptr;
    const bool lacksRoom = issue.code == "offloaded_layer_does_not_fit";
    const bool isOver = issue.code == "over_budget" || issue.code == "over_capacity" || lacksRoom;
    if (isOver && placement != nullptr) {
        if (mayBeFitted(plan)) {
            add(ProblemFix{{QT_TRANSLATE_NOOP("ProblemFixes", "Make the plan fit")}, FitEdit{}});
        }
        add(moveLastBlocks(plan, *placement, lacksRoom ? issue.bytes : 0));
        add(raiseLimit(*placement));
    }
    if (issue.code == "offload_buffers" || issue.code == "offloaded_buffers_do_not_fit") {
        add(ProblemFix{{QT_TRANSLATE_NOOP("ProblemFixes", "Offload the buffers")},
                       SetFlagEdit{"offload_buffers"}});
    }
    if (issue.code == "tied_across_devices") {
        add(movePartner(plan, issue.module));
    }
    if (issue.code == "size_in_bits" && placement != nullptr) {
        add(sayBytes(*placement));
    }
    for (auto* remedies : {mapFixes, presetFixes}) {
        std::ranges::move(remedies(plan, issue), std::back_inserter(fixes));
    }
    return fixes;
}

}  // namespace stowage
