// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/history_feature.h"

#include "engine/load/execute/load_monitor.h"
#include "engine/load/program/load_schedule.h"
#include "engine/project/model_reference.h"
#include "engine/run/run_report.h"
#include "widgets/history/load_history.h"
#include "widgets/history/load_history_panel.h"
#include "widgets/history/load_record_display.h"
#include "widgets/load/load_controller.h"
#include "widgets/run/run_controller.h"

#include <QAction>

#include <algorithm>
#include <utility>

namespace stowage {

LoadRecorder::LoadRecorder(LoadController* controller, LoadHistory* store, QObject* parent)
    : QObject(parent), m_controller(controller), m_store(store) {
    connect(controller, &LoadController::finished, this, &LoadRecorder::keep);
}

void LoadRecorder::keep(const std::shared_ptr<const LoadReport>& report) {
    // A load that was cancelled before it began leaves no record.
    if (m_controller->finishedLoads().empty() ||
        m_controller->finishedLoads().back().report != report ||
        !m_controller->finishedLoads().back().schedule) {
        return;
    }
    const FinishedLoad& load = m_controller->finishedLoads().back();
    add(load.schedule, load.modelName,
        curveSpanOf(m_controller->sampler(), m_controller->startedAt().value_or(0), *report),
        [report, schedule = load.schedule](LoadRecord& record) {
            return setLoadReport(record, *report, *schedule);
        });
}

void LoadRecorder::follow(RunController* runs) {
    connect(runs, &RunController::finished, this, [this, runs] { keepRun(*runs); });
    connect(runs, &RunController::chainEnded, this,
            [this](const std::shared_ptr<const LoadRecord>& chain) {
                m_store->add([chain]() -> Result<LoadRecord> { return *chain; });
            });
}

void LoadRecorder::keepRun(const RunController& runs) {
    const FinishedRun& run = runs.runs().back();
    const auto& loads = m_controller->finishedLoads();
    const auto load = std::find_if(loads.rbegin(), loads.rend(), [&](const FinishedLoad& one) {
        return one.schedule == run.schedule;
    });
    if (load == loads.rend()) {
        return;  // it did not begin
    }
    const CurveSpan span{runs.startedAt().value_or(0), m_controller->sampler().now(),
                         run.report->hostBaseline};
    add(run.schedule, run.modelName, span,
        [report = run.report, loaded = load->report, schedule = run.schedule](LoadRecord& record) {
            return setRunReport(record, *report, *loaded, *schedule);
        });
}

void LoadRecorder::add(const std::shared_ptr<const LoadSchedule>& schedule,
                       const QString& modelName, const CurveSpan& span,
                       std::function<Result<void>(LoadRecord&)> fill) {
    std::uint64_t cursor = 0;
    auto samples = std::make_shared<const std::vector<MemorySample>>(
        m_controller->sampler().series().since(cursor).samples);
    m_store->add([fill = std::move(fill), span, samples, schedule, name = modelName.toStdString(),
                  date = recordDateNow()]() -> Result<LoadRecord> {
        LoadRecord record;
        record.date = date;
        record.modelPath = schedule->checkpoint->path;
        record.modelName = name;
        // Its files may be gone by now; the record is worth keeping without.
        const auto model = referenceOf(*schedule->checkpoint);
        record.modelDigest = model ? model->digest : "";
        setPlan(record, *schedule->plan);
        record.curves = curvesOfSamples(*samples, span);
        STOWAGE_TRY(fill(record));
        return record;
    });
}

HistoryFeature::HistoryFeature(const FeatureParts& parts, RunController* runs, LoadHistory* history)
    : Feature(parts),
      m_history(history != nullptr
                    ? history
                    : keptBy<LoadHistory>(parts.keeper, QString(), LoadHistory::kDefaultLimit)),
      m_show(makeAction(QStringLiteral("show_runs_action"), tr("Show History"),
                        QKeySequence(Qt::CTRL | Qt::Key_R))) {
    (new LoadRecorder(m_controller, m_history, this))->follow(runs);
    connect(m_show, &QAction::triggered, this, &HistoryFeature::show);
    connect(m_theme, &Theme::changed, this, &HistoryFeature::showOverlays);
}

QList<DockContent> HistoryFeature::docks() {
    const auto makeContent = [this](QWidget* parent) {
        m_panel = new LoadHistoryPanel(m_history, m_dialogs, m_theme, parent);
        connect(m_panel, &LoadHistoryPanel::overlayRequested, this,
                [this](const std::vector<LoadHistory::Record>& records) {
                    m_overlaid = records;
                    showOverlays();
                });
        return m_panel;
    };
    return {{DockPlace::Runs, Qt::BottomDockWidgetArea, QStringLiteral("runs_dock"), tr("History"),
             makeContent}};
}

void HistoryFeature::show() {
    // Shows all methods, and curves high enough to be told apart.
    constexpr int kDockHeight = 292;
    Q_EMIT dockRequested(DockPlace::Runs, px(kDockHeight));
}

void HistoryFeature::showOverlays() {
    Q_EMIT overlaysChanged(overlaysOf(m_overlaid, m_theme->colors()));
}

}  // namespace stowage
