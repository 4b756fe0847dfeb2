// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/natural_order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace stowage {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Takes the run of digits at the front, without its leading zeros.
std::string_view takeNumber(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && isDigit(text[length])) {
        ++length;
    }
    std::string_view number = text.substr(0, length);
    text.remove_prefix(length);
    number.remove_prefix(number.find_first_not_of('0') == std::string_view::npos
                             ? number.size()
                             : number.find_first_not_of('0'));
    return number;
}

/// How much at their beginning is the same in both, but for digits that end there: a number must
/// be compared whole. Names of a model mostly begin with the same path.
std::size_t commonLength(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t length = 0;
    constexpr std::size_t kStep = sizeof(std::uint64_t);
    while (length + kStep <= most && std::memcmp(&a[length], &b[length], kStep) == 0) {
        length += kStep;
    }
    while (length < most && a[length] == b[length]) {
        ++length;
    }
    while (length > 0 && isDigit(a[length - 1])) {
        --length;
    }
    return length;
}

}  // namespace

bool isNaturallyLess(std::string_view a, std::string_view b) {
    const std::size_t common = commonLength(a, b);
    std::string_view restA = a.substr(common);
    std::string_view restB = b.substr(common);
    while (!restA.empty() && !restB.empty()) {
        if (isDigit(restA.front()) && isDigit(restB.front())) {
            const std::string_view numberA = takeNumber(restA);
            const std::string_view numberB = takeNumber(restB);
            if (numberA.size() != numberB.size()) {
                return numberA.size() < numberB.size();
            }
            if (numberA != numberB) {
                return numberA < numberB;
            }
            continue;
        }
        if (restA.front() != restB.front()) {
            return static_cast<unsigned char>(restA.front()) <
                   static_cast<unsigned char>(restB.front());
        }
        restA.remove_prefix(1);
        restB.remove_prefix(1);
    }
    if (restA.empty() != restB.empty()) {
        return restA.empty();
    }
    return a < b;
}

}  // namespace stowage
