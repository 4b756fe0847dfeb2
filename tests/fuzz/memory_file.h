// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/random_access_file.h"
#include "tests/fuzz/fuzz_target.h"

#include <memory>

namespace stowage::fuzz {

/// A file in memory with these bytes. There is one a process: the next call replaces what is in
/// it, so the file of the call before must not be read any more. Its path is a descriptor's
/// under /proc. Not for several threads.
[[nodiscard]] std::shared_ptr<const RandomAccessFile> memoryFile(Input bytes);

}  // namespace stowage::fuzz
