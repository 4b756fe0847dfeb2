// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program_methods.h"

namespace stowage {

void programStreamed(ProgramBuilder& builder) {
    allocatePlaces(builder);
    builder.phase("read weights");
    builder.bulkRead();
}

}  // namespace stowage
