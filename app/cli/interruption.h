// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace stowage {

/// Turns SIGINT, SIGTERM and SIGHUP into a stop token, so that a job ends in order: nothing half
/// written, everything given back. A second SIGINT or SIGTERM ends the program at once. A SIGHUP
/// that is ignored, as after nohup, stays ignored. Output that nobody reads any more, as behind
/// `| head`, ends it as a first SIGTERM does.
/// To be made first of all, before any thread, so that every thread inherits the signal mask.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }
    /// Becomes readable with the first signal: for poll() beside another descriptor. −1 where the
    /// system gave none; then signals keep their default effect.
    [[nodiscard]] int descriptor() const { return m_requested; }

private:
    void watch();

    std::stop_source m_stop;
    int m_signals = -1;    ///< signalfd
    int m_requested = -1;  ///< eventfd: written once when the first signal came
    int m_finish = -1;     ///< eventfd: ends the watching thread
    std::thread m_thread;
};

}  // namespace stowage
