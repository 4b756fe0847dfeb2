// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace stowage {

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

}  // namespace stowage
