// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/path_runs.h"

#include <charconv>
#include <cstdint>
#include <optional>

namespace stowage {

namespace {

/// A path cut into what stands before its last number and the number: "h.", 11.
struct NumberedPath {
    std::string stem;
    std::uint32_t number = 0;
};

std::optional<NumberedPath> numberedPath(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    const std::size_t start = dot == std::string::npos ? 0 : dot + 1;
    NumberedPath result{path.substr(0, start), 0};
    const char* end = path.data() + path.size();
    const auto parsed = std::from_chars(path.data() + start, end, result.number);
    if (start == path.size() || parsed.ec != std::errc() || parsed.ptr != end) {
        return std::nullopt;
    }
    return result;
}

}  // namespace

bool isNextSibling(const std::string& path, const std::string& next) {
    const auto first = numberedPath(path);
    const auto second = numberedPath(next);
    return first && second && first->stem == second->stem && first->number + 1 == second->number;
}

std::string runText(const std::string& first, const std::string& last) {
    const std::string name = first.empty() ? "(all)" : first;
    const auto end = numberedPath(last);
    return first == last || !end ? name : name + " … " + std::to_string(end->number);
}

}  // namespace stowage
