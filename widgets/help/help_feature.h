// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "widgets/support/feature.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/worker.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace stowage {

class GuideOpener;
class GuideWindow;
class LogWindow;
class RunController;
class Tour;
struct LoadReport;

enum class LoadState;

/// Versions, devices and libraries as text, for a report of a fault: nothing of it is about the
/// person or the models.
[[nodiscard]] QString programDetails(const std::vector<DeviceInfo>& devices);

/// The ending of a crash report that nobody was told of yet. Told, it becomes ".txt".
inline constexpr char kNewCrashReport[] = "new";

/// Takes what crashes left in `folder` since this was last called: gives each report its lasting
/// name, so that the next start says nothing of it, and drops all but the last few reports.
/// Returns the path of the newest one; "": there is none. Blocks for some files: in a worker.
[[nodiscard]] QString takeCrashReport(const QString& folder);

enum class LogKind { Note, Warning, Error, Load, Qt };

/// One thing that the program reported.
struct LogLine {
    QDateTime at;  ///< local time
    LogKind kind = LogKind::Note;
    QString text;  ///< may be of several lines
};

/// What the program reported since it was started, the newest last. A value, bounded: beyond
/// kMostLines the oldest ones go.
class SessionLog : public QObject {
    Q_OBJECT
public:
    explicit SessionLog(QObject* parent = nullptr) : QObject(parent) {}

    static constexpr std::size_t kMostLines = 5000;

    void add(LogLine line);
    [[nodiscard]] const std::deque<LogLine>& lines() const { return m_lines; }
    /// How many went.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// All of it as text, a line each, with what was dropped said first.
    [[nodiscard]] QString text() const;

private:
    std::deque<LogLine> m_lines;
    std::uint64_t m_dropped = 0;
};

/// "14:03:07.120  Warning  The sentence."; further lines of a text are indented below its first.
[[nodiscard]] QString logLineText(const LogLine& line);

/// The Help menu: the user guide, What's This?, the tour, the log of the session and About; what a
/// crash left is told at the next start.
class HelpFeature : public Feature {
    Q_OBJECT
public:
    /// `crashFolder`: where reports of crashes lie; "": nobody looks.
    HelpFeature(const FeatureParts& parts, RunController* runs, const QString& crashFolder);

    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void start() override;

    /// Shows the guide: "14-troubleshooting.md#truncated"; "": as it was left, at first its
    /// contents. Nothing where the build has no guide.
    void openGuide(const QString& section);
    [[nodiscard]] GuideWindow* guide() const { return m_guide; }

    /// Shows the tour from its first step, over the board.
    void takeTour();
    /// To be called where a person has started the program: takes the tour by itself as soon as the
    /// window was painted and has a plan. Not where this account had the tour before, and not where
    /// a warning, an error or a dialog comes first.
    void offerTour();
    void endTour();
    /// Null while there is none.
    [[nodiscard]] Tour* tour() const { return m_tour; }

    /// Where what a crash left is told; it stays while models come and go.
    [[nodiscard]] MessageBar* crashBar() const { return m_crashBar; }

    [[nodiscard]] const SessionLog& log() const { return *m_log; }
    /// Keeps what the message bars of the window say from now on; to be called again where one came
    /// with a page that is made when it is first entered.
    void followMessages();
    /// One more line of the log, now.
    void note(LogKind kind, const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeActions();
    void takeOfferedTour();
    void showLog();
    void showAbout();
    void noteMessage(MessageBar::Kind kind, const QString& text);
    void followOpening();
    void followLoads();
    void noteLoadState(LoadState state);
    void noteLoadEnd(const LoadReport& report);
    void lookForCrashes();
    void tellOfCrash(const QString& report);

    RunController* m_runs;
    QString m_crashFolder;
    MessageBar* m_crashBar;
    GuideOpener* m_opener = nullptr;  ///< null: the build has no guide
    GuideWindow* m_guide = nullptr;
    LogWindow* m_logWindow = nullptr;
    Tour* m_tour = nullptr;
    bool m_isTourOffered = false;
    bool m_isWindowPainted = false;
    SessionLog* m_log;
    LoadState m_lastState;
    QAction* m_openGuide = nullptr;
    QAction* m_whatsThis = nullptr;
    QAction* m_takeTour = nullptr;
    QAction* m_showLog = nullptr;
    QAction* m_about = nullptr;
    std::unique_ptr<Worker> m_crashWorker;
};

}  // namespace stowage
