// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stowage {

/// The CRC-32 of zip and gzip (polynomial 0xEDB88320). `previous` is the sum of the bytes before,
/// 0 at the beginning: crc32(crc32(0, a), b) is that of a and b together.
[[nodiscard]] std::uint32_t crc32(std::uint32_t previous, std::span<const std::byte> bytes);

/// CRC-32C (Castagnoli, polynomial 0x82F63B78), which processors compute themselves: some GB/s.
/// `previous` is the sum of the bytes before, 0 at the beginning: crc32c(crc32c(0, a), b) is that
/// of a and b together.
[[nodiscard]] std::uint32_t crc32c(std::uint32_t previous, std::span<const std::byte> bytes);

/// The same without the processor's own instruction; for tests and other processors.
[[nodiscard]] std::uint32_t portableCrc32c(std::uint32_t previous,
                                           std::span<const std::byte> bytes);

}  // namespace stowage
