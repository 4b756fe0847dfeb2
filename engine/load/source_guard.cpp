// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/source_guard.h"

#include "engine/base/system_error.h"

#include <sys/stat.h>

#include <cerrno>
#include <string>

namespace stowage {

namespace {

Unexpected changed(const RandomAccessFile& file, ErrorCode code, const std::string& how) {
    return fail(code,
                file.path() + " was changed while it was loaded (" + how +
                    "), so nothing of it can be trusted: open it again.",
                file.path());
}

std::string sizes(std::uint64_t before, std::uint64_t now) {
    return std::to_string(now) + " bytes instead of " + std::to_string(before);
}

}  // namespace

Result<SourceGuard::State> SourceGuard::stateOf(const RandomAccessFile& file) {
    struct stat state {};
    // By its path: a checkpoint of thousands of files keeps no descriptor of each.
    if (::stat(file.path().c_str(), &state) != 0) {
        return fail(ErrorCode::ReadFailed,
                    file.path() + " cannot be examined: " + systemErrorText(errno) + ".",
                    file.path());
    }
    return State{static_cast<std::uint64_t>(state.st_ino),
                 static_cast<std::uint64_t>(state.st_size), state.st_mtim.tv_sec,
                 state.st_mtim.tv_nsec};
}

Result<SourceGuard> SourceGuard::make(const Checkpoint& checkpoint) {
    SourceGuard guard(checkpoint);
    for (const auto& shard : checkpoint.shards) {
        const Result<State> state = stateOf(*shard);
        if (!state) {
            return state.unexpected();
        }
        if (state->size < shard->size()) {
            return changed(*shard, ErrorCode::Truncated, sizes(shard->size(), state->size));
        }
        guard.m_states.push_back(*state);
    }
    return guard;
}

Result<void> SourceGuard::check() const {
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const RandomAccessFile& file = *m_checkpoint->shards[i];
        const Result<State> now = stateOf(file);
        if (!now) {
            return now.unexpected();
        }
        if (now->size < m_states[i].size) {
            return changed(file, ErrorCode::Truncated, sizes(m_states[i].size, now->size));
        }
        if (!(*now == m_states[i])) {
            return changed(file, ErrorCode::Malformed,
                           "it was replaced, or its time of change is another");
        }
    }
    return {};
}

}  // namespace stowage
