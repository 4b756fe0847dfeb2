// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/problem_fixes.h"

#include "engine/base/byte_size.h"
#include "engine/plan/fitting_plan.h"
#include "widgets/commands/habit_fixes.h"
#include "widgets/commands/map_fixes.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace stowage {
namespace {

QString translate(const char* text) {
    return QCoreApplication::translate("ProblemFixes", text);
}

QString label(DeviceId device) {
    return QString::fromStdString(deviceLabel(device));
}

bool hasRoomFor(const PlacementPlan& plan, DeviceId device, double bytes) {
    const DevicePlacement* placement = plan.placement(device);
    return placement != nullptr &&
           (!placement->budget || placement->weights + bytes <= *placement->budget);
}

/// The last blocks of a device, as few as bring it under its limit, moved to the CPU or, if that
/// has no room, to disk.
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
    for (const DeviceId target : {DeviceId::cpu(), DeviceId::disk()}) {
        if (target != from.device.id && hasRoomFor(plan, target, moved)) {
            move.device = target;
            const auto count = static_cast<int>(move.modules.size());
            const QString text =
                count == 1 ? translate("Move 1 block to %1").arg(label(target))
                           : translate("Move %1 blocks to %2").arg(count).arg(label(target));
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
    return ProblemFix{translate("Set limit to %1").arg(text),
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
            return ProblemFix{translate("Move %1 to its partner on %2")
                                  .arg(QString::fromStdString(partner), label(*home)),
                              MoveEdit{{partner}, *home}};
        }
    }
    return std::nullopt;
}

/// "10gb" counts bits as Accelerate does; mostly "10GB" was meant.
std::optional<ProblemFix> sayBytes(const DevicePlacement& placement) {
    QString text = QString::fromStdString(placement.budgetText);
    if (!text.endsWith(QLatin1Char('b'))) {
        return std::nullopt;
    }
    text.chop(1);
    text.append(QLatin1Char('B'));
    return ProblemFix{translate("Set limit to %1").arg(text),
                      SetBudgetEdit{placement.device.id, text.toStdString()}};
}

}  // namespace

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
            add(ProblemFix{translate("Make the plan fit"), FitEdit{}});
        }
        add(moveLastBlocks(plan, *placement, lacksRoom ? issue.bytes : 0));
        add(raiseLimit(*placement));
    }
    if (issue.code == "offload_buffers" || issue.code == "offloaded_buffers_do_not_fit") {
        add(ProblemFix{translate("Offload buffers as well"), OffloadBuffersEdit{}});
    }
    if (issue.code == "tied_across_devices") {
        add(movePartner(plan, issue.module));
    }
    if (issue.code == "size_in_bits" && placement != nullptr) {
        add(sayBytes(*placement));
    }
    for (auto* remedies : {mapFixes, habitFixes}) {
        std::ranges::move(remedies(plan, issue), std::back_inserter(fixes));
    }
    return fixes;
}

}  // namespace stowage
