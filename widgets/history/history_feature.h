// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "widgets/charts/chart_curves.h"
#include "widgets/support/feature.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace stowage {

class LoadController;
class LoadHistory;
class LoadHistoryPanel;
class RunController;
struct CurveSpan;
struct LoadRecord;
struct LoadReport;
struct LoadSchedule;

/// Keeps every load, run and chain of the window as a record: its report, its plan, and the sampled
/// curves of its time. All are borrowed and outlive it.
class LoadRecorder : public QObject {
    Q_OBJECT
public:
    LoadRecorder(LoadController* controller, LoadHistory* store, QObject* parent = nullptr);
    /// From now on its runs and chains, too.
    void follow(RunController* runs);

private:
    void keep(const std::shared_ptr<const LoadReport>& report);
    void keepRun(const RunController& runs);
    /// `fill` is called in the worker.
    void add(const std::shared_ptr<const LoadSchedule>& schedule, const QString& modelName,
             const CurveSpan& span, std::function<Result<void>(LoadRecord&)> fill);

    LoadController* m_controller;
    LoadHistory* m_store;
};

/// The records of loads, runs and chains: keeping them, and the History dock, which shows them and
/// lays their curves over the live ones.
class HistoryFeature : public Feature {
    Q_OBJECT
public:
    /// `history` is borrowed, as `runs` is; null: records are kept as long as the window lives.
    HistoryFeature(const FeatureParts& parts, RunController* runs, LoadHistory* history);

    [[nodiscard]] QList<DockContent> docks() override;

    [[nodiscard]] LoadHistory* store() const { return m_history; }
    [[nodiscard]] LoadHistoryPanel* panel() const { return m_panel; }
    /// Brings the History dock to the front.
    void show();
    [[nodiscard]] QAction* showAction() const { return m_show; }

Q_SIGNALS:
    /// The curves that lie over the live ones, in the theme's colours; empty: none.
    void overlaysChanged(const std::vector<ChartOverlay>& overlays);

private:
    void showOverlays();

    LoadHistory* m_history;
    LoadHistoryPanel* m_panel = nullptr;
    QAction* m_show;
    std::vector<std::shared_ptr<const LoadRecord>> m_overlaid;
};

}  // namespace stowage
