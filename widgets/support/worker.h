// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error_conversion.h"

#include <QMetaObject>
#include <QObject>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace stowage {

/// A call on its way to another thread. Qt's event queue, which carries it, is not instrumented, so
/// the thread sanitizer is told that who makes or drops the call comes after who held it before.
template <class Function>
class QueuedCall {
public:
    explicit QueuedCall(Function&& function) : m_function(std::move(function)) { give(); }
    QueuedCall(QueuedCall&& other) noexcept(std::is_nothrow_move_constructible_v<Function>)
        : m_function(std::move(other.m_function)) {
        give();
    }
    QueuedCall& operator=(QueuedCall&&) = delete;
    ~QueuedCall() { take(); }
    void operator()() {
        take();
        m_function();
        give();  // either thread may be the last to hold it
    }

private:
    void give() {
#if defined(__SANITIZE_THREAD__)
        __tsan_release(this);
#endif
    }
    void take() {
#if defined(__SANITIZE_THREAD__)
        __tsan_acquire(this);
#endif
    }

    Function m_function;
};

/// Runs one blocking engine call at a time in a thread of its own and brings the result back to
/// the owner's thread by a queued call. A result of a cancelled or replaced run is dropped. No
/// exception leaves it: one that `work` throws, as where memory runs out, and one that is thrown
/// while its result is taken over become an Error.
/// Use from the owner's thread only. The destructor stops and joins.
class Worker : public QObject {
public:
    explicit Worker(QObject* parent = nullptr) : QObject(parent) {}
    ~Worker() override { stopAndJoin(); }

    /// `work(stop)` runs in the thread; then `done(result)` runs here, or `failed(error)` where one
    /// of both threw. A run that is still going is asked to stop and joined in the new thread, so
    /// the caller never waits.
    template <class Work, class Done, class Failed>
    void start(Work work, Done done, Failed failed) {
        const std::uint64_t generation = ++m_generation;
        m_running = true;
        auto run = std::make_shared<Run<Work, Done, Failed>>(std::move(work), std::move(done),
                                                             std::move(failed));
        std::jthread previous = std::move(m_thread);
        previous.request_stop();
        try {
            m_thread = std::jthread([this, generation, run, previous = std::move(previous)](
                                        const std::stop_token& stop) mutable {
                if (previous.joinable()) {
                    previous.join();
                }
                run->perform(stop);
                deliver(generation, std::move(run));
            });
        } catch (const std::system_error&) {  // the system has no thread left
            run->fault = std::current_exception();
            deliver(generation, std::move(run));
        }
    }
    /// The same for work that gives a Result: `done` receives what was thrown, too.
    template <class Work, class Done>
    void start(Work work, Done done) {
        using Value = std::invoke_result_t<Work&, std::stop_token>;
        static_assert(kIsResult<Value>, "say what follows where the work throws: `failed`");
        auto shared = std::make_shared<Done>(std::move(done));
        start(
            std::move(work), [shared](Value&& value) { hand(*shared, std::move(value)); },
            [shared](const Error& error) { hand(*shared, Value(Unexpected{error})); });
    }

    /// Calls `function` in the owner's thread, if the run that is going now is still the newest.
    /// To be called from inside `work`.
    template <class Function>
    void post(std::uint64_t generation, Function function) {
        QMetaObject::invokeMethod(
            this, QueuedCall([this, generation, function = std::move(function)]() mutable {
                if (generation == m_generation) {
                    function();
                }
            }),
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
    /// One run, which both threads hold. What was thrown is kept as it is: making words of it takes
    /// memory, of which there may be none just then.
    template <class Work, class Done, class Failed>
    struct Run {
        using Value = std::invoke_result_t<Work&, std::stop_token>;

        Run(Work&& theWork, Done&& theDone, Failed&& theFailed)
            : work(std::move(theWork)), done(std::move(theDone)), failed(std::move(theFailed)) {}

        void perform(const std::stop_token& stop) {
            try {
                result.emplace((*work)(stop));
            } catch (...) {
                fault = std::current_exception();
            }
            work.reset();  // what it holds goes in this thread, and before the end is reported
        }
        void finish() {
            if (!fault) {
                try {
                    done(std::move(*result));
                    return;
                } catch (...) {
                    fault = std::current_exception();
                }
            }
            try {
                failed(errorOf(fault, phrase("this")));
            } catch (...) {
                qCritical("There was not enough memory to tell of a failure.");
            }
        }

        std::optional<Work> work;
        Done done;
        Failed failed;
        std::optional<Value> result;
        std::exception_ptr fault;
    };

    /// Apart, for g++ 12: where it sees through the moves of a Result it warns of the alternative
    /// that is not there.
    template <class Done, class Value>
    [[gnu::noinline]] static void hand(Done& done, Value&& value) {
        done(std::forward<Value>(value));
    }

    template <class AnyRun>
    void deliver(std::uint64_t generation, std::shared_ptr<AnyRun> run) {
        post(generation, [this, run = std::move(run)] {
            m_running = false;
            run->finish();
        });
    }

    std::uint64_t m_generation = 0;
    bool m_running = false;
    std::jthread m_thread;
};

}  // namespace stowage
