// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan/plan_feature.h"

#include "engine/model/pretrained_models.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/python_script.h"
#include "engine/plan/strategies/strategies.h"
#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/load_feature.h"
#include "widgets/plan/device_cards.h"
#include "widgets/plan/device_use.h"
#include "widgets/plan/diff_panel.h"
#include "widgets/plan/free_memory_note.h"
#include "widgets/plan/plan_dialogs.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/plan/problems_panel.h"
#include "widgets/plan/strategy_fields.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stowage {

QString planAgainText(const PlacementPlan& plan) {
    const auto moves = static_cast<int>(plan.request.moves.size());
    const auto pins = static_cast<int>(plan.request.constraints.pins.size());
    const QString dropped =
        moves == 0 ? PlanActions::tr("No block was moved by hand. “Plan again” discards nothing.")
        : moves == 1 ? PlanActions::tr("“Plan again” discards 1 manual move; Undo restores it.")
                     : PlanActions::tr("“Plan again” discards %1 manual moves; Undo restores them.")
                           .arg(moves);
    const QString kept = pins == 0   ? QString()
                         : pins == 1 ? PlanActions::tr("1 pin is kept.")
                                     : PlanActions::tr("%1 pins are kept.").arg(pins);
    return joinedSentences({dropped, kept});
}

PlanActions::PlanActions(Document* document, const Theme* theme, QWidget* parent)
    : QObject(parent),
      m_document(document),
      m_theme(theme),
      m_parent(parent),
      m_move(withName(new QMenu(tr("Move to"), parent), "move_menu")),
      m_context(withName(new QMenu(parent), "module_menu")),
      m_pin(withName(new QAction(tr("Pin to current device\tP"), this), "pin_action")),
      m_unpin(withName(new QAction(tr("Unpin\tU"), this), "unpin_action")),
      m_copyName(withName(new QAction(tr("Copy name"), this), "copy_name_action")) {
    m_context->addMenu(m_move);
    m_context->addAction(m_pin);
    m_context->addAction(m_unpin);
    m_context->addSeparator();
    m_context->addAction(m_copyName);
    connect(m_pin, &QAction::triggered, this, [this] {
        for (const PlanEdit& edit : pinsForSelection(*m_document)) {
            m_document->edit(edit);
        }
    });
    connect(m_unpin, &QAction::triggered, this, [this] {
        m_document->edit(PinEdit{m_document->selectedPaths(), std::nullopt});
    });
    connect(m_copyName, &QAction::triggered, this, [this] {
        QGuiApplication::clipboard()->setText(textList(m_document->selectedPaths()).join(u'\n'));
    });
    connect(m_move, &QMenu::aboutToShow, this, &PlanActions::rebuildMoveMenu);
    connect(document, &Document::selectionChanged, this, &PlanActions::enable);
    connect(document, &Document::planChanged, this, &PlanActions::enable);
    rebuildMoveMenu();
    enable();
}

void PlanActions::rebuildMoveMenu() {
    m_move->clear();
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    for (const DevicePlacement& placement : plan->placements) {
        const DeviceId device = placement.device.id;
        QAction* action = m_move->addAction(
            makeSwatch(m_theme->colors().deviceFill(device)),
            translated(deviceLabel(device)) + QLatin1Char('\t') + placementKeyOf(device));
        connect(action, &QAction::triggered, this, [this, device] {
            m_document->edit(MoveEdit{m_document->selectedPaths(), device});
        });
    }
}

void PlanActions::enable() {
    const bool any = m_document->plan() != nullptr && !m_document->selection().empty();
    m_move->setEnabled(any);
    for (QAction* action : {m_pin, m_unpin, m_copyName}) {
        action->setEnabled(any);
    }
}

void PlanActions::showContextMenu(const QPoint& globalPosition) {
    m_context->popup(globalPosition);
}

namespace {}  // namespace

PlanFeature::PlanFeature(const FeatureParts& parts, LoadFeature* load)
    : Feature(parts),
      m_load(load),
      m_diffBar(new DiffBar(m_comparison, m_theme, m_window)),
      m_freeMemory(new FreeMemoryNote(m_document, m_controller, m_theme, m_window)),
      m_selectionActions(new PlanActions(m_document, m_theme, m_window)) {
    makeEditActions();
    makePlanActions();
    makeCompareActions();
    makeMapActions();
    m_load->setOffloadFolder([this] { return m_plan->offloadFolder(); });
}

PlanFeature::~PlanFeature() = default;

QList<DockContent> PlanFeature::docks() {
    const auto makePlan = [this](QWidget* parent) {
        m_plan = new PlanPanel(m_document, m_theme, parent);
        m_plan->setDialogs(m_dialogs);
        return m_plan;
    };
    const auto makeProblems = [this](QWidget* parent) {
        return m_problems = new ProblemsPanel(m_document, m_theme, parent);
    };
    const auto makeWhy = [this](QWidget* parent) {
        auto* why = new WhyPanel(m_document, m_theme, parent);
        why->setComparison(m_comparison);
        return why;
    };
    const auto makeCards = [this](QWidget* parent) {
        return m_cards = new DeviceCards(m_controller, m_theme,
                                         {m_load->loadAction(), m_load->unloadAction(),
                                          m_load->emptyCacheAction(), m_load->resetPeaksAction()},
                                         parent);
    };
    constexpr Qt::DockWidgetArea kRight = Qt::RightDockWidgetArea;
    constexpr Qt::DockWidgetArea kBottom = Qt::BottomDockWidgetArea;
    return {
        {DockPlace::Plan, kRight, QStringLiteral("plan_dock"), tr("Plan"), makePlan},
        {DockPlace::Problems, kRight, QStringLiteral("problems_dock"), tr("Problems"),
         makeProblems},
        {DockPlace::Why, kRight, QStringLiteral("why_dock"), tr("Why here?"), makeWhy},
        {DockPlace::Compare, kBottom, QStringLiteral("compare_dock"), tr("Compare"),
         [this](QWidget* parent) { return makeCompare(parent); }},
        {DockPlace::Devices, kBottom, QStringLiteral("devices_dock"), tr("Devices"), makeCards}};
}

QWidget* PlanFeature::makeCompare(QWidget* parent) {
    m_compare = new ComparePanel(m_document, m_comparison, m_theme, parent);
    connect(m_compare, &ComparePanel::mapRequested, this, [this] { pasteMap({}); });
    connect(m_compareLast, &QAction::triggered, m_compare, &ComparePanel::compareWithLastEdit);
    return m_compare;
}

QList<QAction*> PlanFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::FileModel:
            return {m_compareModels};
        case MenuSection::EditUndo:
            return {m_undo, m_redo};
        case MenuSection::EditSelect:
            return {m_selectionActions->copyName()};
        case MenuSection::EditMaps:
            return {m_copyMapJson, m_copyMapPython, m_pasteMap};
        case MenuSection::PlanCompare:
            return {m_planAgain, m_compareAction, m_compareLast, m_endComparison};
        case MenuSection::PlanStrategy:
            return {makeStrategyMenu(), m_devices};
        case MenuSection::PlanSelection:
            return {m_selectionActions->moveMenu()->menuAction(), m_selectionActions->pin(),
                    m_selectionActions->unpin()};
        case MenuSection::PlanExport:
            return {m_import, m_copyPython, m_export};
        default:
            return {};
    }
}

QAction* PlanFeature::makeStrategyMenu() {
    auto* menu = withName(new QMenu(tr("Strategy"), m_window), "strategy_menu");
    for (const StrategyRow& row : strategies()) {
        QAction* action = menu->addAction(QString::fromUtf8(row.name));
        connect(action, &QAction::triggered, this,
                [this, &row] { m_document->edit(SetStrategyEdit{row.strategy}); });
    }
    menu->addSeparator();
    for (const LoadPresetKind kind : kLoadPresets) {
        connect(menu->addAction(loadPresetName(kind)), &QAction::triggered, this, [this, kind] {
            const auto plan = m_document->plan();
            if (plan != nullptr && loadPresetKind(*plan) != kind) {
                m_document->edit(SetLoadPresetEdit{defaultLoadPreset(kind, *plan)});
            }
        });
    }
    return menu->menuAction();
}

void PlanFeature::addTools(ToolSection section, QToolBar* bar) {
    if (section == ToolSection::Edit) {
        for (QAction* action : {m_undo, m_redo}) {
            bar->addAction(action);
            static_cast<QToolButton*>(bar->widgetForAction(action))
                ->setToolButtonStyle(Qt::ToolButtonIconOnly);
        }
    } else if (section == ToolSection::Plan) {
        bar->addActions({m_planAgain, m_compareAction, m_copyPython});
    }
}

QList<QAction*> PlanFeature::givingActions() const {
    return {m_copyPython, m_compareAction, m_planAgain};
}

void PlanFeature::makeEditActions() {
    m_undo = m_document->undoGroup()->createUndoAction(m_window, tr("Undo"));
    m_undo->setObjectName(QStringLiteral("undo_action"));
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo = m_document->undoGroup()->createRedoAction(m_window, tr("Redo"));
    m_redo->setObjectName(QStringLiteral("redo_action"));
    m_redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    setThemeIcon(m_undo, QStringLiteral("undo"));
    setThemeIcon(m_redo, QStringLiteral("redo"));
}

void PlanFeature::makePlanActions() {
    m_planAgain = makeAction(QStringLiteral("plan_again_action"), tr("Plan again"),
                             QKeySequence(Qt::Key_F5), QStringLiteral("plan"));
    m_planAgain->setToolTip(tr("Discard the manual moves and run the strategy again"));
    connect(m_planAgain, &QAction::triggered, this, &PlanFeature::planAgain);
    m_devices = makeAction(QStringLiteral("devices_action"), tr("Simulated GPUs…"), {});
    connect(m_devices, &QAction::triggered, this, &PlanFeature::editDevices);
    m_copyPython =
        makeAction(QStringLiteral("copy_python_action"), tr("Copy as Python"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), QStringLiteral("copy"));
    connect(m_copyPython, &QAction::triggered, this, &PlanFeature::copyAsPython);
    m_export = makeAction(QStringLiteral("export_action"), tr("Export…"),
                          QKeySequence(Qt::CTRL | Qt::Key_E));
    m_export->setToolTip(tr("Export the plan as settings for vLLM, llama.cpp and other engines"));
    connect(m_export, &QAction::triggered, this, &PlanFeature::exportPlan);
    m_import = makeAction(QStringLiteral("import_action"), tr("Import…"),
                          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_I));
    m_import->setToolTip(
        tr("Import a placement from the settings of vLLM, llama.cpp and other engines"));
    connect(m_import, &QAction::triggered, this, [this] { pasteMap({}); });
}

void PlanFeature::makeCompareActions() {
    m_compareAction = makeAction(QStringLiteral("compare_action"), tr("Compare plans…"),
                                 QKeySequence(Qt::CTRL | Qt::Key_K), QStringLiteral("compare"));
    m_compareAction->setToolTip(
        tr("Compare the plans that the strategies compute under the limits of this plan"));
    connect(m_compareAction, &QAction::triggered, this, &PlanFeature::showCompare);
    m_compareLast = makeAction(QStringLiteral("compare_last_action"),
                               tr("Compare with the plan before the last edit"),
                               QKeySequence(Qt::CTRL | Qt::Key_D));
    m_endComparison = makeAction(QStringLiteral("end_comparison_action"), tr("End the comparison"),
                                 QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
    connect(m_endComparison, &QAction::triggered, m_comparison, &PlanComparison::end);
    m_compareModels = makeAction(QStringLiteral("compare_models_action"), tr("Compare models…"), {},
                                 QStringLiteral("compare"));
    m_compareModels->setToolTip(
        tr("Compare two models side by side: facts, bytes by type, parameters by class"));
    connect(m_compareModels, &QAction::triggered, this, &PlanFeature::compareModels);
    connect(m_diffBar, &DiffBar::detailsRequested, this, &PlanFeature::showCompare);
    connect(m_diffBar, &DiffBar::useRequested, this, [this] {
        const auto other = m_comparison->other();
        const QString name = tr("Use %1").arg(m_comparison->name());
        m_comparison->end();
        m_document->usePlan(other, name);
    });
}

void PlanFeature::makeMapActions() {
    m_copyMapJson =
        makeAction(QStringLiteral("copy_map_json_action"), tr("Copy the device map as JSON"), {});
    connect(m_copyMapJson, &QAction::triggered, this, [this] { copyMap(true); });
    m_copyMapPython = makeAction(QStringLiteral("copy_map_python_action"),
                                 tr("Copy the device map as a Python dict"), {});
    connect(m_copyMapPython, &QAction::triggered, this, [this] { copyMap(false); });
    m_pasteMap = makeAction(QStringLiteral("paste_map_action"), tr("Paste a device map…"),
                            QKeySequence::Paste);
    // Fields keep Ctrl+V for their own text.
    m_pasteMap->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_pasteMap, &QAction::triggered, this,
            [this] { pasteMap(QApplication::clipboard()->text()); });
}

void PlanFeature::start() {
    constexpr int kReportMs = 10000;
    connectPanels();
    connect(m_document, &Document::planChanged, this, &PlanFeature::enableActions);
    connect(m_document, &Document::editRefused, this, &PlanFeature::showRefusal);
    connect(m_document, &Document::movesDropped, this, &PlanFeature::showDroppedMoves);
    connect(m_document, &Document::planChanged, this, [this] {
        if (!m_droppedMoves.isEmpty() && m_messages->text() == m_droppedMoves) {
            m_messages->hide();  // its Undo would undo another step
        }
        m_droppedMoves.clear();
    });
    connect(m_comparison, &PlanComparison::changed, this, &PlanFeature::enableCompareActions);
    connect(m_document->undoGroup(), &QUndoGroup::indexChanged, this,
            &PlanFeature::enableCompareActions);
    connect(m_controller, &LoadController::memoryChanged, this, [this](const MemoryChange& change) {
        Q_EMIT noticed(memoryChangeText(change), kReportMs);
    });
    enableActions();
}

void PlanFeature::connectPanels() {
    auto* title = qobject_cast<DockTitle*>(dock(DockPlace::Problems)->titleBarWidget());
    connect(m_problems, &ProblemsPanel::countsChanged, title, &DockTitle::setCounts);
    connect(m_problems, &ProblemsPanel::countsChanged, this, &PlanFeature::problemsChanged);
    title->setCounts(m_problems->errorCount(), m_problems->warningCount());
    connect(m_load, &LoadFeature::methodChanged, m_plan, &PlanPanel::setMethod);
    m_plan->setMethod(m_load->method());
    connect(m_freeMemory, &FreeMemoryNote::programsChanged, m_cards,
            [this] { m_cards->setPrograms(m_freeMemory->programs()); });
    m_plan->setMachineRates(m_controller->machineRates());
    connect(m_controller, &LoadController::machineRatesChanged, m_plan,
            [this] { m_plan->setMachineRates(m_controller->machineRates()); });
}

void PlanFeature::enableActions() {
    const auto plan = m_document->plan();
    for (QAction* action : {m_planAgain, m_copyPython, m_export, m_import, m_copyMapJson,
                            m_copyMapPython, m_pasteMap}) {
        action->setEnabled(plan != nullptr);
    }
    if (plan != nullptr) {
        m_planAgain->setToolTip(planAgainText(*plan));
    }
    enableCompareActions();
}

void PlanFeature::enableCompareActions() {
    const bool open = m_document->plan() != nullptr;
    m_compareAction->setEnabled(open);
    m_compareLast->setEnabled(m_document->undoStack()->canUndo());
    m_endComparison->setEnabled(m_comparison->isActive());
}

void PlanFeature::showRefusal(const QString& sentence, const PlanEdit& source, ErrorCode code) {
    // Fields say themselves what is wrong with a limit or a preset's value.
    const bool saidByField =
        std::holds_alternative<SetBudgetEdit>(source) ||
        (std::holds_alternative<SetLoadPresetEdit>(source) && m_document->plan() != nullptr &&
         m_document->plan()->request.preset.has_value());
    if (!saidByField) {
        m_messages->showMessage(MessageBar::Kind::Error, sentence);
        m_messages->addHelp(code);
    }
}

void PlanFeature::showDroppedMoves(std::size_t moves) {
    m_droppedMoves = moves == 1 ? tr("1 manual move was discarded.")
                                : tr("%1 manual moves were discarded.").arg(moves);
    m_messages->showMessage(MessageBar::Kind::Information, m_droppedMoves, tr("Undo"),
                            [this] { m_document->undoStack()->undo(); });
}

int PlanFeature::problemsHeight() const {
    return m_problems->neededHeight() + px(metrics::kDockTitle);
}

void PlanFeature::nameProblems(DockArrangement::Form form) {
    const int count = m_problems->errorCount() + m_problems->warningCount();
    dock(DockPlace::Problems)
        ->setWindowTitle(form.low && count > 0 ? tr("Problems (%1)").arg(count) : tr("Problems"));
}

void PlanFeature::showCompare() {
    Q_EMIT dockRequested(DockPlace::Compare, px(kDockHeight));
}

void PlanFeature::showDevices() {
    Q_EMIT dockRequested(DockPlace::Devices, px(kDockHeight));
}

void PlanFeature::planAgain() {
    if (const auto plan = m_document->plan()) {
        Q_EMIT noticed(planAgainText(*plan), kMessageMs);
        m_document->edit(ReplanEdit{});
    }
}

void PlanFeature::editDevices() {
    const auto isGpu = [](const DeviceInfo& device) { return device.id.isGpu(); };
    // GPUs came or went since, as when hiding was undone: the hidden ones are among them.
    if (std::cmp_not_equal(std::ranges::count_if(m_document->devices(), isGpu), m_seenGpus)) {
        m_hiddenGpus.clear();
    }
    auto* dialog = new DevicesDialog(m_document->devices(), m_theme, m_window, m_hiddenGpus);
    dialog->setLinks(m_document->machineLinks());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, isGpu] {
        m_hiddenGpus = dialog->hidden();
        m_seenGpus = static_cast<std::size_t>(std::ranges::count_if(dialog->devices(), isGpu));
        if (m_document->plan() == nullptr) {
            m_document->setDevices(dialog->devices());
            m_document->setMachineLinks(dialog->links());
        } else {
            m_document->edit(SetDevicesEdit{dialog->devices(), dialog->places(), dialog->links()});
        }
    });
    dialog->open();
}

void PlanFeature::copyAsPython() {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    if (const auto why = whyNotOneModel(*plan->request.tree)) {
        Q_EMIT noticed(translated(*why), kMessageMs);
        return;
    }
    const PretrainedSource source = m_document->pretrainedSource()();
    QApplication::clipboard()->setText(QString::fromStdString(pythonScript(*plan, source)));
    Q_EMIT noticed(notExpressed(*plan, source).empty()
                       ? tr("The plan was copied as Python code that loads the model")
                       : tr("The plan was copied as Python code; the comments list the parts of "
                            "the plan that the code cannot express"),
                   kMessageMs);
}

void PlanFeature::exportPlan() {
    if (m_document->plan() == nullptr) {
        return;
    }
    auto* dialog = new ExportDialog(m_document, m_controller, m_dialogs, m_theme, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->choose(m_exportTarget);
    connect(dialog, &QDialog::finished, this,
            [this, dialog] { m_exportTarget = dialog->chosen(); });
    dialog->open();
}

void PlanFeature::copyMap(bool isJson) {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    const PlacementRequest& request = plan->request;
    const DeviceMap map = flatMap(*request.tree, plan->map);
    QApplication::clipboard()->setText(
        QString::fromStdString(isJson ? deviceMapToJson(map, request) : deviceMapToPython(map)));
    const QString sentence =
        tr("The device map was copied as %1").arg(isJson ? tr("JSON") : tr("a Python dict"));
    const bool isWhole = isJson || request.hooks.offloaded.empty();
    Q_EMIT noticed(
        isWhole
            ? sentence
            : tr("%1; the dict does not contain the modules that the CPU computes").arg(sentence),
        kMessageMs);
}

MapDialog* PlanFeature::openMapDialog() {
    auto* dialog = new MapDialog(m_document, m_dialogs, m_theme, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MapDialog::applied, m_document,
            [this](const PlanEdit& edit) { m_document->edit(edit); });
    connect(dialog, &MapDialog::comparisonRequested, this,
            [this](const std::shared_ptr<const PlacementPlan>& plan) {
                m_comparison->compareWith(plan, tr("the imported placement"),
                                          PlanComparison::Other::Proposed);
            });
    connect(dialog, &QDialog::finished, this, [this, dialog] { m_mapText = dialog->text(); });
    dialog->open();
    return dialog;
}

void PlanFeature::pasteMap(const QString& text) {
    openMapDialog()->setText(looksLikePlacement(text) ? text : m_mapText);
}

void PlanFeature::readMap(const QString& path) {
    openMapDialog()->readFile(path);
}

CompareModelsDialog* PlanFeature::compareModels() {
    auto* dialog = new CompareModelsDialog(m_document, m_dialogs, m_theme, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return dialog;
}

}  // namespace stowage
