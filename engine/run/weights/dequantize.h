// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"

#include <cstddef>
#include <span>

namespace stowage {

/// True for the quantised types of GGUF files that dequantize() takes: Q4_0 to Q8_0, Q2_K to Q6_K,
/// IQ4_NL and IQ4_XS.
[[nodiscard]] bool isDequantizable(DType dtype);

/// The numbers of whole blocks, by the formulas of llama.cpp (ggml-quants.c, dequantize_row_…), bit
/// by bit the same. `blocks` holds as many as `numbers` has elements; the dtype is one that
/// isDequantizable() takes. Thread-safe.
void dequantize(DType dtype, std::span<const std::byte> blocks, std::span<float> numbers);

}  // namespace stowage
