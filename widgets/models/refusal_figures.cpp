// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/refusal_figures.h"

#include "engine/load/program_model.h"

#include <algorithm>

namespace stowage {

namespace {

std::optional<double> toFigure(const std::optional<std::uint64_t>& bytes) {
    return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

double reservedPeak(const LoadSchedule& schedule, DeviceId device) {
    const auto peak = schedule.predictedPeaks.find(device);
    return peak == schedule.predictedPeaks.end() ? 0 : static_cast<double>(peak->second.reserved);
}

}  // namespace

RefusalFigures refusalFigures(const LoadRefusal& refusal) {
    RefusalFigures figures;
    const LoadSchedule& schedule = *refusal.schedule;
    double largest = 0;
    const auto add = [&figures, &largest](PeakRow row) {
        row.isTooMuch = row.free && row.asked > *row.free;
        largest = std::max(largest, row.asked);
        figures.rows.push_back(row);
    };
    for (const DevicePlacement& placement : schedule.plan->placements) {
        const DeviceId device = placement.device.id;
        if (!device.isGpu()) {
            continue;
        }
        PeakRow row{device,
                    toFigure(placement.device.freeBytes()),
                    reservedPeak(schedule, device),
                    {},
                    false};
        if (refusal.nearest) {
            row.nearest = reservedPeak(*refusal.nearest, device);
        }
        add(row);
    }
    PeakRow host{DeviceId::cpu(),
                 toFigure(refusal.hostFree),
                 static_cast<double>(schedule.forecast->peakMachine),
                 {},
                 false};
    if (refusal.nearest) {
        host.nearest = static_cast<double>(refusal.nearest->forecast->peakMachine);
    }
    add(host);
    figures.unit = tableUnitFor(largest);
    return figures;
}

}  // namespace stowage
