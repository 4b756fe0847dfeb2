// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"
#include "widgets/charts/chart_curves.h"
#include "widgets/support/theme.h"

#include <QIcon>
#include <QPen>
#include <QString>

#include <memory>
#include <vector>

namespace stowage {

/// How load records read in tables and sentences. Unknown figures are dashes.

/// In the person's own time zone: "2026-11-20 14:03"; the record holds it to the millisecond.
[[nodiscard]] QString recordDateText(const LoadRecord& run);
/// "load", "run" or "chain".
[[nodiscard]] QString recordKindText(const LoadRecord& record);
/// What a run took to its first token and for each after it, with what was predicted, and what it
/// ran over; a line each. Of a chain what its turns took; of a load that it is one.
[[nodiscard]] QString recordTimesText(const LoadRecord& record);
/// "GPU 0 0 B · CPU +3.1 MiB": measured less explained, by device; "–" where nothing is compared.
[[nodiscard]] QString unaccountedText(const LoadRecord& record);
/// "auto: GPU 0, GPU 1, CPU", the devices of the map; of a chain "in turns: GPU 0".
[[nodiscard]] QString recordPlanText(const LoadRecord& run);
/// "227.9 | 201.0 MiB": allocated on GPU 0, GPU 1 …
[[nodiscard]] QString recordVramText(const LoadFigures& figures);
/// Every GPU's peaks with exact bytes, predicted beside measured or simulated ones, a line each.
[[nodiscard]] QString recordVramToolTip(const LoadFigures& figures);
/// The highest allocated peak of all GPUs, bytes; 0 without one.
[[nodiscard]] double recordVramPeak(const LoadFigures& figures);
/// "GPU exact · RAM +3.1 MiB · time −8 %".
[[nodiscard]] QString recordErrorText(const LoadFigures& figures);
/// "done", "dry run", "cancelled" …
[[nodiscard]] QString recordStateText(const LoadFigures& figures);
/// "yes", "NO", "–".
[[nodiscard]] QString recordVerifiedText(const LoadFigures& figures);
/// A method's name as a QString.
[[nodiscard]] QString methodText(LoadMethod method);

/// The colour and dashes of a method, the same in every chart, table and legend; never those of a
/// device. On a dark base the colour is lightened until it stands out (4.5:1).
[[nodiscard]] QPen methodPen(LoadMethod method, const ThemeColors& colors);

/// A sample of that line, for tables.
[[nodiscard]] QIcon methodIcon(LoadMethod method, const ThemeColors& colors, qreal pixelRatio);
inline constexpr int kMethodIconWidth = 28;

/// As many curves as can be told apart: the looks that there are.
inline constexpr std::size_t kMostOverlays = 7;

/// The curves of several records to be laid over each other, the first kMostOverlays that have any.
/// A label is the record's note, else what was done ("mmap", "run over mmap"), with the date where
/// two would be called the same. The first record of a method looks like it, the next ones like
/// methods that are not among them.
[[nodiscard]] std::vector<ChartOverlay> overlaysOf(
    const std::vector<std::shared_ptr<const LoadRecord>>& records, const ThemeColors& colors);

}  // namespace stowage
