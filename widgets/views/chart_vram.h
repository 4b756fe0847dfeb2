// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/views/chart_plot.h"

#include <map>

namespace stowage {

/// VRAM by device: allocated as a thick line, reserved as a thin lighter one, limits dotted.
class VramChart : public ChartPlot {
    Q_OBJECT
public:
    explicit VramChart(const Theme* theme, QWidget* parent = nullptr);

    /// Limits and capacities of the plan's GPUs; null: none.
    void setPlan(const PlacementPlan* plan);
    /// What the axis must reach: everything measured, and the limits that are not far above it.
    [[nodiscard]] double tallest(const ChartData& series) const;
    /// What is or will be taken, without the limits above it: for the unit.
    [[nodiscard]] double largestTaken(const ChartData& series) const;
    /// Takes the columns over into the curves; call redraw() after it.
    void showData(const ChartData& series, const ByteUnit& unitToShow);
    [[nodiscard]] std::vector<ChartMarker> markersAt(const ChartData& series,
                                                     std::size_t row) const;

protected:
    void applyTheme() override;

private:
    /// A limit that steers placement or one that the device has. Equal ones share a line.
    struct Limit {
        double bytes = 0;
        bool isCapacity = false;
        std::vector<DeviceId> devices;
    };
    struct Curves {
        QCPGraph* allocated = nullptr;
        QCPGraph* reserved = nullptr;
    };
    [[nodiscard]] static double largestMeasured(const ChartData& series);
    void addLimit(DeviceId device, double bytes, bool isCapacity);
    void styleCurves(DeviceId device, const Curves& curves);
    void showLimits();

    std::vector<Limit> m_planLimits;
    double m_planLargest = 0;
    std::map<DeviceId, Curves> m_curves;
};

}  // namespace stowage
