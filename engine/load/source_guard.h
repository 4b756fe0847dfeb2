// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// Notices that a checkpoint's files are changed while they are loaded, by size and time.
class SourceGuard {
public:
    /// Remembers the files as they are. Errors: Truncated (shorter than when the checkpoint was
    /// opened), ReadFailed.
    [[nodiscard]] static Result<SourceGuard> make(const Checkpoint& checkpoint);
    /// Errors: Truncated, Malformed where one is shorter or not what it was (bad input,
    /// both), ReadFailed.
    [[nodiscard]] Result<void> check() const;

private:
    struct State {
        std::uint64_t inode = 0;
        std::uint64_t size = 0;
        std::int64_t seconds = 0;
        std::int64_t nanoseconds = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    explicit SourceGuard(const Checkpoint& checkpoint) : m_checkpoint(&checkpoint) {}
    [[nodiscard]] static Result<State> stateOf(const RandomAccessFile& file);

    const Checkpoint* m_checkpoint;
    std::vector<State> m_states;
};

}  // namespace stowage
