// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/architecture_loading.h"

#include <algorithm>
#include <cctype>

namespace stowage {
namespace {

constexpr std::string_view kOf = " of ";

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Where the old name first stands in a key, as the library looks for it: one that ends in a letter
/// or digit ends a word there. npos: nowhere.
std::size_t findOldName(std::string_view key, std::string_view name) {
    if (name.starts_with('^')) {
        return key.starts_with(name.substr(1)) ? 0 : std::string_view::npos;
    }
    const bool endsWord = isWordCharacter(name.back()) && name.back() != '_';
    for (std::size_t at = key.find(name); at != std::string_view::npos;
         at = key.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if (!endsWord || end == key.size() || !isWordCharacter(key[end])) {
            return at;
        }
    }
    return std::string_view::npos;
}

bool holdsAny(std::string_view key, const ArchitectureLoading::Names& parts) {
    return std::ranges::any_of(
        parts, [key](const std::string& part) { return key.find(part) != std::string_view::npos; });
}

ArchitectureLoading::Names namesIn(const ConfigJson& loading, const char* key) {
    return loading.value(key, ArchitectureLoading::Names{});
}

void addOldNames(const ConfigJson& loading, const char* key, ArchitectureLoading& result) {
    const auto table = loading.find(key);
    if (table == loading.end()) {
        return;
    }
    for (const auto& [from, to] : table->items()) {
        result.oldNames.emplace_back(from, to.get<std::string>());
    }
}

}  // namespace

const std::string& ArchitectureLoading::basePrefixFor(std::string_view className) const {
    const auto own = basePrefixOf.find(className);
    return own == basePrefixOf.end() ? basePrefix : own->second;
}

bool ArchitectureLoading::ignores(std::string_view key, std::string_view className) const {
    const auto own = ignoredOf.find(className);
    return holdsAny(key, own == ignoredOf.end() ? ignored : own->second) ||
           holdsAny(key, ignoredBefore);
}

std::string ArchitectureLoading::presentName(std::string_view key) const {
    std::string name(key);
    for (const auto& [from, to] : oldNames) {
        if (const std::size_t at = findOldName(name, from); at != std::string::npos) {
            name.replace(at, from.size() - (from.starts_with('^') ? 1 : 0), to);
        }
    }
    return name;
}

ArchitectureLoading readArchitectureLoading(const ConfigJson& loading) {
    ArchitectureLoading result;
    result.basePrefix = loading.value("base_prefix", std::string());
    result.ignored = namesIn(loading, "ignored");
    result.ignoredBefore = namesIn(loading, "ignored_before");
    result.keepFloat32 = namesIn(loading, "keep_float32");
    result.keepFloat32Strict = namesIn(loading, "keep_float32_strict");
    for (const auto& [key, value] : loading.items()) {
        const std::size_t of = key.find(kOf);
        if (of == std::string::npos) {
            continue;
        }
        const std::string className = key.substr(of + kOf.size());
        if (key.starts_with("base_prefix")) {
            result.basePrefixOf[className] = value.get<std::string>();
        } else {
            result.ignoredOf[className] = value.get<ArchitectureLoading::Names>();
        }
    }
    addOldNames(loading, "old_names", result);
    addOldNames(loading, "legacy_names", result);
    return result;
}

}  // namespace stowage
