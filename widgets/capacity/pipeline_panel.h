// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/pipeline/offload_modes.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QWidget>

#include <memory>
#include <optional>

class QLabel;

namespace stowage {

class CapacityController;
class FactTableView;

/// The Capacity page of a pipeline of diffusers: the ways to offload it side by side, and the line
/// of Python for the one that is selected.
class PipelinePanel : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    PipelinePanel(CapacityController* controller, const Theme* theme, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Nothing is computed while nobody looks.
    void ask();
    void showModes();
    void showCall();

    CapacityController* m_controller;
    QLabel* m_plan;
    QLabel* m_about;
    FactTableView* m_table;
    QLabel* m_call;
    QLabel* m_notes;
    std::shared_ptr<const PlannedOffloadModes> m_modes;
    std::optional<Error> m_problem;
    bool m_isStale = true;
    Worker m_worker;
};

}  // namespace stowage
