// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <thread>

namespace stowage {

class CommandContext;
class PauseGate;

/// `load --hold`: follows the lines of standard input in a thread of its own, and tells when it
/// ended. The lines are "pause", "resume" and "step"; others are passed over.
class HeldLoad {
public:
    /// Without a gate nothing is read, and wait() returns at once. Both must outlive it.
    HeldLoad(PauseGate* gate, const CommandContext& context);
    HeldLoad(const HeldLoad&) = delete;
    HeldLoad& operator=(const HeldLoad&) = delete;
    /// Reads no further.
    ~HeldLoad();

    /// Waits until standard input ends or the command is interrupted.
    void wait();

private:
    int m_end = -1;  ///< eventfd: can be read once nothing more is to be
    std::thread m_thread;
};

}  // namespace stowage
