// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/quantization.h"

#include <optional>
#include <string>
#include <string_view>

namespace stowage {

/// What the "quantization_config" of a model's config.json says, where it says something: that of
/// bitsandbytes (int8, nf4, fp4), GPTQ, AWQ, block-wise fp8 and MXFP4, with the defaults of
/// transformers 5.23 for what is left out. `text` is the whole file, `file` its path for messages
/// and Quantization::declaredBy. Walks the text; only names of modules are kept, at most half a
/// MiB. Nothing where there is no such entry, or it is null. Errors: Malformed (no JSON object, a
/// value of the wrong kind or size), Unsupported (a method or layout that Stowage does not plan),
/// LimitExceeded (too many names).
[[nodiscard]] Result<std::optional<Quantization>> declaredQuantization(std::string_view text,
                                                                       const std::string& file);

}  // namespace stowage
