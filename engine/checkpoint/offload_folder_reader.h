// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_scanner.h"
#include "engine/checkpoint/checkpoint.h"

#include <stop_token>
#include <string>

namespace stowage {

/// Reads Accelerate's offload folder by its index: `json` walks the content of `indexPath`. A
/// tensor is `NAME.dat` beside it, raw in C order and of exactly the size that dtype and shape say
/// (0-d: one element), or lies in a safetensors file that the entry names. Such a file may be
/// anywhere, as Accelerate writes the place of the original model; a relative name counts from the
/// folder, and a warning says what was read from outside. Files are opened only while they are
/// read. `progress` hears of the files so far; how many there are is not known. Errors: Malformed
/// (an index that is none, sizes that differ, a name with '/'), FileNotFound, Unsupported (an
/// unknown dtype), NotARegularFile, Cancelled, those of readSafetensors.
[[nodiscard]] Result<Checkpoint> readOffloadFolder(const std::string& indexPath, JsonScanner& json,
                                                   const std::stop_token& stop,
                                                   const ProgressSink& progress = {});

}  // namespace stowage
