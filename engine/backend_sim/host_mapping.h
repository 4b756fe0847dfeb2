// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace stowage {

/// One anonymous mapping, given back to the system when it goes. Never malloc, whose arenas would
/// keep the pages.
class HostMapping {
public:
    /// At least `bytes`, rounded up to whole pages. From 2 MiB on it begins on a boundary of huge
    /// pages and asks for them. Null where the system refuses; errno tells why.
    [[nodiscard]] static std::shared_ptr<HostMapping> make(std::uint64_t bytes);
    ~HostMapping();
    HostMapping(const HostMapping&) = delete;
    HostMapping& operator=(const HostMapping&) = delete;

    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }

private:
    HostMapping(std::byte* data, std::uint64_t size) : m_data(data), m_size(size) {}

    std::byte* m_data;
    std::uint64_t m_size;
};

}  // namespace stowage
