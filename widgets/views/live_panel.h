// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/load_controller.h"
#include "widgets/support/theme.h"

#include <QJsonObject>
#include <QWidget>

#include <memory>

namespace stowage {

/// The bottom dock: VRAM and RAM charts side by side on one time axis, progress with pause and
/// cancel above them while loading, the figures of the last run at the side.
/// Pulls sampler.series().since(cursor) on a timer; never called from another thread.
class LivePanel : public QWidget {
    Q_OBJECT
public:
    LivePanel(LoadController* controller, const Theme* theme, QWidget* parent = nullptr);
    ~LivePanel() override;

    /// What the panel shows now, for tests: last chart values, phases, progress text, run figures.
    [[nodiscard]] QJsonObject state() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace stowage
