// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/tensor_backend.h"

#include <cstring>

namespace stowage {

namespace {

/// word × weight modulo 2^64, the word taken as signed.
std::uint64_t weighted(std::uint32_t word, std::uint64_t place) {
    const auto extended =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(word)));
    return extended * (1 + place);
}

}  // namespace

void ByteChecksum::add(std::span<const std::byte> bytes) {
    std::size_t at = 0;
    const auto addByte = [&] {
        const unsigned shift = 8U * static_cast<unsigned>(m_length % 4);
        m_tail |= std::to_integer<std::uint32_t>(bytes[at++]) << shift;
        if (++m_length % 4 == 0) {
            m_sum += weighted(m_tail, m_place);
            m_place = (m_place + 1) % kChecksumPeriod;
            m_tail = 0;
        }
    };
    while (at < bytes.size() && m_length % 4 != 0) {
        addByte();
    }
    for (; bytes.size() - at >= 4; at += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + at, sizeof word);
        m_sum += weighted(word, m_place);
        m_place = m_place + 1 == kChecksumPeriod ? 0 : m_place + 1;
        m_length += 4;
    }
    while (at < bytes.size()) {
        addByte();
    }
}

std::uint64_t ByteChecksum::value() const {
    const std::uint64_t tail = m_length % 4 == 0 ? 0 : weighted(m_tail, m_place);
    return m_sum + tail + m_length;
}

}  // namespace stowage
