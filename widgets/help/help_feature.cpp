// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/help_feature.h"

#include "engine/base/build_info.h"
#include "engine/base/file_writer.h"
#include "engine/load/report/load_report.h"
#include "widgets/document/document.h"
#include "widgets/help/guide.h"
#include "widgets/help/guide_window.h"
#include "widgets/help/tour.h"
#include "widgets/help/whats_this.h"
#include "widgets/load/load_controller.h"
#include "widgets/run/run_controller.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/labels.h"
#include "widgets/support/theme.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QStringList>
#include <QSysInfo>
#include <QTextDocumentFragment>
#include <QTimer>
#include <QUrl>
#include <QWhatsThis>
#include <QWindow>

#include <utility>

namespace stowage {

/// What the program is, with the versions, devices and licences behind it, which can be copied.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    /// `devices`: those that are planned for.
    AboutDialog(const std::vector<DeviceInfo>& devices, const Theme* theme,
                QWidget* parent = nullptr);
};

/// What the program reported this session, as text that can be copied and saved. It follows the log
/// while it is seen.
class LogWindow : public QDialog {
    Q_OBJECT
public:
    /// All are borrowed and outlive it.
    LogWindow(const SessionLog* log, FileDialogs* dialogs, const Theme* theme,
              QWidget* parent = nullptr);

    /// One more line came into the log.
    void append(const LogLine& line);

private:
    void showAll();
    void copy();
    void save();
    void write(const QString& path);
    void applyTheme();

    const SessionLog* m_log;
    FileDialogs* m_dialogs;
    const Theme* m_theme;
    QPlainTextEdit* m_text;
    QLabel* m_notice;
    Worker m_worker;
};

namespace {

/// More devices and libraries scroll.
constexpr int kAboutLines = 24;

/// A library that the program is built over.
struct UsedLibrary {
    const char* name;
    const char* licence;  ///< SPDX
    const char* use;
};

constexpr UsedLibrary kLibraries[] = {
    {"Qt", "LGPL-3.0-only", QT_TRANSLATE_NOOP("AboutDialog", "the window")},
    {"QCustomPlot", "GPL-3.0-or-later", QT_TRANSLATE_NOOP("AboutDialog", "charts")},
    {"LibTorch", "BSD-3-Clause", QT_TRANSLATE_NOOP("AboutDialog", "loading and running models")},
    {"nlohmann/json", "MIT", QT_TRANSLATE_NOOP("AboutDialog", "JSON files")},
    {"OpenSSL", "Apache-2.0", QT_TRANSLATE_NOOP("AboutDialog", "checksums")},
    {"PCRE2", "BSD-3-Clause", QT_TRANSLATE_NOOP("AboutDialog", "tokenizers")},
    {"utf8proc", "MIT", QT_TRANSLATE_NOOP("AboutDialog", "tokenizers")},
    {"SentencePiece", "Apache-2.0", QT_TRANSLATE_NOOP("AboutDialog", "tokenizers")},
};

QString viewText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString versionsText() {
    const BuildInfo info = buildInfo();
    QStringList lines{AboutDialog::tr("Stowage %1").arg(QCoreApplication::applicationVersion()),
                      info.libtorch.empty()
                          ? AboutDialog::tr("LibTorch: none; this build cannot load models")
                          : AboutDialog::tr("LibTorch %1").arg(viewText(info.libtorch)),
                      AboutDialog::tr("Qt %1, built with Qt %2")
                          .arg(QLatin1String(qVersion()), viewText(info.qt)),
                      AboutDialog::tr("Follows the rules of Accelerate %1 and transformers %2")
                          .arg(viewText(info.accelerate), viewText(info.transformers)),
                      QStringLiteral("%1, %2").arg(QSysInfo::prettyProductName(),
                                                   QSysInfo::currentCpuArchitecture())};
    return lines.join(QLatin1Char('\n'));
}

QString aboutDeviceText(const DeviceInfo& device) {
    QString text = laneLabel(device.id);
    if (device.id.isGpu()) {
        text += QStringLiteral(": ") + shownDeviceName(device);
        if (device.simulated && device.name == simulatedName(device.capacity.value_or(0))) {
            return text;  // which says both already
        }
        if (device.simulated) {
            text = AboutDialog::tr("%1 (simulated)").arg(text);
        }
    }
    return device.capacity ? AboutDialog::tr("%1, %2").arg(
                                 text, formatInOwnUnit(static_cast<double>(*device.capacity)))
                           : text;
}

QString aboutDevicesText(const std::vector<DeviceInfo>& devices) {
    QStringList lines;
    for (const DeviceInfo& device : devices) {
        lines.append(aboutDeviceText(device));
    }
    return lines.join(QLatin1Char('\n'));
}

QString librariesText() {
    QStringList lines;
    for (const UsedLibrary& library : kLibraries) {
        lines.append(AboutDialog::tr("%1 (%2): %3")
                         .arg(QLatin1String(library.name), AboutDialog::tr(library.use),
                              QLatin1String(library.licence)));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

QString programDetails(const std::vector<DeviceInfo>& devices) {
    return versionsText() + QStringLiteral("\n\n") + AboutDialog::tr("Devices") +
           QLatin1Char('\n') + aboutDevicesText(devices) + QStringLiteral("\n\n") +
           AboutDialog::tr("Libraries and their licences") + QLatin1Char('\n') + librariesText() +
           QLatin1Char('\n');
}

AboutDialog::AboutDialog(const std::vector<DeviceInfo>& devices, const Theme* theme,
                         QWidget* parent)
    : QDialog(parent) {
    static constexpr int kWidth = 480;
    setObjectName(QStringLiteral("about_dialog"));
    setWindowTitle(tr("About Stowage"));
    QLabel* title = makeTextLine(tr("Stowage %1").arg(QCoreApplication::applicationVersion()),
                                 theme->font(TextRole::Title, true), this);
    QLabel* text =
        makeParagraph(tr("Stowage plans on which device each module of a neural network is placed, "
                         "loads the weights, and shows the actual memory use.\n\nFree software "
                         "under the GNU General Public License, version 3 or later."),
                      theme->font(TextRole::Base), this);
    auto* details = withName(new SelectableText(this), "about_details",
                             tr("Versions, devices, libraries and their licences"));
    details->setMaximumLines(kAboutLines);
    details->setFont(theme->font(TextRole::Tree));
    details->setText(programDetails(devices).trimmed());
    auto* row = new QWidget(this);
    auto* buttons = makeRow(row, 8);
    buttons->addStretch(1);
    QPushButton* copy = addButton(row, "about_copy", tr("Copy"), theme->font(TextRole::Tree));
    copy->setToolTip(tr("Copy versions, devices and libraries as text, for a bug report"));
    connect(copy, &QPushButton::clicked, this, [copy, all = programDetails(devices)] {
        copyToClipboard(all);
        copy->setText(tr("Copied"));
    });
    QPushButton* close = addButton(row, "about_close", tr("Close"), theme->font(TextRole::Tree));
    close->setDefault(true);
    close->setFocus();
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto* layout = makeColumn(this, 12, {20, 20, 20, 16});
    addWidgets(layout, {title, text, details, row});
    setMinimumWidth(px(kWidth));
}

QString takeCrashReport(const QString& folder) {
    // A report has some KiB; older ones say nothing that these do not.
    constexpr qsizetype kMostReports = 20;
    const QDir reports(folder);
    // Names begin with the moment, so that the last one is the newest.
    const QStringList found = reports.entryList(
        {QStringLiteral("*.%1").arg(QLatin1String(kNewCrashReport))}, QDir::Files, QDir::Name);
    QString newest;
    for (const QString& name : found) {
        const QString lasting =
            reports.filePath(QFileInfo(name).completeBaseName()) + QStringLiteral(".txt");
        // Of two windows that start at once, the one that can rename it tells of it.
        if (QFile::rename(reports.filePath(name), lasting)) {
            newest = lasting;
        }
    }
    QStringList kept = reports.entryList({QStringLiteral("*.txt")}, QDir::Files, QDir::Name);
    while (kept.size() > kMostReports) {
        QFile::remove(reports.filePath(kept.takeFirst()));
    }
    return newest;
}

namespace {

struct SessionLogTexts {
    Q_DECLARE_TR_FUNCTIONS(SessionLogTexts)
};

/// Wide enough for each of the kinds, so that texts stand below each other.
constexpr int kKindWidth = 9;

QString logKindText(LogKind kind) {
    switch (kind) {
        case LogKind::Note:
            return SessionLogTexts::tr("Note");
        case LogKind::Warning:
            return SessionLogTexts::tr("Warning");
        case LogKind::Error:
            return SessionLogTexts::tr("Error");
        case LogKind::Load:
            return SessionLogTexts::tr("Load");
        case LogKind::Qt:
            return SessionLogTexts::tr("Qt");
    }
    return {};
}

}  // namespace

void SessionLog::add(LogLine line) {
    m_lines.push_back(std::move(line));
    if (m_lines.size() > kMostLines) {
        m_lines.pop_front();
        ++m_dropped;
    }
}

QString SessionLog::text() const {
    QStringList texts;
    if (m_dropped > 0) {
        texts.append(SessionLogTexts::tr("%1 earlier lines were discarded.").arg(m_dropped));
    }
    for (const LogLine& line : m_lines) {
        texts.append(logLineText(line));
    }
    return texts.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString logLineText(const LogLine& line) {
    const QString head = line.at.toString(QStringLiteral("HH:mm:ss.zzz")) + QStringLiteral("  ") +
                         logKindText(line.kind).leftJustified(kKindWidth);
    const QString indent = QLatin1Char('\n') + QString(head.size(), QLatin1Char(' '));
    return head + QString(line.text).trimmed().replace(QLatin1Char('\n'), indent);
}

LogWindow::LogWindow(const SessionLog* log, FileDialogs* dialogs, const Theme* theme,
                     QWidget* parent)
    : QDialog(parent, Qt::Window),
      m_log(log),
      m_dialogs(dialogs),
      m_theme(theme),
      m_text(withName(new QPlainTextEdit(this), "log_text", tr("Messages of the program"))),
      m_notice(withName(new QLabel(this), "log_notice")) {
    constexpr QSize kSize(860, 460);
    setObjectName(QStringLiteral("log_window"));
    setWindowTitle(tr("Log"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setUndoRedoEnabled(false);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setPlaceholderText(tr("Nothing has been reported yet."));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    auto* row = new QWidget(this);
    auto* buttons = makeRow(row, 8, {12, 8, 12, 10});
    buttons->addWidget(m_notice, 1);
    const QFont font = m_theme->font(TextRole::Tree);
    addDialogHelp(row, font);
    QPushButton* copyAll = addButton(row, "log_copy", tr("Copy"), font);
    copyAll->setToolTip(tr("Copy the selection, or the whole log"));
    connect(copyAll, &QPushButton::clicked, this, &LogWindow::copy);
    connect(addButton(row, "log_save", tr("Save as…"), font), &QPushButton::clicked, this,
            &LogWindow::save);
    auto* layout = makeColumn(this, 0);
    layout->addWidget(m_text, 1);
    layout->addWidget(row);
    connect(theme, &Theme::changed, this, &LogWindow::applyTheme);
    resize(px(kSize));
    applyTheme();
    showAll();
}

void LogWindow::append(const LogLine& line) {
    if (m_log->dropped() > 0) {
        showAll();  // the text has no more than the log, and says so
    } else {
        m_text->appendPlainText(logLineText(line));
    }
}

void LogWindow::showAll() {
    m_text->setPlainText(m_log->lines().empty() ? QString() : m_log->text().trimmed());
    m_text->moveCursor(QTextCursor::End);
    m_text->moveCursor(QTextCursor::StartOfBlock);  // long lines are read from their beginning
}

void LogWindow::copy() {
    const QString selected = m_text->textCursor().selection().toPlainText();
    copyToClipboard(selected.isEmpty() ? m_log->text() : selected);
    m_notice->setText(selected.isEmpty() ? tr("The whole log was copied.")
                                         : tr("The selection was copied."));
}

void LogWindow::save() {
    m_dialogs->saveFile(this, QDir::homePath() + QStringLiteral("/stowage-log.txt"),
                        {QStringLiteral("txt")}, [this](const QString& path) { write(path); });
}

void LogWindow::write(const QString& path) {
    m_worker.start([file = path.toStdString(), text = m_log->text().toStdString()](
                       const std::stop_token&) { return writeFileAtomically(file, text); },
                   [this, path](const Result<void>& written) {
                       m_notice->setText(written ? tr("Saved as %1.").arg(path)
                                                 : translated(written.error().message));
                   });
}

void LogWindow::applyTheme() {
    m_text->setFont(m_theme->fixedFont());
    m_notice->setFont(m_theme->font(TextRole::Caption));
}

namespace {

const QString kTourTakenKey = QStringLiteral("tour/taken");

LogKind logKindOf(MessageBar::Kind kind) {
    return kind == MessageBar::Kind::Error     ? LogKind::Error
           : kind == MessageBar::Kind::Warning ? LogKind::Warning
                                               : LogKind::Note;
}

/// A window that is shown anew comes to the front by itself.
void bringToFront(QWidget* window) {
    if (window->isVisible()) {
        window->raise();
        window->activateWindow();
    } else {
        window->show();
    }
}

/// A dialog that waits for its answer lets no other window be used but its own: until then `window`
/// is one of those.
void lendToDialog(QWidget* window) {
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr) {
        return;
    }
    window->winId();  // the system's window is there from now on
    window->windowHandle()->setTransientParent(dialog->windowHandle());
    QObject::connect(dialog, &QDialog::finished, window, [window] {
        const QWidget* owner = window->parentWidget()->window();
        window->windowHandle()->setTransientParent(owner->windowHandle());
    });
}

}  // namespace

HelpFeature::HelpFeature(const FeatureParts& parts, RunController* runs, const QString& crashFolder)
    : Feature(parts),
      m_runs(runs),
      m_crashFolder(crashFolder),
      m_crashBar(withName(new MessageBar(m_theme, m_window), "crash_bar")),
      m_log(keptBy<SessionLog>(parts.keeper)),
      m_lastState(LoadState::Idle) {
    if (Guide::isCompiledIn()) {
        m_opener = new GuideOpener(m_window);
        connect(m_opener, &GuideOpener::requested, this, &HelpFeature::openGuide);
    }
    makeActions();
}

void HelpFeature::makeActions() {
    if (m_opener != nullptr) {
        m_openGuide =
            makeAction(QStringLiteral("guide_action"), tr("User Guide"), QKeySequence(Qt::Key_F1));
        connect(m_openGuide, &QAction::triggered, this, [this] { openGuide({}); });
    }
    m_whatsThis = makeAction(QStringLiteral("whats_this_action"), tr("What’s This?"),
                             QKeySequence(Qt::SHIFT | Qt::Key_F1));
    m_whatsThis->setToolTip(tr("Click a part of the window to see its description"));
    connect(m_whatsThis, &QAction::triggered, this, [] { QWhatsThis::enterWhatsThisMode(); });
    m_takeTour = makeAction(QStringLiteral("tour_action"), tr("Take the Tour"), {});
    m_takeTour->setToolTip(tr("Shows the main parts of the window, one after another"));
    connect(m_takeTour, &QAction::triggered, this, &HelpFeature::takeTour);
    m_showLog = makeAction(QStringLiteral("log_action"), tr("Log"), {});
    m_showLog->setToolTip(tr("Messages of the program since its start"));
    connect(m_showLog, &QAction::triggered, this, &HelpFeature::showLog);
    m_about = makeAction(QStringLiteral("about_action"), tr("About Stowage"), {});
    connect(m_about, &QAction::triggered, this, &HelpFeature::showAbout);
}

QList<QAction*> HelpFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::HelpGuide:
            return m_openGuide == nullptr ? QList{m_whatsThis} : QList{m_openGuide, m_whatsThis};
        case MenuSection::Help:
            return {m_takeTour};
        case MenuSection::HelpProgram:
            return {m_showLog, m_about};
        default:
            return {};
    }
}

void HelpFeature::start() {
    new WhatsThis(m_window,
                  {planningWhatsThis(), loadingWhatsThis(), pagesWhatsThis(), dialogsWhatsThis()});
    followMessages();
    followOpening();
    followLoads();
    lookForCrashes();
}

void HelpFeature::openGuide(const QString& section) {
    if (m_opener == nullptr) {
        return;
    }
    if (m_guide == nullptr) {
        m_guide =
            new GuideWindow(Guide::compiledIn(), Guide::compiledInFolder(), m_theme, m_window);
    }
    lendToDialog(m_guide);
    bringToFront(m_guide);
    m_guide->openSection(section);
}

void HelpFeature::takeTour() {
    if (m_tour != nullptr) {
        return;
    }
    m_isTourOffered = false;
    m_settings->setValue(kTourTakenKey, true);
    Q_EMIT boardRequested();
    m_tour = new Tour(m_theme, m_window);
    connect(m_tour, &Tour::dockWanted, this,
            [this](DockPlace place) { Q_EMIT dockRequested(place, 0); });
    connect(m_tour, &Tour::ended, this, [this] { std::exchange(m_tour, nullptr)->deleteLater(); });
    m_tour->begin();
}

void HelpFeature::endTour() {
    if (m_tour != nullptr) {
        m_tour->end();
    }
}

void HelpFeature::offerTour() {
    if (m_settings->value(kTourTakenKey, false).toBool()) {
        return;
    }
    m_isTourOffered = true;
    m_window->installEventFilter(this);
    // Queued: tree and board show the plan first.
    connect(m_document, &Document::planChanged, this, &HelpFeature::takeOfferedTour,
            Qt::QueuedConnection);
}

bool HelpFeature::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint) {
        watched->removeEventFilter(this);
        // What the window holds is painted with it, before the loop goes on.
        QTimer::singleShot(0, this, [this] {
            m_isWindowPainted = true;
            takeOfferedTour();
        });
    }
    return Feature::eventFilter(watched, event);
}

/// What a person has begun goes on: who has a dialog or a menu open is offered the tour next time.
void HelpFeature::takeOfferedTour() {
    if (!m_isTourOffered || !m_isWindowPainted || m_document->plan() == nullptr) {
        return;
    }
    m_isTourOffered = false;
    if (QApplication::activeModalWidget() == nullptr &&
        QApplication::activePopupWidget() == nullptr) {
        takeTour();
    }
}

void HelpFeature::showLog() {
    if (m_logWindow == nullptr) {
        m_logWindow = new LogWindow(m_log, m_dialogs, m_theme, m_window);
    }
    bringToFront(m_logWindow);
}

void HelpFeature::showAbout() {
    auto* dialog = new AboutDialog(m_document->devices(), m_theme, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void HelpFeature::note(LogKind kind, const QString& text) {
    const LogLine line{QDateTime::currentDateTime(), kind, text};
    m_log->add(line);
    if (m_logWindow != nullptr) {
        m_logWindow->append(line);
    }
}

void HelpFeature::followMessages() {
    for (MessageBar* bar : m_window->findChildren<MessageBar*>()) {
        connect(bar, &MessageBar::told, this, &HelpFeature::noteMessage, Qt::UniqueConnection);
    }
}

void HelpFeature::noteMessage(MessageBar::Kind kind, const QString& text) {
    note(logKindOf(kind), text);
    if (kind != MessageBar::Kind::Information) {
        m_isTourOffered = false;
    }
}

void HelpFeature::followOpening() {
    connect(m_document, &Document::failed, this, [this](const OpenFailure& failure) {
        note(LogKind::Error, failureTitle(failure) + QLatin1Char('\n') + failure.sentence());
    });
    connect(m_document, &Document::modelChanged, this, [this] {
        if (m_document->tree() != nullptr) {
            note(LogKind::Note, tr("%1 was opened.").arg(m_document->displayName()));
        }
    });
}

void HelpFeature::followLoads() {
    connect(m_controller, &LoadController::stateChanged, this, &HelpFeature::noteLoadState);
    connect(m_controller, &LoadController::finished, this,
            [this](const std::shared_ptr<const LoadReport>& report) { noteLoadEnd(*report); });
    connect(m_controller, &LoadController::refused, this, [this](const LoadRefusal& refusal) {
        note(LogKind::Load, tr("The load with %1 was refused: %2")
                                .arg(usedMethodText(*refusal.schedule),
                                     translated(refusal.objections.front().text)));
    });
    connect(
        m_runs, &RunController::finished, this,
        [this](const std::shared_ptr<const RunReport>& report) {
            note(LogKind::Load,
                 tr("Run of %1: %2").arg(m_runs->runs().back().modelName, runOutcomeText(*report)));
        });
}

void HelpFeature::noteLoadState(LoadState state) {
    const LoadState before = std::exchange(m_lastState, state);
    const bool begins = before == LoadState::Preparing &&
                        (state == LoadState::Loading || state == LoadState::Paused);
    if (begins && m_controller->schedule() != nullptr) {
        note(LogKind::Load,
             tr("The load of %1 with %2 started.")
                 .arg(m_controller->modelName(), usedMethodText(*m_controller->schedule())));
    } else if (state == LoadState::Unloading) {
        note(LogKind::Load, tr("%1 was unloaded.").arg(m_controller->modelName()));
    }
}

void HelpFeature::noteLoadEnd(const LoadReport& report) {
    if (report.stopped) {
        note(LogKind::Load,
             report.stopped->code == ErrorCode::Cancelled
                 ? tr("The load was cancelled.")
                 : tr("The load failed: %1").arg(translated(report.stopped->message)));
        return;
    }
    note(LogKind::Load,
         tr("%1 was loaded: %2 in %3.")
             .arg(m_controller->modelName(), formatInOwnUnit(static_cast<double>(report.bytes)),
                  formatSeconds(report.seconds)));
}

void HelpFeature::lookForCrashes() {
    if (m_crashFolder.isEmpty()) {
        return;
    }
    m_crashWorker = std::make_unique<Worker>();
    m_crashWorker->start(
        [folder = m_crashFolder](const std::stop_token&) { return takeCrashReport(folder); },
        [this](const QString& report) {
            if (!report.isEmpty()) {
                tellOfCrash(report);
            }
        },
        [](const Error&) {});
}

void HelpFeature::tellOfCrash(const QString& report) {
    m_crashBar->showMessage(
        MessageBar::Kind::Warning,
        tr("Stowage crashed in an earlier session. The details are in %1. No data was sent.")
            .arg(report),
        tr("Show"), [report] {
            QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(report).absolutePath()));
        });
}

}  // namespace stowage

#include "help_feature.moc"
