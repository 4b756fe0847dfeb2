// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

namespace stowage {

class LoadController;
class RunStore;
struct LoadReport;

/// Keeps every load of the window as a run: its report, its plan, and the sampled curves of its
/// time. Both are borrowed and outlive it.
class RunRecorder : public QObject {
    Q_OBJECT
public:
    RunRecorder(LoadController* controller, RunStore* store, QObject* parent = nullptr);

private:
    void keep(const std::shared_ptr<const LoadReport>& report);

    LoadController* m_controller;
    RunStore* m_store;
};

}  // namespace stowage
