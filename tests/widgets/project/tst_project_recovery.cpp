// SPDX-License-Identifier: GPL-3.0-or-later
// What is not saved when the program goes: kept soon after each edit, gone after a clean close,
// offered at the next start. A child process that edits without a pause is killed.
#include "engine/plan/edit/plan_edit.h"
#include "tests/widgets/project/project_window.h"
#include "widgets/support/message_bar.h"

#include <QDateTime>
#include <QDir>
#include <QProcess>
#include <QPushButton>
#include <QRandomGenerator>
#include <QTimer>

#include <csignal>
#include <cstdio>

using namespace stowage;
using namespace stowage::test;

namespace {

/// A kill at any moment costs no edit that is older, where the machine has time for it.
constexpr qint64 kMostLostMs = 2000;
constexpr int kEditEveryMs = 15;

/// The edit that a child does as its n-th: each one changes the plan.
PlanEdit numberedEdit(int number) {
    const std::string module = "transformer.h." + std::to_string(number % 5);
    return MoveEdit{{module}, number / 5 % 2 == 0 ? DeviceId::cpu() : DeviceId::gpu(number % 2)};
}

qint64 now() {
    return QDateTime::currentMSecsSinceEpoch();
}

/// Opens the model, saves it as a project and edits until it is killed; tells the time of each
/// edit.
int editUntilKilled(const QString& model, const QString& project, const QString& recovery) {
    ProjectWindow f(recovery.toStdString());
    if (!openAndWait(f.document, model) || !f.save(project)) {
        return 1;
    }
    int number = 0;
    QTimer timer;
    QObject::connect(&f.document, &Document::planChanged, &timer, [&f] {
        std::printf("%d %lld\n", f.document.undoStack()->index(), static_cast<long long>(now()));
        std::fflush(stdout);
    });
    QObject::connect(&timer, &QTimer::timeout, &f.document,
                     [&f, &number] { f.document.edit(numberedEdit(number++)); });
    timer.start(kEditEveryMs);
    return QApplication::exec();
}

QStringList filesIn(const QString& folder) {
    return QDir(folder).entryList({"*.stowage"}, QDir::Files);
}

RecoveryEntry emptyEntry(const QString& path) {
    QFile file(path);
    RecoveryEntry entry;
    entry.file = file.open(QIODevice::WriteOnly) ? path.toStdString() : "";
    return entry;
}

/// Restores `next` once the worker has taken `first` away, before the window is told so.
class RestoresBetween : public QObject {
public:
    RestoresBetween(ProjectSession& session, QString first, RecoveryEntry next)
        : m_session(session), m_first(std::move(first)), m_next(std::move(next)) {
        qApp->installEventFilter(this);
    }
    [[nodiscard]] bool isDone() const { return m_isDone; }

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() == QEvent::MetaCall && !m_isDone && !QFile::exists(m_first)) {
            m_isDone = true;
            Q_EMIT m_session.recovered(m_next);
        }
        return false;
    }

private:
    ProjectSession& m_session;
    QString m_first;
    RecoveryEntry m_next;
    bool m_isDone = false;
};

}  // namespace

class ProjectRecoveryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { failOnWarnings(); }
    void keptSoonAfterAnEdit();
    void unsavedCloseKeepsIt();
    void offeredUntilAnswered();
    void restoredWhileAnotherGoes();
    void killedInTheMiddleOfEdits();

private:
    enum class Kept { OrNot, Surely };
    /// Kills so long after the first edit and, where that is wanted, not before something is kept.
    void killAt(int milliseconds, Kept wanted, int run);
    [[nodiscard]] QString freshFolder() {
        return m_folder.filePath(QStringLiteral("recovery%1").arg(++m_folders));
    }

    QTemporaryDir m_folder;
    QString m_sample;
    int m_folders = 0;
    qint64 m_mostLost = 0;  ///< age of the oldest edit that was lost, milliseconds
};

void ProjectRecoveryTest::initTestCase() {
    failOnWarnings();
    m_sample = writeSmallSample(m_folder.filePath("gpt2"), CheckpointFormat::Safetensors);
    QVERIFY(!m_sample.isEmpty());
}

void ProjectRecoveryTest::keptSoonAfterAnEdit() {
    const QString recovery = freshFolder();
    ProjectWindow f(recovery.toStdString());
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    QTRY_COMPARE(filesIn(recovery).size(), 1);
    // Saved, and undone to what is saved: there is nothing to keep.
    QVERIFY(f.save(m_folder.filePath("kept.stowage")));
    QTRY_VERIFY(filesIn(recovery).isEmpty());
    QVERIFY(f.move("transformer.h.4", DeviceId::cpu()));
    QTRY_COMPARE(filesIn(recovery).size(), 1);
    f.document.undoStack()->undo();
    QTRY_VERIFY(filesIn(recovery).isEmpty());
    // A clean close takes it away, whatever was answered.
    QVERIFY(f.move("transformer.h.4", DeviceId::cpu()));
    QTRY_COMPARE(filesIn(recovery).size(), 1);
    f.dialogs.unsaved = FileDialogs::Unsaved::Discard;
    QVERIFY(f.window.close());
    QVERIFY(filesIn(recovery).isEmpty());
    // What this process keeps is never offered while it runs.
    QVERIFY(recoverable(recovery.toStdString()).empty());
}

/// The end by a signal asks nothing and loses nothing.
void ProjectRecoveryTest::unsavedCloseKeepsIt() {
    const QString recovery = freshFolder();
    ProjectWindow f(recovery.toStdString());
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
    f.window.closeUnasked();
    QVERIFY(!f.window.isVisible());
    QCOMPARE(f.dialogs.unsavedQuestions.size(), 0);
    const QStringList files = filesIn(recovery);
    QCOMPARE(files.size(), 1);
    const auto kept = readProject((recovery + '/' + files[0]).toStdString());
    QVERIFY(kept.has_value());
    QCOMPARE(kept->variants[0].edits.size(), std::size_t{1});
}

/// The offer outlives the model that opens at the start, other messages, and a question that is
/// cancelled; then comes the next one.
void ProjectRecoveryTest::offeredUntilAnswered() {
    const QString recovery = freshFolder();
    std::string lost;
    {
        ProjectWindow f;
        QVERIFY(openAndWait(f.document, m_sample));
        QVERIFY(f.move("transformer.h.5", DeviceId::cpu()));
        lost = planText(f.document);
        const auto project = completeProject(f.session.snapshot());
        QVERIFY(project.has_value());
        const std::string folder = recovery.toStdString();
        QVERIFY(RecoveryFile(folder).write(*project, "newer", "", "2026-11-24T10:00Z"));
        QVERIFY(RecoveryFile(folder).write(*project, "older", "", "2026-11-23T10:00Z"));
    }
    ProjectWindow f(recovery.toStdString());
    MessageBar* const bar = f.window.project()->recoveryBar();
    const auto press = [bar](const char* button) {
        QTest::mouseClick(bar->findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
    };
    QTRY_VERIFY(bar->text().contains(QStringLiteral("newer")));
    QVERIFY(openAndWait(f.document, m_sample));
    QVERIFY(bar->isVisible());
    QVERIFY(f.move("transformer.h.4", DeviceId::cpu()));
    f.dialogs.unsaved = FileDialogs::Unsaved::Cancel;
    press("message_remedy");
    QCOMPARE(f.dialogs.unsavedQuestions.size(), 1);
    QVERIFY(bar->text().contains(QStringLiteral("newer")));
    f.dialogs.unsaved = FileDialogs::Unsaved::Discard;
    press("message_remedy");
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().contains(QStringLiteral("older")), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(f.document.isIdle(), 60000);
    QCOMPARE(planText(f.document), lost);
    press("message_choice");
    QVERIFY(!bar->isVisible());
    QTRY_VERIFY(recoverable(recovery.toStdString()).empty());
}

/// Each is taken away with the write that holds it.
void ProjectRecoveryTest::restoredWhileAnotherGoes() {
    ProjectWindow f(freshFolder().toStdString());
    const QString first = m_folder.filePath("first");
    const QString second = m_folder.filePath("second");
    const RecoveryEntry entry = emptyEntry(first);
    RestoresBetween between(f.session, first, emptyEntry(second));
    Q_EMIT f.session.recovered(entry);
    Q_EMIT f.session.changed();
    QTRY_VERIFY(between.isDone());
    QVERIFY(QFile::exists(second));
    Q_EMIT f.session.changed();
    QTRY_VERIFY(!QFile::exists(second));
}

void ProjectRecoveryTest::killAt(int milliseconds, Kept wanted, int run) {
    const bool waits = wanted == Kept::Surely;
    const QString recovery = freshFolder();
    const QString project = m_folder.filePath(QStringLiteral("killed%1.stowage").arg(run));
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(),
                {"tst_project_recovery", "--edit-until-killed", m_sample, project, recovery});
    QVERIFY(child.waitForReadyRead(60000));  // the first edit is done
    const qint64 end = now() + milliseconds;
    QByteArray told;
    while (now() < end || (waits && filesIn(recovery).isEmpty() && now() < end + 60000)) {
        child.waitForReadyRead(static_cast<int>(qMax<qint64>(1, end - now())));
        told += child.readAllStandardOutput();
    }
    QCOMPARE(::kill(static_cast<pid_t>(child.processId()), SIGKILL), 0);
    const qint64 killed = now();
    QVERIFY(child.waitForFinished(60000));
    told += child.readAllStandardOutput();

    const auto entries = recoverable(recovery.toStdString());
    if (waits) {
        QCOMPARE(entries.size(), std::size_t{1});
    }
    std::size_t kept = 0;
    if (!entries.empty()) {
        QCOMPARE(QString::fromStdString(entries[0].projectPath), project);
        kept = readRecovery(entries[0])->variants[0].edits.size();
    }
    for (const QByteArray& line : told.split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() == 2 && words[0].toULongLong() == kept + 1) {
            m_mostLost = qMax(m_mostLost, killed - words[1].toLongLong());
        }
    }
    if (entries.empty()) {
        return;
    }
    // The next start offers it; restored, it is the plan after so many edits.
    ProjectWindow f(recovery.toStdString());
    MessageBar* bar = f.window.project()->recoveryBar();
    QTRY_VERIFY(bar->text().contains(QFileInfo(project).fileName()));
    QTest::mouseClick(bar->findChild<QPushButton*>("message_remedy"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(f.document.plan() != nullptr && f.document.isIdle(), 60000);
    const std::string restored = planText(f.document);
    QCOMPARE(f.session.path(), project);
    QVERIFY(f.session.isModified());
    Document again(windowDevices(kProjectGpus));
    QVERIFY(openAndWait(again, m_sample));
    for (std::size_t edit = 0; edit < kept; ++edit) {
        again.edit(numberedEdit(static_cast<int>(edit)));
    }
    QVERIFY(waitUntilIdle(again));
    QCOMPARE(again.undoStack()->count(), static_cast<int>(kept));
    QCOMPARE(restored, planText(again));
    // It is this window's now, which leaves nothing behind once it is saved.
    QTRY_VERIFY(recoverable(recovery.toStdString()).empty());
    QVERIFY(f.save({}));
    QTRY_VERIFY(filesIn(recovery).isEmpty());
}

/// STOWAGE_KILLS=50 kills so often and, on a machine that does nothing else, holds the time.
void ProjectRecoveryTest::killedInTheMiddleOfEdits() {
    bool isSet = false;
    const int set = qEnvironmentVariableIntValue("STOWAGE_KILLS", &isSet);
    const int kills = isSet ? set : 4;
    QRandomGenerator random(20261123);
    for (int run = 0; run < kills; ++run) {
        killAt(random.bounded(50, 3500), run + 1 == kills ? Kept::Surely : Kept::OrNot, run);
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    qInfo("%d kills; the oldest edit that was lost was %lld ms old", kills,
          static_cast<long long>(m_mostLost));
    QVERIFY(!isSet || m_mostLost <= kMostLostMs);
}

STOWAGE_TEST_MAIN([](int argc, char** argv) {
    if (argc == 5 && std::string_view(argv[1]) == "--edit-until-killed") {
        const QApplication application(argc, argv);
        const QStringList arguments = QCoreApplication::arguments();
        return editUntilKilled(arguments[2], arguments[3], arguments[4]);
    }
    return stowage::runTestSuite<ProjectRecoveryTest, QApplication>(argc, argv);
})
#include "tst_project_recovery.moc"
