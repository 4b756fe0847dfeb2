// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start_clock.h"

#include <QEvent>
#include <QFile>
#include <QTimer>
#include <QWidget>

#include <unistd.h>
#include <ctime>

namespace stowage {

namespace {

QJsonValue jsonOf(const std::optional<double>& seconds) {
    return seconds ? QJsonValue(*seconds) : QJsonValue();
}

}  // namespace

StartClock::StartClock(QWidget* window) {
    window->installEventFilter(this);
}

std::optional<double> StartClock::secondsSinceStart() {
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    // The second field is the program's name in parentheses; of what follows, the twentieth is the
    // start in clock ticks since the machine's.
    const QByteArray text = file.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr int kStartTime = 19;
    timespec now{};
    if (fields.size() <= kStartTime || ::clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
        return std::nullopt;
    }
    constexpr double kNano = 1e-9;
    const double began =
        fields[kStartTime].toDouble() / static_cast<double>(::sysconf(_SC_CLK_TCK));
    return static_cast<double>(now.tv_sec) + kNano * static_cast<double>(now.tv_nsec) - began;
}

QJsonObject StartClock::toJson() const {
    return {{QStringLiteral("first_frame_seconds"), jsonOf(m_firstFrame)},
            {QStringLiteral("now_seconds"), jsonOf(secondsSinceStart())}};
}

bool StartClock::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint) {
        watched->removeEventFilter(this);
        // What it holds is painted with it, before the loop goes on.
        QTimer::singleShot(0, this, [this] { m_firstFrame = secondsSinceStart(); });
    }
    return false;
}

}  // namespace stowage
