// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/event_loop_watch.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr int kTickMs = 10;

}  // namespace

EventLoopWatch::EventLoopWatch(QObject* parent) : QObject(parent) {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kTickMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_longestMs = longestMs();
        m_sinceTick.restart();
    });
    begin();
}

void EventLoopWatch::begin() {
    m_longestMs = 0;
    m_sinceTick.start();
    m_timer.start();
}

double EventLoopWatch::longestMs() const {
    const double lateMs = static_cast<double>(m_sinceTick.nsecsElapsed()) / 1e6 - kTickMs;
    return std::max(m_longestMs, lateMs);
}

}  // namespace stowage
