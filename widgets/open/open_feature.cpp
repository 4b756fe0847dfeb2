// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/open/open_feature.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/keys/joined_checkpoint.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/checkpoint/open/companions.h"
#include "engine/project/project.h"
#include "widgets/document/model_config.h"
#include "widgets/document/model_texts.h"
#include "widgets/document/open_failure.h"
#include "widgets/document/placement_input.h"
#include "widgets/open/first_steps_card.h"
#include "widgets/open/new_model_dialog.h"
#include "widgets/open/recent_files.h"
#include "widgets/open/save_dialog.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/forms.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QDropEvent>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace stowage {

/// The menu of what is planned with the open model: LoRA adapters over it, and further models on
/// the same devices. Each choice opens the model again with one more, or one less. UI thread only.
class CompanionMenu : public QObject {
    Q_OBJECT
public:
    /// All are borrowed and outlive it; `window` is what dialogs belong to.
    CompanionMenu(Document* document, FileDialogs* dialogs, QWidget* window);

    [[nodiscard]] QMenu* menu() const { return m_menu; }
    /// The options of the open model with one more adapter or tenant, for which a name is found, or
    /// with a module tree.
    [[nodiscard]] OpenOptions with(Companion companion, const QString& path) const;

Q_SIGNALS:
    void openRequested(const QString& path, const OpenOptions& options);
    /// It is to be chosen on the machine that has the open model.
    void thereRequested(Companion companion);

private:
    void fill();
    void addRemovals(std::vector<NamedPath> OpenOptions::*paths,
                     const std::vector<std::string>& names, const QString& text);

    Document* m_document;
    FileDialogs* m_dialogs;
    QWidget* m_window;
    QMenu* m_menu;
};

namespace {

/// Whether a path names a folder: by its ending, where it is one of another machine.
bool isFolder(const QFileInfo& path) {
    constexpr std::array kEndings{"safetensors", "bin", "gguf", "pt", "pth", "ckpt", "json"};
    const std::string ending = path.suffix().toStdString();
    return path.exists() ? path.isDir() : std::ranges::find(kEndings, ending) == kEndings.end();
}

/// The last name of a path as that of a module, "draft_2" where "draft" is taken.
std::string nameFor(const QString& path, const std::vector<std::string>& taken) {
    const QFileInfo info(path);
    QString name = isFolder(info) ? info.fileName() : info.completeBaseName();
    name.replace(QLatin1Char('.'), QLatin1Char('_'));
    const std::string base = name.isEmpty() ? std::string("model") : name.toStdString();
    std::string free = base;
    for (int i = 2; std::ranges::find(taken, free) != taken.end(); ++i) {
        free = base + "_" + std::to_string(i);
    }
    return free;
}

std::vector<std::string> adapterNames(const Checkpoint& checkpoint) {
    std::vector<std::string> names;
    for (const Adapter& adapter :
         checkpoint.adapters ? *checkpoint.adapters : std::vector<Adapter>()) {
        names.push_back(adapter.name);
    }
    return names;
}

std::vector<std::string> tenantNames(const Checkpoint& checkpoint) {
    std::vector<std::string> names;
    for (const NamedCheckpoint& tenant :
         checkpoint.tenants ? *checkpoint.tenants : std::vector<NamedCheckpoint>()) {
        names.push_back(tenant.name);
    }
    return names;
}

/// The machine that has a model's weights; "" where that is this one, or nobody said.
QString weightsHostOf(const Checkpoint* checkpoint) {
    return checkpoint == nullptr || checkpoint->elsewhere == nullptr
               ? QString()
               : QString::fromStdString(checkpoint->elsewhere->machine);
}

}  // namespace

CompanionMenu::CompanionMenu(Document* document, FileDialogs* dialogs, QWidget* window)
    : QObject(window),
      m_document(document),
      m_dialogs(dialogs),
      m_window(window),
      m_menu(new QMenu(tr("Plan Together With"), window)) {
    m_menu->setObjectName(QStringLiteral("companion_menu"));
    m_menu->menuAction()->setEnabled(false);
    connect(m_menu, &QMenu::aboutToShow, this, &CompanionMenu::fill);
    connect(document, &Document::modelChanged, this,
            [this] { m_menu->menuAction()->setEnabled(m_document->checkpoint() != nullptr); });
}

OpenOptions CompanionMenu::with(Companion companion, const QString& path) const {
    OpenOptions options = m_document->openOptions();
    const auto checkpoint = m_document->checkpoint();
    if (checkpoint == nullptr) {
        return options;
    }
    const std::string place = QFileInfo(path).absoluteFilePath().toStdString();
    if (companion == Companion::TreeFile) {
        options.treeFile = place;
        return options;
    }
    const bool isAdapter = companion == Companion::Adapter;
    std::vector<std::string> taken =
        isAdapter ? adapterNames(*checkpoint) : tenantNames(*checkpoint);
    if (!isAdapter && taken.empty()) {
        taken.emplace_back("model");  // what the open one is called beside others
    }
    (isAdapter ? options.adapters : options.tenants).push_back({nameFor(path, taken), place});
    return options;
}

void CompanionMenu::addRemovals(std::vector<NamedPath> OpenOptions::*paths,
                                const std::vector<std::string>& names, const QString& text) {
    const std::size_t count = (m_document->openOptions().*paths).size();
    // What was opened with the model, as an adapter's own folder over its base, stands before.
    const std::size_t before = names.size() > count ? names.size() - count : 0;
    for (std::size_t i = 0; i < count && before + i < names.size(); ++i) {
        QAction* const action =
            m_menu->addAction(text.arg(QString::fromStdString(names[before + i])));
        connect(action, &QAction::triggered, this, [this, paths, i] {
            OpenOptions options = m_document->openOptions();
            (options.*paths).erase((options.*paths).begin() + static_cast<std::ptrdiff_t>(i));
            Q_EMIT openRequested(m_document->path(), options);
        });
    }
}

void CompanionMenu::fill() {
    m_menu->clear();
    const QString folder = m_document->folder();
    const auto asked = [this, folder](Companion companion, bool isFolder) {
        const auto chosen = [this, companion](const QString& path) {
            if (m_document->checkpoint() != nullptr) {
                Q_EMIT openRequested(m_document->path(), with(companion, path));
            }
        };
        isFolder ? m_dialogs->openFolder(m_window, folder, chosen)
                 : m_dialogs->openFile(m_window, folder, chosen);
    };
    const auto entry = [this](const char* name, const QString& text, const QString& tip) {
        QAction* const action = m_menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        action->setToolTip(tip);
        action->setStatusTip(tip);
        return action;
    };
    const auto checkpoint = m_document->checkpoint();
    if (const QString host = weightsHostOf(checkpoint.get()); host.isEmpty()) {
        connect(entry("add_adapter_action", tr("LoRA Adapter…"),
                      tr("A PEFT or diffusers folder with an adapter that is applied to the open "
                         "model without merging")),
                &QAction::triggered, this, [asked] { asked(Companion::Adapter, true); });
        connect(entry("add_model_folder_action", tr("Model Folder…"),
                      tr("Another model on the same devices, for example a draft model or an "
                         "embedding model")),
                &QAction::triggered, this, [asked] { asked(Companion::Tenant, true); });
        connect(
            entry(
                "add_model_action", tr("Model File…"),
                tr("Another model on the same devices, from a file with weights or a config.json")),
            &QAction::triggered, this, [asked] { asked(Companion::Tenant, false); });
    } else {
        connect(entry("add_adapter_action", tr("LoRA Adapter on %1…").arg(host),
                      tr("A PEFT or diffusers folder on %1 with an adapter that is applied to the "
                         "model without merging. An adapter on this machine must first be copied "
                         "to the other machine.")
                          .arg(host)),
                &QAction::triggered, this, [this] { Q_EMIT thereRequested(Companion::Adapter); });
        connect(entry("add_model_action", tr("Model on %1…").arg(host),
                      tr("Another model on %1 for the same devices, for example a draft model or "
                         "an embedding model. A model on this machine must first be copied to the "
                         "other machine.")
                          .arg(host)),
                &QAction::triggered, this, [this] { Q_EMIT thereRequested(Companion::Tenant); });
    }
    if (checkpoint == nullptr) {
        return;
    }
    if (const bool isWith = m_document->openOptions().withMtp;
        isWith || !mtpKeys(*checkpoint).empty()) {
        QAction* const action = entry("mtp_action", tr("MTP Layers of the Model"),
                                      tr("Layers in the file for multi-token prediction, which are "
                                         "not part of the model itself"));
        action->setCheckable(true);
        action->setChecked(isWith);
        connect(action, &QAction::triggered, this, [this](bool isWanted) {
            OpenOptions options = m_document->openOptions();
            options.withMtp = isWanted;
            Q_EMIT openRequested(m_document->path(), options);
        });
    }
    m_menu->addSeparator();
    addRemovals(&OpenOptions::adapters, adapterNames(*checkpoint), tr("Leave Out Adapter “%1”"));
    addRemovals(&OpenOptions::tenants, tenantNames(*checkpoint), tr("Leave Out Model “%1”"));
}

namespace {

const QString kProjectEnding = QStringLiteral(".stowage");
const QString kRecentModelsKey = QStringLiteral("recentFiles");
const QString kPythonKey = QStringLiteral("python");

QStringList localPaths(const QMimeData& data) {
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            paths.append(url.toLocalFile());
        }
    }
    return paths;
}

}  // namespace

OpenFeature::OpenFeature(const FeatureParts& parts)
    : Feature(parts),
      m_firstSteps(new FirstStepsCard(m_document, m_settings, m_theme, m_window)),
      m_recentMenu(new QMenu(tr("Open Recent"), m_window)),
      m_companions(new CompanionMenu(m_document, m_dialogs, m_window)),
      m_saves(keptBy<SaveController>(parts.keeper)) {
    m_recentMenu->setObjectName(QStringLiteral("recent_menu"));
    m_recent = new RecentFiles(m_recentMenu, m_settings, kRecentModelsKey, this);
    connect(m_recent, &RecentFiles::chosen, this, [this](const QString& path) {
        if (const auto far = farPathOf(path)) {
            Q_EMIT farChosen(far->host, far->path);
        } else {
            openPath(path);
        }
    });
    connect(m_companions, &CompanionMenu::openRequested, this, &OpenFeature::openPath);
    connect(m_companions, &CompanionMenu::thereRequested, this, &OpenFeature::thereRequested);
    connect(m_firstSteps, &FirstStepsCard::openRequested, this, [this] { m_open->trigger(); });
    setLeaving([](const std::function<void()>& proceed) { proceed(); });
    connect(m_saves, &SaveController::changed, this, &OpenFeature::tellOfSave);
    makeActions();
}

void OpenFeature::makeActions() {
    m_new = makeAction(QStringLiteral("new_model_action"), tr("New Model…"), QKeySequence::New);
    m_new->setToolTip(tr("Define a model without weights from its family and sizes (Ctrl+N)"));
    connect(m_new, &QAction::triggered, this, &OpenFeature::showNewModel);
    m_open = makeAction(QStringLiteral("open_action"), tr("Open…"), QKeySequence::Open,
                        QStringLiteral("open"));
    m_open->setToolTip(
        tr("Open a checkpoint file (Ctrl+O). You can also drop a file or folder on the window."));
    m_openFolder = makeAction(QStringLiteral("open_folder_action"), tr("Open Folder…"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    const auto chosen = [this](const QString& path) { openPath(path); };
    connect(m_open, &QAction::triggered, this,
            [this, chosen] { m_dialogs->openFile(m_window, m_document->folder(), chosen); });
    connect(m_openFolder, &QAction::triggered, this,
            [this, chosen] { m_dialogs->openFolder(m_window, m_document->folder(), chosen); });
    m_editSizes = makeAction(QStringLiteral("edit_sizes_action"), tr("Edit Sizes…"), {});
    m_editSizes->setToolTip(tr("Open the sizes of the current config.json in the New Model form"));
    m_editSizes->setEnabled(false);
    connect(m_editSizes, &QAction::triggered, this, &OpenFeature::editSizes);
    m_writeModel = makeAction(QStringLiteral("write_model_action"), tr("Write Model As…"), {});
    m_writeModel->setToolTip(
        tr("Write the model in another format, in shards or in one file per tensor, or write a "
           "sample model"));
    connect(m_writeModel, &QAction::triggered, this, &OpenFeature::showSave);
    m_showFirstSteps = makeAction(QStringLiteral("first_steps_action"), tr("First Steps"), {});
    connect(m_showFirstSteps, &QAction::triggered, this, [this] {
        Q_EMIT boardRequested();
        m_firstSteps->showAgain();
    });
}

QList<QAction*> OpenFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::FileOpen:
            return {m_new, m_open, m_openFolder, m_recentMenu->menuAction(),
                    m_companions->menu()->menuAction()};
        case MenuSection::FileSave:
            return {m_writeModel};
        case MenuSection::Help:
            return {m_showFirstSteps};
        default:
            return {};
    }
}

void OpenFeature::addTools(ToolSection section, QToolBar* bar) {
    if (section != ToolSection::Open) {
        return;
    }
    // One button for files, folders and what was open before.
    auto* menu = new QMenu(m_window);
    menu->addActions({m_new, m_open, m_openFolder, m_recentMenu->menuAction()});
    auto* button = withName(new QToolButton(bar), "open_action_button",
                            tr("Open a file; use the menu to open a folder or a recent model"));
    button->setDefaultAction(m_open);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setMenu(menu);
    bar->addWidget(button);
}

void OpenFeature::start() {
    connect(m_document, &Document::modelChanged, this, &OpenFeature::showOpened);
    connect(m_document, &Document::failed, this, [this] { m_note.clear(); });
    connect(m_document, &Document::openProgress, this, &OpenFeature::showProgress);
    connect(m_document, &Document::busyChanged, this, [this](bool busy, const QString& what) {
        m_opening = busy ? what : QString();
        if (!busy) {
            m_messages->clearProgress();
        }
    });
    showOpened();
}

QString OpenFeature::python() const {
    const QString last = m_settings->value(kPythonKey).toString();
    return last.isEmpty() ? QString::fromStdString(defaultPython()) : last;
}

void OpenFeature::openPath(const QString& path, const OpenOptions& options) {
    if (options.python) {
        m_settings->setValue(kPythonKey, QString::fromStdString(options.python->program));
    }
    const bool isTyped = Document::isTypedPath(path);
    const bool isProject = path.endsWith(kProjectEnding) || isProjectFile(path.toStdString());
    if (!isTyped && isProject && !QFileInfo(path).isDir()) {
        Q_EMIT projectChosen(QFileInfo(path).absoluteFilePath());
        return;
    }
    m_leave([this, path, isTyped, options] {
        Q_EMIT boardRequested();
        m_path = isTyped ? path : QFileInfo(path).absoluteFilePath();
        m_document->open(m_path, options);
    });
}

OpenOptions OpenFeature::with(Companion companion, const QString& path) const {
    return m_companions->with(companion, path);
}

void OpenFeature::showProgress(const Progress& progress) {
    constexpr int kMessageMs = 6000;
    const QString phase = translated(progress.phase);
    const QString done = QLocale().toString(static_cast<qulonglong>(progress.itemsDone));
    const QString total = QLocale().toString(static_cast<qulonglong>(progress.itemsTotal));
    const QString text = progress.itemsDone == 0 ? tr("%1: %2…").arg(m_opening, phase)
                         : progress.itemsTotal == 0
                             ? tr("%1: %2, %3 files…").arg(m_opening, phase, done)
                             : tr("%1: %2, %3 of %4 files…").arg(m_opening, phase, done, total);
    const double share = progress.itemsTotal == 0 ? -1
                                                  : static_cast<double>(progress.itemsDone) /
                                                        static_cast<double>(progress.itemsTotal);
    m_messages->showProgress(text, share, [this] {
        Q_EMIT noticed(tr("%1 was cancelled.").arg(m_opening), kMessageMs);
        m_document->cancelOpening();
    });
}

void OpenFeature::showNotes() {
    QStringList notes;
    if (const QString note = std::exchange(m_note, {}); !note.isEmpty()) {
        notes.append(note);
    }
    const std::vector<Message>& warnings = m_document->checkpoint()->warnings;
    if (!warnings.empty()) {
        notes.append(translated(warnings.front()));
    }
    if (warnings.size() > 1) {
        notes.append(tr("More notes in the Model facts panel: %1.").arg(warnings.size() - 1));
    }
    if (warnings.empty() && !notes.isEmpty()) {
        m_messages->showMessage(MessageBar::Kind::Information, notes.front());
    } else if (!notes.isEmpty()) {
        m_messages->showMessage(MessageBar::Kind::Warning, notes.join(QLatin1Char('\n')),
                                tr("Model facts"), [this] { Q_EMIT notesRequested(); });
    }
}

/// Keys that differ from the known model, with the best renaming as a button that opens again.
void OpenFeature::showKeyCheck() {
    const std::shared_ptr<const KeyCheck> check = m_document->checkpoint()->keyCheck;
    if (check != nullptr && check->agrees()) {
        return;
    }
    const auto unwrapping = proposeUnwrapping(*m_document->checkpoint());
    if (check == nullptr && !unwrapping) {
        return;
    }
    const QString sentence = check != nullptr ? keyCheckWords(*check) : unwrapWords(*unwrapping);
    if (check != nullptr && check->proposals.empty()) {
        m_messages->showMessage(MessageBar::Kind::Warning, sentence);
        return;
    }
    const KeyRename rename = check != nullptr ? check->proposals.front() : *unwrapping;
    OpenOptions renamed = m_document->openOptions();
    renamed.renames.push_back(rename);
    m_messages->showMessage(
        MessageBar::Kind::Warning, sentence, renameWords(rename),
        [this, renamed, path = m_document->path()] { openPath(path, renamed); });
}

/// Weights of a model whose config.json is of a family that Stowage does not know.
void OpenFeature::offerPython() {
    const std::optional<Error>& unknown = m_document->checkpoint()->unknownModel;
    if (!unknown) {
        return;
    }
    OpenOptions options = m_document->openOptions();
    const PythonOffer offer = pythonOffer({m_document->path(), options, *unknown});
    options.python = OwnPython{.program = python().toStdString(),
                               .trustsRemoteCode = offer == PythonOffer::OwnCode};
    QString text = translated(unknown->message);
    if (offer == PythonOffer::OwnCode) {
        text += QLatin1Char('\n') + ownCodeWords();
    }
    const QString path = m_document->path();
    m_messages->showMessage(MessageBar::Kind::Warning, text, pythonOfferText(offer),
                            [this, options, path] { openPath(path, options); });
    m_messages->addHelp(unknown->code);
    m_messages->addChoice(tr("Choose Python…"), [this, options, path] {
        m_dialogs->openFile(m_window, QFileInfo(python()).path(),
                            [this, options, path](const QString& program) {
                                OpenOptions chosen = options;
                                chosen.python->program = program.toStdString();
                                openPath(path, chosen);
                            });
    });
}

bool OpenFeature::takeDrag(QEvent* event) {
    auto* drop = static_cast<QDropEvent*>(event);
    const QMimeData& mime = *drop->mimeData();
    if (!mime.hasUrls()) {
        return false;
    }
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop) {
        openDropped(localPaths(mime));
    }
    return true;
}

void OpenFeature::openDropped(const QStringList& paths) {
    if (paths.isEmpty()) {
        m_messages->showMessage(
            MessageBar::Kind::Warning,
            tr("Only files and folders on this machine can be opened: download the model first."));
        return;
    }
    if (paths.size() == 1 && isDeviceMapFile(paths.front()) && m_document->plan() != nullptr) {
        Q_EMIT mapDropped(paths.front());
        return;
    }
    if (paths.size() > 1) {
        m_note = tr("%1 items were dropped, but only one model can be open at a time. Only %2 was "
                    "opened. To open a checkpoint that has several files, drop its folder.")
                     .arg(paths.size())
                     .arg(QFileInfo(paths.front()).fileName());
    }
    openPath(paths.front());
}

void OpenFeature::makeNewModelDialog() {
    if (m_newModel == nullptr) {
        m_newModel = new NewModelDialog(m_dialogs, m_theme, m_window);
        connect(m_newModel, &NewModelDialog::openRequested, this, &OpenFeature::openTyped);
    }
}

void OpenFeature::showNewModel() {
    makeNewModelDialog();
    m_newModel->show();
    m_newModel->raise();
    m_newModel->activateWindow();
}

void OpenFeature::editSizes() {
    const auto& config = m_document->config();
    if (config == nullptr) {
        return;
    }
    makeNewModelDialog();
    // The folder names the model; every configuration is called config.json.
    QString name = m_document->displayName();
    if (const qsizetype slash = name.lastIndexOf(QLatin1Char('/')); slash > 0) {
        name.truncate(slash);
    }
    m_newModel->showConfig(name, config->text, m_document->openOptions().className);
    showNewModel();
}

void OpenFeature::openTyped(const QString& name, const std::string& text) {
    m_leave([this, name, text] {
        Q_EMIT boardRequested();
        m_path.clear();
        m_document->openConfigText(name, text);
    });
}

void OpenFeature::showSave() {
    if (m_save == nullptr) {
        m_save = new SaveDialog(m_document, m_saves, m_dialogs, m_theme, m_window);
        connect(m_save, &SaveDialog::openRequested, this,
                [this](const QString& path) { openPath(path); });
    }
    m_save->show();
    m_save->raise();
    m_save->activateWindow();
}

void OpenFeature::tellOfSave() {
    if (m_save == nullptr || m_save->isVisible()) {
        return;
    }
    if (m_saves->state() == SaveState::Saved) {
        const QString path = QString::fromStdString(m_saves->saved()->summary.path);
        m_messages->showMessage(MessageBar::Kind::Information, savedWords(*m_saves->saved()),
                                tr("Open"), [this, path] { openPath(path); });
    } else if (m_saves->state() == SaveState::Failed) {
        m_messages->showMessage(MessageBar::Kind::Error, saveErrorWords(*m_saves->error()));
        m_messages->addHelp(m_saves->error()->code);
    }
}

void OpenFeature::showOpened() {
    if (m_document->tree() == nullptr) {
        return;
    }
    m_messages->hide();
    showNotes();
    showKeyCheck();
    offerPython();
    const auto& config = m_document->config();
    // The form is one model's: what is planned with it would be lost.
    const OpenOptions& options = m_document->openOptions();
    const bool isAlone = options.adapters.empty() && options.tenants.empty();
    m_editSizes->setEnabled(isAlone && config != nullptr &&
                            !weightlessWords(*m_document->checkpoint(), config.get()).isEmpty());
    if (const auto& elsewhere = m_document->checkpoint()->elsewhere; elsewhere != nullptr) {
        m_recent->add(QString::fromStdString(elsewhere->machine + ":" + elsewhere->path));
    } else if (!m_path.isEmpty() && m_path == m_document->path() &&
               !Document::isTypedPath(m_path)) {
        m_recent->add(m_path);
    }
}

}  // namespace stowage

#include "open_feature.moc"
