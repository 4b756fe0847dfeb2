// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_report.h"
#include "widgets/run/run_figures.h"
#include "widgets/run/run_fixes.h"
#include "widgets/support/theme.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace stowage {

class ChartTitle;

/// How much of a run each device computed, waited and idled: a bar a device, and under it what that
/// means; below all what would help, as links. The accessible name of each bar says its figures.
class RunDeviceTimes : public QWidget {
    Q_OBJECT
public:
    explicit RunDeviceTimes(const Theme* theme, QWidget* parent = nullptr);

    void setTimes(const std::vector<DeviceTime>& times);
    void setFixes(std::vector<RunFix> fixes);

Q_SIGNALS:
    /// The link of one was clicked.
    void fixRequested(const RunFix& fix);

private:
    void applyTheme();
    void showFixes();

    const Theme* m_theme;
    ChartTitle* m_title;
    QWidget* m_rows;
    QLabel* m_fixLabel;
    std::vector<RunFix> m_fixes;
};

class FigureTable;
class RunLayersTable;

/// What a run came to: its layers, measured beside predicted, how much of the time each device
/// idled, and what it held. UI thread only.
class RunResultsView : public QWidget {
    Q_OBJECT
public:
    explicit RunResultsView(const Theme* theme, QWidget* parent = nullptr);

    /// Also of a run that stopped: its figures until then. Null: as clear().
    void setReport(std::shared_ptr<const RunReport> report);
    /// What would make the report's layers wait less; after setReport(), which forgets them.
    void setFixes(std::vector<RunFix> fixes);
    /// No run: a sentence says what will be shown here.
    void clear();

Q_SIGNALS:
    /// A layer was chosen: "transformer.h.3".
    void stageActivated(const QString& stage);
    void fixRequested(const RunFix& fix);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeLayers();
    [[nodiscard]] QWidget* makeDevices();
    void showPasses(RunPasses passes);
    void applyTheme();

    const Theme* m_theme;
    std::shared_ptr<const RunReport> m_report;
    RunPasses m_passes = RunPasses::Prefill;
    QStackedWidget* m_pages;
    QLabel* m_empty;
    QSplitter* m_columns = nullptr;
    QPushButton* m_prefill = nullptr;
    QPushButton* m_decode = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_hint = nullptr;
    RunLayersTable* m_table = nullptr;
    RunDeviceTimes* m_use = nullptr;
    ChartTitle* m_memoryTitle = nullptr;
    FigureTable* m_memory = nullptr;
};

}  // namespace stowage
