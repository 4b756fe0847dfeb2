// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_feature.h"

#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/ram_limit.h"
#include "engine/load/report/load_report.h"
#include "widgets/document/board_model.h"
#include "widgets/document/document.h"
#include "widgets/load/loaded_note.h"
#include "widgets/load/preflight.h"
#include "widgets/load/preflight_dialog.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QSettings>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <optional>
#include <vector>

namespace stowage {
namespace {

const QString kVerifyKey = QStringLiteral("load/verify");

const QString kRamLimitKey = QStringLiteral("load/ram_limit");

QString ramLimitText(const QSettings& settings) {
    const QString typed = settings.value(kRamLimitKey).toString();
    return typed.isEmpty() ? LoadFeature::tr("RAM limit…")
                           : LoadFeature::tr("RAM limit: %1…").arg(typed);
}

QString nameOf(AskedMethod method) {
    return QString::fromUtf8(askedMethodName(method));
}

/// `auto`, then all methods.
std::vector<AskedMethod> askedMethods() {
    std::vector<AskedMethod> methods{AskedMethod()};
    methods.insert(methods.end(), allLoadMethods().begin(), allLoadMethods().end());
    return methods;
}

constexpr int kAutomatic = -1;

/// As entries of menus and fields hold it.
int dataOf(AskedMethod method) {
    return method ? static_cast<int>(*method) : kAutomatic;
}

}  // namespace

LoadFeature::LoadFeature(const FeatureParts& parts)
    : Feature(parts),
      m_note(new LoadedNote(m_controller, m_theme, QStringLiteral("loaded_note"), m_window)) {
    makeActions();
    connectActions();
}

void LoadFeature::makeActions() {
    m_load = makeAction(QStringLiteral("load_action"), tr("Load"),
                        QKeySequence(Qt::CTRL | Qt::Key_L), QStringLiteral("load"));
    m_step = makeAction(QStringLiteral("step_action"), tr("Step"),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), QStringLiteral("step"));
    m_step->setToolTip(tr("Load tensor by tensor"));
    m_pause = makeAction(QStringLiteral("pause_action"), tr("Pause"),
                         QKeySequence(Qt::CTRL | Qt::Key_P), QStringLiteral("pause"));
    m_cancel = makeAction(QStringLiteral("cancel_action"), tr("Cancel"),
                          QKeySequence(Qt::CTRL | Qt::Key_Period), QStringLiteral("stop"));
    m_unload = makeAction(QStringLiteral("unload_action"), tr("Unload"),
                          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), QStringLiteral("unload"));
    m_unload->setToolTip(tr("Release the loaded weights and the cached memory of the devices"));
    m_emptyCache = makeAction(QStringLiteral("empty_cache_action"), tr("Empty cache"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    m_emptyCache->setToolTip(
        tr("Release memory that the allocators have reserved but no tensor uses, like "
           "torch.cuda.empty_cache"));
    m_resetPeaks = makeAction(QStringLiteral("reset_peaks_action"), tr("Reset peaks"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    m_resetPeaks->setToolTip(
        tr("Reset the peak figures to the current values; not available during a load"));
    m_verify = makeAction(QStringLiteral("verify_action"), tr("Verify after loading"), {});
    m_verify->setToolTip(tr("Compare every loaded byte with the file"));
    m_verify->setCheckable(true);
    m_verify->setChecked(m_settings->value(kVerifyKey, false).toBool());
    m_apply = makeAction(QStringLiteral("apply_action"), tr("Apply to the loaded model"), {});
    m_apply->setToolTip(
        tr("Move the weights that the edited plan places on another device; all other weights "
           "remain on their device"));
    m_ramLimit = makeAction(QStringLiteral("ram_limit_action"), ramLimitText(*m_settings), {});
}

void LoadFeature::connectActions() {
    connect(m_load, &QAction::triggered, this, [this] { startLoad(request()); });
    connect(m_apply, &QAction::triggered, this, [this] {
        LoadRequest edited = request();
        edited.start = LoadStart::FromLoaded;
        startLoad(edited);
    });
    connect(m_step, &QAction::triggered, this, &LoadFeature::step);
    connect(m_pause, &QAction::triggered, this, [this] {
        m_controller->state() == LoadState::Paused ? m_controller->resume() : m_controller->pause();
    });
    connect(m_cancel, &QAction::triggered, m_controller, &LoadController::cancel);
    connect(m_unload, &QAction::triggered, m_controller, &LoadController::unload);
    connect(m_emptyCache, &QAction::triggered, m_controller, &LoadController::emptyCache);
    connect(m_resetPeaks, &QAction::triggered, m_controller, &LoadController::resetPeaks);
    connect(m_verify, &QAction::toggled, this,
            [this](bool on) { m_settings->setValue(kVerifyKey, on); });
    connect(m_ramLimit, &QAction::triggered, this, &LoadFeature::askRamLimit);
    connect(m_note, &LoadedNote::loadRequested, m_load, &QAction::trigger);
    connect(m_note, &LoadedNote::unloadRequested, m_unload, &QAction::trigger);
}

QList<QAction*> LoadFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::LoadControl:
            return {m_load, m_apply, m_step, m_pause, m_cancel};
        case MenuSection::LoadMemory:
            return {m_unload, m_emptyCache, m_resetPeaks};
        case MenuSection::LoadChecks:
            return {m_verify, m_ramLimit};
        case MenuSection::LoadMethods:
            return {makeMethodMenu()};
        default:
            return {};
    }
}

QAction* LoadFeature::makeMethodMenu() {
    auto* menu = new QMenu(tr("Method"), m_window);
    auto* group = new QActionGroup(this);
    for (const AskedMethod method : askedMethods()) {
        QAction* action = menu->addAction(nameOf(method));
        action->setCheckable(true);
        action->setData(dataOf(method));
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, method] { setMethod(method); });
    }
    connect(menu, &QMenu::aboutToShow, this, [this, group] {
        for (QAction* action : group->actions()) {
            action->setChecked(action->data().toInt() == dataOf(method()));
        }
    });
    return menu->menuAction();
}

void LoadFeature::addTools(ToolSection section, QToolBar* bar) {
    if (section != ToolSection::Load) {
        return;
    }
    m_button = withName(new QToolButton(bar), "load_button");
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setProperty("primary", true);
    m_button->setCheckable(true);
    connect(m_button, &QToolButton::clicked, this, [this] {
        m_load->trigger();
        showState();
    });
    m_method = withName(new QComboBox(bar), "method_combo", tr("Load method"));
    for (const AskedMethod method : askedMethods()) {
        m_method->addItem(nameOf(method), dataOf(method));
    }
    m_method->setMinimumWidth(px(116));
    connect(m_method, &QComboBox::currentIndexChanged, this,
            [this] { Q_EMIT methodChanged(method()); });
    addWidgets(bar, {m_button, m_method});
}

void LoadFeature::start() {
    connect(m_document, &Document::planChanged, this, &LoadFeature::showState);
    connect(m_theme, &Theme::changed, this, &LoadFeature::showState);
    connect(m_controller, &LoadController::failed, this, &LoadFeature::showFailure);
    connect(m_controller, &LoadController::refused, this, &LoadFeature::showRefusal);
    connect(m_controller, &LoadController::finished, this, &LoadFeature::showWarning);
    connect(m_controller, &LoadController::stateChanged, this, &LoadFeature::showState);
    connect(m_controller, &LoadController::progressChanged, this, &LoadFeature::showProgress);
    connect(m_controller, &LoadController::progressChanged, this, &LoadFeature::selectStepped);
    showState();
}

void LoadFeature::askRamLimit() {
    auto* dialog = withName(new QInputDialog(m_window), "ram_limit_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("RAM limit"));
    dialog->setLabelText(
        tr("Maximum RAM for a load, for example 4GiB. Leave the field empty to allow all RAM of "
           "the machine.\nThe limit applies to the anonymous and shared memory that the load adds. "
           "It does not include\npages of mapped files, which the system can reclaim, or pages "
           "that back simulated GPUs."));
    dialog->setTextValue(m_settings->value(kRamLimitKey).toString());
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        const QString typed = text.trimmed();
        const auto limit = parseRamLimit(typed.toStdString());
        if (!typed.isEmpty() && !limit) {
            m_messages->showError(limit.error());
            return;
        }
        m_settings->setValue(kRamLimitKey, typed);
        m_ramLimit->setText(ramLimitText(*m_settings));
    });
    dialog->open();
    nameParts(*dialog, QStringLiteral("ram_limit"));
    addDialogHelp(dialog->findChild<QDialogButtonBox*>());
}

std::optional<std::uint64_t> LoadFeature::ramLimit() const {
    const auto limit = parseRamLimit(m_settings->value(kRamLimitKey).toString().toStdString());
    return limit ? std::optional<std::uint64_t>(*limit) : std::nullopt;
}

LoadRequest LoadFeature::request() const {
    LoadRequest load;
    load.method = method();
    load.verification = m_verify->isChecked() ? Verification::Bytes : Verification::None;
    load.ramLimit = ramLimit();
    load.offloadFolder = m_offloadFolder();
    return load;
}

void LoadFeature::startLoad(const LoadRequest& request) {
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

void LoadFeature::step() {
    if (m_controller->isRunning()) {
        m_isStepping = true;
        m_controller->step();
    } else if (m_load->isEnabled()) {
        LoadRequest stepped = request();
        stepped.pace = LoadPace::StepByStep;
        startLoad(stepped);
    }
}

/// Stepping is for looking: tree, board and reasons show where the step has come to.
void LoadFeature::selectStepped() {
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

void LoadFeature::showRefusal(const LoadRefusal& refusal) {
    if (!isOfShownModel(refusal.schedule, *m_document)) {
        // Another model was opened meanwhile: its plan is not to be loaded in this one's place.
        const QString path = QString::fromStdString(refusal.schedule->checkpoint->path);
        m_messages->showMessage(
            MessageBar::Kind::Error,
            tr("%1 was not loaded: %2")
                .arg(QFileInfo(path).fileName(), translated(refusal.objections.front().text)));
        m_messages->addHelp(errorCodeOf(refusal));
        return;
    }
    auto* dialog = new PreflightDialog(refusal, m_theme, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreflightDialog::loadRequested, this, &LoadFeature::startLoad);
    dialog->open();
}

void LoadFeature::showFailure(const QString& sentence, ErrorCode code) {
    const std::optional<LoadFailure>& failure = m_controller->failure();
    const bool isOther = failure && failure->modelName != m_document->displayName();
    const QString said =
        isOther ? tr("%1 was not loaded: %2").arg(failure->modelName, sentence) : sentence;
    if (!failure || !failure->nearest || isOther) {
        m_messages->showMessage(MessageBar::Kind::Error, said);
        m_messages->addHelp(code);
        return;
    }
    LoadRequest other = failure->request;
    other.method = *failure->nearest;
    // What was forced must not force the method that is offered as the safe one.
    other.preflight = PreflightRule::Refuse;
    m_messages->showMessage(MessageBar::Kind::Error, sentence,
                            tr("Load with %1").arg(nameOf(other.method)),
                            [this, other] { startLoad(other); });
    m_messages->addHelp(code);
}

void LoadFeature::showWarning(const std::shared_ptr<const LoadReport>& report) {
    const auto schedule = m_controller->schedule();
    if (report->stopped || schedule == nullptr) {
        return;
    }
    const auto issue =
        std::ranges::find(schedule->preflight, kOffloadInMemoryCode, &PlanIssue::code);
    if (issue != schedule->preflight.end()) {
        m_messages->showMessage(MessageBar::Kind::Warning, translated(issue->text));
    }
}

AskedMethod LoadFeature::method() const {
    const int method = m_method->currentData().toInt();
    return method == kAutomatic ? AskedMethod() : static_cast<LoadMethod>(method);
}

void LoadFeature::setMethod(AskedMethod method) {
    m_method->setCurrentIndex(m_method->findData(dataOf(method)));
}

void LoadFeature::showState() {
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
    m_unload->setToolTip(
        state == LoadState::Loaded
            ? tr("Release the weights of %1 and the cached memory of the devices")
                  .arg(m_controller->modelName())
            : tr("Release the loaded weights and the cached memory of the devices"));
    m_emptyCache->setEnabled(!m_controller->devices().empty() && state != LoadState::Unloading);
    m_resetPeaks->setEnabled(!m_controller->devices().empty() && !running && !inUse);
    m_method->setEnabled(!running && !inUse);
    showButton();
    showLoaded();
    showProgress();
}

void LoadFeature::showButton() {
    const bool running = m_controller->isRunning();
    const bool canLoad = canBeLoaded(*m_document) && !m_controller->isInUse();
    m_button->setEnabled(canLoad || running);
    m_button->setChecked(running);
    setStyleProperty(m_button, "primary", !running);
    m_button->setToolTip(toolTip());
    // The button is grey then: whoever hears the window shall know, too.
    m_button->setAccessibleDescription(canLoad ? QString() : m_button->toolTip());
    m_load->setToolTip(m_button->toolTip());
    const ThemeColors& colors = m_theme->colors();
    m_button->setIcon(running || !canLoad ? m_theme->icon(QStringLiteral("load"))
                                          : makeIcon(QStringLiteral("load"), colors.accentText,
                                                     colors.secondaryText, colors.accent));
}

QString LoadFeature::toolTip() const {
    if (m_controller->isInUse()) {
        return tr("The loaded model is running; wait for the run to end, or cancel the run first");
    }
    if (!canBeLoaded(*m_document)) {
        return whyNotLoaded(*m_document);
    }
    return m_controller->state() == LoadState::Loaded
               ? tr("Unload %1, then load the weights onto the devices of the plan")
                     .arg(m_controller->modelName())
               : tr("Load the weights onto the devices of the plan");
}

bool LoadFeature::isShownLoaded() const {
    return isOfShownModel(m_controller->schedule(), *m_document);
}

void LoadFeature::showLoaded() {
    m_note->refresh();
    const LoadState state = m_controller->state();
    const bool moving = state == LoadState::Loading || state == LoadState::Paused;
    m_fractions.reset();
    if (!isShownLoaded() || !(moving || state == LoadState::Loaded)) {
        Q_EMIT loadedChanged(nullptr, {});
        return;
    }
    std::function<double(ModuleId)> fraction;
    if (moving) {
        m_fractions = std::make_shared<LoadFractions>(m_controller->schedule());
        fraction = [fractions = m_fractions](ModuleId module) { return fractions->of(module); };
    }
    Q_EMIT loadedChanged(
        std::make_shared<const LoadedPlaces>(m_controller->schedule()->plan, m_document->plan()),
        fraction);
}

void LoadFeature::showProgress() {
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
            m_button->setText(tr("Preparing…"));
            break;
        case LoadState::Loading:
            m_button->setText(onePhase ? tr("Loading, %1 %").arg(percent) : tr("Loading…"));
            break;
        case LoadState::Paused:
            m_button->setText(onePhase ? tr("Paused, %1 %").arg(percent) : tr("Paused"));
            break;
        case LoadState::Cancelling:
            m_button->setText(tr("Cancelling…"));
            break;
        case LoadState::Unloading:
            m_button->setText(tr("Unloading…"));
            break;
        case LoadState::Idle:
        case LoadState::Loaded:
            m_button->setText(tr("Load"));
            break;
    }
    m_button->setAccessibleName(m_button->text());
    if (m_fractions == nullptr) {
        return;
    }
    m_fractions->setProgress(progress.bytesDone, progress.bytesTotal);
    Q_EMIT fractionsChanged();
}

}  // namespace stowage
