// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow_link.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <deque>
#include <string>
#include <utility>

namespace stowage::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPieceBytes = 8192;
/// What may be on its way; a writer waits then, as it does for a real channel.
constexpr std::size_t kMostOnTheWay = std::size_t{1} << 20;

/// One direction.
class Way {
public:
    Way(const SlowLink& link, int in, int out) : m_link(link), m_in(in), m_out(out) {}

    [[nodiscard]] bool takesMore() const { return m_in >= 0 && m_bytes < kMostOnTheWay; }
    [[nodiscard]] bool isOver() const { return m_out < 0; }
    [[nodiscard]] pollfd polled() const { return {takesMore() ? m_in : -1, POLLIN, 0}; }
    /// Milliseconds until something arrives; -1: nothing is on its way.
    [[nodiscard]] int wait() const {
        if (m_pieces.empty()) {
            return -1;
        }
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(m_pieces.front().first - Clock::now());
        return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
    }
    void read() {
        std::string piece(kPieceBytes, '\0');
        const ssize_t count = ::read(m_in, piece.data(), piece.size());
        if (count <= 0) {
            m_in = -1;
            return;
        }
        piece.resize(static_cast<std::size_t>(count));
        m_bytes += piece.size();
        const std::chrono::duration<double> sending(static_cast<double>(piece.size()) /
                                                    m_link.bytesPerSecond);
        m_sent = std::max(m_sent, Clock::now()) + std::chrono::ceil<Clock::duration>(sending);
        m_pieces.emplace_back(m_sent + m_link.latency, std::move(piece));
    }
    void end() {
        m_in = -1;
        if (m_out >= 0) {
            ::close(std::exchange(m_out, -1));
        }
    }
    /// Writes what has arrived, and closes the way once its beginning is closed and it is empty.
    void deliver() {
        while (!m_pieces.empty() && m_pieces.front().first <= Clock::now()) {
            write(m_pieces.front().second);
            m_bytes -= m_pieces.front().second.size();
            m_pieces.pop_front();
        }
        if (m_in < 0 && m_pieces.empty()) {
            end();
        }
    }

private:
    void write(const std::string& piece) {
        for (std::size_t done = 0; done < piece.size() && m_out >= 0;) {
            const ssize_t count = ::write(m_out, piece.data() + done, piece.size() - done);
            if (count < 0) {  // nobody reads it any more
                end();
            }
            done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        }
    }

    SlowLink m_link;
    int m_in;
    int m_out;
    std::deque<std::pair<Clock::time_point, std::string>> m_pieces;  ///< with their arrival
    Clock::time_point m_sent;                                        ///< when the last one has left
    std::size_t m_bytes = 0;
};

}  // namespace

int relaySlowly(const SlowLink& link, char* const* command) {
    int there[2];
    int back[2];
    if (::pipe(there) != 0 || ::pipe(back) != 0) {
        return 1;
    }
    const pid_t child = ::fork();
    if (child < 0) {
        return 1;
    }
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        ::dup2(there[0], STDIN_FILENO);
        ::dup2(back[1], STDOUT_FILENO);
        for (const int end : {there[0], there[1], back[0], back[1]}) {
            ::close(end);
        }
        ::execvp(command[0], command);
        ::_exit(127);
    }
    ::close(there[0]);
    ::close(back[1]);
    std::signal(SIGPIPE, SIG_IGN);
    Way ways[] = {{link, STDIN_FILENO, there[1]}, {link, back[0], STDOUT_FILENO}};
    while (!ways[1].isOver()) {
        pollfd polled[] = {ways[0].polled(), ways[1].polled()};
        const int first = ways[0].wait();
        const int second = ways[1].wait();
        const int wait = first < 0 ? second : (second < 0 ? first : std::min(first, second));
        ::poll(polled, 2, wait);
        for (std::size_t i = 0; i < 2; ++i) {
            if (polled[i].revents != 0) {
                ways[i].read();
            }
            ways[i].deliver();
        }
    }
    ways[0].end();
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? 0 : 1;
}

}  // namespace stowage::test
