// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// The first of `names` where all of them are parts of one split model; nothing else.
[[nodiscard]] std::optional<std::string> onlySplitGguf(const std::vector<std::string>& names);

/// Reads a GGUF file; of one that is a part of a split model all the parts, which lie beside it
/// under llama.cpp's names. Where it has another name, only its own tensors, with a warning.
/// Errors: those of readGgufFile; FileNotFound (a part is missing), Malformed (a part of another
/// split, a tensor in two parts).
[[nodiscard]] Result<Checkpoint> readGguf(const std::shared_ptr<const RandomAccessFile>& file,
                                          const std::stop_token& stop);

}  // namespace stowage
