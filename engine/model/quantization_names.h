// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/quantization.h"

#include <optional>
#include <string>
#include <string_view>

namespace stowage {

/// "int8", "nf4", "fp4", "fp8", "gptq", "awq": as the command line and plans write it.
[[nodiscard]] std::string_view quantizationName(QuantizationMethod method);

/// The method of that name with its usual settings. Errors: InvalidArgument for all but int8, nf4,
/// fp4 and fp8: gptq and awq need a configuration that says how.
[[nodiscard]] Result<Quantization> quantizationFromName(std::string_view name);

/// The method of that name, gptq and awq too, with its usual settings; nothing for other names.
[[nodiscard]] std::optional<Quantization> quantizationOfMethod(std::string_view name);

/// "nf4, scales quantised too", "GPTQ, 4 bit in groups of 128": what a person reads.
[[nodiscard]] std::string quantizationText(const Quantization& quantization);

/// True for what bitsandbytes does while it loads: int8, nf4, fp4.
[[nodiscard]] bool isBitsAndBytes(QuantizationMethod method);
/// True for nf4 and fp4.
[[nodiscard]] bool isFourBit(QuantizationMethod method);

}  // namespace stowage
