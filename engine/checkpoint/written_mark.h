// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stowage {

/// Marks an open file as written by Stowage: an extended attribute that names its present size and
/// time, so that a file that somebody changed later is nobody's. Where the file system keeps no
/// such attributes nothing is marked, and the file counts as somebody else's.
void markAsWritten(int descriptor);

/// Whether the file is still exactly what a run of ours wrote. Links are nobody's.
[[nodiscard]] bool isMarkedAsWritten(const std::string& path);

}  // namespace stowage
