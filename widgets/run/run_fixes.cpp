// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_fixes.h"

#include "engine/base/byte_size.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stowage {
namespace {

/// Of the time: what is waited less is not worth another load.
constexpr double kMuchWaiting = 0.1;
/// Of what is free: the allocator's segments are larger than their weights.
constexpr double kUsableShare = 0.95;
constexpr unsigned kUsualWindow = 2;

/// Whose texts these are, for the catalogues.
constexpr const char* kContext = "RunFixes";

/// Bytes of weights that lie on no GPU.
double offloadedBytes(const PlacementPlan& plan) {
    double bytes = 0;
    for (const DevicePlacement& placement : plan.placements) {
        bytes += placement.device.id.isGpu() ? 0 : placement.weights;
    }
    return bytes;
}

/// Bytes that a GPU never reserved while the model ran, the run's own memory included.
double freeAllTheWhile(const DeviceRunFigures& figures) {
    const std::uint64_t taken = figures.context + figures.usedByOthers + figures.peakReserved;
    return figures.capacity && *figures.capacity > taken
               ? static_cast<double>(*figures.capacity - taken)
               : 0;
}

/// True where the edit brings weights to GPUs, and no device becomes too full.
bool helps(const PlacementPlan& plan, const PlanEdit& edit) {
    const auto better = applyEdit(plan, edit);
    return better && offloadedBytes(**better) < offloadedBytes(plan) &&
           std::ranges::none_of((*better)->placements, [](const DevicePlacement& placement) {
               return placement.overBudget() > 0 || placement.overCapacity() > 0;
           });
}

/// "1009MiB": rounded down to what a person would type.
QString typedBelow(double bytes) {
    return QString::number(std::floor(bytes / static_cast<double>(kMiB)), 'f', 0) +
           QStringLiteral("MiB");
}

std::optional<RunFix> raiseLimit(const PlacementPlan& plan, const DevicePlacement& placement,
                                 double free) {
    const double room = placement.weights + free * kUsableShare;
    // All that lies elsewhere, with what Accelerate keeps free for the largest layer.
    const double needed = placement.weights + offloadedBytes(plan) +
                          placement.reservedForLargestLayer + static_cast<double>(kMiB);
    const QString text = typedBelow(std::min(room, needed));
    const auto limit = parseSize(text.toStdString());
    if (!placement.budget || !limit || limit->bytes <= *placement.budget) {
        return std::nullopt;
    }
    const SetBudgetEdit edit{placement.device.id, text.toStdString()};
    if (!helps(plan, edit)) {
        return std::nullopt;
    }
    return RunFix{{QT_TRANSLATE_NOOP("RunFixes",
                                     "During the run, %1 always had at least %2 free; the plan "
                                     "limits its weights to %3."),
                   {placement.device.id, free, *placement.budget},
                   kContext},
                  {QT_TRANSLATE_NOOP("RunFixes", "Set the limit to %1"), {text}, kContext},
                  PlanEdit(edit)};
}

/// The first blocks that lie elsewhere, as many as there is room for.
std::optional<RunFix> moveBlocks(const PlacementPlan& plan, const DevicePlacement& placement,
                                 double free) {
    double room = free * kUsableShare;
    if (placement.budget) {
        room = std::min(room, *placement.budget - placement.weights);
    }
    MoveEdit edit{{}, placement.device.id};
    for (const PlanBlock& block : planBlocks(plan)) {
        const auto bytes = static_cast<double>(block.bytes);
        if (!block.device.isGpu() && block.bytes > 0 && bytes <= room) {
            edit.modules.push_back(plan.request.tree->path(block.module));
            room -= bytes;
        }
    }
    if (edit.modules.empty() || !helps(plan, edit)) {
        return std::nullopt;
    }
    const DeviceId device = placement.device.id;
    const auto count = static_cast<int>(edit.modules.size());
    return RunFix{
        {QT_TRANSLATE_NOOP("RunFixes", "During the run, %1 always had at least %2 free."),
         {device, free},
         kContext},
        count == 1
            ? FixText{QT_TRANSLATE_NOOP("RunFixes", "Move 1 block to %1"), {device}, kContext}
            : FixText{QT_TRANSLATE_NOOP("RunFixes", "Move %1 blocks to %2"),
                      {QString::number(count), device},
                      kContext},
        PlanEdit(edit)};
}

}  // namespace

std::vector<RunFix> runFixes(const PlacementPlan& plan, const RunReport& report) {
    double waiting = 0;
    for (const LaneTime& time : laneTimes(report)) {
        waiting += time.shares.waiting;
    }
    std::vector<RunFix> fixes;
    if (waiting < kMuchWaiting || report.bytesMoved == 0) {
        return fixes;
    }
    for (const DeviceRunFigures& figures : report.devices) {
        const DevicePlacement* const placement =
            figures.device.isGpu() ? plan.placement(figures.device) : nullptr;
        const double free = freeAllTheWhile(figures);
        if (placement == nullptr || free < static_cast<double>(kMiB)) {
            continue;
        }
        auto fix = raiseLimit(plan, *placement, free);
        fix = fix ? std::move(fix) : moveBlocks(plan, *placement, free);
        if (fix) {
            fixes.push_back(std::move(*fix));
        }
    }
    if (report.window == 0) {
        fixes.push_back(
            {{QT_TRANSLATE_NOOP("RunFixes", "No weights were prefetched."), {}, kContext},
             {QT_TRANSLATE_NOOP("RunFixes", "Prefetch %1 layers"),
              {QString::number(kUsualWindow)},
              kContext},
             PrefetchEdit{kUsualWindow}});
    }
    return fixes;
}

}  // namespace stowage
