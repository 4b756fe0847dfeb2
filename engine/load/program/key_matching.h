// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/load/program/load_method.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

class ModuleTree;
struct Checkpoint;
struct KeyCheck;
struct LoadSchedule;
struct PlacementPlan;
struct PlanIssue;

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

/// Holds a load whose model is known from elsewhere (Checkpoint::keyCheck) to that check; without
/// one there is nothing to say. Errors, which no force helps against: KeyMismatch for missing keys,
/// other shapes, and dtypes that no cast reaches. Buffers that the model computes itself refuse
/// nothing: what does not fit of them is not loaded.
[[nodiscard]] Result<void> requireAgreement(const PlacementPlan& plan,
                                            const Checkpoint& checkpoint);

/// Whether the checkpoint's tensors can become the plan's model at all: keys and shapes, dtypes
/// that no cast reaches, tensors without bytes. A checkpoint that only describes a model passes. No
/// force helps against an error. Walks over all tensors: call it in a worker. Errors: KeyMismatch;
/// Unsupported. They name the key and what to do.
[[nodiscard]] Result<void> requireLoadable(const PlacementPlan& plan, const Checkpoint& checkpoint);

/// What of the check speaks against a load unless it is forced: keys of the file that the model has
/// not ("unexpected_keys"; forced, they are left out), and a cast to the model's dtype that loses
/// digits though nobody asked for one ("lossy_dtype"; forced, it is made).
[[nodiscard]] std::vector<PlanIssue> keyObjections(const LoadSchedule& schedule);

/// Whether an issue is one of keyObjections(): the keys are at fault, not the memory.
[[nodiscard]] bool isKeyObjection(const PlanIssue& issue);

/// The check as a load reports it: its missing, unexpected and mismatched names.
[[nodiscard]] KeyReport keyReportOf(const KeyCheck& check);

/// Whether numbers of the first type may change when they are cast to the second.
[[nodiscard]] bool isLossyCast(DType from, DType to);

}  // namespace stowage
