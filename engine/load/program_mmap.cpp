// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_methods.h"

namespace stowage {

void programMmap(ProgramBuilder& builder) {
    builder.phase("map");
    builder.mapFiles();
    builder.phase("assign and copy");
    for (std::uint32_t tensor = 0; tensor < builder.count(); ++tensor) {
        const ScheduledTensor& scheduled = builder.tensors()[tensor];
        if (scheduled.device.kind == DeviceKind::Disk) {
            builder.storeMapped(tensor);
        } else if (!scheduled.device.isGpu() && canBeViewOfMap(scheduled, builder.stored(tensor))) {
            builder.bindMapped(tensor);
        } else {
            const std::uint32_t place = builder.allocateLoaded(tensor, scheduled.device);
            builder.copyMapped(place);
            builder.bind(place);
        }
        builder.endItem();
    }
    builder.unmapFiles();
}

}  // namespace stowage
