// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/run_record.h"

#include <QString>

namespace stowage {

/// How runs read in tables and sentences. Unknown figures are dashes.

/// In the person's own time zone: "2026-11-20 14:03"; the record holds it to the millisecond.
[[nodiscard]] QString runDateText(const RunRecord& run);
/// "auto: GPU 0, GPU 1, CPU", the devices of the map.
[[nodiscard]] QString runPlanText(const RunRecord& run);
/// "227.9 | 201.0 MiB": allocated on GPU 0, GPU 1 …
[[nodiscard]] QString runVramText(const RunFigures& figures);
/// Every GPU's peaks with exact bytes, predicted beside measured or simulated ones, a line each.
[[nodiscard]] QString runVramToolTip(const RunFigures& figures);
/// The highest allocated peak of all GPUs, bytes; 0 without one.
[[nodiscard]] double runVramPeak(const RunFigures& figures);
/// "GPU exact · RAM +3.1 MiB · time −8 %".
[[nodiscard]] QString runErrorText(const RunFigures& figures);
/// "done", "dry run", "cancelled" …
[[nodiscard]] QString runStateText(const RunFigures& figures);
/// "yes", "NO", "–".
[[nodiscard]] QString runVerifiedText(const RunFigures& figures);
/// A method's name as a QString.
[[nodiscard]] QString methodText(LoadMethod method);

}  // namespace stowage
