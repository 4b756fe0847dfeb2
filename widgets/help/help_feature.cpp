// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/help_feature.h"

#include "engine/load/program/load_schedule.h"
#include "engine/load/report/load_report.h"
#include "widgets/document/document.h"
#include "widgets/help/about_dialog.h"
#include "widgets/help/crash_notices.h"
#include "widgets/help/guide.h"
#include "widgets/help/guide_window.h"
#include "widgets/help/log_window.h"
#include "widgets/help/tour.h"
#include "widgets/help/whats_this.h"
#include "widgets/help/whats_this_texts.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_status.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/translation.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QSettings>
#include <QTimer>
#include <QUrl>
#include <QWhatsThis>
#include <QWindow>

#include <utility>

namespace stowage {
namespace {

const QString kTourTakenKey = QStringLiteral("tour/taken");

/// "streamed", or "streamed (auto)" where the method was not chosen by hand.
QString usedMethodText(const LoadSchedule& schedule) {
    const QString name = QString::fromUtf8(loadMethodName(schedule.method));
    return schedule.methodReason.empty() ? name : HelpFeature::tr("%1 (auto)").arg(name);
}

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
      m_log(keptBy<SessionLog>(parts.keeper)) {
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
    m_whatsThis->setToolTip(tr("Point at something in the window to be told what it is for"));
    connect(m_whatsThis, &QAction::triggered, this, [] { QWhatsThis::enterWhatsThisMode(); });
    m_takeTour = makeAction(QStringLiteral("tour_action"), tr("Take the Tour"), {});
    m_takeTour->setToolTip(tr("Be shown the main parts of the window, one after another"));
    connect(m_takeTour, &QAction::triggered, this, &HelpFeature::takeTour);
    m_showLog = makeAction(QStringLiteral("log_action"), tr("Log"), {});
    m_showLog->setToolTip(tr("What the program reported since it was started"));
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
    new WhatsThis(m_window, {planningWhatsThis(), loadingWhatsThis(), capacityWhatsThis(),
                             lessonWhatsThis(), dialogsWhatsThis(), modelDialogsWhatsThis()});
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
        note(LogKind::Load, tr("The load by %1 was refused: %2")
                                .arg(QString::fromUtf8(loadMethodName(refusal.schedule->method)),
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
             tr("The load of %1 by %2 began.")
                 .arg(m_controller->modelName(), usedMethodText(*m_controller->schedule())));
    } else if (state == LoadState::Unloading) {
        note(LogKind::Load, tr("%1 is unloaded.").arg(m_controller->modelName()));
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
        tr("Stowage crashed earlier. What is known of it stands in %1; nothing was sent.")
            .arg(report),
        tr("Show"), [report] {
            QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(report).absolutePath()));
        });
}

}  // namespace stowage
