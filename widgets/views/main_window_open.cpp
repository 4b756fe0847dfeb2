// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about opening: by dialog, drop and the recent list; progress, failure,
// and the page on what is open.
#include "widgets/dialogs/map_dialog.h"
#include "widgets/session/document.h"
#include "widgets/support/module_mime.h"
#include "widgets/views/facts_panel.h"
#include "widgets/views/main_window.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/open_error_card.h"
#include "widgets/views/recent_files.h"

#include <QAction>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>

#include <utility>

namespace stowage {
namespace {

constexpr int kMessageMs = 6000;
/// Shows the summary of a nested checkpoint, and some rows of a table.
constexpr int kFactsHeight = 318;

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

void MainWindow::makeOpenActions(QMenu* menu) {
    m_open = makeAction(QStringLiteral("open_action"), tr("Open…"), QKeySequence::Open,
                        QStringLiteral("open"));
    m_open->setToolTip(tr("Open a checkpoint file (Ctrl+O); a folder can be dropped, too"));
    m_openFolder = makeAction(QStringLiteral("open_folder_action"), tr("Open Folder…"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    const auto chosen = [this](const QString& path) { openPath(path); };
    connect(m_open, &QAction::triggered, this,
            [this, chosen] { m_dialogs->openFile(this, m_document->folder(), chosen); });
    connect(m_openFolder, &QAction::triggered, this,
            [this, chosen] { m_dialogs->openFolder(this, m_document->folder(), chosen); });
    makeNewModelActions(menu);
    menu->addActions({m_open, m_openFolder});
    QMenu* recent = menu->addMenu(tr("Open Recent"));
    recent->setObjectName(QStringLiteral("recent_menu"));
    m_recent = new RecentFiles(recent, m_settings, this);
    connect(m_recent, &RecentFiles::chosen, this, chosen);
    QAction* facts = makeAction(QStringLiteral("facts_action"), tr("About This Model"),
                                QKeySequence(Qt::CTRL | Qt::Key_I), QStringLiteral("info"));
    connect(facts, &QAction::triggered, this, &MainWindow::showFacts);
    menu->addSeparator();
    menu->addActions({facts, m_editSizes});
    makeCompareModelsAction(menu);
}

void MainWindow::addOpenButton(QToolBar* bar) {
    // One button for files, folders and what was open before.
    auto* menu = new QMenu(this);
    menu->addActions({m_newModelAction, m_open, m_openFolder});
    menu->addMenu(findChild<QMenu*>(QStringLiteral("recent_menu")));
    auto* button = new QToolButton(bar);
    button->setDefaultAction(m_open);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setMenu(menu);
    button->setObjectName(QStringLiteral("open_action_button"));
    button->setAccessibleName(tr("Open a file; with its menu a folder, or what was open before"));
    bar->addWidget(button);
}

void MainWindow::makeFactsDock() {
    m_facts = new FactsPanel(m_document, m_dialogs, m_theme, this);
    m_factsDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("facts_dock"), tr("Model facts"), m_facts);
    connect(m_facts, &FactsPanel::openRequested, this, &MainWindow::openPath);
    connect(m_facts, &FactsPanel::editSizesRequested, this, &MainWindow::editSizes);
    connect(m_facts, &FactsPanel::filterRequested, m_model, &ModelPanel::setFilter);
    connect(m_facts, &FactsPanel::notice, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, kMessageMs); });
}

void MainWindow::showFacts() {
    raiseDock(m_factsDock, kFactsHeight);
}

void MainWindow::connectOpening() {
    connect(m_model, &ModelPanel::openRequested, m_open, &QAction::trigger);
    connect(m_model, &ModelPanel::openFolderRequested, m_openFolder, &QAction::trigger);
    connect(m_model, &ModelPanel::newModelRequested, this, &MainWindow::showNewModel);
    connect(m_model, &ModelPanel::factsRequested, this, &MainWindow::showFacts);
    connect(m_model, &ModelPanel::retryRequested, this, &MainWindow::openPath);
    connect(m_document, &Document::failed, this, &MainWindow::showOpenFailure);
    connect(m_document, &Document::openProgress, this, &MainWindow::showOpenProgress);
    connect(m_document, &Document::busyChanged, this, [this](bool busy, const QString& what) {
        m_opening = busy ? what : QString();
        if (!busy) {
            m_messages->clearProgress();
        }
    });
}

void MainWindow::openPath(const QString& path, const OpenOptions& options) {
    leaveLesson();
    m_openingPath = Document::isTypedPath(path) ? path : QFileInfo(path).absoluteFilePath();
    m_document->open(m_openingPath, options);
}

void MainWindow::showOpenProgress(const Progress& progress) {
    const QString phase = QString::fromStdString(progress.phase);
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
        statusBar()->showMessage(tr("%1 was cancelled.").arg(m_opening), kMessageMs);
        m_document->cancelOpening();
    });
}

void MainWindow::showOpenFailure() {
    m_openNote.clear();
    // The card is in the model's dock, which may be closed.
    QDockWidget* model = m_docks.front();
    model->show();
    model->raise();
}

void MainWindow::showOpenNotes() {
    QStringList notes;
    if (const QString note = std::exchange(m_openNote, {}); !note.isEmpty()) {
        notes.append(note);
    }
    const std::vector<std::string>& warnings = m_document->checkpoint()->warnings;
    if (!warnings.empty()) {
        notes.append(QString::fromStdString(warnings.front()));
    }
    if (warnings.size() > 1) {
        notes.append(tr("%1 more notes stand in Model facts.").arg(warnings.size() - 1));
    }
    if (warnings.empty() && !notes.isEmpty()) {
        m_messages->showMessage(MessageBar::Kind::Information, notes.front());
    } else if (!notes.isEmpty()) {
        m_messages->showMessage(MessageBar::Kind::Warning, notes.join(QLatin1Char('\n')),
                                tr("Model facts"), [this] {
                                    showFacts();
                                    m_facts->showPage(FactsPanel::Page::Notes);
                                });
    }
}

bool MainWindow::isPartOf(const QWidget& widget) const {
    const QWidget* window = widget.window();
    return window == this ||
           (window->parentWidget() == this && qobject_cast<const QDockWidget*>(window) != nullptr);
}

bool MainWindow::isDrag(const QEvent& event) {
    return event.type() == QEvent::DragEnter || event.type() == QEvent::DragMove ||
           event.type() == QEvent::Drop;
}

bool MainWindow::handleDrag(QEvent* event) {
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

void MainWindow::openDropped(const QStringList& paths) {
    if (paths.isEmpty()) {
        m_messages->showMessage(
            MessageBar::Kind::Warning,
            tr("Only files and folders of this machine can be opened: download it first."));
        return;
    }
    if (paths.size() == 1 && isDeviceMapFile(paths.front()) && m_document->plan() != nullptr) {
        readMap(paths.front());
        return;
    }
    if (paths.size() > 1) {
        m_openNote = tr("%1 things were dropped; one model can be open at a time, so %2 was "
                        "opened. Of a checkpoint in several files, drop the folder.")
                         .arg(paths.size())
                         .arg(QFileInfo(paths.front()).fileName());
    }
    openPath(paths.front());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const bool isText = event->mimeData()->hasText() &&
                        !event->mimeData()->hasFormat(kModulesMimeType) &&
                        m_document->plan() != nullptr;
    if (!handleDrag(event) && isText) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QMimeData& mime = *event->mimeData();
    if (!handleDrag(event) && mime.hasText() && !mime.hasFormat(kModulesMimeType)) {
        event->acceptProposedAction();
        pasteMap(mime.text());
    }
}

}  // namespace stowage
