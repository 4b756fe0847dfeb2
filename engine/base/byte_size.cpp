// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"

#include "engine/base/python_float.h"
#include "engine/base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace stowage {
namespace {

struct SizeSuffix {
    std::string_view letters;  ///< upper case
    double multiplier;
    bool isDecimal;
};

/// In the order in which Accelerate tries them: "GIB" before "B"-less "GB" forms.
constexpr std::array<SizeSuffix, 6> kSuffixes = {{{"GIB", 1073741824.0, false},
                                                  {"MIB", 1048576.0, false},
                                                  {"KIB", 1024.0, false},
                                                  {"GB", 1e9, true},
                                                  {"MB", 1e6, true},
                                                  {"KB", 1e3, true}}};

/// Bytes of `text` that make up `letters` at its end, case ignored; nothing if it ends otherwise.
/// Python's upper() also turns U+0131 (dotless i) into "I", hence "10GıB" is a size there.
std::optional<std::size_t> suffixLength(std::string_view text, std::string_view letters) {
    std::size_t rest = text.size();
    for (std::size_t i = letters.size(); i > 0; --i) {
        if (rest == 0) {
            return std::nullopt;
        }
        const char last = text[rest - 1];
        const char upper = last >= 'a' && last <= 'z' ? static_cast<char>(last - 'a' + 'A') : last;
        if (upper == letters[i - 1]) {
            rest -= 1;
        } else if (letters[i - 1] == 'I' && text.substr(0, rest).ends_with("\xc4\xb1")) {
            rest -= 2;
        } else {
            return std::nullopt;
        }
    }
    return text.size() - rest;
}

Unexpected invalidSize(std::string_view text, std::string_view reason) {
    return fail(ErrorCode::InvalidArgument, "The size " + quotedForMessage(text) + " " +
                                                std::string(reason) +
                                                "; write it like 10GiB, 800MB or 12345678KiB.");
}

std::string withDecimals(double value, int decimals, const char* unit) {
    std::array<char, 400> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::fixed, decimals);
    return std::string(buffer.data(), written.ptr) + unit;
}

/// Shortest digits that read back as the same double, without an exponent where short enough.
std::string shortestDecimal(double value) {
    std::array<char, 400> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::fixed);
    return {buffer.data(), written.ptr};
}

}  // namespace

Result<ParsedSize> parseAccelerateSize(std::string_view text) {
    for (const SizeSuffix& suffix : kSuffixes) {
        const auto length = suffixLength(text, suffix.letters);
        if (!length) {
            continue;
        }
        const auto number = parsePythonFloat(text.substr(0, text.size() - *length));
        if (!number || std::isnan(*number)) {
            return invalidSize(text, "does not start with a number");
        }
        const double product = std::trunc(*number * suffix.multiplier);
        if (std::isinf(product)) {
            return invalidSize(text, "is too large");
        }
        const bool countedBits = suffix.isDecimal && text.ends_with('b');
        const double bytes = countedBits ? std::floor(product / 8.0) : product;
        if (bytes < 0) {
            return invalidSize(text, "is negative");
        }
        return ParsedSize{bytes + 0.0, countedBits};
    }
    return invalidSize(text, "has no unit that is known");
}

Result<ParsedSize> parseSize(std::string_view text) {
    const bool isPlainNumber =
        !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (!isPlainNumber) {
        return parseAccelerateSize(text);
    }
    const auto number = parsePythonFloat(text);
    if (!number || std::isinf(*number)) {
        return invalidSize(text, "is too large");
    }
    return ParsedSize{*number, false};
}

std::string formatSize(double bytes) {
    const double magnitude = std::fabs(bytes);
    // A unit is chosen so that the rounded figure never reads "1024.0".
    if (magnitude >= 1023.95 * static_cast<double>(kMiB)) {
        return withDecimals(bytes / static_cast<double>(kGiB), 2, " GiB");
    }
    if (magnitude >= 1023.95 * static_cast<double>(kKiB)) {
        return withDecimals(bytes / static_cast<double>(kMiB), 1, " MiB");
    }
    if (magnitude >= static_cast<double>(kKiB)) {
        return withDecimals(bytes / static_cast<double>(kKiB), 1, " KiB");
    }
    return shortestDecimal(bytes) + " B";
}

std::string formatGiB(double bytes) {
    return withDecimals(bytes / static_cast<double>(kGiB), 2, "");
}

std::string formatExactBytes(double bytes) {
    const std::string digits = shortestDecimal(bytes);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t firstDigit = digits.starts_with('-') ? 1 : 0;
    std::string grouped;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > firstDigit && i < point && (point - i) % 3 == 0) {
            grouped += ',';
        }
        grouped += digits[i];
    }
    return grouped + (bytes == 1.0 ? " byte" : " bytes");
}

std::string formatPythonNumber(double value, bool isFloat) {
    if (!isFloat) {
        return withDecimals(value, 0, "");
    }
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-inf" : "inf";
    }
    // Python's repr: exponents only from 1e16 on and below 1e-4.
    const double magnitude = std::fabs(value);
    if (magnitude != 0 && (magnitude >= 1e16 || magnitude < 1e-4)) {
        std::array<char, 64> buffer{};
        const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                           std::chars_format::scientific);
        return {buffer.data(), written.ptr};
    }
    const std::string digits = shortestDecimal(value);
    return digits.find('.') == std::string::npos ? digits + ".0" : digits;
}

}  // namespace stowage
