// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_methods.h"

namespace stowage {

void programMeta(ProgramBuilder& builder) {
    const BufferList places = allocatePlaces(builder);
    const BufferList dict = loadStateDictOnDevices(builder);
    copyAndFreeDict(builder, dict, places);
}

}  // namespace stowage
