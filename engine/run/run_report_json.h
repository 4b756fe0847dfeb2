// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_report.h"
#include "engine/run/run_report.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stowage {

/// What a run came to, for programs: bytes and seconds. Everything is measured but "predicted",
/// which is null where nothing was. Host peaks are above the level before the run.
[[nodiscard]] nlohmann::ordered_json runReportJson(const RunReport& report);

/// The object of `run --json`: the same with "device_map" and "load", the load that went before in
/// short, in front of "stopped".
[[nodiscard]] std::string runReportToJson(const RunReport& report, const LoadReport& load,
                                          const LoadSchedule& schedule);

}  // namespace stowage
