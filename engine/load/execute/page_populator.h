// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace stowage {

/// Gives the memory that a load reads into its pages, a little ahead of whoever reads: zeroing a
/// page, and on a virtual machine getting it from the host, then takes none of the time in which a
/// reader waits for the disk. Works on batches by their numbers, in order.
class PagePopulator {
public:
    /// `populate` makes the pages of one batch, in any thread (populatePages). `threads`: 0 for
    /// none.
    PagePopulator(std::size_t batches, unsigned threads,
                  std::function<void(std::size_t batch)> populate);
    /// Ends with the batch that is under way.
    ~PagePopulator() = default;
    PagePopulator(const PagePopulator&) = delete;
    PagePopulator& operator=(const PagePopulator&) = delete;

    /// The batches before `end` may have pages now; those before `read` are being read, and make
    /// their own. From any thread.
    void allow(std::size_t read, std::size_t end);

private:
    void run(const std::stop_token& stop);
    /// The next one to populate, once it may be; the number of all where there is none, or on a
    /// stop.
    [[nodiscard]] std::size_t next(const std::stop_token& stop);

    std::size_t m_batches;
    std::function<void(std::size_t batch)> m_populate;
    std::mutex m_mutex;  ///< guards the two below
    std::condition_variable_any m_mayGo;
    std::size_t m_next = 0;
    std::size_t m_end = 0;
    std::vector<std::jthread> m_threads;  ///< the last: they use what is above
};

}  // namespace stowage
