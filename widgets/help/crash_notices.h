// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stowage {

/// The ending of a crash report that nobody was told of yet. Told, it becomes ".txt".
inline constexpr char kNewCrashReport[] = "new";

/// Takes what crashes left in `folder` since this was last called: gives each report its lasting
/// name, so that the next start says nothing of it, and drops all but the last few reports.
/// Returns the path of the newest one; "": there is none. Blocks for some files: in a worker.
[[nodiscard]] QString takeCrashReport(const QString& folder);

}  // namespace stowage
