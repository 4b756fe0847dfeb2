// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/device/machine_rates.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace stowage {

struct LoadBackends;

/// Bytes of the file that calibrate() writes and reads, where nobody asks for others.
inline constexpr std::uint64_t kCalibrationBytes = std::uint64_t{160} << 20;

/// Measures this machine: host memory, simulated GPUs, the disk under `folder`, matrix products.
/// Each mechanism of a load is done alone, on the very devices a load uses; `streamed`, which
/// overlaps its own, is run whole. `backends` has the CPU and a simulated GPU without link limit;
/// a CUDA card among them has its link measured too. Takes some 6 s, blocks. What an earlier
/// measurement (`known`) says of other disks is kept.
/// `folder`: on the disk to be measured; made where it is missing. What is written there lies in a
/// folder of its own below it, which is gone when the measurement ends, however it ends.
/// `fileBytes`: of the file that is written and read; less where the disk or the memory has little
/// room or the disk is slow. Rounded up to 16 MiB.
/// Errors: Cancelled, DiskFull, those of writing and reading the file, OutOfMemory.
[[nodiscard]] Result<MachineRates> calibrate(const std::string& folder, std::uint64_t fileBytes,
                                             const LoadBackends& backends, MachineRates known,
                                             const std::stop_token& stop,
                                             const ProgressSink& progress);

/// ${XDG_CACHE_HOME:-~/.cache}/stowage, else the system's folder for temporary files.
[[nodiscard]] std::string defaultCalibrationFolder();

}  // namespace stowage
