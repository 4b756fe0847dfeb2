// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/run/run_config.h"

namespace stowage {

struct Checkpoint;

/// The tensor that ggufRunConfig() reads: by its numbers rotary frequencies are divided.
inline constexpr const char* kGgufRotaryFactors = "rope_freqs.weight";

/// What a GGUF file says of how its model computes, as a config.json would: its key-values under
/// the library's names, the vocabulary by the table of tokens, and "rope_freqs", by which Llama
/// 3.1's frequencies are divided. Reads the header again, and that one tensor. Blocks; thread-safe.
/// Errors: Unsupported (an architecture of llama.cpp's that does not run, naming those that do, or
/// a key that changes the arithmetic in a way that is not computed), Malformed (a size that is
/// missing), those of readGgufFile() and of reading.
[[nodiscard]] Result<RunConfig> ggufRunConfig(const Checkpoint& checkpoint);

}  // namespace stowage
