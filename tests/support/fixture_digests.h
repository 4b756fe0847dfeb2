// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <map>
#include <string>

namespace stowage::test {

/// What one tensor is, bytes included, as text: "float32 [2,3] 9f86d0…".
using TensorDigests = std::map<std::string, std::string>;

/// Reads every tensor of a checkpoint by its location and strides and sums it up.
Result<TensorDigests> digestsOf(const Checkpoint& checkpoint);

/// The digests that Python wrote beside a fixture.
TensorDigests digestsFromPython(const std::string& file);

}  // namespace stowage::test
