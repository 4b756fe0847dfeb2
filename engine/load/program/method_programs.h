// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/program/load_program.h"

namespace stowage {

// One generator a method: what the lesson's code does with memory, in its order
// (docs/spec/loading.md). Moving a module goes in apply order, a state dict in tree order
// (docs/spec/memory.md §1).

/// `model = GPT(cfg); model.to(device); model.load_state_dict(torch.load(f, map_location=device))`
void programNaive(ProgramBuilder& builder);
/// As naive, but the state dict stays on the host and each parameter gets a temporary on its
/// device: `param.copy_(state_dict[name].to(device))`.
void programSequential(ProgramBuilder& builder);
/// `with torch.device("meta"): model = GPT(cfg)`, `to_empty`, then the state dict on the device.
void programMeta(ProgramBuilder& builder);
/// `load_state_dict(torch.load(f, mmap=True), assign=True)`, then to the devices.
void programMmap(ProgramBuilder& builder);
/// `to_empty`, then `torch.load(NAME.pt)` for each tensor alone.
void programPerTensor(ProgramBuilder& builder);
/// Accelerate's `load_checkpoint_and_dispatch`, by the files' format: safetensors files are mapped
/// and their tensors go from the pages to their devices, PyTorch files are read whole to the host.
void programSharded(ProgramBuilder& builder);
/// Ours: destinations first, then ranges of the file straight to them.
void programStreamed(ProgramBuilder& builder);

/// True where a CPU tensor can be the map itself: as stored, contiguous, and at an address that its
/// dtype allows (a safetensors file promises no alignment).
[[nodiscard]] bool canBeViewOfMap(const ScheduledTensor& tensor, const StoredTensor& stored);

}  // namespace stowage
