// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <initializer_list>

namespace stowage {

/// The unit that a chart, a table or a sentence writes all of its sizes in.
struct ByteUnit {
    double bytes = 1;
    int decimals = 2;
    QString name;  ///< "GiB" or "MiB"
};

/// A figure with its unit as one piece in one line, read from the left, "474.7 MiB", where the
/// language is read from the right; elsewhere the text itself. Every text with a unit below is so.
[[nodiscard]] QString figureText(const QString& text);
/// The same of a name, a path or whatever else stands among words and keeps the direction that it
/// begins with. What is filled into a text of tr() is kept so by the catalogue.
[[nodiscard]] QString nameText(const QString& text);
/// Says that a text without words of its own is read from the right.
inline constexpr QChar kRightToLeftMark(0x200F);
/// A text without words of its own, "= 2.00 GiB" or "0 B,", with that mark where the language is
/// read from the right.
[[nodiscard]] QString fromTheRight(const QString& text);
/// A text that becomes a name or goes into a file of figures, without what keeps directions.
[[nodiscard]] QString withoutIsolates(const QString& text);

/// MiB where everything is below a GiB, else GiB, as formatSize does for a single size: a figure
/// reads the same at the axis, in the table beside it, in a sentence and in the plan.
[[nodiscard]] ByteUnit unitFor(double largestBytes);
/// "0.46" in the unit; a dash where the figure is not known (NaN).
[[nodiscard]] QString formatIn(const ByteUnit& unit, double bytes);
/// "0.46 GiB".
[[nodiscard]] QString formatWithUnit(const ByteUnit& unit, double bytes);
/// "0.46 GiB" in the unit that fits the size itself; unlike sizeText(), "0.0 MiB" for nothing.
[[nodiscard]] QString formatInOwnUnit(double bytes);

/// "0.31 s", "4.6 s" or "11 s": three digits at most. Minutes from 100 s on: "2 min 5 s".
[[nodiscard]] QString formatSeconds(double seconds);
/// "1.61 GB/s" or "85 MB/s": decimal units, as disks are sold.
[[nodiscard]] QString formatRate(double bytesPerSecond);

/// A step between the lines of an axis, at least so large: one of `factors`, which ascend below
/// ten, times a power of ten. `least` is positive.
[[nodiscard]] double roundStep(double least, std::initializer_list<double> factors = {1, 2, 5});

}  // namespace stowage
