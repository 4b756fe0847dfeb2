// SPDX-License-Identifier: GPL-3.0-or-later
// Makes stowage_watched of the program: what its window shows and the engine holds, for tests from
// outside.
//
//     STOWAGE_STATE_FILE=FILE stowage_watched [options of stowage]
//
// Writes it as JSON to FILE, by renaming a finished file into place, after the first plan or
// failure and on each SIGUSR1.
#include "engine/base/file_writer.h"
#include "engine/device/host_memory.h"
#include "engine/plan/strategies/strategies.h"
#include "tests/support/event_loop_watch.h"
#include "widgets/board/board_view.h"
#include "widgets/document/document.h"
#include "widgets/help/help_feature.h"
#include "widgets/live/live_feature.h"
#include "widgets/live/live_panel.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/load_feature.h"
#include "widgets/open/open_error_card.h"
#include "widgets/plan/device_cards.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_feature.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/module_tree_model.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/main_window.h"

#include <fcntl.h>
#include <unistd.h>
#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSocketNotifier>
#include <QTimer>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <optional>

namespace stowage {
namespace {

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QJsonArray rectArray(const QRect& rect) {
    return {rect.x(), rect.y(), rect.width(), rect.height()};
}

QJsonArray globalRect(const QWidget& widget, const QRect& rect) {
    return rectArray(QRect(widget.mapToGlobal(rect.topLeft()), rect.size()));
}

/// All modules as the tree's model gives them to the view.
QJsonArray treeState(const ModuleTreeModel& model) {
    QJsonArray tree;
    for (std::uint32_t entry = 1; entry < model.moduleCount(); ++entry) {
        const QModelIndex index = model.entryIndex(entry);
        tree.append(QJsonObject{
            {QStringLiteral("module"), index.data(ModuleTreeModel::PathRole).toString()},
            {QStringLiteral("class"),
             index.siblingAtColumn(ModuleTreeModel::Class).data().toString()},
            {QStringLiteral("device"), index.data(ModuleTreeModel::DeviceNameRole).toString()},
            {QStringLiteral("bytes"), index.data(ModuleTreeModel::BytesRole).toDouble()},
            {QStringLiteral("moved"), model.plan()->wasMovedByHand(ModuleId{entry})},
            {QStringLiteral("pinned"), model.plan()->isPinned(ModuleId{entry})}});
    }
    return tree;
}

QJsonObject totalsState(const PlacementPlan& plan) {
    QJsonObject totals;
    for (const DevicePlacement& placement : plan.placements) {
        const double over =
            std::max(placement.overBudget(), static_cast<double>(placement.overCapacity()));
        totals.insert(
            QString::fromStdString(deviceName(placement.device.id)),
            QJsonObject{
                {QStringLiteral("weights"), placement.weights},
                {QStringLiteral("allocated"), static_cast<double>(placement.weightsAllocated)},
                {QStringLiteral("reserved"), static_cast<double>(placement.weightsReserved)},
                {QStringLiteral("budget"),
                 placement.budget ? QJsonValue(*placement.budget) : QJsonValue()},
                {QStringLiteral("over"), over}});
    }
    return totals;
}

QJsonArray problemsState(const PlacementPlan& plan) {
    QJsonArray problems;
    for (const PlanIssue& issue : plan.issues) {
        problems.append(QJsonObject{
            {QStringLiteral("severity"), QString::fromLatin1(severityName(issue.severity))},
            {QStringLiteral("code"), QString::fromStdString(issue.code)},
            {QStringLiteral("module"), QString::fromStdString(issue.module)},
            {QStringLiteral("device"),
             issue.device ? QString::fromStdString(deviceName(*issue.device)) : QString()},
            {QStringLiteral("bytes"), issue.bytes},
            {QStringLiteral("text"), QString::fromStdString(issue.text)}});
    }
    return problems;
}

QJsonObject loadState(const MainWindow& window) {
    const LoadController& controller = *window.controller();
    const Progress& progress = controller.progress();
    const double fraction = progress.bytesTotal == 0 ? 0
                                                     : static_cast<double>(progress.bytesDone) /
                                                           static_cast<double>(progress.bytesTotal);
    return {{QStringLiteral("state"), QString::fromLatin1(loadStateName(controller.state()))},
            {QStringLiteral("method"), fromView(askedMethodName(window.load()->method()))},
            {QStringLiteral("rate"), controller.currentRate()},
            {QStringLiteral("runs"), static_cast<qint64>(controller.finishedLoads().size())},
            {QStringLiteral("progress"),
             QJsonObject{{QStringLiteral("phase"), QString::fromStdString(progress.phase)},
                         {QStringLiteral("bytes_done"), static_cast<double>(progress.bytesDone)},
                         {QStringLiteral("bytes_total"), static_cast<double>(progress.bytesTotal)},
                         {QStringLiteral("fraction"), fraction},
                         {QStringLiteral("items_done"), static_cast<double>(progress.itemsDone)},
                         {QStringLiteral("item"), QString::fromStdString(progress.currentItem)}}}};
}

/// Runs of the loaded model: whether one can begin, the one that goes on or was last.
QJsonObject modelRunState(const MainWindow& window) {
    const RunController& runs = *window.run()->controller();
    QJsonArray tokens;
    for (const std::int64_t token : runs.chosen()) {
        tokens.append(static_cast<qint64>(token));
    }
    const auto stopped =
        runs.runs().empty() ? std::optional<Error>() : runs.runs().back().report->stopped;
    return {{QStringLiteral("state"), QString::fromLatin1(modelRunStateName(runs.state()))},
            {QStringLiteral("can_run"), runs.canRun()},
            {QStringLiteral("why_not"), runs.whyNot()},
            {QStringLiteral("runs"), static_cast<qint64>(runs.runs().size())},
            {QStringLiteral("tokens"), tokens},
            {QStringLiteral("items_done"), static_cast<qint64>(runs.progress().itemsDone)},
            {QStringLiteral("item"), QString::fromStdString(runs.progress().currentItem)},
            {QStringLiteral("stopped"),
             stopped ? QString::fromStdString(stopped->message) : QString()}};
}

/// The cards of the devices: bytes before the load and now, by holder.
QJsonArray cardsState(const MainWindow& window) {
    QJsonArray cards;
    for (const auto& device : window.controller()->devices()) {
        const DeviceCard* card = window.plan()->cards()->card(device->info().id);
        if (card == nullptr) {
            continue;
        }
        QJsonObject holders;
        for (const HolderUse& use : card->figures().holders) {
            holders.insert(holderName(use.holder),
                           QJsonArray{use.before ? QJsonValue(*use.before) : QJsonValue(),
                                      use.now ? QJsonValue(*use.now) : QJsonValue()});
        }
        cards.append(QJsonObject{
            {QStringLiteral("device"), QString::fromStdString(deviceName(card->device()))},
            {QStringLiteral("holders"), holders}});
    }
    return cards;
}

QJsonObject countersState(const LoadController& controller) {
    const EngineCounters counters = controller.counters();
    return {{QStringLiteral("live_tensors"), static_cast<qint64>(counters.liveTensors)},
            {QStringLiteral("allocated_bytes"), static_cast<double>(counters.allocatedBytes)},
            {QStringLiteral("reserved_bytes"), static_cast<double>(counters.reservedBytes)},
            {QStringLiteral("jobs"), static_cast<qint64>(counters.jobs)}};
}

QJsonArray openFiles() {
    QJsonArray files;
    const QDir folder(QStringLiteral("/proc/self/fd"));
    for (const QString& name : folder.entryList(QDir::Files | QDir::System)) {
        const QString target = QFile::symLinkTarget(folder.filePath(name));
        if (!target.isEmpty()) {
            files.append(target);
        }
    }
    return files;
}

QJsonObject memoryState() {
    const ProcessMemory memory = ProcessMemoryReader().read();
    const auto number = [](std::optional<std::uint64_t> bytes) {
        return bytes ? QJsonValue(static_cast<double>(*bytes)) : QJsonValue();
    };
    return {{QStringLiteral("anon"), number(memory.anon)},
            {QStringLiteral("file"), number(memory.file)},
            {QStringLiteral("shmem"), number(memory.shmem)},
            {QStringLiteral("rss"), number(memory.rss)}};
}

/// Visible rows of the tree and their places on the screen.
QJsonArray treeRows(const ModuleTreeView& view) {
    QJsonArray rows;
    const QWidget& viewport = *view.viewport();
    for (QModelIndex index = view.indexAt(QPoint(1, 1)); index.isValid();
         index = view.indexBelow(index)) {
        const QRect rect = view.visualRect(index);
        if (rect.top() >= viewport.height()) {
            break;
        }
        rows.append(QJsonObject{
            {QStringLiteral("module"), index.data(ModuleTreeModel::PathRole).toString()},
            {QStringLiteral("rect"), globalRect(viewport, rect)}});
    }
    return rows;
}

/// What the error card shows; empty where nothing failed.
QJsonObject openErrorState(const OpenErrorCard& card) {
    if (!card.isShown()) {
        return {};
    }
    const Error& error = card.failure().error;
    QJsonObject state{{QStringLiteral("path"), card.failure().path},
                      {QStringLiteral("kind"), fromView(errorCodeName(error.code))},
                      {QStringLiteral("message"), card.failure().sentence()},
                      {QStringLiteral("file"), QString::fromStdString(error.file)},
                      {QStringLiteral("key"), QString::fromStdString(error.key)}};
    if (error.offset) {
        state.insert(QStringLiteral("offset"), static_cast<qint64>(*error.offset));
    }
    return state;
}

QJsonObject fieldsState(const MainWindow& window) {
    static const QStringList kNames{
        QStringLiteral("load_button"),    QStringLiteral("method_combo"),
        QStringLiteral("cancel_button"),  QStringLiteral("pause_button"),
        QStringLiteral("step_button"),    QStringLiteral("unload_button"),
        QStringLiteral("strategy_combo"), QStringLiteral("no_split_combo"),
        QStringLiteral("type_combo"),     QStringLiteral("module_filter"),
        QStringLiteral("message_close"),  QStringLiteral("run_action_button"),
        QStringLiteral("run_prompt"),     QStringLiteral("run_start"),
        QStringLiteral("run_pause"),      QStringLiteral("run_cancel")};
    QJsonObject fields;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const QString name = widget->objectName();
        const bool isLimit = name.startsWith(QLatin1String("limit_")) ||
                             name.startsWith(QLatin1String("plan_limit_"));
        if (widget->isVisible() && (isLimit || kNames.contains(name))) {
            fields.insert(name, globalRect(*widget, widget->rect()));
        }
    }
    fields.insert(QStringLiteral("tree_rows"), treeRows(*window.tree()->panel()->view()));
    return fields;
}

/// Tree, board, totals, problems, load, charts, counters, open files, where the named controls are,
/// in global coordinates.
QJsonObject windowState(const MainWindow& window) {
    Document& document = *window.document();
    QJsonObject state{{QStringLiteral("window"), rectArray(window.frameGeometry())},
                      {QStringLiteral("board"), window.board()->view()->geometry()},
                      {QStringLiteral("fields"), fieldsState(window)}};
    if (const auto plan = document.plan()) {
        state.insert(QStringLiteral("revision"), static_cast<qint64>(plan->revision));
        state.insert(QStringLiteral("tree"), treeState(*window.tree()->panel()->model()));
        state.insert(QStringLiteral("totals"), totalsState(*plan));
        state.insert(QStringLiteral("problems"), problemsState(*plan));
        state.insert(QStringLiteral("verdict"), QString::fromStdString(plan->verdictText));
        state.insert(QStringLiteral("strategy"), fromView(strategyName(plan->request.strategy)));
    }
    state.insert(QStringLiteral("model"), document.path());
    state.insert(QStringLiteral("undo"),
                 QJsonObject{{QStringLiteral("undo"), document.undoStack()->undoText()},
                             {QStringLiteral("redo"), document.undoStack()->redoText()}});
    state.insert(QStringLiteral("load"), loadState(window));
    state.insert(QStringLiteral("model_run"), modelRunState(window));
    state.insert(QStringLiteral("cards"), cardsState(window));
    state.insert(QStringLiteral("live"), window.live()->panel()->state());
    state.insert(QStringLiteral("counters"), countersState(*window.controller()));
    state.insert(QStringLiteral("open_files"), openFiles());
    const OpenErrorCard& failed = *window.tree()->panel()->errorCard();
    const QString message = window.messages()->text();
    state.insert(QStringLiteral("message"),
                 message.isEmpty() && failed.isShown() ? failed.failure().sentence() : message);
    state.insert(QStringLiteral("open_error"), openErrorState(failed));
    state.insert(QStringLiteral("crash_notice"), window.help()->crashBar()->text());
    state.insert(QStringLiteral("memory"), memoryState());
    return state;
}

/// Seconds since the process began, as the system has it, to 10 ms; null where it does not tell.
QJsonValue secondsSinceStart() {
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    // The second field is the program's name in parentheses; of what follows, the twentieth is the
    // start in clock ticks since the machine's.
    const QByteArray text = file.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr int kStartTime = 19;
    timespec now{};
    if (fields.size() <= kStartTime || ::clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
        return {};
    }
    constexpr double kNano = 1e-9;
    const double began =
        fields[kStartTime].toDouble() / static_cast<double>(::sysconf(_SC_CLK_TCK));
    return static_cast<double>(now.tv_sec) + kNano * static_cast<double>(now.tv_nsec) - began;
}

/// A signal handler may only write to a pipe; the event loop reads the other end.
int signalPipe[2] = {-1, -1};

void onSignal(int) {
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(signalPipe[1], &byte, 1);
}

/// Takes SIGUSR1 over, so that it does not end the program, before main() begins. Requests that
/// come before there is a window are answered by the first one.
const bool isSignalTaken = [] {
    if (::pipe2(signalPipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        return false;
    }
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    return ::sigaction(SIGUSR1, &action, nullptr) == 0;
}();

/// Writes the window's state, how long the event loop was held at most ("event_loop_held_ms") since
/// it was written last, and when the first frame was painted ("start").
class StateWriter : public QObject {
public:
    StateWriter(MainWindow* window, QString file);

private:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void write();

    MainWindow* m_window;
    QString m_file;
    QSocketNotifier m_notifier{signalPipe[0], QSocketNotifier::Read};
    EventLoopWatch m_watch;
    QJsonValue m_firstFrame;
};

StateWriter::StateWriter(MainWindow* window, QString file)
    : QObject(window), m_window(window), m_file(std::move(file)) {
    window->installEventFilter(this);
    connect(&m_notifier, &QSocketNotifier::activated, this, [this] {
        char bytes[64];
        while (::read(signalPipe[0], bytes, sizeof bytes) > 0) {
        }
        write();
    });
    // Queued and once more around the loop, so that docks and board have their sizes.
    const auto writeSoon = [this] { QTimer::singleShot(0, this, &StateWriter::write); };
    const auto once =
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection);
    connect(window->document(), &Document::modelChanged, this, writeSoon, once);
    connect(window->document(), &Document::failed, this, writeSoon, once);
}

bool StateWriter::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint) {
        watched->removeEventFilter(this);
        // What it holds is painted with it, before the loop goes on.
        QTimer::singleShot(0, this, [this] { m_firstFrame = secondsSinceStart(); });
    }
    return false;
}

void StateWriter::write() {
    const double held = m_watch.longestMs();
    const QJsonObject start{{QStringLiteral("first_frame_seconds"), m_firstFrame},
                            {QStringLiteral("now_seconds"), secondsSinceStart()}};
    QJsonObject object = windowState(*m_window);
    object.insert(QStringLiteral("event_loop_held_ms"), held);
    object.insert(QStringLiteral("start"), start);
    const QByteArray state = QJsonDocument(object).toJson(QJsonDocument::Compact);
    if (const auto written = writeFileAtomically(m_file.toStdString(), state.toStdString());
        !written) {
        qCritical("The state cannot be written: %s", written.error().message.english().c_str());
    }
    m_watch.begin();  // what writing took is not the window's
}

/// Gives each window of the program its writer once it is shown.
class WindowFinder : public QObject {
public:
    using QObject::QObject;

private:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Show && isSignalTaken) {
            auto* const window = qobject_cast<MainWindow*>(watched);
            if (window != nullptr && window != m_found) {
                m_found = window;
                new StateWriter(window, qEnvironmentVariable("STOWAGE_STATE_FILE"));
            }
        }
        return false;
    }

    MainWindow* m_found = nullptr;
};

/// Called by the constructor of each application object, also of the one that answers --help.
void watchWindows() {
    if (qEnvironmentVariableIsSet("STOWAGE_STATE_FILE")) {
        qApp->installEventFilter(new WindowFinder(qApp));
    }
}
Q_COREAPP_STARTUP_FUNCTION(watchWindows)

}  // namespace
}  // namespace stowage
