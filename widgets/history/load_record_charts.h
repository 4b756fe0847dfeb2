// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/report/load_record.h"
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
class FigureTable;
class OverlayLegend;
class RamChart;
class SelectableText;
class VramChart;

/// All that is kept of one record: what was asked for, how it ended, the phases of a load with
/// their peaks, what each token of a run took, the turns of a chain.
class LoadRecordDetails : public QWidget {
    Q_OBJECT
public:
    explicit LoadRecordDetails(const Theme* theme, QWidget* parent = nullptr);

    /// The records that are selected: one is shown, of none or several it is said that they are.
    void setRecords(const std::vector<std::shared_ptr<const LoadRecord>>& records);

private:
    void showRecord();
    void showPhases();
    void showPasses();
    void showTurns();

    const Theme* m_theme;
    std::shared_ptr<const LoadRecord> m_record;
    QLabel* m_title;
    SelectableText* m_outcome;
    SelectableText* m_origin;
    FigureTable* m_phases;
};

/// How a record ended, what it read, how far off the prediction was; a line each.
[[nodiscard]] QString recordOutcomeText(const LoadRecord& record);
/// Its devices, plan, date and verification; a line each.
[[nodiscard]] QString recordOriginText(const LoadRecord& record);

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
