// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/placement_request.h"
#include "widgets/document/open_failure.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QUndoGroup>
#include <QUndoStack>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace stowage {

class Worker;
struct CheckpointFacts;
struct ConfigOrigin;
struct HostMemory;
struct MachineRates;
struct PlanView;
struct PretrainedSource;

/// An edit as it was done.
struct DoneEdit {
    QString name;  ///< as the Edit menu has it
    QDateTime at;  ///< UTC
};

/// A plan with its own steps to undo. A document shows one at a time; a project has one for each of
/// its variants. UI thread only; the document that showed it must not be used after its end.
class PlanHistory {
public:
    PlanHistory() = default;
    /// Begins with a plan that is there.
    explicit PlanHistory(std::shared_ptr<const PlanView> view) { setView(std::move(view)); }
    /// A saved plan, which is made when it is first shown. Without a tree and a search.
    explicit PlanHistory(PlacementRequest request) : m_request(std::move(request)) {}

    [[nodiscard]] QUndoStack& undo() { return m_undo; }
    /// Null until the plan was made.
    [[nodiscard]] const std::shared_ptr<const PlanView>& view() const { return m_view; }
    void setView(std::shared_ptr<const PlanView> view);
    /// The same, null also where it is the plan that the history began with: two of them are equal
    /// where nobody changed anything in between.
    [[nodiscard]] std::shared_ptr<const PlanView> changedView() const {
        return m_view == m_first ? nullptr : m_view;
    }
    /// What the plan follows from (requestToKeep()); with its tree once it was made.
    [[nodiscard]] const PlacementRequest& request() const { return m_request; }
    /// The steps that are not undone, in their order.
    [[nodiscard]] std::vector<DoneEdit> done() const;

private:
    PlacementRequest m_request;
    std::shared_ptr<const PlanView> m_first;
    std::shared_ptr<const PlanView> m_view;
    QUndoStack m_undo;
};

/// What the window is about: one opened checkpoint, its current plan, the undo history and the
/// selection that tree and board share. Lives in the UI thread and never waits there: opening and
/// planning run in a Worker; results arrive as signals. Views read plan() and send edits back.
class Document : public QObject {
    Q_OBJECT
public:
    /// `devices`: GPUs, CPU and disk that a newly opened model is planned on.
    explicit Document(std::vector<DeviceInfo> devices, QObject* parent = nullptr);
    ~Document() override;

    /// Opens a file or folder and plans it with `auto`. modelChanged() and planChanged() follow,
    /// or failed() while the old model stays; after cancelOpening() neither.
    void open(const QString& path, const OpenOptions& options = {});
    /// Opens a config.json that was typed and lies in no file, as a model called `name`. Its path()
    /// means this text until another one is typed: it can be opened again with another choice.
    void openConfigText(const QString& name, const std::string& text,
                        const OpenOptions& options = {});
    /// Shows a saved plan of a model that was opened before, as open() shows a fresh one: `request`
    /// is planned as it is, without a tree and a search. `path` may be one of keepTyped().
    void openSaved(const QString& path, std::shared_ptr<const Checkpoint> checkpoint,
                   const OpenOptions& options, PlacementRequest request);
    /// The path() under which a typed config.json is opened.
    [[nodiscard]] QString keepTyped(const QString& name, const std::string& text);
    /// Whether a path is that of a model which lies in no file.
    [[nodiscard]] static bool isTypedPath(const QString& path);
    void cancelOpening();
    /// Budgets that opened models start with; nothing takes Accelerate's defaults.
    void setInitialBudgets(std::optional<std::vector<MemoryBudget>> budgets);
    /// Devices for the next model, while no plan is there to edit.
    void setDevices(std::vector<DeviceInfo> devices) { m_devices = std::move(devices); }
    void setMachineLinks(std::vector<MachineLink> links) { m_machineLinks = std::move(links); }
    /// What was measured of this machine, for the strategy `optimal`; null: nothing.
    void setMachineRates(std::shared_ptr<const MachineRates> rates) { m_rates = std::move(rates); }
    /// Reads what the machine's memory has free once more: the CPU's default limit follows, as an
    /// edit that can be undone. Until then it is what was free when the program began, so that
    /// models opened later are planned alike. Without effect where hostReadAt() is nothing.
    void refreshHost();
    /// When the free memory was read that is the CPU's limit; nothing without a plan, and where the
    /// limit was typed or the RAM given by hand.
    [[nodiscard]] std::optional<QDateTime> hostReadAt() const;
    /// In the place of readHostMemory(), for tests.
    void setHostReader(std::function<HostMemory()> reader) { m_hostReader = std::move(reader); }
    /// The devices that the next model is planned on: those of the plan, once there is one.
    [[nodiscard]] const std::vector<DeviceInfo>& devices() const { return m_devices; }
    [[nodiscard]] const std::vector<MachineLink>& machineLinks() const { return m_machineLinks; }
    [[nodiscard]] bool isBusy() const { return m_busy; }
    /// True while nothing opens and no edit waits or is being applied.
    [[nodiscard]] bool isIdle() const { return !m_busy && !m_editing && m_pendingEdits.empty(); }

    [[nodiscard]] std::shared_ptr<const Checkpoint> checkpoint() const { return m_checkpoint; }
    /// What there is to know of the checkpoint, gathered when it was opened; null until then.
    [[nodiscard]] const std::shared_ptr<const CheckpointFacts>& facts() const { return m_facts; }
    /// The config.json that the open model's class comes from; null where there is none that is
    /// understood.
    [[nodiscard]] const std::shared_ptr<const ConfigOrigin>& config() const { return m_config; }
    /// What was chosen about the open checkpoint: part, renamings, known tree, class.
    [[nodiscard]] const OpenOptions& openOptions() const { return m_options; }
    /// Finds how other programs load the open model. Reads files; for any thread.
    [[nodiscard]] std::function<PretrainedSource()> pretrainedSource() const;
    /// Null until a model is open.
    [[nodiscard]] std::shared_ptr<const PlacementPlan> plan() const { return m_plan; }
    /// What views show of the plan, worked out with it; null until a model is open.
    [[nodiscard]] const std::shared_ptr<const PlanView>& view() const { return m_view; }
    [[nodiscard]] const ModuleTree* tree() const;
    [[nodiscard]] QString path() const { return m_path; }
    /// Where the open file lies, for dialogs that choose another; "" of a typed model.
    [[nodiscard]] QString folder() const;
    /// "gpt2/model.pth" and the like, for the title.
    [[nodiscard]] QString displayName() const;

    /// Queues an edit; it is applied in a worker to the newest plan and becomes one undo step.
    /// planChanged() follows, or editRefused() with the reason and the plan as it was.
    void edit(const PlanEdit& edit);
    /// Makes a plan that was shown beforehand (a preview, a pasted map) the current one, as one
    /// undo step called `name`. It is exactly the plan that was shown, so nothing is planned again;
    /// edits that are still waiting are applied to it. A plan over another tree is ignored.
    void usePlan(std::shared_ptr<const PlacementPlan> plan, const QString& name);
    /// The steps of the plan that is shown; the group has those of whichever plan is.
    [[nodiscard]] QUndoStack* undoStack() { return &m_history->undo(); }
    [[nodiscard]] QUndoGroup* undoGroup() { return &m_undo; }
    /// Undoes or does steps until `index` of them are done, and shows the plan then.
    void walkTo(int index);
    /// The plan that is shown with its steps; of a new model another one.
    [[nodiscard]] const std::shared_ptr<PlanHistory>& history() const { return m_history; }
    /// Shows another plan of the open model with its own steps, once all edits of the present one
    /// are done. planChanged() and historyChanged() follow, or historyRefused() where its request
    /// cannot be planned.
    void showHistory(std::shared_ptr<PlanHistory> history);
    /// Plans a saved request of the open model: what the worker of showHistory() runs, for others.
    [[nodiscard]] std::function<Result<std::shared_ptr<const PlanView>>(std::stop_token)> planner(
        PlacementRequest request) const;
    /// For undo commands only: shows a plan that was made before.
    void showView(std::shared_ptr<const PlanView> view);
    /// The plan that the newest undo step goes back to, and the step's name; null: no step.
    [[nodiscard]] std::pair<std::shared_ptr<const PlacementPlan>, QString> planBeforeLastEdit()
        const;

    /// Selected modules; the last one is current. Shared by tree and board.
    [[nodiscard]] const std::vector<ModuleId>& selection() const { return m_selection; }
    [[nodiscard]] ModuleId currentModule() const;
    [[nodiscard]] bool isSelected(ModuleId module) const;
    void select(std::vector<ModuleId> modules);
    /// Full paths of the selection without modules that lie inside another selected one.
    [[nodiscard]] std::vector<std::string> selectedPaths() const;

Q_SIGNALS:
    void modelChanged();
    void planChanged();
    /// Another plan is shown, with its own steps to undo.
    void historyChanged();
    /// A saved plan cannot be made: one sentence. The plan that was shown stays.
    void historyRefused(const QString& sentence, ErrorCode code);
    void selectionChanged();
    void busyChanged(bool busy, const QString& what);
    /// Which step opening is at; of a checkpoint of many files also how many were read.
    void openProgress(const Progress& progress);
    /// A file could not be opened; the model that was open before is as it was.
    void failed(const OpenFailure& failure);
    /// An edit was refused: the engine's own sentence; `source` tells which field to mark.
    void editRefused(const QString& sentence, const PlanEdit& source, ErrorCode code);
    /// The last step dropped moves by hand without being asked to, as a new strategy may.
    void movesDropped(std::size_t moves);

private:
    /// What opening brings back: one of two models is shown, never half of each.
    struct OpenedModel {
        std::shared_ptr<const Checkpoint> checkpoint;
        std::shared_ptr<const CheckpointFacts> facts;
        std::shared_ptr<const ConfigOrigin> config;
        std::shared_ptr<const PlanView> view;
    };
    /// What is to be opened and planned.
    struct OpenJob {
        std::string path;
        std::optional<std::string> configText;         ///< of a path that is no file
        std::shared_ptr<const Checkpoint> checkpoint;  ///< opened already; the request is saved
        OpenOptions options;
        PlacementRequest request;
        std::shared_ptr<const MachineRates> rates;
    };
    /// An edit of a plan, or a finished plan to use with the name of its step.
    struct Adoption {
        std::shared_ptr<const PlacementPlan> plan;
        QString name;
    };
    using Step = std::variant<PlanEdit, Adoption, std::shared_ptr<PlanHistory>>;
    using PlannedView = Result<std::shared_ptr<const PlanView>>;

    void begin(const QString& path, OpenJob job);
    [[nodiscard]] static Result<OpenedModel> openAndPlan(OpenJob job, const ProgressSink& progress,
                                                         std::stop_token stop);
    void adopt(const QString& path, const OpenOptions& options, OpenedModel opened);
    void activate(std::shared_ptr<PlanHistory> history);
    /// Takes steps off the queue that need no worker.
    void passIdleSteps();
    void runNextEdit();
    /// What the step makes of the plan that is shown.
    [[nodiscard]] static PlannedView perform(const PlanView& shown,
                                             const std::shared_ptr<const Checkpoint>& checkpoint,
                                             const Step& step,
                                             std::shared_ptr<const MachineRates> rates,
                                             std::stop_token stop);
    void finishEdit(const std::shared_ptr<const PlacementPlan>& base, const Step& step,
                    PlannedView result);
    void setBusy(bool busy, const QString& what);

    struct HostReading {
        std::uint64_t usedByOthers = 0;
        QDateTime at;
    };
    void noteHostReading();

    std::vector<DeviceInfo> m_devices;
    std::vector<MachineLink> m_machineLinks;
    std::function<HostMemory()> m_hostReader;
    std::vector<HostReading> m_hostReadings;  ///< undo brings an earlier one back
    std::shared_ptr<const MachineRates> m_rates;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const CheckpointFacts> m_facts;
    std::shared_ptr<const ConfigOrigin> m_config;
    QString m_typedPath;
    std::string m_typedText;
    OpenOptions m_options;
    std::shared_ptr<const PlacementPlan> m_plan;
    std::shared_ptr<const PlanView> m_view;
    QString m_path;
    std::shared_ptr<PlanHistory> m_history = std::make_shared<PlanHistory>();
    QUndoGroup m_undo;
    bool m_walking = false;
    std::optional<std::vector<MemoryBudget>> m_initialBudgets;
    std::vector<ModuleId> m_selection;
    std::unordered_set<ModuleId> m_selectionLookup;
    std::deque<Step> m_pendingEdits;
    bool m_busy = false;
    bool m_editing = false;
    std::unique_ptr<Worker> m_openWorker;
    std::unique_ptr<Worker> m_editWorker;
};

}  // namespace stowage
