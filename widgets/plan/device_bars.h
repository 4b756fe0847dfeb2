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

    const Theme* m_theme;
    std::vector<DeviceBar> m_bars;
    bool m_stale = false;
};

/// The bars of a plan, devices with nothing on them included.
[[nodiscard]] std::vector<DeviceBar> deviceBars(const PlacementPlan& plan);

/// A device as the planner saw it when it tried a module: bytes, from the start of its limit.
///
///     ├─ used ─┼─ needed ─┼── left ──┼ kept ┤ limit
struct RoomFigures {
    DeviceId device;
    double used = 0;
    double needed = 0;
    double left = 0;  ///< for the module, before it is placed; what is kept is not in it
    double kept = 0;  ///< for the largest layer
    double limit = 0;

    [[nodiscard]] double over() const { return needed > left ? needed - left : 0; }
};

/// Nothing for a device without a limit, and for edits by hand.
[[nodiscard]] std::optional<RoomFigures> roomFigures(const PlacementPlan& plan,
                                                     const PlacementDecision& decision);

/// RoomFigures as a bar with its captions under it: used before in the device's light background,
/// needed in its fill, hatched where it does not fit, and the reserve in the dashes that the board
/// draws it with.
class RoomBar : public QWidget {
    Q_OBJECT
public:
    RoomBar(const Theme* theme, const RoomFigures& figures, QWidget* parent = nullptr);

    [[nodiscard]] const RoomFigures& figures() const { return m_figures; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Caption;
    void paintBar(QPainter& painter, const QRect& bar) const;
    void paintCaptions(QPainter& painter, const QRect& row) const;

    const Theme* m_theme;
    RoomFigures m_figures;
};

}  // namespace stowage
