// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_methods.h"

namespace stowage {

void programNaive(ProgramBuilder& builder) {
    const BufferList places = makeAndMoveModel(builder);
    const BufferList dict = loadStateDictOnDevices(builder);
    copyAndFreeDict(builder, dict, places);
}

}  // namespace stowage
