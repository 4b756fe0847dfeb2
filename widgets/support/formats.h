// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <QString>
#include <QStringList>

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

class QFontMetricsF;

namespace stowage {

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

}  // namespace stowage
