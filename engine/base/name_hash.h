// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace stowage {

/// 64 bits of a name, mixed with `secret`: every bit of it depends on every bit of both.
[[nodiscard]] std::uint64_t mixedName(std::string_view name, std::uint64_t secret);

/// A number that is drawn once per process.
[[nodiscard]] std::uint64_t processSecret();

/// For tables of names that come from files. std::hash is the same in every process, so that a file
/// of names can be made that all fall into one bucket: 60,000 of them took eleven seconds. The
/// order in which such a table is walked differs from run to run: nothing may depend on it.
struct NameHash {
    using is_transparent = void;
    [[nodiscard]] std::size_t operator()(std::string_view name) const {
        return mixedName(name, processSecret());
    }
};

/// A table of values by name; Key is std::string, or std::string_view of texts that outlive it.
template <class Key, class Value>
using NameTable = std::unordered_map<Key, Value, NameHash, std::equal_to<>>;

/// Whether so many keys lie in the bucket of this one that chance cannot be the reason. For tables
/// whose hash is std's.
template <class Table>
[[nodiscard]] bool isCrowded(const Table& table, const typename Table::key_type& key) {
    constexpr std::size_t kMostByChance = 256;
    return table.bucket_size(table.bucket(key)) > kMostByChance;
}

}  // namespace stowage
