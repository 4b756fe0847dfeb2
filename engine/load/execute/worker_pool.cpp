// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/worker_pool.h"

#include "engine/base/error_conversion.h"

#include <cassert>
#include <chrono>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

constexpr std::chrono::milliseconds kTick(40);

Result<void> runOne(const WorkerFunction& work, unsigned index, std::stop_token stop) {
    try {
        return work(index, std::move(stop));
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, say("The host has no memory left for this load."));
    } catch (...) {  // nothing may leave a thread
        return Unexpected{errorOf(std::current_exception(), phrase("this load"))};
    }
}

}  // namespace

/// The workers that are to run, and how far they are.
struct WorkerPool::Job {
    const WorkerFunction* work = nullptr;
    unsigned count = 0;
    unsigned begun = 0;
    unsigned running = 0;  ///< those not begun yet among them
    std::stop_source stop;
    std::optional<Error> firstFailure;
};

WorkerPool::WorkerPool(unsigned threads) {
    m_threads.reserve(threads);
    for (unsigned index = 0; index < threads; ++index) {
        try {
            m_threads.emplace_back([this](const std::stop_token& stop) { serve(stop); });
        } catch (const std::system_error& error) {
            m_refusal = makeError(ErrorCode::OutOfMemory,
                                  say("The system refused to create a thread: %1.", error.what()));
            return;
        }
    }
}

Result<void> WorkerPool::run(unsigned count, const std::stop_token& stop,
                             const WorkerFunction& work, const std::function<void()>& onTick) {
    if (count > m_threads.size() && m_refusal) {
        return Unexpected{*m_refusal};
    }
    assert(count <= m_threads.size());
    Job job{.work = &work, .count = count, .running = count, .stop = {}, .firstFailure = {}};
    const std::stop_callback forward(stop, [&job] { job.stop.request_stop(); });
    std::unique_lock lock(m_mutex);
    m_job = &job;
    m_begun.notify_all();
    while (!m_ended.wait_for(lock, kTick, [&] { return job.running == 0; })) {
        lock.unlock();
        onTick();
        lock.lock();
    }
    m_job = nullptr;
    return job.firstFailure ? Result<void>(Unexpected{*job.firstFailure}) : Result<void>();
}

void WorkerPool::serve(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const auto isWanted = [this] { return m_job != nullptr && m_job->begun < m_job->count; };
    while (m_begun.wait(lock, stop, isWanted)) {
        Job& job = *m_job;
        const unsigned index = job.begun++;
        lock.unlock();
        const Result<void> outcome = runOne(*job.work, index, job.stop.get_token());
        lock.lock();
        if (!outcome) {
            // Kept before the others are stopped, whose own end would be taken for a cancel.
            job.firstFailure = job.firstFailure ? job.firstFailure : outcome.error();
            job.stop.request_stop();
        }
        if (--job.running == 0) {
            m_ended.notify_all();
        }
    }
}

}  // namespace stowage
