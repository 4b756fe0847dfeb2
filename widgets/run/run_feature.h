// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "widgets/support/feature.h"

namespace stowage {

class LoadFeature;
class RunController;
class RunPanel;

/// Running the loaded model: the Run menu and dock, and the module that runs.
class RunFeature : public Feature {
    Q_OBJECT
public:
    /// `load` is borrowed.
    RunFeature(const FeatureParts& parts, LoadFeature* load);

    [[nodiscard]] QList<DockContent> docks() override;
    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void addTools(ToolSection section, QToolBar* bar) override;
    void start() override;

    [[nodiscard]] RunController* controller() const { return m_runs; }
    [[nodiscard]] RunPanel* panel() const { return m_panel; }
    [[nodiscard]] QAction* action() const { return m_run; }
    /// Brings the Run dock, where the loaded model is run, to the front.
    void show();

Q_SIGNALS:
    /// The module of the shown model that runs; an invalid one: none does.
    void runningChanged(ModuleId module);
    /// It shall come in sight.
    void followRequested();

private:
    void makeActions();
    void connectPanel();
    void showState();
    void showRunningModule();
    /// Whether the run that goes on, or went on last, is of the model that is shown.
    [[nodiscard]] bool isShown() const;

    LoadFeature* m_load;
    RunController* m_runs;
    RunPanel* m_panel = nullptr;
    QAction* m_run = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_cancel = nullptr;
    QAction* m_chain = nullptr;
    QAction* m_show = nullptr;
    QAction* m_follow = nullptr;
    QWidget* m_button = nullptr;
};

}  // namespace stowage
