// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stowage {

/// From now on a crash of this process leaves a report in `folder`: version, build, signal or
/// exception, and where each call of the thread stood. That is SIGSEGV, SIGABRT, SIGBUS, SIGFPE and
/// SIGILL, and what std::terminate() is called for. The signal then ends the program as it would
/// have, so that its exit status and a core file are as ever. Nothing is written before a crash,
/// not even the folder, and nothing is ever sent.
///
/// To be called once; `folder` is absolute. The report is called
/// "<moment>-<process>.new"; who has told of it gives it another name
/// (widgets/help/help_feature.h).
void installCrashReports(const std::string& folder);

}  // namespace stowage
