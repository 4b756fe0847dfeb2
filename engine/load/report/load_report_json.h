// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/host_memory.h"
#include "engine/load/report/load_figures.h"

#include <nlohmann/json.hpp>

#include <string>

namespace stowage {

/// The object of `load --json`.
[[nodiscard]] nlohmann::ordered_json loadReportJson(const LoadReport& report,
                                                    const LoadSchedule& schedule);

/// {"rss", "anon", "file", "shmem"}, bytes; what is not known is null.
[[nodiscard]] nlohmann::ordered_json processMemoryJson(const ProcessMemory& memory);

/// {"tokens", "sha256", "max_logit", "next_token", "max_difference", "agrees", "seconds",
/// "bytes_moved", "why"?}: what "forward" is in the object of `load --json`. What is not known is
/// null.
[[nodiscard]] nlohmann::ordered_json forwardJson(const ForwardFigures& forward);

/// For people: "Forward pass over [1, 2, 3]: the logits agree with the reference (…)".
[[nodiscard]] std::string forwardText(const ForwardFigures& forward);

}  // namespace stowage
