// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/number_text.h"

#include "engine/base/message.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace stowage {
namespace {

std::string printed(double value, std::chars_format format, int precision) {
    std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
    const auto written =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
    return {buffer.data(), written.ptr};
}

}  // namespace

std::string formatFixed(double value, int decimals) {
    return printed(value, std::chars_format::fixed, decimals);
}

std::string formatSigned(double value, int decimals) {
    const std::string text = formatFixed(value, decimals);
    return text.starts_with('-') ? text : "+" + text;
}

std::string formatGeneral(double value, int digits) {
    return printed(value, std::chars_format::general, digits);
}

std::string groupedText(std::uint64_t number) {
    constexpr std::size_t kGroup = 3;
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > kGroup;) {
        at -= kGroup;
        text.insert(at, 1, ',');
    }
    return text;
}

std::optional<std::uint64_t> parseCount(std::string_view text) {
    constexpr std::uint64_t kThousand = 1024;
    const bool isInThousands = text.ends_with('k') || text.ends_with('K');
    std::string digits(text.substr(0, text.size() - (isInThousands ? 1 : 0)));
    std::erase_if(digits, [](char c) { return c == ',' || c == '_'; });
    std::uint64_t count = 0;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), count);
    const std::uint64_t factor = isInThousands ? kThousand : 1;
    const bool isCount = failure == std::errc() && end == digits.data() + digits.size() &&
                         count <= std::numeric_limits<std::uint64_t>::max() / factor;
    return isCount ? std::optional(count * factor) : std::nullopt;
}

Message longTimeText(double seconds) {
    constexpr double kMinute = 60;
    constexpr long long kMinutesInHour = 60;
    constexpr long long kHoursInDay = 24;
    const long long minutes = std::llround(seconds / kMinute);
    const long long hours = minutes / kMinutesInHour;
    if (hours < kHoursInDay) {
        return say("%1 h %2 min", hours, minutes % kMinutesInHour);
    }
    const long long rounded = std::llround(static_cast<double>(minutes) / kMinutesInHour);
    return say("%1 d %2 h", rounded / kHoursInDay, rounded % kHoursInDay);
}

std::string secondsText(double seconds, int decimals) {
    constexpr double kHour = 3600;
    if (seconds >= kHour) {
        return longTimeText(seconds).english();
    }
    return formatFixed(seconds, decimals) + " s";
}

std::string latencyText(double seconds) {
    constexpr double kLeastSeconds = 0.0995;
    constexpr double kMsInSecond = 1e3;
    return seconds >= kLeastSeconds ? secondsText(seconds, 3)
                                    : formatGeneral(seconds * kMsInSecond, 2) + " ms";
}

std::string perSecondText(double rate) {
    if (rate >= 999.5) {
        return groupedText(static_cast<std::uint64_t>(std::llround(rate)));
    }
    return rate >= 99.95    ? formatFixed(rate, 0)
           : rate >= 9.995  ? formatFixed(rate, 1)
           : rate >= 0.9995 ? formatFixed(rate, 2)
                            : formatGeneral(rate, 3);
}

Message percentText(const std::string& number) {
    return say("%1 %", number);
}

std::string utcText(std::time_t moment, const char* format) {
    std::tm parts{};
    ::gmtime_r(&moment, &parts);
    char text[32];
    return {text, std::strftime(text, sizeof text, format, &parts)};
}

}  // namespace stowage
