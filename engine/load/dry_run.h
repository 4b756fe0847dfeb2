// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_report.h"

namespace stowage {

/// The report of a load that was only walked: its devices, phases and peaks are those of the
/// schedule's forecast, and times are not known. Nothing is opened or allocated, so models and
/// devices may be larger than this machine. A device that refuses an allocation stops it, as it
/// would stop the load.
[[nodiscard]] LoadReport dryRunReport(const LoadSchedule& schedule);

}  // namespace stowage
