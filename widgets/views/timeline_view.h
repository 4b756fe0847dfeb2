// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/telemetry/timeline.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace stowage {

/// What devices and links did while a model ran, a lane each, drawn while it goes on: weights read
/// from disk, weights that travel, modules that compute, devices that wait. Seconds of the
/// timeline's clock; UI thread only.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(const Theme* theme, QWidget* parent = nullptr);

    /// No run: a sentence says what will be drawn here. Devices stay.
    void clear();
    /// Each GPU has a lane from the start, so that one that idles all the time is seen to.
    void setDevices(const std::vector<DeviceInfo>& devices);
    /// More of the same run, in any order.
    void append(const std::vector<TimelineSpan>& spans);
    /// Where the run stands, for the line of *now*; below 0: it is over.
    void setNow(double seconds);

Q_SIGNALS:
    /// A bar was clicked: its layer, "transformer.h.3".
    void stageActivated(const QString& stage);
};

}  // namespace stowage
