// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <algorithm>

namespace stowage {

/// How long the event loop of this object's thread was held: a timer ticks in it, and whatever
/// holds it makes a tick late. A clock's time, so that other programs of a busy machine enter. It
/// costs a hundred wake-ups a second.
class EventLoopWatch : public QObject {
public:
    EventLoopWatch() {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(kTickMs);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longestMs = longestMs();
            m_sinceTick.restart();
        });
        begin();
    }

    /// The longest time since begin(), milliseconds, that under way included.
    [[nodiscard]] double longestMs() const {
        const double lateMs = static_cast<double>(m_sinceTick.nsecsElapsed()) / 1e6 - kTickMs;
        return std::max(m_longestMs, lateMs);
    }

    /// Forgets what was seen and begins again, now.
    void begin() {
        m_longestMs = 0;
        m_sinceTick.start();
        m_timer.start();
    }

private:
    static constexpr int kTickMs = 10;

    QTimer m_timer;
    QElapsedTimer m_sinceTick;
    double m_longestMs = 0;
};

}  // namespace stowage
