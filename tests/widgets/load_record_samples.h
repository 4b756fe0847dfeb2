// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/history/load_history.h"

#include <cstdint>
#include <string>

namespace stowage::test {

/// A load of the lesson's kind as `load --json` tells it: one simulated GPU, `allocated` bytes
/// there, as predicted; 1 MiB of anonymous memory.
[[nodiscard]] std::string loadObject(const std::string& method, std::uint64_t allocated);

/// The record of such a load, with a curve that rises to its peak within `seconds`.
[[nodiscard]] LoadRecord loadRecord(const std::string& method, std::uint64_t allocated,
                                    const std::string& date, double seconds = 2);

/// A run of a load's kind as `run --json` tells it: 0.1 s a token predicted, another time measured.
[[nodiscard]] std::string runObject(double secondsPerToken);
/// The record of such a run.
[[nodiscard]] LoadRecord runRecord(double secondsPerToken, const std::string& date);

/// The record of a chain of two models on GPU 0.
[[nodiscard]] LoadRecord chainRecord(const std::string& date);

/// Adds it and waits until it is kept; returns its id.
[[nodiscard]] QString addRun(LoadHistory& store, const LoadRecord& record);

/// Waits until a history has read and written everything.
[[nodiscard]] bool waitUntilKept(const LoadHistory& store);

}  // namespace stowage::test
