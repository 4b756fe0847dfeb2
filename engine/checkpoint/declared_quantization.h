// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/model/quantization.h"

#include <optional>
#include <string>
#include <string_view>

namespace stowage {

/// Notes in a checkpoint what a config.json's "quantization_config" says of its weights. `text` is
/// the whole file, `file` its path. A method that cannot be planned becomes a warning of the
/// checkpoint. Errors: Malformed, LimitExceeded.
[[nodiscard]] Result<void> attachDeclaredQuantization(Checkpoint& checkpoint, std::string_view text,
                                                      const std::string& file);

/// The quantisation that a plan of this checkpoint starts with: the declared one where there are
/// no weights. Weights in a file count as they lie there, quantised already or not.
[[nodiscard]] std::optional<Quantization> takenUpQuantization(const Checkpoint& checkpoint);

}  // namespace stowage
