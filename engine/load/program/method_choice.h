// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/program/load_schedule.h"

#include <string>

namespace stowage {

/// What `auto` takes for a load, and why.
struct MethodChoice {
    LoadMethod method = LoadMethod::Streamed;
    Message reason;  ///< one sentence, with the figures that decided
};

/// `mmap` where enough of the weights stay on the CPU as they lie in the file: those are not copied
/// at all, and their pages are the page cache's, which the system may drop and read again. Else
/// `streamed`, which is the quicker way to GPUs. Never `mmap` over a network file system, where a
/// card takes part (only page-locked memory feeds it at full speed), for very many files, or for a
/// model that is only described.
/// Of `schedule` plan, checkpoint and tensors are looked at; the files' file system is asked for.
[[nodiscard]] MethodChoice chooseMethod(const LoadSchedule& schedule);

}  // namespace stowage
