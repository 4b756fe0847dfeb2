// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/file_cursor.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace stowage {

/// What of a GGUF file's key-values says where its tensors are.
struct GgufMetadata {
    std::uint64_t alignment = 32;  ///< a power of two
    std::uint64_t splitFiles = 0;  ///< of how many files this is one; 0: it is alone
};

/// Walks over the `count` key-values at the cursor; texts and arrays are skipped, not kept.
/// Errors: Truncated, Malformed (unknown types, a key twice, the alignment), LimitExceeded,
/// Cancelled. `file` is for messages.
[[nodiscard]] Result<GgufMetadata> readGgufMetadata(FileCursor& cursor, const std::string& file,
                                                    std::uint64_t count,
                                                    const std::stop_token& stop);

/// The text at the cursor with its length before it, which is held to `limit`; `what` names it in
/// messages. Errors: Truncated, LimitExceeded.
[[nodiscard]] Result<std::string> readGgufText(FileCursor& cursor, const std::string& file,
                                               std::uint64_t limit, const char* what);

}  // namespace stowage
