// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"
#include "widgets/charts/chart_plot.h"

#include <array>
#include <map>
#include <optional>
#include <set>

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
    std::set<DeviceId> m_simulated;  ///< GPUs of the plan that are no cards
    std::map<DeviceId, Curves> m_curves;
};

/// "anonymous", "shared", "file-backed".
[[nodiscard]] QString hostClassName(HostClass kind);
[[nodiscard]] QColor hostClassColor(HostClass kind, const ThemeColors& colors);
/// The fill of a class in chart and legend; file-backed has dots in the dark theme, so that memory
/// that can be taken back is never taken for memory that is needed.
[[nodiscard]] QBrush hostClassBrush(HostClass kind, const ThemeColors& colors);

/// RAM of the process as stacked areas: anonymous, shared, file-backed; what the machine and the
/// control group leave, and the plan's limit for the CPU, as dotted lines.
class RamChart : public ChartPlot {
    Q_OBJECT
public:
    explicit RamChart(const Theme* theme, QWidget* parent = nullptr);

    /// The budget of the CPU, which is one for anonymous memory; null: none.
    void setPlan(const PlacementPlan* plan);
    /// What the machine has now, for a chart without samples; nothing, nothing: take the samples'.
    void setMachineNow(std::optional<double> available, std::optional<double> cgroupLimit);
    /// What the axis must reach.
    [[nodiscard]] double tallest(const ChartData& series) const;
    /// Takes the columns over into the areas; call redraw() after it.
    void showData(const ChartData& series, const ByteUnit& unitToShow);
    [[nodiscard]] std::vector<ChartMarker> markersAt(const ChartData& series,
                                                     std::size_t row) const;

protected:
    void applyTheme() override;

private:
    /// A limit of the machine: its last figure in view, and its course.
    struct MachineLimit {
        double bytes = 0;
        std::vector<ChartPoint> path;
    };
    [[nodiscard]] std::optional<MachineLimit> machineLimit(const ChartData& series,
                                                           const ChartColumn& column,
                                                           std::optional<double> now) const;
    void showLimits(const ChartData& series);

    std::array<QCPGraph*, kHostClasses.size()> m_areas{};
    std::optional<double> m_budget;  ///< of the CPU, bytes
    std::optional<double> m_available;
    std::optional<double> m_cgroupLimit;
};

}  // namespace stowage
