// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <QString>
#include <QStringList>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

class QFontMetricsF;

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

/// Stands in place of a figure that is not known or does not apply.
inline const QString kUnknownFigure = QStringLiteral("–");

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

/// The unit of a whole table, said in its head: MiB for models so small that GiB would read 0.00.
enum class TableUnit { GiB, MiB };

/// `largestBytes`: the largest figure that the table is about.
[[nodiscard]] TableUnit tableUnitFor(double largestBytes);
[[nodiscard]] QString tableUnitName(TableUnit unit);
/// "2.67" or "121.3"; "≈ 0" where something is there but would read as nothing; "–" for 0.
[[nodiscard]] QString formatInUnit(double bytes, TableUnit unit);
/// With a sign: "+0.40", "−0.33" (a minus sign, not a hyphen).
[[nodiscard]] QString formatDifference(double bytes, TableUnit unit);
/// What stands beside two figures in `unit`, which are rounded.
struct FigureDifference {
    QString text;  ///< "+0.40": of the two as they are shown
    QString unit;  ///< "MiB", where rounding hides it: "+7.3" of 0.11 and 0.11; else empty
};
/// Of figures that are not the same.
[[nodiscard]] FigureDifference differenceBetween(double before, double after, TableUnit unit);
/// formatSize and formatExactBytes as QStrings, for texts and tooltips.
[[nodiscard]] QString sizeText(double bytes);
[[nodiscard]] QString exactBytesText(double bytes);
/// "+3.1 MiB", "−12.0 KiB", "exact" for 0.
[[nodiscard]] QString signedSizeText(double bytes);
/// What is measured and not explained: "+3.1 MiB", "−12.0 KiB", "0 B".
[[nodiscard]] QString unaccountedText(std::int64_t bytes);
/// "+12 %", "−8 %", "0 %" of 0.12, −0.08, 0.001.
[[nodiscard]] QString signedPercentText(double share);
/// "12.5 %" of "12.5": Chinese, Japanese and Arabic write no space.
[[nodiscard]] QString percentText(const QString& number);
/// A text that is painted where places are mirrored by hand, so that its parts stand in the order
/// in which its language is read; itself where that is from the left.
[[nodiscard]] QString inReadingOrder(const QString& text);
/// A text that breaks into lines where it is shown, with no break between a number and its unit,
/// what counts things in Chinese and Japanese, the GPU that it numbers, or an Arabic prefix. For
/// what is drawn: a text that is compared, copied or saved has spaces.
[[nodiscard]] QString unbrokenFigures(const QString& text);
/// "Read weights" of "read weights".
[[nodiscard]] QString capitalised(const QString& text);
template <std::unsigned_integral Bytes>
[[nodiscard]] QString sizeText(Bytes bytes) {
    return sizeText(static_cast<double>(bytes));
}
template <std::unsigned_integral Bytes>
[[nodiscard]] QString exactBytesText(Bytes bytes) {
    return exactBytesText(static_cast<double>(bytes));
}
/// sizeText(), and a dash in place of nothing.
[[nodiscard]] QString sizeOrDash(std::uint64_t bytes);
/// What a field for a size shows, and reads back as the same bytes: "2GiB", "512MiB", else digits.
[[nodiscard]] QString sizeFieldText(std::uint64_t bytes);
/// "320 MiB", "24 GiB", "1.50 GiB": a capacity or a limit without the decimals that say nothing.
[[nodiscard]] QString formatCapacity(double bytes);
/// The engine's texts as Qt has them.
[[nodiscard]] QStringList textList(const std::vector<std::string>& texts);
[[nodiscard]] QStringList textList(const std::vector<Message>& texts);
/// Sentences one after another, as the window's language writes them; empty ones are left out.
[[nodiscard]] QString joinedSentences(const QStringList& sentences);
/// Texts that have no full stop at their end, as sentences after one another: "Limit 2 GiB. Free".
[[nodiscard]] QString inSentences(const QStringList& texts);
/// "30.7 M", "3.2 K", "512"; "–" for 0: counts of parameters.
[[nodiscard]] QString formatCount(std::uint64_t count);
/// "transformer.h.3.attn" → "h.3.attn", "3.attn" … the longest that has room; "" where none has.
[[nodiscard]] QString shortenedPath(const QString& path, const QFontMetricsF& metrics, double room);

/// Puts what the window shows on the clipboard, without what only orders it on the screen:
/// withoutIsolates(). Code and names are copied as they are.
void copyToClipboard(const QString& text);

}  // namespace stowage
