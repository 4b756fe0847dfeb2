// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/worker_pool.h"

#include "engine/base/error_conversion.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace stowage {

namespace {

constexpr std::chrono::milliseconds kTick(40);

Result<void> runOne(const WorkerFunction& work, unsigned index, std::stop_token stop) {
    try {
        return work(index, std::move(stop));
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "The host has no memory left for this load.");
    } catch (...) {  // nothing may leave a thread
        return Unexpected{errorOf(std::current_exception(), "this load")};
    }
}

}  // namespace

Result<void> runWorkers(unsigned count, const std::stop_token& stop, const WorkerFunction& work,
                        const std::function<void()>& onTick) {
    std::mutex mutex;
    std::condition_variable ended;
    unsigned running = count;
    std::optional<Error> firstFailure;
    std::stop_source inner;
    const std::stop_callback forward(stop, [&inner] { inner.request_stop(); });

    const auto end = [&](const Result<void>& outcome) {
        const std::scoped_lock lock(mutex);
        if (!outcome) {
            // Kept before the others are stopped, whose own end would be taken for a cancel.
            firstFailure = firstFailure ? firstFailure : outcome.error();
            inner.request_stop();
        }
        --running;
        ended.notify_all();
    };
    std::vector<std::jthread> threads;
    threads.reserve(count);
    for (unsigned index = 0; index < count; ++index) {
        try {
            threads.emplace_back([&, index] { end(runOne(work, index, inner.get_token())); });
        } catch (const std::system_error& error) {
            end(fail(ErrorCode::OutOfMemory,
                     std::string("The system refused a thread: ") + error.what() + "."));
        }
    }
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, kTick, [&] { return running == 0; })) {
        lock.unlock();
        onTick();
        lock.lock();
    }
    lock.unlock();
    threads.clear();
    return firstFailure ? Result<void>(Unexpected{*firstFailure}) : Result<void>();
}

}  // namespace stowage
