// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/document.h"

#include "engine/capacity/estimate.h"
#include "engine/capacity/optimal/optimal_search.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/checkpoint/config_checkpoint.h"
#include "engine/checkpoint/keys/find_pretrained_source.h"
#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/device/host_memory.h"
#include "engine/device/memory_budget.h"
#include "engine/load/report/load_figures.h"
#include "engine/plan/place/place.h"
#include "engine/project/saved_request.h"
#include "widgets/document/model_config.h"
#include "widgets/document/plan_view.h"
#include "widgets/support/formats.h"
#include "widgets/support/translation.h"
#include "widgets/support/worker.h"

#include <QDir>
#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>

namespace stowage {

namespace {

/// One edit of a plan as an undo step: the plans before and after it. They are immutable and
/// share the tree and the trace, so a step costs little. It knows when it was done. `document` must
/// outlive the stack.
class PlanCommand : public QUndoCommand {
public:
    PlanCommand(Document* document, const QString& name, std::shared_ptr<const PlanView> before,
                std::shared_ptr<const PlanView> after)
        : QUndoCommand(name),
          m_at(QDateTime::currentDateTimeUtc()),
          m_document(document),
          m_before(std::move(before)),
          m_after(std::move(after)) {}

    /// UTC.
    [[nodiscard]] const QDateTime& at() const { return m_at; }
    [[nodiscard]] const std::shared_ptr<const PlanView>& before() const { return m_before; }

    void undo() override { m_document->showView(m_before); }
    void redo() override { m_document->showView(m_after); }

private:
    QDateTime m_at;
    Document* m_document;
    std::shared_ptr<const PlanView> m_before;
    std::shared_ptr<const PlanView> m_after;
};

/// How many moves by hand `edit` dropped, where it is not an edit that is meant to; null: a
/// finished plan took the place of another.
std::size_t movesDroppedBy(const PlanEdit* edit, const PlacementRequest& before,
                           const PlacementRequest& after) {
    const bool isMeant =
        edit != nullptr &&
        (std::holds_alternative<ReplanEdit>(*edit) || std::holds_alternative<SetMapEdit>(*edit) ||
         std::holds_alternative<MoveEdit>(*edit) || std::holds_alternative<PinEdit>(*edit));
    const bool areInTheMap = after.strategy == Strategy::Manual && !after.preset;
    return isMeant || areInTheMap
               ? 0
               : before.moves.size() - std::min(before.moves.size(), after.moves.size());
}

double ramBytes(const std::vector<DeviceInfo>& devices) {
    for (const DeviceInfo& device : devices) {
        if (device.id == DeviceId::cpu() && device.freeBytes()) {
            return static_cast<double>(*device.freeBytes());
        }
    }
    return static_cast<double>(hostBudgetBytes(readHostMemory()).value_or(0));
}

/// Begins the path of a model that was typed; no absolute path of a file begins so.
const QString kTypedScheme = QStringLiteral("typed:/");

Result<std::shared_ptr<const Checkpoint>> openTyped(const std::string& path,
                                                    const std::string& text,
                                                    const OpenOptions& options) {
    auto checkpoint = configCheckpoint(text, path, {.className = options.className});
    STOWAGE_TRY(checkpoint);
    return openBeside(std::make_shared<const Checkpoint>(std::move(*checkpoint)), options);
}

/// What the strategy `optimal` searches with, under the model's usual work until a person says
/// otherwise.
std::shared_ptr<const PlacementSearch> searchOf(std::shared_ptr<const Checkpoint> checkpoint,
                                                const ModuleTree& tree,
                                                std::shared_ptr<const MachineRates> rates) {
    const auto facts = knownFacts(*checkpoint, tree);
    const Workload usual = usualWorkload(facts.get());
    return makePlacementSearch(std::move(checkpoint), std::move(rates), usual);
}

/// A saved request, planned as it is.
Result<std::shared_ptr<const PlanView>> planSaved(
    const std::shared_ptr<const Checkpoint>& checkpoint,
    const std::shared_ptr<const ModuleTree>& tree, std::shared_ptr<const MachineRates> rates,
    PlacementRequest request, std::stop_token stop) {
    auto plan = place(
        withModel(std::move(request), tree, searchOf(checkpoint, *tree, std::move(rates))), stop);
    STOWAGE_TRY(plan);
    return makePlanView(*plan, findLoadIssue(**plan, *checkpoint));
}

/// True where an edit asks for what is so already, and would leave an empty undo step.
bool changesNothing(const PlacementPlan& plan, const PlanEdit& edit) {
    if (const auto* budget = std::get_if<SetBudgetEdit>(&edit)) {
        const DevicePlacement* placement = plan.placement(budget->device);
        return placement != nullptr && placement->budgetText == budget->text;
    }
    if (const auto* dtype = std::get_if<SetDtypeEdit>(&edit)) {
        return plan.request.constraints.dtype == dtype->dtype;
    }
    if (const auto* quantized = std::get_if<SetQuantizationEdit>(&edit)) {
        return plan.request.constraints.quantization == quantized->quantization;
    }
    if (const auto* noSplit = std::get_if<SetNoSplitEdit>(&edit)) {
        return plan.request.constraints.noSplit == noSplit->classes;
    }
    if (const auto* strategy = std::get_if<SetStrategyEdit>(&edit)) {
        return plan.request.strategy == strategy->strategy && !plan.request.preset;
    }
    if (const auto* objective = std::get_if<SetObjectiveEdit>(&edit)) {
        return plan.request.objective == objective->objective;
    }
    if (const auto* work = std::get_if<SetWorkloadEdit>(&edit)) {
        return plan.request.workload == work->workload;
    }
    if (const auto* rules = std::get_if<SetRulesEdit>(&edit)) {
        return plan.request.rules == rules->rules;
    }
    if (const auto* preset = std::get_if<SetLoadPresetEdit>(&edit)) {
        return plan.request.preset == preset->preset;
    }
    return std::holds_alternative<ReplanEdit>(edit) && plan.request.moves.empty();
}

}  // namespace

void PlanHistory::setView(std::shared_ptr<const PlanView> view) {
    m_view = std::move(view);
    if (m_view != nullptr) {
        m_request = requestToKeep(*m_view->plan);
    }
    if (m_first == nullptr) {
        m_first = m_view;
    }
}

std::vector<DoneEdit> PlanHistory::done() const {
    std::vector<DoneEdit> edits;
    for (int step = 0; step < m_undo.index(); ++step) {
        const auto* command = dynamic_cast<const PlanCommand*>(m_undo.command(step));
        if (command != nullptr) {
            edits.push_back({command->text(), command->at()});
        }
    }
    return edits;
}

Document::Document(std::vector<DeviceInfo> devices, QObject* parent)
    : QObject(parent),
      m_devices(std::move(devices)),
      m_hostReader(readHostMemory),
      m_openWorker(std::make_unique<Worker>()),
      m_editWorker(std::make_unique<Worker>()) {
    noteHostReading();
    activate(m_history);
}

Document::~Document() {
    m_openWorker->stopAndJoin();
    m_editWorker->stopAndJoin();
    // The commands hold a pointer to this; none may be called any more.
    m_undo.disconnect();
    for (QUndoStack* stack : m_undo.stacks()) {
        stack->disconnect();
        stack->clear();
    }
}

const ModuleTree* Document::tree() const {
    return m_plan == nullptr ? nullptr : m_plan->request.tree.get();
}

QString Document::displayName() const {
    const auto* const elsewhere = m_checkpoint == nullptr ? nullptr : m_checkpoint->elsewhere.get();
    if (elsewhere != nullptr) {
        return withoutIsolates(tr("%1 on %2")
                                   .arg(QString::fromStdString(lastNameOf(elsewhere->path)),
                                        QString::fromStdString(elsewhere->machine)));
    }
    const QFileInfo info(m_path);
    const QString base = info.completeBaseName();
    // "model.pth" says nothing without its folder.
    const bool saysNothing = base == QLatin1String("model") || base == QLatin1String("config") ||
                             base == QLatin1String("pytorch_model");
    if (saysNothing && !isTypedPath(m_path) && info.isFile()) {
        const QString folder = info.absoluteDir().dirName();
        return folder.isEmpty() ? info.fileName() : folder + QLatin1Char('/') + info.fileName();
    }
    return info.fileName().isEmpty() ? QDir(m_path).dirName() : info.fileName();
}

/// The CPU's figures among the devices were read just now.
void Document::noteHostReading() {
    const auto cpu = std::ranges::find(m_devices, DeviceId::cpu(), &DeviceInfo::id);
    if (cpu != m_devices.end() && cpu->capacity) {
        m_hostReadings.push_back({cpu->usedByOthers, QDateTime::currentDateTime()});
    }
}

std::optional<QDateTime> Document::hostReadAt() const {
    const auto cpu = std::ranges::find(m_devices, DeviceId::cpu(), &DeviceInfo::id);
    if (m_plan == nullptr || cpu == m_devices.end() || !cpu->freeBytes()) {
        return std::nullopt;
    }
    const auto& budgets = m_plan->request.budgets;
    const auto limit = std::ranges::find(budgets, DeviceId::cpu(), &MemoryBudget::device);
    if (limit == budgets.end() || !limit->text.empty() ||
        limit->bytes != static_cast<double>(*cpu->freeBytes())) {
        return std::nullopt;
    }
    const auto reading =
        std::find_if(m_hostReadings.rbegin(), m_hostReadings.rend(),
                     [&cpu](const HostReading& r) { return r.usedByOthers == cpu->usedByOthers; });
    return reading == m_hostReadings.rend() ? std::nullopt : std::optional(reading->at);
}

void Document::refreshHost() {
    if (!hostReadAt()) {
        return;
    }
    std::vector<DeviceInfo> devices = m_devices;
    DeviceInfo& cpu = *std::ranges::find(devices, DeviceId::cpu(), &DeviceInfo::id);
    if (const auto left = hostBudgetBytes(m_hostReader())) {
        cpu.usedByOthers = *cpu.capacity - std::min(*cpu.capacity, *left);
        m_hostReadings.push_back({cpu.usedByOthers, QDateTime::currentDateTime()});
        edit(SetDevicesEdit{std::move(devices)});
    }
}

std::function<PretrainedSource()> Document::pretrainedSource() const {
    return [checkpoint = m_checkpoint, options = m_options, name = displayName().toStdString(),
            config = m_config] {
        return findPretrainedSource(*checkpoint, options, name,
                                    config == nullptr ? std::string() : config->text);
    };
}

QString Document::folder() const {
    const bool isHere =
        !isTypedPath(m_path) && (m_checkpoint == nullptr || m_checkpoint->elsewhere == nullptr);
    return m_path.isEmpty() || !isHere ? QString() : QFileInfo(m_path).absolutePath();
}

void Document::setInitialBudgets(std::optional<std::vector<MemoryBudget>> budgets) {
    m_initialBudgets = std::move(budgets);
}

Result<Document::OpenedModel> Document::openAndPlan(OpenJob job, const ProgressSink& progress,
                                                    std::stop_token stop) {
    const auto phase = [&progress](const QString& name) {
        Progress now;
        now.phase = name.toStdString();
        progress(now);
    };
    phase(tr("Reading the header"));
    const auto countFiles = [&progress](Progress files) {
        files.phase = tr("Reading the headers").toStdString();
        // Of one file there is nothing to tell beyond the phase.
        if (files.itemsDone > 0) {
            progress(files);
        }
    };
    auto checkpoint = job.checkpoint   ? Result<std::shared_ptr<const Checkpoint>>(job.checkpoint)
                      : job.configText ? openTyped(job.path, *job.configText, job.options)
                                       : openCheckpoint(job.path, job.options, stop, countFiles);
    STOWAGE_TRY(checkpoint);
    phase(tr("Building the module tree"));
    auto tree = buildModuleTree(**checkpoint);
    STOWAGE_TRY(tree);
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, tr("Opening was cancelled.").toStdString());
    }
    phase(tr("Planning"));
    if (!job.checkpoint) {
        job.request = startingRequest(std::move(job.request), **checkpoint, **tree);
    }
    auto view = planSaved(*checkpoint, *tree, job.rates, std::move(job.request), stop);
    STOWAGE_TRY(view);
    phase(tr("Preparing the views"));
    auto facts = std::make_shared<const CheckpointFacts>(checkpointFacts(**checkpoint, **tree));
    auto config =
        job.configText ? readConfigOrigin(*job.configText, {}) : configOriginOf(**checkpoint);
    return OpenedModel{*checkpoint, std::move(facts), std::move(config), *std::move(view)};
}

void Document::open(const QString& path, const OpenOptions& options) {
    OpenJob job;
    // How a typed model is told from a file stays inside: people see its name.
    job.path = isTypedPath(path) ? path.mid(kTypedScheme.size()).toStdString()
                                 : QDir::cleanPath(path).toStdString();
    job.options = options;
    if (isTypedPath(path)) {
        // What was typed last, or where that could not be opened, what is open still.
        job.configText = path == m_typedPath || m_config == nullptr ? m_typedText : m_config->text;
    }
    job.request.devices = m_devices;
    job.request.machineLinks = m_machineLinks;
    job.request.budgets =
        m_initialBudgets ? *m_initialBudgets : defaultBudgets(m_devices, ramBytes(m_devices));
    job.request.budgetsAreDefaults = !m_initialBudgets;
    begin(path, std::move(job));
}

void Document::openSaved(const QString& path, std::shared_ptr<const Checkpoint> checkpoint,
                         const OpenOptions& options, PlacementRequest request) {
    OpenJob job;
    job.path = checkpoint->path;
    job.options = options;
    if (isTypedPath(path)) {
        job.configText = m_typedText;
    }
    job.checkpoint = std::move(checkpoint);
    job.request = std::move(request);
    begin(path, std::move(job));
}

void Document::begin(const QString& path, OpenJob job) {
    job.rates = m_rates;
    setBusy(true, tr("Opening %1").arg(QFileInfo(path).fileName()));

    Worker* worker = m_openWorker.get();
    const std::uint64_t generation = worker->nextGeneration();
    auto report = [this, worker, generation](const Progress& progress) {
        worker->post(generation, [this, progress] { Q_EMIT openProgress(progress); });
    };
    worker->start(
        [job, report](std::stop_token stop) {
            auto opened = openAndPlan(job, report, stop);
            auto classes =
                opened ? std::vector<std::string>() : classesInstead(opened.error(), job.path);
            return std::pair(std::move(opened), std::move(classes));
        },
        [this, path, options = job.options](
            std::pair<Result<OpenedModel>, std::vector<std::string>>&& outcome) {
            auto& [opened, classes] = outcome;
            setBusy(false, {});
            if (opened) {
                adopt(path, options, std::move(opened).value());
            } else if (opened.error().code != ErrorCode::Cancelled) {
                Q_EMIT failed({path, options, opened.error(), std::move(classes)});
            }
        },
        [this, path, options = job.options](const Error& error) {
            setBusy(false, {});
            Error told = error;
            if (told.code == ErrorCode::OutOfMemory) {
                told.message = tr("There was not enough memory to open %1.")
                                   .arg(QFileInfo(path).fileName())
                                   .toStdString();
            }
            Q_EMIT failed({path, options, std::move(told)});
        });
}

void Document::openConfigText(const QString& name, const std::string& text,
                              const OpenOptions& options) {
    open(keepTyped(name, text), options);
}

QString Document::keepTyped(const QString& name, const std::string& text) {
    // A name with a slash, as "ViT-B/16", would lose what stands before it.
    QString shown = name;
    shown.replace(QLatin1Char('/'), QLatin1Char('-'));
    m_typedPath = kTypedScheme + shown;
    m_typedText = text;
    return m_typedPath;
}

bool Document::isTypedPath(const QString& path) {
    return path.startsWith(kTypedScheme);
}

void Document::cancelOpening() {
    if (m_busy) {
        // Also what is finished but not yet here: whoever cancels keeps the model that is open.
        m_openWorker->drop();
        setBusy(false, {});
    }
}

void Document::adopt(const QString& path, const OpenOptions& options, OpenedModel opened) {
    m_pendingEdits.clear();
    m_selection.clear();
    m_selectionLookup.clear();
    m_path = path;
    m_options = options;
    m_checkpoint = std::move(opened.checkpoint);
    m_facts = std::move(opened.facts);
    m_config = std::move(opened.config);
    m_plan = opened.view->plan;
    m_view = std::move(opened.view);
    m_devices = m_plan->request.devices;
    m_machineLinks = m_plan->request.machineLinks;
    m_undo.removeStack(&m_history->undo());
    m_history = std::make_shared<PlanHistory>(m_view);
    activate(m_history);
    Q_EMIT modelChanged();
    Q_EMIT planChanged();
    Q_EMIT selectionChanged();
}

void Document::edit(const PlanEdit& edit) {
    if (m_plan == nullptr) {
        return;
    }
    m_pendingEdits.push_back(edit);
    runNextEdit();
}

void Document::usePlan(std::shared_ptr<const PlacementPlan> plan, const QString& name) {
    if (m_plan == nullptr || plan == nullptr || plan->request.tree != m_plan->request.tree) {
        return;
    }
    m_pendingEdits.push_back(Adoption{std::move(plan), name});
    runNextEdit();
}

void Document::showHistory(std::shared_ptr<PlanHistory> history) {
    if (m_plan == nullptr) {
        return;
    }
    m_pendingEdits.push_back(std::move(history));
    runNextEdit();
}

std::function<Result<std::shared_ptr<const PlanView>>(std::stop_token)> Document::planner(
    PlacementRequest request) const {
    return [checkpoint = m_checkpoint, tree = m_plan->request.tree, rates = m_rates,
            request = std::move(request)](std::stop_token stop) {
        return planSaved(checkpoint, tree, rates, request, std::move(stop));
    };
}

/// Its steps are those that the Edit menu undoes.
void Document::activate(std::shared_ptr<PlanHistory> history) {
    m_history = std::move(history);
    m_undo.addStack(&m_history->undo());
    m_undo.setActiveStack(&m_history->undo());
}

Document::PlannedView Document::perform(const PlanView& shown,
                                        const std::shared_ptr<const Checkpoint>& checkpoint,
                                        const Step& step, std::shared_ptr<const MachineRates> rates,
                                        std::stop_token stop) {
    const PlacementPlan& base = *shown.plan;
    if (const auto* history = std::get_if<std::shared_ptr<PlanHistory>>(&step)) {
        return planSaved(checkpoint, base.request.tree, std::move(rates), (*history)->request(),
                         std::move(stop));
    }
    auto plan = Result<std::shared_ptr<const PlacementPlan>>(nullptr);
    if (const auto* adoption = std::get_if<Adoption>(&step)) {
        auto next = std::make_shared<PlacementPlan>(*adoption->plan);
        next->revision = base.revision + 1;
        plan = std::shared_ptr<const PlacementPlan>(std::move(next));
    } else {
        PlacementPlan current = base;
        if (checkpoint != nullptr) {
            current.request.search = searchOf(checkpoint, *base.request.tree, std::move(rates));
        }
        plan = applyEdit(current, std::get<PlanEdit>(step), stop);
    }
    STOWAGE_TRY(plan);
    // Of a plan, only its dtype matters to whether the weights can become the model.
    const bool isAsBefore = (*plan)->request.constraints.dtype == base.request.constraints.dtype;
    return makePlanView(*plan, isAsBefore ? shown.loadIssue : findLoadIssue(**plan, *checkpoint));
}

void Document::passIdleSteps() {
    while (!m_pendingEdits.empty()) {
        const Step step = m_pendingEdits.front();
        const auto* edit = std::get_if<PlanEdit>(&step);
        const auto* history = std::get_if<std::shared_ptr<PlanHistory>>(&step);
        const bool isThere = history != nullptr && (*history)->view() != nullptr;
        if (!isThere && (edit == nullptr || !changesNothing(*m_plan, *edit))) {
            return;
        }
        m_pendingEdits.pop_front();
        if (isThere && *history != m_history) {
            activate(*history);
            showView(m_history->view());
            Q_EMIT historyChanged();
        }
    }
}

void Document::runNextEdit() {
    if (m_editing || m_plan == nullptr) {
        return;
    }
    passIdleSteps();
    if (m_editing || m_pendingEdits.empty()) {
        return;  // what follows the plan may have begun the next one
    }
    m_editing = true;
    const Step next = m_pendingEdits.front();
    m_editWorker->start(
        [shown = m_view, checkpoint = m_checkpoint, next, rates = m_rates](std::stop_token stop) {
            return perform(*shown, checkpoint, next, rates, stop);
        },
        [this, base = m_plan, next](PlannedView&& result) {
            m_editing = false;
            finishEdit(base, next, std::move(result));
            runNextEdit();
        },
        [this, base = m_plan, next](const Error& error) {
            m_editing = false;
            const auto* edit = std::get_if<PlanEdit>(&next);
            if (base == m_plan) {
                finishEdit(base, next, Unexpected{error});
            } else if (edit != nullptr) {  // it was thrown where the new plan was shown
                Q_EMIT editRefused(translated(error.message), *edit, error.code);
            }
            runNextEdit();
        });
}

void Document::finishEdit(const std::shared_ptr<const PlacementPlan>& base, const Step& step,
                          PlannedView result) {
    if (m_pendingEdits.empty()) {
        return;  // another model was opened meanwhile
    }
    if (base != m_plan) {
        return;  // undone or redone meanwhile: the edit stays queued and is applied to what is
                 // shown
    }
    const auto* edit = std::get_if<PlanEdit>(&step);
    const auto* history = std::get_if<std::shared_ptr<PlanHistory>>(&step);
    if (history != nullptr && result) {
        (*history)->setView(*std::move(result));
        return;  // it is the next step still, and now it is there
    }
    m_pendingEdits.pop_front();
    if (!result) {
        if (history != nullptr) {
            Q_EMIT historyRefused(translated(result.error().message), result.error().code);
        }
        if (edit != nullptr && result.error().code != ErrorCode::Cancelled) {
            Q_EMIT editRefused(translated(result.error().message), *edit, result.error().code);
        }
        return;
    }
    const QString name =
        edit == nullptr ? std::get<Adoption>(step).name : translated(describeEdit(*edit));
    m_history->undo().push(new PlanCommand(this, name, m_view, std::move(result).value()));
    if (const std::size_t dropped = movesDroppedBy(edit, base->request, m_plan->request)) {
        Q_EMIT movesDropped(dropped);
    }
}

void Document::showView(std::shared_ptr<const PlanView> view) {
    m_view = std::move(view);
    m_plan = m_view->plan;
    m_devices = m_plan->request.devices;
    m_machineLinks = m_plan->request.machineLinks;
    m_history->setView(m_view);
    if (!m_walking) {
        Q_EMIT planChanged();
    }
}

void Document::walkTo(int index) {
    if (index != undoStack()->index()) {
        m_walking = true;
        undoStack()->setIndex(index);
        m_walking = false;
        Q_EMIT planChanged();
    }
}

std::pair<std::shared_ptr<const PlacementPlan>, QString> Document::planBeforeLastEdit() const {
    const QUndoStack& steps = m_history->undo();
    const auto* command = steps.index() == 0
                              ? nullptr
                              : static_cast<const PlanCommand*>(steps.command(steps.index() - 1));
    return command == nullptr ? std::pair<std::shared_ptr<const PlacementPlan>, QString>()
                              : std::pair(command->before()->plan, command->text());
}

ModuleId Document::currentModule() const {
    return m_selection.empty() ? ModuleId{} : m_selection.back();
}

bool Document::isSelected(ModuleId module) const {
    return m_selectionLookup.contains(module);
}

void Document::select(std::vector<ModuleId> modules) {
    if (modules == m_selection) {
        return;
    }
    m_selection = std::move(modules);
    m_selectionLookup = {m_selection.begin(), m_selection.end()};
    Q_EMIT selectionChanged();
}

std::vector<std::string> Document::selectedPaths() const {
    const ModuleTree* modules = tree();
    std::vector<std::string> paths;
    if (modules == nullptr) {
        return paths;
    }
    std::vector<ModuleId> sorted = m_selection;
    std::sort(sorted.begin(), sorted.end());
    ModuleId covered{0};
    for (const ModuleId id : sorted) {
        if (id < covered) {
            continue;  // inside a selected one
        }
        paths.push_back(modules->path(id));
        covered = modules->node(id).subtreeEnd;
    }
    return paths;
}

void Document::setBusy(bool busy, const QString& what) {
    m_busy = busy;
    Q_EMIT busyChanged(busy, what);
}

}  // namespace stowage
