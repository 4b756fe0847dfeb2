// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"
#include "widgets/views/run_overlay.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace stowage {

class ChartPlot;
class ChartTitle;
class RamChart;
class VramChart;

/// The curves of several runs laid over each other from their start: VRAM of one GPU or of all, and
/// anonymous memory of the host above its level before.
class RunCharts : public QWidget {
    Q_OBJECT
public:
    /// `hint`: what to do where there is nothing to show.
    RunCharts(const Theme* theme, const QString& hint, QWidget* parent = nullptr);

    void setRuns(std::vector<std::shared_ptr<const RunRecord>> runs);
    /// What is drawn now.
    [[nodiscard]] const std::vector<ChartOverlay>& overlays() const { return m_overlays; }
    [[nodiscard]] VramChart* vram() const { return m_vram; }
    [[nodiscard]] RamChart* ram() const { return m_ram; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeCharts();
    void listDevices();
    void showRuns();
    void draw();
    void setView(double begin, double end);
    void setCrosshair(std::optional<double> seconds);

    const Theme* m_theme;
    QStackedWidget* m_pages;
    QLabel* m_hint;
    QComboBox* m_device;
    ChartTitle* m_vramTitle;
    ChartTitle* m_ramTitle;
    VramChart* m_vram;
    RamChart* m_ram;
    std::vector<std::shared_ptr<const RunRecord>> m_runs;
    std::vector<ChartOverlay> m_overlays;
};

}  // namespace stowage
