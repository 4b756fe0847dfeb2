// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QObject>

#include <optional>

class QWidget;

namespace stowage {

/// How long the program took from its start (as the system has it, to 10 ms) to what a person sees.
class StartClock : public QObject {
public:
    /// `window` outlives it and is not shown yet.
    explicit StartClock(QWidget* window);
    /// Seconds since the process began; nothing where the system does not tell.
    [[nodiscard]] static std::optional<double> secondsSinceStart();
    /// {"first_frame_seconds": …, "now_seconds": …}, null where unknown.
    [[nodiscard]] QJsonObject toJson() const;

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    std::optional<double> m_firstFrame;
};

}  // namespace stowage
