// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace stowage {

/// How long the event loop of this object's thread was held: a timer ticks in it, and whatever
/// holds it makes a tick late. A clock's time, so that other programs of a busy machine enter. It
/// costs a hundred wake-ups a second: for tests and those who measure.
class EventLoopWatch : public QObject {
    Q_OBJECT
public:
    explicit EventLoopWatch(QObject* parent = nullptr);

    /// The longest time since begin(), milliseconds, that under way included.
    [[nodiscard]] double longestMs() const;
    /// Forgets what was seen and begins again, now.
    void begin();

private:
    QTimer m_timer;
    QElapsedTimer m_sinceTick;
    double m_longestMs = 0;
};

}  // namespace stowage
