// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"

#include "engine/base/number_text.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <system_error>

namespace stowage {
namespace {

/// The digit zero of each run of ten decimal digits (category Nd) of Unicode 14, as Python 3.11
/// knows them; ASCII is handled apart.
constexpr std::array<char32_t, 65> kDigitZeros = {
    0x660,   0x6f0,   0x7c0,   0x966,   0x9e6,   0xa66,   0xae6,   0xb66,   0xbe6,   0xc66,
    0xce6,   0xd66,   0xde6,   0xe50,   0xed0,   0xf20,   0x1040,  0x1090,  0x17e0,  0x1810,
    0x1946,  0x19d0,  0x1a80,  0x1a90,  0x1b50,  0x1bb0,  0x1c40,  0x1c50,  0xa620,  0xa8d0,
    0xa900,  0xa9d0,  0xa9f0,  0xaa50,  0xabf0,  0xff10,  0x104a0, 0x10d30, 0x11066, 0x110f0,
    0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950,
    0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec,
    0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0};

bool isUnicodeSpace(char32_t c) {
    return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
           c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

bool isAsciiDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isAsciiSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Python's first step: other scripts' digits and spaces become ASCII ones.
std::optional<std::string> transformToAscii(std::string_view text) {
    std::string ascii;
    while (!text.empty()) {
        const auto decoded = decodeUtf8(text);
        if (!decoded) {
            return std::nullopt;
        }
        text.remove_prefix(decoded->length);
        const char32_t c = decoded->codePoint;
        if (c < 0x80) {
            ascii.push_back(static_cast<char>(c));
        } else if (isUnicodeSpace(c)) {
            ascii.push_back(' ');
        } else {
            const auto* next = std::upper_bound(kDigitZeros.begin(), kDigitZeros.end(), c);
            if (next == kDigitZeros.begin() || c - *(next - 1) > 9) {
                return std::nullopt;
            }
            ascii.push_back(static_cast<char>('0' + (c - *(next - 1))));
        }
    }
    return ascii;
}

/// Removes underscores, each of which must stand between two digits.
std::optional<std::string> withoutUnderscores(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            plain.push_back(text[i]);
            continue;
        }
        const bool between =
            i > 0 && i + 1 < text.size() && isAsciiDigit(text[i - 1]) && isAsciiDigit(text[i + 1]);
        if (!between) {
            return std::nullopt;
        }
    }
    return plain;
}

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
    return std::ranges::equal(text, lower, [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

/// For a decimal that a double cannot hold: whether it is too large rather than too small.
bool isTooLarge(std::string_view decimal) {
    constexpr std::int64_t kFarExponent = std::int64_t{1} << 62;
    std::int64_t exponent = 0;
    const std::size_t e = decimal.find_first_of("eE");
    if (e != std::string_view::npos) {
        std::string_view digits = decimal.substr(e + 1);
        const bool isNegative = digits.starts_with('-');
        if (isNegative || digits.starts_with('+')) {
            digits.remove_prefix(1);
        }
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
        if (parsed.ec != std::errc{}) {
            exponent = kFarExponent;
        }
        // A text has less than 2^62 digits: the sum below cannot overflow.
        exponent = std::min(exponent, kFarExponent);
        exponent = isNegative ? -exponent : exponent;
    }
    const std::string_view mantissa = decimal.substr(0, e);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos) {
        return false;
    }
    return exponent + static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) > 0;
}

/// digits [. digits] [e [sign] digits], at least one digit before the exponent.
bool isDecimal(std::string_view text) {
    std::size_t i = 0;
    std::size_t digits = 0;
    for (; i < text.size() && isAsciiDigit(text[i]); ++i) {
        ++digits;
    }
    if (i < text.size() && text[i] == '.') {
        for (++i; i < text.size() && isAsciiDigit(text[i]); ++i) {
            ++digits;
        }
    }
    if (digits == 0) {
        return false;
    }
    if (i == text.size()) {
        return true;
    }
    if (text[i] != 'e' && text[i] != 'E') {
        return false;
    }
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
        ++i;
    }
    return i < text.size() &&
           std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(), isAsciiDigit);
}

std::optional<double> parseUnsigned(std::string_view text) {
    if (equalsIgnoringCase(text, "inf") || equalsIgnoringCase(text, "infinity")) {
        return std::numeric_limits<double>::infinity();
    }
    if (equalsIgnoringCase(text, "nan")) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (!isDecimal(text)) {
        return std::nullopt;
    }
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec == std::errc::result_out_of_range) {
        return isTooLarge(text) ? std::numeric_limits<double>::infinity() : 0.0;
    }
    return value;
}

struct SizeSuffix {
    std::string_view letters;  ///< upper case
    double multiplier;
    bool isDecimal;
};

/// In the order in which Accelerate tries them, behind those that it does not know.
constexpr std::size_t kMoreSuffixes = 2;
constexpr std::array<SizeSuffix, 8> kSuffixes = {{{"TIB", 1099511627776.0, false},
                                                  {"TB", 1e12, true},
                                                  {"GIB", 1073741824.0, false},
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

Unexpected invalidSize(const Message& reason) {
    return fail(ErrorCode::InvalidArgument,
                say("%1; write a size like 10GiB, 800MB or 12345678KiB.", reason));
}

Unexpected tooLarge(std::string_view text) {
    return invalidSize(say("The size %1 is too large", quotedForMessage(text)));
}

Result<ParsedSize> parseWithUnit(std::string_view text, SizeUnits units) {
    const std::size_t unknown = units == SizeUnits::All ? 0 : kMoreSuffixes;
    for (const SizeSuffix& suffix : std::span(kSuffixes).subspan(unknown)) {
        const auto length = suffixLength(text, suffix.letters);
        if (!length) {
            continue;
        }
        const auto number = parsePythonFloat(text.substr(0, text.size() - *length));
        if (!number || std::isnan(*number)) {
            return invalidSize(
                say("The size %1 does not start with a number", quotedForMessage(text)));
        }
        const double product = std::trunc(*number * suffix.multiplier);
        if (std::isinf(product)) {
            return tooLarge(text);
        }
        const bool countedBits = suffix.isDecimal && text.ends_with('b');
        const double bytes = countedBits ? std::floor(product / 8.0) : product;
        if (bytes < 0) {
            return invalidSize(say("The size %1 is negative", quotedForMessage(text)));
        }
        return ParsedSize{bytes + 0.0, countedBits};
    }
    return invalidSize(say("The size %1 has no known unit", quotedForMessage(text)));
}

/// Shortest digits that read back as the same double, without an exponent where short enough.
std::string shortestDecimal(double value) {
    std::array<char, 400> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                       std::chars_format::fixed);
    return {buffer.data(), written.ptr};
}

}  // namespace

std::optional<double> parsePythonFloat(std::string_view text) {
    const auto ascii = transformToAscii(text);
    if (!ascii) {
        return std::nullopt;
    }
    std::string_view trimmed = *ascii;
    while (!trimmed.empty() && isAsciiSpace(trimmed.front())) {
        trimmed.remove_prefix(1);
    }
    while (!trimmed.empty() && isAsciiSpace(trimmed.back())) {
        trimmed.remove_suffix(1);
    }
    const auto plain = withoutUnderscores(trimmed);
    if (!plain || plain->empty()) {
        return std::nullopt;
    }
    std::string_view digits = *plain;
    const bool isNegative = digits.front() == '-';
    if (isNegative || digits.front() == '+') {
        digits.remove_prefix(1);
    }
    const auto value = parseUnsigned(digits);
    return value && isNegative ? std::optional<double>(-*value) : value;
}

Result<ParsedSize> parseAccelerateSize(std::string_view text) {
    return parseWithUnit(text, SizeUnits::Accelerate);
}

Result<ParsedSize> parseSize(std::string_view text, SizeUnits units) {
    const bool isPlainNumber =
        !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    const auto number = parsePythonFloat(text);
    if (number && *number < 0) {
        return invalidSize(say("The size %1 is negative", quotedForMessage(text)));
    }
    if (!isPlainNumber) {
        return parseWithUnit(text, units);
    }
    if (!number || std::isinf(*number)) {
        return tooLarge(text);
    }
    return ParsedSize{*number, false};
}

std::string formatSize(double bytes) {
    const double magnitude = std::fabs(bytes);
    // A unit is chosen so that the rounded figure never reads "1024.0".
    if (magnitude >= 1023.95 * static_cast<double>(kMiB)) {
        return formatFixed(bytes / static_cast<double>(kGiB), 2) + " GiB";
    }
    if (magnitude >= 1023.95 * static_cast<double>(kKiB)) {
        return formatFixed(bytes / static_cast<double>(kMiB), 1) + " MiB";
    }
    if (magnitude >= 1023.95) {
        return formatFixed(bytes / static_cast<double>(kKiB), 1) + " KiB";
    }
    return formatFixed(bytes, bytes == std::floor(bytes) ? 0 : 1) + " B";
}

std::string formatGiB(double bytes) {
    return formatFixed(bytes / static_cast<double>(kGiB), 2);
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
        return formatFixed(value, 0);
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
