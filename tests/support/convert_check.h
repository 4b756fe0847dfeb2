// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/write/convert_checkpoint.h"
#include "tests/support/fixture_digests.h"

#include <string>

namespace stowage::test {

/// Path of a fixture in tests/data/checkpoints.
[[nodiscard]] std::string checkpointFixture(const std::string& name);

/// Which part of a fixture Python's digests are of; empty: the one that is opened anyway.
[[nodiscard]] std::string prefixOfFixture(const std::string& name);

/// Converts without waiting for the disk.
[[nodiscard]] Result<ConvertSummary> convertTo(const std::string& model, const std::string& folder,
                                               ConvertTarget target, ConvertChoices choices = {},
                                               const std::string& prefix = {});

/// The digests of what a path opens, or the error as {"error": message}.
[[nodiscard]] TensorDigests digestsAt(const std::string& path, const std::string& prefix = {});

/// Writes a safetensors file of float32 tensors "w0", "w1" … of so many elements each, with values
/// of their own, and returns its path.
[[nodiscard]] std::string writeModel(const std::string& folder, std::size_t tensors,
                                     std::size_t elements);

}  // namespace stowage::test
