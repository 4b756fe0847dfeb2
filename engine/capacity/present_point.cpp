// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/present_point.h"

#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace stowage {
namespace {

/// The value that the plan and its workload have now, as a number; below 0: none.
double presentNumber(const SweepVariable& variable, const CapacityEstimate& estimate) {
    const PlacementRequest& request = estimate.plan->request;
    const Workload& work = estimate.workload;
    const auto isGpu = [](const DeviceInfo& device) { return device.id.isGpu(); };
    switch (variable.kind) {
        case SweepKind::Batch:
            return static_cast<double>(work.batch);
        case SweepKind::Prompt:
            return static_cast<double>(work.prompt);
        case SweepKind::Context:
            return static_cast<double>(work.tokens());
        case SweepKind::Generate:
            return static_cast<double>(work.generate);
        case SweepKind::PrefillChunk:
            return static_cast<double>(work.prefillChunk);
        case SweepKind::Window:
            return request.prefetchWindow;
        case SweepKind::Gpus:
            return static_cast<double>(std::ranges::count_if(request.devices, isGpu));
        case SweepKind::Limit: {
            const auto limit =
                std::ranges::find(request.budgets, variable.device, &MemoryBudget::device);
            return limit == request.budgets.end() ? -1 : limit->bytes;
        }
        case SweepKind::Link: {
            const auto gpu = std::ranges::find_if(request.devices, isGpu);
            return gpu == request.devices.end() ? -1 : gpu->linkBytesPerSecond.value_or(-1);
        }
        default:
            return -1;
    }
}

std::optional<std::size_t> presentValue(const SweepVariable& variable,
                                        const CapacityEstimate& estimate) {
    std::string_view text;
    if (variable.kind == SweepKind::DType) {
        text = dtypeName(
            estimate.plan->request.constraints.dtype.value_or(mostCommonDtype(*estimate.plan)));
    } else if (variable.kind == SweepKind::KvDType && estimate.kvType) {
        text = kvTypeName(*estimate.kvType);
    }
    const double number = presentNumber(variable, estimate);
    for (std::size_t i = 0; i < variable.values.size(); ++i) {
        const SweepValue& value = variable.values[i];
        if (text.empty() ? number >= 0 && std::abs(value.number - number) < 1
                         : value.text == text) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::size_t> presentPoint(const Sweep& sweep, const CapacityEstimate* estimate) {
    std::size_t point = 0;
    std::size_t stride = 1;
    for (const SweepVariable& variable : sweep.variables) {
        const auto value = estimate == nullptr ? std::nullopt : presentValue(variable, *estimate);
        if (!value) {
            return std::nullopt;
        }
        point += stride * *value;
        stride *= variable.values.size();
    }
    return point;
}

}  // namespace stowage
