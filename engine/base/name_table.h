// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

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

/// Which names were seen before, for lists that may have a million of them: of each name 64 bits
/// are kept, mixed with a number drawn once per process, so that no file can be made in which two
/// different names look the same, and none meets such a pair by chance (one in 10^7 at a million
/// names).
class SeenNames {
public:
    SeenNames();
    /// Whether this name is new; from now on it is not.
    [[nodiscard]] bool insert(std::string_view name);
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    [[nodiscard]] std::uint64_t mixed(std::string_view name) const;
    void grow();

    std::uint64_t m_secret;
    std::unique_ptr<std::uint64_t[]> m_slots;  ///< open addressing; 0 is free
    std::size_t m_slotCount = 0;               ///< a power of two
    std::size_t m_size = 0;
};

/// Keeps texts that come by the hundred thousand in a few large pieces, where each would take an
/// allocation of its own. The views live as long as the store, also when it is moved.
class TextStore {
public:
    [[nodiscard]] std::string_view keep(std::string_view text) {
        if (text.size() > m_left) {
            const std::size_t bytes = std::max(text.size(), kPieceBytes);
            m_pieces.push_back(std::make_unique_for_overwrite<char[]>(bytes));
            m_at = m_pieces.back().get();
            m_left = bytes;
        }
        if (text.empty()) {
            return {};
        }
        std::memcpy(m_at, text.data(), text.size());
        const std::string_view kept(m_at, text.size());
        m_at += text.size();
        m_left -= text.size();
        return kept;
    }

private:
    static constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

    std::vector<std::unique_ptr<char[]>> m_pieces;
    char* m_at = nullptr;
    std::size_t m_left = 0;
};

}  // namespace stowage
