// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/load/load_schedule.h"
#include "engine/model/module_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// Which stored tensor feeds which tensor of a model.
struct KeyMatch {
    /// By StorageId: index into checkpoint.tensors; nothing where the file has none.
    std::vector<std::optional<std::uint32_t>> storedByStorage;
    KeyReport keys;
    /// Buffers outside of the state dict that the file does not hold either: no fault.
    std::vector<std::string> absentBuffers;
};

/// Matches by full name; else with the checkpoint's prefix ("model."), else without the model's
/// own outer module where no name of the file has it ("transformer.h.0…" and "h.0…"). Tied names
/// are one tensor: any of them in the file serves all. Not missing: tied names that the file
/// leaves out, and non-persistent buffers. Where the model is known from elsewhere
/// (Checkpoint::keyCheck), names match as they are.
[[nodiscard]] KeyMatch matchKeys(const ModuleTree& tree, const Checkpoint& checkpoint);

}  // namespace stowage
