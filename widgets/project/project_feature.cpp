// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/project_feature.h"

#include "engine/base/strings.h"
#include "widgets/document/document.h"
#include "widgets/open/open_feature.h"
#include "widgets/open/recent_files.h"
#include "widgets/project/compare_variants_dialog.h"
#include "widgets/project/project_session.h"
#include "widgets/project/report_dialog.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/forms.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QDateTime>
#include <QFileInfo>
#include <QListWidget>
#include <QLocale>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QWidget>

#include <cstddef>
#include <utility>

namespace stowage {
namespace {

std::string nowText() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
}

/// Writes what is not saved, or takes the file away where there is no snapshot; what was restored
/// from another file is in this one then, or wanted no more.
Result<void> keep(RecoveryFile& file, std::optional<ProjectSnapshot> snapshot, const QString& title,
                  const QString& path, const std::vector<RecoveryEntry>& restored) {
    if (snapshot) {
        auto project = completeProject(*std::move(snapshot));
        STOWAGE_TRY(project);
        STOWAGE_TRY(file.write(*project, title.toStdString(), path.toStdString(), nowText()));
    } else {
        STOWAGE_TRY(file.discard());
    }
    for (const RecoveryEntry& entry : restored) {
        STOWAGE_TRY(discardRecovery(entry));
    }
    return {};
}

}  // namespace

RecoveryKeeper::RecoveryKeeper(ProjectSession* session, std::string folder, QObject* parent)
    : QObject(parent), m_session(session), m_folder(std::move(folder)) {
    // Changes within it are written together.
    static constexpr int kDelayMs = 300;
    if (m_folder.empty()) {
        return;
    }
    m_file = std::make_shared<RecoveryFile>(m_folder);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &RecoveryKeeper::write);
    // Not begun anew by the next change: who edits without a pause is kept, too.
    connect(session, &ProjectSession::changed, this, [this] {
        if (!m_timer.isActive()) {
            m_timer.start();
        }
    });
    connect(session, &ProjectSession::recovered, this,
            [this](const RecoveryEntry& entry) { m_restored.push_back(entry); });
    connect(session, &ProjectSession::replaced, this, [this] { m_isTold = false; });
}

void RecoveryKeeper::tell(const Result<void>& result) {
    if (!result && !std::exchange(m_isTold, true)) {
        Q_EMIT failed(tr("Unsaved work is not protected against a crash: %1")
                          .arg(translated(result.error().message)),
                      result.error().code);
    }
}

std::optional<ProjectSnapshot> RecoveryKeeper::unsaved() const {
    return m_session->isModified() ? std::optional(m_session->snapshot()) : std::nullopt;
}

void RecoveryKeeper::write() {
    m_worker.start(
        [file = m_file, snapshot = unsaved(), title = m_session->title(), path = m_session->path(),
         restored = m_restored](const std::stop_token&) {
            return keep(*file, snapshot, title, path, restored);
        },
        [this, gone = m_restored.size()](const Result<void>& result) {
            if (result) {  // what was restored meanwhile stays
                m_restored.erase(m_restored.begin(),
                                 m_restored.begin() + static_cast<std::ptrdiff_t>(gone));
            }
            tell(result);
        });
}

void RecoveryKeeper::look() {
    if (m_folder.empty()) {
        return;
    }
    m_lookWorker.start([folder = m_folder](const std::stop_token&) { return recoverable(folder); },
                       [this](const std::vector<RecoveryEntry>& entries) {
                           if (!entries.empty()) {
                               Q_EMIT found(entries);
                           }
                       },
                       [](const Error&) {});  // what was left stays where it is
}

void RecoveryKeeper::finish(End end) {
    if (m_file == nullptr) {
        return;
    }
    m_timer.stop();
    m_session->disconnect(this);
    m_lookWorker.stopAndJoin();
    m_worker.stopAndJoin();
    tell(keep(*m_file, end == End::Keep ? unsaved() : std::nullopt, m_session->title(),
              m_session->path(), m_restored));
}

/// The edits of the plan that is shown, oldest first: a click, or the keys, go back and forth to
/// the plan as it was after one of them. What was done before the project was opened, or to the
/// variant that this one began as, is told in grey but for the last of it, after which the plan is
/// as it was then; no plan is kept of what is grey.
class EditsPanel : public QWidget {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    EditsPanel(Document* document, ProjectSession* session, const Theme* theme,
               QWidget* parent = nullptr);

private:
    void follow();
    void go(int row);

    Document* m_document;
    ProjectSession* m_session;
    const Theme* m_theme;
    QListWidget* m_list;
    int m_firstRow = 0;  ///< of the plan before any edit that can be undone
    bool m_following = false;
};

namespace {

constexpr int kLeastListHeight = 60;

}  // namespace

EditsPanel::EditsPanel(Document* document, ProjectSession* session, const Theme* theme,
                       QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_session(session),
      m_theme(theme),
      m_list(withName(new QListWidget(this), "edits_list", tr("Edits of the plan"))) {
    setObjectName(QStringLiteral("edits_panel"));
    m_list->setFont(theme->font(TextRole::Tree));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMinimumHeight(px(kLeastListHeight));
    makeColumn(this, 0)->addWidget(m_list);
    connect(m_list, &QListWidget::currentRowChanged, this, &EditsPanel::go);
    connect(document, &Document::planChanged, this, &EditsPanel::follow);
    connect(document->undoGroup(), &QUndoGroup::indexChanged, this, &EditsPanel::follow);
    connect(session, &ProjectSession::variantsChanged, this, &EditsPanel::follow);
    connect(theme, &Theme::changed, this, &EditsPanel::follow);
    follow();
}

void EditsPanel::follow() {
    m_following = true;
    QStringList rows;
    for (const ProjectEdit& edit : m_session->earlierEdits()) {
        rows.append(QString::fromStdString(edit.text));
    }
    const QUndoStack& steps = *m_document->undoStack();
    if (m_document->plan() != nullptr) {
        if (rows.isEmpty()) {
            rows.append(tr("The initial plan"));
        }
        m_firstRow = static_cast<int>(rows.size()) - 1;
        for (int step = 0; step < steps.count(); ++step) {
            rows.append(steps.text(step));
        }
    }
    for (int row = m_list->count() - 1; row >= rows.size(); --row) {
        delete m_list->takeItem(row);
    }
    for (int row = 0; row < rows.size(); ++row) {
        if (row == m_list->count()) {
            m_list->addItem(QString());
        }
        QListWidgetItem& item = *m_list->item(row);
        item.setText(rows[row]);
        const bool isKept = row >= m_firstRow;
        item.setFlags(isKept ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags);
        item.setForeground(isKept ? m_theme->colors().text : m_theme->colors().secondaryText);
        item.setToolTip(isKept ? rows[row]
                               : tr("Earlier edit; the plan after this edit was not stored"));
    }
    m_list->setCurrentRow(m_document->plan() == nullptr ? -1 : m_firstRow + steps.index());
    m_following = false;
}

void EditsPanel::go(int row) {
    if (!m_following && row >= m_firstRow) {
        m_document->walkTo(row - m_firstRow);
    }
}

namespace {

const QString kRecentProjectsKey = QStringLiteral("recentProjects");

/// "14:03", and of another day with its date.
QString timeText(const std::string& date) {
    const QDateTime at =
        QDateTime::fromString(QString::fromStdString(date), Qt::ISODateWithMs).toLocalTime();
    const QLocale locale;
    return at.date() == QDate::currentDate() ? locale.toString(at.time(), QLocale::ShortFormat)
                                             : locale.toString(at, QLocale::ShortFormat);
}

/// Where a project without a file is proposed to lie: beside its model, under its name.
QString proposedFile(const Document& document) {
    QString name = document.displayName().section(QLatin1Char('/'), 0, 0);
    name = QFileInfo(name).completeBaseName().isEmpty() ? name : QFileInfo(name).completeBaseName();
    return document.folder() + QLatin1Char('/') + name + QStringLiteral(".stowage");
}

}  // namespace

ProjectFeature::ProjectFeature(const FeatureParts& parts, OpenFeature* open,
                               const std::string& recoveryFolder)
    : Feature(parts),
      m_open(open),
      m_session(keptBy<ProjectSession>(parts.keeper, m_document)),
      m_keeper(keptBy<RecoveryKeeper>(parts.keeper, m_session, recoveryFolder)),
      m_bar(withName(new MessageBar(m_theme, m_window), "project_bar")),
      m_recoveryBar(withName(new MessageBar(m_theme, m_window), "recovery_bar")),
      m_variants(makeVariantBar(m_session, m_theme, m_window)),
      m_recentMenu(withName(new QMenu(tr("Recent Projects"), m_window), "recent_projects_menu")) {
    m_recent = new RecentFiles(m_recentMenu, m_settings, kRecentProjectsKey, this);
    connect(m_recent, &RecentFiles::chosen, this, &ProjectFeature::openPath);
    makeActions();
    m_open->setLeaving([this](const std::function<void()>& proceed) { leave(proceed); });
    connect(m_open, &OpenFeature::projectChosen, this, &ProjectFeature::openPath);
}

void ProjectFeature::makeActions() {
    m_new = makeAction(QStringLiteral("new_project_action"), tr("New Project"),
                       QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
    m_new->setToolTip(
        tr("Start a new project with the open model: one plan, in its initial state"));
    connect(m_new, &QAction::triggered, this, &ProjectFeature::newProject);
    m_openProject = makeAction(QStringLiteral("open_project_action"), tr("Open Project…"), {});
    connect(m_openProject, &QAction::triggered, this, [this] {
        const QString folder = m_session->path().isEmpty()
                                   ? m_document->folder()
                                   : QFileInfo(m_session->path()).absolutePath();
        m_dialogs->openProject(m_window, folder, [this](const QString& path) { openPath(path); });
    });
    m_save = makeAction(QStringLiteral("save_project_action"), tr("Save"), QKeySequence::Save,
                        QStringLiteral("save"));
    m_save->setToolTip(tr("Save the project: model, plans, edits, notes (Ctrl+S)"));
    connect(m_save, &QAction::triggered, this, &ProjectFeature::save);
    m_saveAs = makeAction(QStringLiteral("save_project_as_action"), tr("Save As…"),
                          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    connect(m_saveAs, &QAction::triggered, this, &ProjectFeature::saveAs);
    m_addVariant = makeAction(QStringLiteral("new_variant_action"), tr("New Variant"),
                              QKeySequence(Qt::CTRL | Qt::Key_T));
    m_addVariant->setToolTip(
        tr("Add another plan of this model that starts as a copy of the plan shown"));
    connect(m_addVariant, &QAction::triggered, m_session, &ProjectSession::addVariant);
    m_compare = makeAction(QStringLiteral("compare_variants_action"), tr("Compare variants…"), {},
                           QStringLiteral("compare"));
    m_compare->setToolTip(tr("Compare the plans of the project: fit, speed and memory"));
    connect(m_compare, &QAction::triggered, this, &ProjectFeature::compare);
    m_report = makeAction(QStringLiteral("report_action"), tr("Report…"), {});
    m_report->setToolTip(tr(
        "Create a report of the plans, their figures and records: HTML, PDF, Markdown, CSV, SVG"));
    connect(m_report, &QAction::triggered, this, &ProjectFeature::writeReport);
}

QList<DockContent> ProjectFeature::docks() {
    const auto makeEdits = [this](QWidget* parent) {
        return new EditsPanel(m_document, m_session, m_theme, parent);
    };
    return {{DockPlace::Edits, Qt::BottomDockWidgetArea, QStringLiteral("edits_dock"), tr("Edits"),
             makeEdits},
            {DockPlace::Notes, Qt::BottomDockWidgetArea, QStringLiteral("notes_dock"), tr("Notes"),
             [this](QWidget* parent) { return makeNotes(parent); }}};
}

QWidget* ProjectFeature::makeNotes(QWidget* parent) {
    m_notes = withName(new QPlainTextEdit(parent), "project_notes", tr("Notes of the project"));
    m_notes->setPlaceholderText(tr("Notes, stored in the project"));
    m_notes->setFrameShape(QFrame::NoFrame);
    m_notes->setFont(m_theme->font(TextRole::Tree));
    m_notes->setTabChangesFocus(true);
    connect(m_notes, &QPlainTextEdit::textChanged, this,
            [this] { m_session->setNotes(m_notes->toPlainText()); });
    return m_notes;
}

QList<QAction*> ProjectFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::FileProject:
            return {m_new, m_openProject, m_recentMenu->menuAction(), m_save, m_saveAs};
        case MenuSection::PlanVariants:
            return {m_addVariant, m_compare};
        case MenuSection::PlanExport:
            return {m_report};
        default:
            return {};
    }
}

void ProjectFeature::start() {
    static constexpr int kMessageMs = 5000;
    connect(m_session, &ProjectSession::changed, this, &ProjectFeature::enableActions);
    connect(m_session, &ProjectSession::replaced, this, [this] {
        m_bar->hide();
        m_reportFile.clear();
        const QSignalBlocker quiet(m_notes);
        m_notes->setPlainText(m_session->notes());
    });
    connect(m_session, &ProjectSession::opened, this, &ProjectFeature::showOpened);
    // Of a project that could not be opened before, or saved, nothing stands beside the next model.
    connect(m_document, &Document::busyChanged, this, [this](bool isBusy) {
        if (isBusy && m_bar->isError()) {
            m_bar->hide();
        }
    });
    connect(m_session, &ProjectSession::openProgress, this,
            [this](const QString& what, const Progress&) {
                m_messages->showProgress(tr("%1…").arg(what), -1,
                                         [this] { m_session->cancelOpening(); });
            });
    connect(m_session, &ProjectSession::openEnded, m_messages, &MessageBar::clearProgress);
    connect(m_session, &ProjectSession::modelMissing, this, [this](const QString& sentence) {
        m_bar->showMessage(MessageBar::Kind::Warning, sentence, tr("Find model…"),
                           [this] { findModel(); });
    });
    connect(m_session, &ProjectSession::modelElsewhere, this, &ProjectFeature::offerConnection);
    connect(m_session, &ProjectSession::saved, this, [this](const QString& path) {
        m_recent->add(path);
        Q_EMIT noticed(tr("%1 was saved.").arg(m_session->title()), kMessageMs);
        if (const auto next = std::exchange(m_afterSave, nullptr)) {
            next();
        }
    });
    const auto showFailure = [this](const QString& sentence, ErrorCode code) {
        m_afterSave = nullptr;
        m_bar->showMessage(MessageBar::Kind::Error, sentence);
        m_bar->addHelp(code);
    };
    connect(m_session, &ProjectSession::failed, this, showFailure);
    connect(m_keeper, &RecoveryKeeper::failed, this, showFailure);
    connect(m_session, &ProjectSession::variantRemoved, this, [this](const QString& name) {
        m_bar->showMessage(MessageBar::Kind::Information, tr("“%1” was deleted.").arg(name),
                           tr("Undo"), [this] { m_session->bringBack(); });
    });
    connect(m_keeper, &RecoveryKeeper::found, this,
            [this](const std::vector<RecoveryEntry>& entries) {
                m_left = entries;
                offerRecovery();
            });
    connect(m_session, &ProjectSession::recovered, this, &ProjectFeature::dropOffer);
    if (m_notes != nullptr) {
        const QSignalBlocker quiet(m_notes);
        m_notes->setPlainText(m_session->notes());
    }
    m_keeper->look();
    enableActions();
}

void ProjectFeature::enableActions() {
    const bool isOpen = m_document->plan() != nullptr;
    for (QAction* action : {m_new, m_save, m_saveAs, m_addVariant, m_compare, m_report}) {
        action->setEnabled(isOpen);
    }
}

void ProjectFeature::openPath(const QString& path) {
    leave([this, path] {
        Q_EMIT boardRequested();
        m_session->open(path);
    });
}

void ProjectFeature::leave(const std::function<void()>& proceed) {
    if (m_session->isSaving()) {
        m_afterSave = [this, proceed] { leave(proceed); };
        return;
    }
    if (!m_session->isModified()) {
        proceed();
        return;
    }
    m_dialogs->askUnsaved(m_window,
                          m_session->path().isEmpty()
                              ? tr("Save this plan as a project?")
                              : tr("Save the changes to the project “%1”?").arg(m_session->title()),
                          [this, proceed](FileDialogs::Unsaved answer) {
                              if (answer == FileDialogs::Unsaved::Discard) {
                                  proceed();
                              } else if (answer == FileDialogs::Unsaved::Save) {
                                  m_afterSave = proceed;
                                  save();
                              }
                          });
}

void ProjectFeature::newProject() {
    leave([this] {
        Q_EMIT boardRequested();
        m_document->open(m_document->path(), m_document->openOptions());
    });
}

void ProjectFeature::save() {
    if (m_session->path().isEmpty()) {
        saveAs();
    } else {
        m_session->save(m_session->path());
    }
}

void ProjectFeature::saveAs() {
    // Whoever closes the dialog without a choice goes on with nothing later either.
    const std::function<void()> next = std::exchange(m_afterSave, nullptr);
    const QString file =
        m_session->path().isEmpty() ? proposedFile(*m_document) : m_session->path();
    m_dialogs->saveProject(m_window, file, [this, next](const QString& path) {
        m_afterSave = next;
        m_session->save(path);
    });
}

void ProjectFeature::showOpened(const QStringList& notes, const QString& change,
                                const std::optional<DockLayout>& layout) {
    if (!m_session->path().isEmpty() && QFileInfo(m_session->path()).isFile()) {
        m_recent->add(m_session->path());
    }
    if (layout) {
        Q_EMIT layoutRequested(*layout);
    }
    // Queued: what follows the new model clears the bar first.
    QMetaObject::invokeMethod(
        this,
        [this, notes, change] {
            QStringList lines = notes;
            if (!change.isEmpty()) {
                lines.prepend(change);
                m_bar->showMessage(MessageBar::Kind::Warning, lines.join(QLatin1Char('\n')),
                                   tr("Find model…"), [this] { findModel(); });
            } else if (!lines.isEmpty()) {
                m_bar->showMessage(MessageBar::Kind::Information, lines.join(QLatin1Char('\n')));
            }
        },
        Qt::QueuedConnection);
}

void ProjectFeature::offerConnection() {
    const auto headers = m_session->awaitedHeaders();
    if (!headers) {
        return;
    }
    const QString host = QString::fromStdString(headers->machine);
    const QString path = QString::fromStdString(headers->path);
    m_bar->showMessage(
        MessageBar::Kind::Information,
        tr("The plans of this project are for the model %1 on %2. Connect to that machine to read "
           "the headers of the model again. The saved plans are then shown.")
            .arg(QString::fromStdString(printableText(headers->path, 400)),
                 QString::fromStdString(printableText(headers->machine, 80))),
        tr("Connect"), [this, host, path, options = m_session->awaitedOptions()] {
            Q_EMIT headersWanted(host, path, options);
        });
    m_bar->addChoice(tr("Find model…"), [this] { findModel(); });
}

void ProjectFeature::takeHeaders(const QString& host, const QString& model, const QString& copy) {
    if (m_session->awaitedHeaders() ==
        std::optional(WeightsElsewhere{host.toStdString(), model.toStdString()})) {
        leave([this, copy] { m_session->useModel(copy); });
    }
}

/// The project is read anew with the model that is found, so that changes are asked for.
void ProjectFeature::findModel() {
    leave([this] {
        const auto chosen = [this](const QString& path) { m_session->useModel(path); };
        const QFileInfo named(m_session->namedModel());
        if (named.suffix().isEmpty()) {
            m_dialogs->openFolder(m_window, named.absolutePath(), chosen);
        } else {
            m_dialogs->openFile(m_window, named.absolutePath(), chosen);
        }
    });
}

void ProjectFeature::offerRecovery() {
    if (m_left.empty()) {
        m_recoveryBar->hide();
        return;
    }
    const RecoveryEntry entry = m_left.front();
    m_recoveryBar->showMessage(MessageBar::Kind::Warning,
                               tr("Stowage closed at %2 without saving %1.")
                                   .arg(QString::fromStdString(entry.title), timeText(entry.date)),
                               tr("Restore"), [this, entry] { restore(entry); });
    m_recoveryBar->addChoice(tr("Discard"), [this, entry] { discard(entry); });
}

/// What was offered is restored or discarded: the next one is offered.
void ProjectFeature::dropOffer(const RecoveryEntry& entry) {
    std::erase_if(m_left, [&entry](const RecoveryEntry& left) { return left.file == entry.file; });
    offerRecovery();
}

void ProjectFeature::restore(const RecoveryEntry& entry) {
    offerRecovery();  // until it is restored: a person may cancel, and opening may fail
    leave([this, entry] {
        Q_EMIT boardRequested();
        m_session->openRecovered(entry);
    });
}

void ProjectFeature::discard(const RecoveryEntry& entry) {
    const auto discarded = discardRecovery(entry);
    dropOffer(entry);
    if (!discarded) {
        m_bar->showError(discarded.error());
    }
}

void ProjectFeature::compare() {
    if (m_comparison == nullptr) {
        m_comparison =
            new CompareVariantsDialog(m_document, m_controller, m_session, m_theme, m_window);
    }
    m_comparison->show();
    m_comparison->activateWindow();
}

void ProjectFeature::writeReport() {
    auto* dialog =
        new ReportDialog(m_document, m_controller, m_session, m_dialogs, m_theme, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QFileInfo project(m_session->path().isEmpty() ? proposedFile(*m_document)
                                                        : m_session->path());
    dialog->setFile(m_reportFile.isEmpty()
                        ? project.absolutePath() + QLatin1Char('/') + project.completeBaseName() +
                              QStringLiteral(".html")
                        : m_reportFile);
    connect(dialog, &QDialog::finished, this, [this, dialog] { m_reportFile = dialog->file(); });
    dialog->open();
}

}  // namespace stowage

#include "project_feature.moc"
