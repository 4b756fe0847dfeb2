// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <stop_token>

namespace stowage {

/// Gives a GGUF file's checkpoint the facts that its key-values tell, by the rules of the family of
/// the library that llama.cpp's architecture is (ggufConfig()): layers, heads, context, cache.
/// Others stay as they are, as do files whose key-values tell no such family. Reads the header
/// again. Error: Cancelled.
[[nodiscard]] Result<void> attachGgufFacts(Checkpoint& checkpoint, const std::stop_token& stop);

}  // namespace stowage
