// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace stowage {

class ModuleTree;

/// What shows that two machines have the same model, though each may have other files of it: its
/// class, and of some matrices dtype, shape and the SHA-256 of their first bytes. An object of
/// texts by name, of at most 8 KiB. Reads 4 KiB of at most 16 tensors; what cannot be read is left
/// out.
[[nodiscard]] nlohmann::ordered_json modelSample(const Checkpoint& checkpoint,
                                                 const ModuleTree& tree);

/// The first name of which the two samples say different things; nothing: they have none.
[[nodiscard]] std::optional<std::string> sampleDifference(const nlohmann::ordered_json& one,
                                                          const nlohmann::ordered_json& other);

}  // namespace stowage
