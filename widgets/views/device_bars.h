// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace stowage {

/// One line of DeviceBars.
struct DeviceBar {
    DeviceId device;
    double weights = 0;
    std::optional<double> limit;
    double over = 0;  ///< above the limit or, if larger, the capacity
};

/// The weights of each device as a small bar in its colour, with a tick at the limit and the size
/// behind it; what is over the limit is hatched. All bars of a list share one scale a device, so
/// that cards beside each other can be compared: the limit, or the largest weights where there is
/// none. For display only; figures with their bytes are in tooltip and description.
class DeviceBars : public QWidget {
    Q_OBJECT
public:
    explicit DeviceBars(const Theme* theme, QWidget* parent = nullptr);

    void setBars(std::vector<DeviceBar> bars);
    void setStale(bool stale);
    [[nodiscard]] const std::vector<DeviceBar>& bars() const { return m_bars; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintBar(QPainter& painter, const DeviceBar& bar, const QRect& row, double scale) const;
    [[nodiscard]] QRect flipped(const QRect& rect) const;

    const Theme* m_theme;
    std::vector<DeviceBar> m_bars;
    bool m_stale = false;
};

/// The bars of a plan, devices with nothing on them included.
[[nodiscard]] std::vector<DeviceBar> deviceBars(const PlacementPlan& plan);

}  // namespace stowage
