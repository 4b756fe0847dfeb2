// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_methods.h"

namespace stowage {

void programPerTensor(ProgramBuilder& builder) {
    const BufferList places = allocatePlaces(builder);
    builder.phase("load one by one");
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        const std::uint32_t onHost = builder.allocateStored(tensor, DeviceId::cpu());
        builder.read(onHost);
        deliverToPlace(builder, tensor, onHost, places[tensor]);
        builder.release(onHost);
        builder.endItem();
    }
}

}  // namespace stowage
