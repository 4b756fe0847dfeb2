// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_methods.h"

namespace stowage {

namespace {

BufferList loadStateDictOnHost(ProgramBuilder& builder) {
    BufferList dict(builder.count(), kNone);
    builder.phase("load state dict");
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        dict[tensor] = builder.allocateStored(tensor, DeviceId::cpu());
        builder.read(dict[tensor]);
        builder.endItem();
    }
    return dict;
}

}  // namespace

void programSequential(ProgramBuilder& builder) {
    const BufferList places = makeAndMoveModel(builder);
    const BufferList dict = loadStateDictOnHost(builder);
    builder.phase("copy one by one");
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        const DeviceId device = builder.tensors()[tensor].device;
        if (device.isGpu()) {
            const std::uint32_t temporary = builder.allocateStored(tensor, device);
            builder.copy(dict[tensor], temporary);
            builder.copy(temporary, places[tensor]);
            builder.release(temporary);
        } else {
            // On the CPU `.to("cpu")` is the tensor itself: there is no temporary.
            deliverToPlace(builder, tensor, dict[tensor], places[tensor]);
        }
        builder.endItem();
    }
    builder.phase("free");
    for (const std::uint32_t buffer : dict) {
        builder.release(buffer);
        builder.endItem();
    }
}

}  // namespace stowage
