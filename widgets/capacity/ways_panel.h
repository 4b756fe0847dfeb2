// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/estimate.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;

namespace stowage {

class CapacityController;
class FactTableView;
class PointChart;

/// A way to run the workload that fits. A value.
struct WayToRun {
    QString label;  ///< "int8, 2 GPUs, offload"
    std::shared_ptr<const CapacityEstimate> estimate;
    bool isPlan = false;  ///< the plan as it is
};

/// The plan, and its model in other dtypes and quantisations on fewer of its GPUs, with offload
/// where it does not fit without, as points of speed over VRAM or RAM: those whose work fits. A
/// dashed line joins what nothing beats with less; points are pale where another one is as fast
/// with no more of both. A point that is clicked becomes the plan.
class WaysPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    WaysPanel(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void begin();
    void take(std::vector<WayToRun> ways);
    void showWays();
    void useWay(std::size_t point);

    CapacityController* m_controller;
    const Theme* m_theme;
    QComboBox* m_memory;  ///< which one the chart is over
    PointChart* m_chart;
    QLabel* m_state;
    std::vector<WayToRun> m_ways;
    bool m_isStale = true;
    Worker m_worker;
};

/// Where the time of a token goes: the layers, those alike beside each other as one row.
class LayerTimesPanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    LayerTimesPanel(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

private:
    void showTimes();

    CapacityController* m_controller;
    FactTableView* m_table;
};

}  // namespace stowage
