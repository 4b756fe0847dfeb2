// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace stowage {

class LoadController;
class LoadHistory;
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

}  // namespace stowage
