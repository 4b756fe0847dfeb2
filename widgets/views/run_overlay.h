// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/run_record.h"
#include "widgets/support/theme.h"
#include "widgets/views/chart_curve.h"

#include <QIcon>
#include <QPen>

#include <memory>
#include <vector>

namespace stowage {

/// The colour and dashes of a method, the same in every chart, table and legend; never those of a
/// device. On a dark base the colour is lightened until it stands out (4.5:1).
[[nodiscard]] QPen methodPen(LoadMethod method, const Tokens& colors);

/// A sample of that line, for tables.
[[nodiscard]] QIcon methodIcon(LoadMethod method, const Tokens& colors, qreal pixelRatio);
inline constexpr int kMethodIconWidth = 28;

/// The curves of several runs to be laid over each other; runs without curves are left out. Runs
/// of one method are told apart by their labels ("mmap", "mmap 2") and by lighter lines.
[[nodiscard]] std::vector<ChartOverlay> overlaysOf(
    const std::vector<std::shared_ptr<const RunRecord>>& runs, const Tokens& colors);

}  // namespace stowage
