// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/chart_plot.h"

#include <array>

namespace stowage {

/// "anonymous", "shared", "file-backed".
[[nodiscard]] QString hostClassName(HostClass kind);
[[nodiscard]] QColor hostClassColor(HostClass kind, const Tokens& tokens);
/// The fill of a class in chart and legend; file-backed has dots in the dark theme, so that memory
/// that can be taken back never looks like memory that is needed.
[[nodiscard]] QBrush hostClassBrush(HostClass kind, const Tokens& tokens);

/// RAM of the process as stacked areas: anonymous, shared, file-backed.
class RamChart : public ChartPlot {
    Q_OBJECT
public:
    explicit RamChart(const Theme* theme, QWidget* parent = nullptr);

    /// What the axis must reach.
    [[nodiscard]] double tallest(const ChartData& series) const;
    /// Takes the columns over into the areas; call redraw() after it.
    void showData(const ChartData& series, const ByteUnit& unitToShow);
    [[nodiscard]] std::vector<ChartMarker> markersAt(const ChartData& series,
                                                     std::size_t row) const;

protected:
    void applyTheme() override;

private:
    std::array<QCPGraph*, kHostClasses.size()> m_areas{};
};

}  // namespace stowage
