// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/exchange/held_weights.h"

#include "engine/base/byte_size.h"
#include "engine/device/machine_link.h"
#include "engine/exchange/pipeline_split.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>

namespace stowage {
namespace {

/// Bytes that a device has for weights; nothing where that is not known.
std::optional<double> roomForWeights(const DevicePlacement& placement, const DeviceEstimate* work) {
    if (work != nullptr && work->free()) {
        return static_cast<double>(work->weights) + static_cast<double>(*work->free());
    }
    const auto free = placement.device.freeBytes();
    return free ? std::optional(static_cast<double>(*free)) : std::nullopt;
}

/// The same of the part of a GPU that an engine is told to use.
std::optional<double> roomInShare(const DevicePlacement& placement, const DeviceEstimate* work,
                                  const std::optional<double>& share) {
    const auto& capacity = placement.device.capacity;
    if (!share || !capacity || !placement.device.id.isGpu()) {
        return std::nullopt;
    }
    const double kept = work == nullptr ? 0 : static_cast<double>(work->kvCache);
    return *share * static_cast<double>(*capacity) - kept;
}

}  // namespace

std::vector<std::uint64_t> loadedBytes(const PlacementPlan& plan) {
    const PlacementConstraints& constraints = plan.request.constraints;
    const bool isTold = !constraints.quantization || !constraints.quantization->declaredBy.empty();
    return isTold ? storageBytes(plan) : storageBytes(*plan.request.tree, constraints.dtype);
}

std::map<DeviceId, double> heldWeights(const PlacementPlan& plan, const StoragePlaces& there,
                                       const std::vector<std::uint64_t>& bytes) {
    std::map<DeviceId, double> held;
    for (const TensorId owner : storageOwners(*plan.request.tree)) {
        const std::size_t storage = plan.request.tree->tensor(owner).storage.index();
        held[there[storage]] += static_cast<double>(bytes[storage]);
    }
    return held;
}

std::map<DeviceId, double> dividedWeights(const std::vector<std::uint64_t>& bytes,
                                          const std::vector<DeviceId>& gpus) {
    double all = 0;
    for (const std::uint64_t each : bytes) {
        all += static_cast<double>(each);
    }
    std::map<DeviceId, double> held;
    for (const DeviceId gpu : gpus) {
        held[gpu] = all / static_cast<double>(gpus.size());
    }
    return held;
}

void holdToRoom(EngineExport& made, const ExportInput& input,
                const std::map<DeviceId, double>& held, std::optional<double> share) {
    for (const auto& [device, bytes] : held) {
        const DevicePlacement* const placement = input.plan->placement(device);
        if (placement == nullptr) {
            continue;
        }
        const DeviceEstimate* const work = input.estimate ? input.estimate->on(device) : nullptr;
        auto room = roomInShare(*placement, work, share);
        if (bytes > placement->weights) {
            const auto all = roomForWeights(*placement, work);
            room = room && all ? std::min(*room, *all) : room ? room : all;
        }
        if (room && bytes > *room) {
            made.verdict = Verdict::DoesNotFit;
            made.verdictText = say("This engine puts %1 of weights on %2, which has room for %3",
                                   formatSize(bytes), deviceLabelOn(placement->device),
                                   formatSize(std::max(*room, 0.0)));
            return;
        }
    }
}

void setPlaces(EngineExport& made, const ExportInput& input, const StoragePlaces& there) {
    made.differs = placedDifferently(*input.plan, there);
    holdToRoom(made, input, heldWeights(*input.plan, there, loadedBytes(*input.plan)));
}

}  // namespace stowage
