// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/open/headers_only.h"
#include "widgets/machines/remote_load.h"
#include "widgets/support/feature.h"

#include <QPointer>

#include <optional>

namespace stowage {

class HistoryFeature;
class InstallThere;
class LoadFeature;
class Machine;
class Machines;
class MachinesPanel;
class OpenFeature;
class RemoteFileDialog;
class RunFeature;
class StagesDialog;

/// Other machines: a model of one is opened by its headers, planned here for its devices, and
/// loaded and run there; one model is run over several of them. The Machines dock.
class MachinesFeature : public Feature {
    Q_OBJECT
public:
    /// The other features are borrowed and outlive it.
    struct Others {
        OpenFeature* open = nullptr;
        LoadFeature* load = nullptr;
        RunFeature* run = nullptr;
        HistoryFeature* history = nullptr;
    };

    /// `program`: stowagectl's path; "": the one beside this program.
    MachinesFeature(const FeatureParts& parts, const Others& others, QString program);

    [[nodiscard]] QList<DockContent> docks() override;
    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void start() override;

    [[nodiscard]] Machines* machines() const { return m_machines; }
    /// Asks for a machine's name.
    void addMachine();
    /// Brings the Machines dock to the front.
    void show();

Q_SIGNALS:
    /// The plan of a model that was just opened has its machine's devices.
    void devicesTaken();

private:
    /// Asks whether stowagectl may be copied there.
    void removeMachine(Machine* machine);
    void offerInstall(Machine* machine);
    void installThere(const QString& host);
    void follow(InstallThere* install);
    void showInstalling();
    RemoteFileDialog* showFilesOf(Machine* machine);
    void openThere(Machine* machine);
    /// Chooses what goes with the open model, which is another machine's.
    void chooseThere(Companion companion);
    void showOpening(Machine* machine);
    /// The machine's devices in the place of the plan's, as a step to undo.
    void planFor(const Machine& machine);
    [[nodiscard]] QString whyNotLoaded(const Machine& machine) const;
    /// What of that with which the open model was opened is not on its machine: one sentence; "":
    /// all is there.
    [[nodiscard]] QString whyNotThere(const QString& host) const;
    /// Nothing, and said, where the plan cannot be loaded.
    [[nodiscard]] std::optional<RemoteTask> taskFor(const Machine& machine);
    /// Why the open model cannot be run in stages: one sentence; "" where it can.
    [[nodiscard]] QString whyNoStages() const;
    void showStagesAction();
    void runInStages();

    OpenFeature* m_open;
    LoadFeature* m_load;
    RunFeature* m_run;
    QString m_program;
    Machines* m_machines;
    MachinesPanel* m_panel = nullptr;
    QAction* m_add;
    QAction* m_stages;
    StagesDialog* m_stagesDialog = nullptr;  ///< null before it was shown once
    QPointer<InstallThere> m_install;        ///< one at a time, a child of m_machines
    QPointer<Machine> m_shown;  ///< the progress that is shown is of opening a model there
    QString m_opening;          ///< path of the model that is to be planned for its machine
    /// The revision that its plan has then; nothing: it has it, or there is no such model.
    std::optional<std::uint64_t> m_awaited;
};

}  // namespace stowage
