// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stowage {

inline constexpr std::uint64_t kKiB = 1024;
inline constexpr std::uint64_t kMiB = 1024 * kKiB;
inline constexpr std::uint64_t kGiB = 1024 * kMiB;

/// A size as a person typed it.
struct ParsedSize {
    double bytes = 0;          ///< whole number; exact below 2^53
    bool countedBits = false;  ///< lower-case "b" in "10gb": bits there, eighth part in bytes
};

/// Parses a size exactly as Accelerate's convert_file_size_to_int does for a string
/// (docs/spec/placement.md §5.1): "10GiB", "10GB", "800MB", "10gb" = bits; a suffix is required.
/// Errors: InvalidArgument with Accelerate's meaning in plain words.
[[nodiscard]] Result<ParsedSize> parseAccelerateSize(std::string_view text);

/// Accelerate knows no TiB and no TB.
enum class SizeUnits { Accelerate, All };

/// As above, but digits alone are a number of bytes: what limits take. A capacity takes
/// parseCapacity().
[[nodiscard]] Result<ParsedSize> parseSize(std::string_view text,
                                           SizeUnits units = SizeUnits::Accelerate);

/// "1.49 GiB", "121.3 MiB", "12.5 KiB", "0 B": two decimals for GiB, one for less, none for whole
/// bytes.
[[nodiscard]] std::string formatSize(double bytes);
template <std::unsigned_integral Bytes>
[[nodiscard]] std::string formatSize(Bytes bytes) {
    return formatSize(static_cast<double>(bytes));
}

/// GiB with two decimals and no unit, for columns whose head says GiB: "6.29".
[[nodiscard]] std::string formatGiB(double bytes);

/// Exact bytes with thousands separators: "6,753,416,192 bytes" (or "12.5 bytes").
[[nodiscard]] std::string formatExactBytes(double bytes);
template <std::unsigned_integral Bytes>
[[nodiscard]] std::string formatExactBytes(Bytes bytes) {
    return formatExactBytes(static_cast<double>(bytes));
}

/// A number as Python prints it: ints without a point, doubles with ".0" where `isFloat`.
[[nodiscard]] std::string formatPythonNumber(double value, bool isFloat);

/// What Python's float(text) gives for a str, or nothing where it raises ValueError.
/// Takes UTF-8: decimal digits of every script and Unicode spaces count, single underscores
/// may stand between digits, "inf" and "nan" are numbers. Independent of the locale.
[[nodiscard]] std::optional<double> parsePythonFloat(std::string_view text);

}  // namespace stowage
