// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/history/load_record_display.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace stowage {

class ChartTitle;
class OverlayLegend;
class RamChart;
class VramChart;

/// The curves of several records laid over each other from their start: VRAM of one GPU or of all,
/// and anonymous memory of the host above its level before. A legend under them says which is
/// which.
class LoadRecordCharts : public QWidget {
    Q_OBJECT
public:
    /// `hint`: what to do where there is nothing to show.
    LoadRecordCharts(const Theme* theme, const QString& hint, QWidget* parent = nullptr);

    void setRecords(std::vector<std::shared_ptr<const LoadRecord>> records);
    /// What is drawn now.
    [[nodiscard]] const std::vector<ChartOverlay>& overlays() const { return m_overlays; }
    [[nodiscard]] VramChart* vram() const { return m_vram; }
    [[nodiscard]] RamChart* ram() const { return m_ram; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeCharts();
    void listDevices();
    void showRecords();
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
    OverlayLegend* m_legend;
    std::vector<std::shared_ptr<const LoadRecord>> m_records;
    std::vector<ChartOverlay> m_overlays;
};

}  // namespace stowage
