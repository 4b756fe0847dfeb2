// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/table_unit.h"
#include "widgets/session/load_request.h"

#include <optional>
#include <vector>

namespace stowage {

/// A device in the table of a refused load. Bytes; predicted, but for what is free.
struct PeakRow {
    DeviceId device;
    std::optional<double> free;     ///< nothing: not known or not limited
    double asked = 0;               ///< reserved there at the peak, by the method asked for
    std::optional<double> nearest;  ///< by the nearest method that works
    bool isTooMuch = false;
};

/// Predicted peaks of a refused load against what is free: the GPUs of the plan, then the host with
/// the pages behind simulated GPUs.
struct RefusalFigures {
    TableUnit unit = TableUnit::GiB;
    std::vector<PeakRow> rows;
};

[[nodiscard]] RefusalFigures refusalFigures(const LoadRefusal& refusal);

}  // namespace stowage
