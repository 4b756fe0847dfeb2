// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stowage {

/// A file that is written from its beginning to its end by one thread. It may begin with bytes
/// that an interrupted run left and that are known to be right: they are passed over.
class AppendFile {
public:
    virtual ~AppendFile() = default;

    /// Where the file will be found; for messages.
    [[nodiscard]] virtual const std::string& path() const = 0;
    /// Bytes from its beginning to where the next ones go.
    [[nodiscard]] virtual std::uint64_t position() const = 0;
    /// Writes at the position; of kept bytes it only moves on. Errors: DiskFull, WriteFailed.
    [[nodiscard]] virtual Result<void> append(std::span<const std::byte> bytes) = 0;
    [[nodiscard]] Result<void> append(std::string_view text) {
        return append(std::as_bytes(std::span(text.data(), text.size())));
    }
    /// How many bytes from the position on are kept ones.
    [[nodiscard]] virtual std::uint64_t keptBytes() const { return 0; }
    /// Moves on over kept bytes; `target`, where not empty, gets what they are and has their count.
    /// Errors: ReadFailed, Internal (more than are kept).
    [[nodiscard]] virtual Result<void> passKept(std::uint64_t count, std::span<std::byte> target) {
        (void)target;
        return count == 0 ? Result<void>()
                          : fail(ErrorCode::Internal, path() + " has no kept bytes.", path());
    }
};

}  // namespace stowage
