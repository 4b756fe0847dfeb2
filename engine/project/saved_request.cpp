// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/project/saved_request.h"

#include "engine/base/byte_size.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/device/this_machine.h"
#include "engine/model/architecture_file.h"
#include "engine/model/joined_tree.h"
#include "engine/model/model_facts.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stowage {

PlacementRequest startingRequest(PlacementRequest request, const Checkpoint& checkpoint,
                                 const ModuleTree& tree) {
    request.constraints.quantization = startingQuantization(checkpoint);
    const ModelFacts* const facts = checkpoint.modelFacts.get();
    const bool isTransformers =
        checkpoint.adapters == nullptr && !isOfSeveralModels(tree) &&
        ((facts != nullptr && facts->isOfPython) || isTransformersFamily(tree.architecture()));
    request.rules = isTransformers ? PlacementRules::Transformers : PlacementRules::Accelerate;
    return request;
}

PlacementRequest withModel(PlacementRequest request, std::shared_ptr<const ModuleTree> tree,
                           std::shared_ptr<const PlacementSearch> search) {
    request.tree = std::move(tree);
    request.search = std::move(search);
    return request;
}

namespace {

/// Whether a real GPU of this machine can stand for a saved one: the very card, else one alike.
bool isSameCard(const DeviceInfo& saved, const DeviceInfo& present) {
    const bool isVeryCard = !saved.uuid.empty() && saved.uuid == present.uuid;
    return present.id.isGpu() && !present.simulated &&
           (isVeryCard || (saved.name == present.name && saved.capacity == present.capacity));
}

/// The real GPU under its number of this machine, else a simulated one in its place.
void adoptGpu(DeviceInfo& gpu, std::span<const DeviceInfo> here, std::vector<Message>& notes) {
    const DeviceInfo* const present = findDevice(here, gpu.id);
    if (present != nullptr && isSameCard(gpu, *present)) {
        return;
    }
    gpu.simulated = true;
    gpu.uuid.clear();
    notes.push_back(gpu.capacity ? say("%1 is now simulated: it was a real %2 with %3, which this "
                                       "machine does not have under that number.",
                                       deviceLabel(gpu.id), gpu.name, formatSize(*gpu.capacity))
                                 : say("%1 is now simulated: it was a real %2, which this machine "
                                       "does not have under that number.",
                                       deviceLabel(gpu.id), gpu.name));
}

/// CPU and disk as they were saved; what this machine has is remembered where it has less, and
/// where they were another machine's already.
void adoptHost(DeviceInfo& device, std::span<const DeviceInfo> here, std::vector<Message>& notes) {
    const DeviceInfo* const present = findDevice(here, device.id);
    if (present == nullptr || !present->capacity || !device.capacity) {
        return;
    }
    const std::uint64_t has = present->presentBytes.value_or(*present->capacity);
    const bool wasElsewhere = exceedsThisMachine(device);
    if (device.presentBytes || *device.capacity > has) {
        device.presentBytes = has;
    }
    if (exceedsThisMachine(device) && !wasElsewhere) {
        const std::string planned = formatSize(*device.capacity);
        notes.push_back(
            device.id == DeviceId::cpu()
                ? say("The plan is for %1 of RAM, but this machine has %2 of RAM. The model can be "
                      "planned and estimated on this machine, but not loaded.",
                      planned, formatSize(has))
                : say("The plan is for %1 of disk space, but this machine has %2 of disk space. "
                      "The model can be planned and estimated on this machine, but not loaded.",
                      planned, formatSize(has)));
    }
}

}  // namespace

AdoptedRequest adoptRequest(PlacementRequest request, std::span<const DeviceInfo> here) {
    AdoptedRequest adopted{std::move(request), {}};
    for (DeviceInfo& device : adopted.request.devices) {
        if (!device.id.isGpu()) {
            adoptHost(device, here, adopted.notes);
        } else if (!device.simulated) {
            adoptGpu(device, here, adopted.notes);
        }
    }
    return adopted;
}

}  // namespace stowage
