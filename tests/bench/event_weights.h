// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QEventLoop>

#include <time.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace stowage::bench {

/// CPU time of the calling thread: other programs on a shared machine do not enter.
[[nodiscard]] inline double threadCpuMilliseconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

[[nodiscard]] inline double wallSeconds() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Weighs every event that the main thread delivers while `recording`. An event that sends others
/// counts once, with them.
class WeighingApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        if (!recording || m_inside) {
            return QApplication::notify(receiver, event);
        }
        m_inside = true;
        const double before = threadCpuMilliseconds();
        const bool handled = QApplication::notify(receiver, event);
        milliseconds.push_back(threadCpuMilliseconds() - before);
        m_inside = false;
        return handled;
    }

    bool recording = false;
    std::vector<double> milliseconds;

private:
    bool m_inside = false;
};

/// The smallest value that `share` of `sorted` does not exceed; 0 of nothing.
[[nodiscard]] inline double percentile(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) {
        return 0;
    }
    const double rank = std::ceil(share * static_cast<double>(sorted.size()));
    return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

/// Turns the event loop until `done` says so; false after a minute.
[[nodiscard]] inline bool runUntil(const std::function<bool()>& done) {
    constexpr double kPatienceSeconds = 60;
    const double start = wallSeconds();
    while (!done()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if (wallSeconds() - start > kPatienceSeconds) {
            return false;
        }
    }
    return true;
}

}  // namespace stowage::bench
