// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about loads: the Load menu, its state, refusals and their remedies.
#include "engine/load/ram_limit.h"
#include "widgets/dialogs/preflight_dialog.h"
#include "widgets/models/device_use.h"
#include "widgets/models/module_tree_model.h"
#include "widgets/session/document.h"
#include "widgets/session/loaded_places.h"
#include "widgets/support/icons.h"
#include "widgets/views/board_view.h"
#include "widgets/views/device_cards.h"
#include "widgets/views/live_panel.h"
#include "widgets/session/load_request.h"
#include "widgets/views/live_status.h"
#include "widgets/views/loaded_note.h"
#include "widgets/views/main_window.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/plan_panel.h"
#include "widgets/views/run_panel.h"
#include "widgets/views/widget_style.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenuBar>
#include <QScrollArea>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>

namespace stowage {
namespace {

constexpr int kReportMs = 10000;
/// Shows a card whole.
constexpr int kCardsHeight = 318;

const QString kVerifyKey = QStringLiteral("load/verify");
const QString kRamLimitKey = QStringLiteral("load/ram_limit");

QString ramLimitText(const QSettings& settings) {
    const QString typed = settings.value(kRamLimitKey).toString();
    return typed.isEmpty() ? MainWindow::tr("RAM limit…")
                           : MainWindow::tr("RAM limit: %1…").arg(typed);
}

QString nameOf(LoadMethod method) {
    const std::string_view name = loadMethodName(method);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

}  // namespace

void MainWindow::makeLoadActions() {
    m_load = makeAction(QStringLiteral("load_action"), tr("Load"),
                        QKeySequence(Qt::CTRL | Qt::Key_L), QStringLiteral("load"));
    m_step = makeAction(QStringLiteral("step_action"), tr("Step"),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), QStringLiteral("step"));
    m_step->setToolTip(tr("Go through the load tensor by tensor"));
    m_pause = makeAction(QStringLiteral("pause_action"), tr("Pause"),
                         QKeySequence(Qt::CTRL | Qt::Key_P), QStringLiteral("pause"));
    m_cancel = makeAction(QStringLiteral("cancel_action"), tr("Cancel"),
                          QKeySequence(Qt::CTRL | Qt::Key_Period), QStringLiteral("stop"));
    m_unload = makeAction(QStringLiteral("unload_action"), tr("Unload"),
                          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), QStringLiteral("unload"));
    m_unload->setToolTip(tr("Give the loaded weights and the devices' caches back"));
    m_emptyCache = makeAction(QStringLiteral("empty_cache_action"), tr("Empty cache"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    m_emptyCache->setToolTip(
        tr("Give what the allocators keep and no tensor uses back, as torch.cuda.empty_cache"));
    m_resetPeaks = makeAction(QStringLiteral("reset_peaks_action"), tr("Reset peaks"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    m_resetPeaks->setToolTip(tr("Count the highest figures from now on; not while a load runs"));
    m_verify = makeAction(QStringLiteral("verify_action"), tr("Verify after loading"), {});
    m_verify->setToolTip(tr("Compare every loaded byte with the file"));
    m_verify->setCheckable(true);
    m_verify->setChecked(m_settings->value(kVerifyKey, false).toBool());
    connect(m_verify, &QAction::toggled, this,
            [this](bool on) { m_settings->setValue(kVerifyKey, on); });
    m_apply = makeAction(QStringLiteral("apply_action"), tr("Apply to what is loaded"), {});
    m_apply->setToolTip(
        tr("Move what the edited plan puts elsewhere; everything else stays where it is"));
    connect(m_load, &QAction::triggered, this, [this] { startLoad(loadRequest()); });
    connect(m_apply, &QAction::triggered, this, [this] {
        LoadRequest request = loadRequest();
        request.start = LoadStart::FromLoaded;
        startLoad(request);
    });
    connect(m_step, &QAction::triggered, this, &MainWindow::stepLoad);
    connect(m_pause, &QAction::triggered, this, [this] {
        m_controller->state() == LoadState::Paused ? m_controller->resume() : m_controller->pause();
    });
    connect(m_cancel, &QAction::triggered, m_controller, &LoadController::cancel);
    connect(m_unload, &QAction::triggered, m_controller, &LoadController::unload);
    connect(m_emptyCache, &QAction::triggered, m_controller, &LoadController::emptyCache);
    connect(m_resetPeaks, &QAction::triggered, m_controller, &LoadController::resetPeaks);
}

void MainWindow::makeLoadMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Load"));
    menu->addActions({m_load, m_apply, m_step, m_pause, m_cancel});
    menu->addSeparator();
    menu->addActions({m_unload, m_emptyCache, m_resetPeaks});
    menu->addSeparator();
    menu->addAction(m_verify);
    makeRamLimitAction(menu);
    makeRunsActions(menu);
    menu->addSeparator();
    QMenu* methods = menu->addMenu(tr("Method"));
    auto* group = new QActionGroup(this);
    for (const LoadMethod method : allLoadMethods()) {
        QAction* action = methods->addAction(nameOf(method));
        action->setCheckable(true);
        action->setData(static_cast<int>(method));
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, method] { setMethod(method); });
    }
    connect(methods, &QMenu::aboutToShow, this, [this, group] {
        for (QAction* action : group->actions()) {
            action->setChecked(action->data().toInt() == static_cast<int>(method()));
        }
    });
}

void MainWindow::makeRamLimitAction(QMenu* menu) {
    QAction* const action = menu->addAction(ramLimitText(*m_settings));
    action->setObjectName(QStringLiteral("ram_limit_action"));
    connect(action, &QAction::triggered, this, [this, action] {
        auto* dialog = new QInputDialog(this);
        dialog->setObjectName(QStringLiteral("ram_limit_dialog"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("RAM limit"));
        dialog->setLabelText(
            tr("The most RAM that a load may hold, as 4GiB; empty: what the machine has.\n"
               "Anonymous and shared memory above the level before the load counts; pages of "
               "mapped files\ndo not, because the system takes them back, and neither do those "
               "behind simulated GPUs."));
        dialog->setTextValue(m_settings->value(kRamLimitKey).toString());
        connect(dialog, &QInputDialog::textValueSelected, this,
                [this, action](const QString& text) {
                    const QString typed = text.trimmed();
                    const auto limit = parseRamLimit(typed.toStdString());
                    if (!typed.isEmpty() && !limit) {
                        m_messages->showMessage(MessageBar::Kind::Error,
                                                QString::fromStdString(limit.error().message));
                        return;
                    }
                    m_settings->setValue(kRamLimitKey, typed);
                    action->setText(ramLimitText(*m_settings));
                });
        dialog->open();
    });
}

void MainWindow::makeDevicesDock() {
    m_cards = new DeviceCards(m_controller, m_theme, {m_load, m_unload, m_emptyCache, m_resetPeaks},
                              this);
    m_devicesDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("devices_dock"), tr("Devices"), m_cards);
}

void MainWindow::showDevices() {
    raiseDock(m_devicesDock, kCardsHeight);
}

void MainWindow::connectLoads() {
    connect(m_controller, &LoadController::failed, this, &MainWindow::showLoadFailure);
    connect(m_controller, &LoadController::refused, this, &MainWindow::showRefusal);
    connect(m_controller, &LoadController::stateChanged, this, &MainWindow::showLoadState);
    connect(m_controller, &LoadController::progressChanged, this, &MainWindow::showLoadProgress);
    connect(m_controller, &LoadController::progressChanged, this, &MainWindow::selectStepped);
    connect(m_controller, &LoadController::memoryChanged, this, [this](const MemoryChange& change) {
        statusBar()->showMessage(memoryChangeText(change), kReportMs);
    });
    connect(m_live, &LivePanel::stepRequested, this, &MainWindow::stepLoad);
    for (LoadedNote* note : {m_loadedNote, m_runPanel->loadedNote()}) {
        connect(note, &LoadedNote::loadRequested, m_load, &QAction::trigger);
        connect(note, &LoadedNote::unloadRequested, m_unload, &QAction::trigger);
    }
    m_plan->setMachineRates(m_controller->machineRates());
    connect(m_controller, &LoadController::machineRatesChanged, m_plan,
            [this] { m_plan->setMachineRates(m_controller->machineRates()); });
}

LoadRequest MainWindow::loadRequest() const {
    LoadRequest request;
    request.method = method();
    request.verification = m_verify->isChecked() ? Verification::Bytes : Verification::None;
    if (const auto limit =
            parseRamLimit(m_settings->value(kRamLimitKey).toString().toStdString())) {
        request.ramLimit = *limit;
    }
    request.offloadFolder = m_plan->offloadFolder();
    return request;
}

void MainWindow::startLoad(const LoadRequest& request) {
    // The refusal of an earlier load is none of this one.
    if (m_messages->isError()) {
        m_messages->hide();
    }
    if (request.start == LoadStart::FromLoaded) {
        m_controller->apply(request);
        return;
    }
    setMethod(request.method);
    m_controller->start(request);
}

void MainWindow::stepLoad() {
    if (m_controller->isRunning()) {
        m_isStepping = true;
        m_controller->step();
    } else if (m_load->isEnabled()) {
        LoadRequest request = loadRequest();
        request.pace = LoadPace::StepByStep;
        startLoad(request);
    }
}

/// Stepping is for looking: tree, board and reasons show where the step has come to.
void MainWindow::selectStepped() {
    const std::string& item = m_controller->progress().currentItem;
    if (!m_isStepping || item.empty() || !isShownLoaded()) {
        return;
    }
    const ModuleTree& tree = *m_document->tree();
    if (const auto tensor = tree.findTensor(item)) {
        const ModuleId module = tree.tensor(*tensor).module;
        if (m_document->currentModule() != module) {
            m_document->select({module});
        }
    }
}

void MainWindow::showRefusal(const LoadRefusal& refusal) {
    const auto plan = m_document->plan();
    if (plan == nullptr || !isSameModel(*refusal.schedule->plan, *plan)) {
        // Another model was opened meanwhile: its plan is not to be loaded in this one's place.
        const QString path = QString::fromStdString(refusal.schedule->checkpoint->path);
        m_messages->showMessage(MessageBar::Kind::Error,
                                tr("Loading %1: %2")
                                    .arg(QFileInfo(path).fileName(),
                                         QString::fromStdString(refusal.objections.front().text)));
        return;
    }
    auto* dialog = new PreflightDialog(refusal, m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreflightDialog::loadRequested, this, &MainWindow::startLoad);
    dialog->open();
}

void MainWindow::showLoadFailure(const QString& sentence) {
    const std::optional<LoadFailure>& failure = m_controller->failure();
    const bool isOther = failure && failure->modelName != m_document->displayName();
    const QString said =
        isOther ? tr("Loading %1: %2").arg(failure->modelName, sentence) : sentence;
    if (!failure || !failure->nearest || isOther) {
        m_messages->showMessage(MessageBar::Kind::Error, said);
        return;
    }
    LoadRequest other = failure->request;
    other.method = *failure->nearest;
    // What was forced must not force the method that is offered as the safe one.
    other.preflight = PreflightRule::Refuse;
    m_messages->showMessage(MessageBar::Kind::Error, sentence,
                            tr("Load by %1").arg(nameOf(other.method)),
                            [this, other] { startLoad(other); });
}

LoadMethod MainWindow::method() const {
    return static_cast<LoadMethod>(m_method->currentData().toInt());
}

void MainWindow::setMethod(LoadMethod method) {
    m_method->setCurrentIndex(m_method->findData(static_cast<int>(method)));
    m_plan->setMethod(method);
    m_live->setMethod(method);
}

void MainWindow::showLoadState() {
    if (m_loadButton == nullptr) {
        return;
    }
    const LoadState state = m_controller->state();
    const bool running = m_controller->isRunning();
    const bool moving = state == LoadState::Loading || state == LoadState::Paused;
    m_isStepping = m_isStepping && state == LoadState::Paused;
    const bool inUse = m_controller->isInUse();
    const bool canLoad = canBeLoaded(*m_document) && !inUse;
    m_load->setEnabled(canLoad && !running);
    m_apply->setEnabled(canLoad && m_controller->canApply() &&
                        m_controller->schedule()->plan != m_document->plan());
    m_pause->setEnabled(moving);
    m_pause->setText(state == LoadState::Paused ? tr("Resume") : tr("Pause"));
    m_cancel->setEnabled(moving || state == LoadState::Preparing);
    m_step->setEnabled((canLoad && !running) || moving);
    m_unload->setEnabled(state == LoadState::Loaded && !inUse);
    m_emptyCache->setEnabled(!m_controller->devices().empty() && state != LoadState::Unloading);
    m_resetPeaks->setEnabled(!m_controller->devices().empty() && !running && !inUse);
    m_method->setEnabled(!running && !inUse);
    m_loadButton->setEnabled(canLoad || running);
    m_loadButton->setChecked(running);
    setStyleProperty(m_loadButton, "primary", !running);
    m_loadButton->setToolTip(loadToolTip());
    // The button is grey then: whoever hears the window shall know, too.
    m_loadButton->setAccessibleDescription(canLoad ? QString() : m_loadButton->toolTip());
    m_load->setToolTip(m_loadButton->toolTip());
    const Tokens& colors = m_theme->colors();
    m_loadButton->setIcon(running || !canLoad
                              ? m_theme->icon(QStringLiteral("load"))
                              : makeIcon(QStringLiteral("load"), {.stroke = colors.accentText,
                                                                  .disabled = colors.secondaryText,
                                                                  .ground = colors.accent}));
    m_unload->setToolTip(state == LoadState::Loaded
                             ? tr("Give the weights of %1 and the devices' caches back")
                                   .arg(m_controller->modelName())
                             : tr("Give the loaded weights and the devices' caches back"));
    showLoaded();
    showLoadProgress();
}

QString MainWindow::loadToolTip() const {
    if (m_controller->isInUse()) {
        return tr("The loaded model runs; wait for the run to end, or cancel it first");
    }
    if (!canBeLoaded(*m_document)) {
        return whyNotLoaded(*m_document);
    }
    return m_controller->state() == LoadState::Loaded
               ? tr("Unload %1, then load the weights to where the plan puts them")
                     .arg(m_controller->modelName())
               : tr("Load the weights to where the plan puts them");
}

bool MainWindow::isShownLoaded() const {
    const auto schedule = m_controller->schedule();
    const auto plan = m_document->plan();
    return schedule != nullptr && plan != nullptr && isSameModel(*schedule->plan, *plan);
}

void MainWindow::showLoaded() {
    m_loadedNote->refresh();
    const LoadState state = m_controller->state();
    const bool moving = state == LoadState::Loading || state == LoadState::Paused;
    m_fractions.reset();
    if (!isShownLoaded() || !(moving || state == LoadState::Loaded)) {
        m_board->setLoadProgress({});
        m_board->setLoadedPlaces(nullptr);
        m_model->model()->setLoadProgress({});
        return;
    }
    const auto places =
        std::make_shared<const LoadedPlaces>(m_controller->schedule()->plan, m_document->plan());
    m_board->setLoadedPlaces(places);
    if (!moving) {
        m_board->setLoadProgress({});
        m_model->model()->setLoadProgress(
            [places](ModuleId module) { return places->inPlace(module); });
        return;
    }
    m_fractions = std::make_shared<LoadFractions>(m_controller->schedule());
    const auto fractions = m_fractions;
    m_board->setLoadProgress([fractions](ModuleId module) { return fractions->of(module); });
    m_model->model()->setLoadProgress([fractions, places](ModuleId module) {
        return fractions->of(module) * places->inPlace(module);
    });
}

void MainWindow::showLoadProgress() {
    const LoadState state = m_controller->state();
    const Progress& progress = m_controller->progress();
    const int percent = progress.bytesTotal == 0
                            ? 0
                            : static_cast<int>(progress.bytesDone * 100 / progress.bytesTotal);
    // "naive" counts through the bytes in each of its phases; the panel names the phase.
    const bool onePhase = m_controller->schedule() == nullptr ||
                          m_controller->schedule()->method == LoadMethod::Streamed;
    switch (state) {
        case LoadState::Preparing:
            m_loadButton->setText(tr("Preparing…"));
            break;
        case LoadState::Loading:
            m_loadButton->setText(onePhase ? tr("Loading, %1 %").arg(percent) : tr("Loading…"));
            break;
        case LoadState::Paused:
            m_loadButton->setText(onePhase ? tr("Paused, %1 %").arg(percent) : tr("Paused"));
            break;
        case LoadState::Cancelling:
            m_loadButton->setText(tr("Cancelling…"));
            break;
        case LoadState::Unloading:
            m_loadButton->setText(tr("Unloading…"));
            break;
        case LoadState::Idle:
        case LoadState::Loaded:
            m_loadButton->setText(tr("Load"));
            break;
    }
    m_loadButton->setAccessibleName(m_loadButton->text());
    if (m_fractions == nullptr) {
        return;
    }
    m_fractions->setProgress(progress.bytesDone, progress.bytesTotal);
    m_model->repaintProgress();
}

}  // namespace stowage
