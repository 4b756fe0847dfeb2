// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_report.h"
#include "engine/run/run_report.h"

#include <string>

namespace stowage {

/// What a run came to, for people: its tokens, devices with what they held and how long they were
/// busy, the slowest layers, times, what was brought in, and how it ended.
[[nodiscard]] std::string runText(const RunReport& report, const LoadReport& load);

}  // namespace stowage
