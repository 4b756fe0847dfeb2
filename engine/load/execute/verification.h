// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/execute/load_steps.h"

namespace stowage {

/// Holds every loaded byte, dtype and shape, in memory and in the offload folder, against the
/// checkpoint's files read a second time; the checksum that ATen computes where a tensor lies
/// against that of the bytes in the file; each tensor's memory must be its planned device's. Fills
/// verified, verifyFailure (the first difference), audit, sha256 and, if asked for, digests. Needs
/// a few MiB. Errors: Cancelled and failures of reading; a difference is not an error here.
[[nodiscard]] Result<void> verifyLoad(const LoadWork& work, LoadReport& report);

}  // namespace stowage
