// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>

namespace stowage {

/// Runs one blocking engine call at a time in a thread of its own and brings the result back to
/// the owner's thread by a queued call. A result of a cancelled or replaced run is dropped.
/// Use from the owner's thread only. The destructor stops and joins.
class Worker : public QObject {
public:
    explicit Worker(QObject* parent = nullptr) : QObject(parent) {}
    ~Worker() override { stopAndJoin(); }

    /// `work(stop)` runs in the thread; `done(result)` runs here. A run that is still going is
    /// asked to stop and joined in the new thread, so the caller never waits.
    template <class Work, class Done>
    void start(Work work, Done done) {
        const std::uint64_t generation = ++m_generation;
        m_running = true;
        std::jthread previous = std::move(m_thread);
        previous.request_stop();
        m_thread = std::jthread([this, generation, work = std::move(work), done = std::move(done),
                                 previous = std::move(previous)](std::stop_token stop) mutable {
            if (previous.joinable()) {
                previous.join();
            }
            auto result = std::make_shared<decltype(work(stop))>(work(stop));
            QMetaObject::invokeMethod(
                this,
                [this, generation, result, done = std::move(done)]() mutable {
                    if (generation == m_generation) {
                        m_running = false;
                        done(std::move(*result));
                    }
                },
                Qt::QueuedConnection);
        });
    }

    /// Calls `function` in the owner's thread, if the run that is going now is still the newest.
    /// To be called from inside `work`.
    template <class Function>
    void post(std::uint64_t generation, Function function) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, function = std::move(function)]() mutable {
                if (generation == m_generation) {
                    function();
                }
            },
            Qt::QueuedConnection);
    }

    /// The number that post() wants, for a run about to be started.
    [[nodiscard]] std::uint64_t nextGeneration() const { return m_generation + 1; }
    [[nodiscard]] bool isRunning() const { return m_running; }
    /// Asks the run to stop; its result still arrives.
    void requestStop() { m_thread.request_stop(); }
    /// Asks the run to stop and drops its result, without waiting for it.
    void drop() {
        ++m_generation;
        m_running = false;
        m_thread.request_stop();
    }
    /// Drops the result and waits for the thread: for destructors.
    void stopAndJoin() {
        ++m_generation;
        m_running = false;
        m_thread.request_stop();
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }

private:
    std::uint64_t m_generation = 0;
    bool m_running = false;
    std::jthread m_thread;
};

}  // namespace stowage
