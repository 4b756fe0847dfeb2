// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/guessed_names.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace stowage {
namespace {

constexpr std::size_t kMaxNameBytes = 96;

/// Lists of class names are written with commas between them.
std::string cleaned(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == ',' || static_cast<unsigned char>(c) < 0x21; }, '_');
    return text;
}

/// A pattern's endings of whole components, the shortest first.
std::vector<std::string_view> endingsOf(std::string_view pattern) {
    std::vector<std::string_view> endings;
    const bool isList = pattern.ends_with(".*");
    for (std::size_t dot = pattern.rfind('.', isList ? pattern.size() - 3 : pattern.size());
         dot != std::string_view::npos && pattern.size() - dot <= kMaxNameBytes;
         dot = dot == 0 ? std::string_view::npos : pattern.rfind('.', dot - 1)) {
        const std::string_view ending = pattern.substr(dot + 1);
        const bool beginsWithNumber = ending.front() >= '0' && ending.front() <= '9';
        if (!beginsWithNumber) {
            endings.push_back(ending);
        }
    }
    endings.push_back(pattern);
    return endings;
}

/// What fits of a name, from a code point's first byte on.
std::string tailOf(const std::string& pattern) {
    constexpr unsigned kContinuationMask = 0xC0;
    constexpr unsigned kContinuation = 0x80;
    std::size_t begin = pattern.size() > kMaxNameBytes ? pattern.size() - kMaxNameBytes : 0;
    while (begin > 0 && begin < pattern.size() &&
           (static_cast<unsigned char>(pattern[begin]) & kContinuationMask) == kContinuation) {
        ++begin;
    }
    return pattern.substr(begin);
}

bool endsWithComponents(std::string_view pattern, std::string_view ending) {
    return pattern.ends_with(ending) &&
           (pattern.size() == ending.size() || pattern[pattern.size() - ending.size() - 1] == '.');
}

std::string shortName(const std::string& pattern, const std::vector<std::string>& distinct) {
    if (pattern == "*") {
        return "(model).*";  // the model is the list itself
    }
    for (const std::string_view ending : endingsOf(pattern)) {
        const auto same = std::ranges::count_if(
            distinct, [&](const std::string& other) { return endsWithComponents(other, ending); });
        if (same == 1 && ending.size() <= kMaxNameBytes) {
            return std::string(ending);
        }
    }
    return tailOf(pattern);
}

}  // namespace

std::vector<std::string> guessedClassNames(const std::vector<std::string>& patterns) {
    std::vector<std::string> distinct;
    for (const std::string& pattern : patterns) {
        distinct.push_back(cleaned(pattern));
    }
    const std::vector<std::string> all = distinct;
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::vector<std::string> names;
    std::unordered_set<std::string> used;
    for (const std::string& pattern : all) {
        const std::string base = shortName(pattern, distinct);
        std::string name = base;
        for (unsigned number = 2; !used.insert(name).second; ++number) {
            name = base + "#" + std::to_string(number);
        }
        names.push_back(std::move(name));
    }
    return names;
}

}  // namespace stowage
