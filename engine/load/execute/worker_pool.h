// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace stowage {

/// One worker's whole work; `index` counts from 0. The token stops it when the job is cancelled
/// or another worker has failed.
using WorkerFunction = std::function<Result<void>(unsigned index, std::stop_token stop)>;

/// Threads that stay while one job follows another. While a library is being opened (dlopen) the
/// system makes no new thread: who needs some meanwhile makes them before. One job at a time.
class WorkerPool {
public:
    /// Fewer threads where the system refuses some.
    explicit WorkerPool(unsigned threads);
    ~WorkerPool() = default;
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Runs `count` workers, no more than there are threads, and returns when all have ended:
    /// success, or the first failure in time. The caller's thread calls `onTick` some 25 times a
    /// second meanwhile. Memory that runs out in a worker becomes OutOfMemory, which also is the
    /// error where the system has refused a thread.
    [[nodiscard]] Result<void> run(unsigned count, const std::stop_token& stop,
                                   const WorkerFunction& work, const std::function<void()>& onTick);

private:
    struct Job;

    void serve(const std::stop_token& stop);

    std::mutex m_mutex;  ///< guards m_job and what it holds
    std::condition_variable_any m_begun;
    std::condition_variable m_ended;
    Job* m_job = nullptr;
    std::optional<Error> m_refusal;       ///< of a thread
    std::vector<std::jthread> m_threads;  ///< the last: they use what is above
};

}  // namespace stowage
