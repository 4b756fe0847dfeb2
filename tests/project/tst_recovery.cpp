// SPDX-License-Identifier: GPL-3.0-or-later
// What a window leaves that went without saving.
#ifndef Q_MOC_RUN
#include "engine/project/recovery.h"
#include "tests/project/project_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

using namespace stowage;
using namespace stowage::test;

namespace {

/// A number that no process has: above the largest that Linux gives.
constexpr std::int64_t kNobody = (1 << 22) + 5;

/// The twenty-second field of a process's line, for one whose name has no blanks.
std::uint64_t startInProc(pid_t process) {
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(21).toULongLong() : 0;
}

}  // namespace

class RecoveryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        m_folder = std::make_unique<QTemporaryDir>();
    }
    void processesAreKnownAgain();
    void onlyWhatIsGoneIsOffered();
    void theSameIsWrittenOnce();
    void othersArePassedOver();
    void folderOfTheEnvironment();

private:
    /// One that is made with the first file.
    [[nodiscard]] std::string folder() const {
        return m_folder->filePath(QStringLiteral("state/recovery")).toStdString();
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void RecoveryTest::processesAreKnownAgain() {
    const ProcessMark here = thisProcess();
    QVERIFY(here.start > 0);
    QVERIFY(isRunning(here));
    QVERIFY(!isRunning({here.id, here.start + 1}));
    QVERIFY(!isRunning({kNobody, 1}));
    QProcess child;
    child.start(QStringLiteral("sleep"), {QStringLiteral("60")});
    QVERIFY(child.waitForStarted());
    // Starts are counted in ticks, so a child can share its parent's: one earlier is another's.
    QVERIFY(!isRunning({child.processId(), here.start - 1}));
    child.kill();
    QVERIFY(child.waitForFinished());

    // One that has ended and whose parent has not asked for its status works no more.
    const pid_t ended = ::fork();
    if (ended == 0) {
        ::_exit(0);
    }
    siginfo_t status{};
    QCOMPARE(::waitid(P_PID, static_cast<id_t>(ended), &status, WEXITED | WNOWAIT), 0);
    const std::uint64_t start = startInProc(ended);
    QVERIFY(start >= here.start);
    QVERIFY(!isRunning({ended, start}));
    QCOMPARE(::waitpid(ended, nullptr, 0), ended);
}

void RecoveryTest::onlyWhatIsGoneIsOffered() {
    RecoveryFile mine(folder());
    RecoveryFile older(folder(), {kNobody, 1});
    RecoveryFile newer(folder(), {kNobody, 1}, 1);
    Project project = sampleProject();
    QVERIFY(mine.write(project, "gpt2", "", "2026-11-23T07:00:00.000Z"));
    QVERIFY(older.write(project, "gpt2", "/a/b.stowage", "2026-11-22T07:00:00.000Z"));
    project.notes = "newer";
    QVERIFY(newer.write(project, "llama", "", "2026-11-22T08:00:00.000Z"));
    const auto entries = recoverable(folder());
    QCOMPARE(entries.size(), std::size_t{2});
    QCOMPARE(entries[0].title, std::string("llama"));
    QCOMPARE(entries[1].projectPath, std::string("/a/b.stowage"));
    QCOMPARE(entries[1].date, std::string("2026-11-22T07:00:00.000Z"));
    QVERIFY(entries[1].process == (ProcessMark{kNobody, 1}));
    const auto back = readRecovery(entries[0]);
    QVERIFY(back.has_value());
    QCOMPARE(projectToJson(*back), projectToJson(project));
    QVERIFY(discardRecovery(entries[0]));
    QVERIFY(discardRecovery(entries[0]));  // gone already
    QCOMPARE(recoverable(folder()).size(), std::size_t{1});
    QVERIFY(std::filesystem::exists(mine.path()));
    QVERIFY(mine.discard());
    QVERIFY(!std::filesystem::exists(mine.path()));
    QCOMPARE(std::filesystem::status(folder()).permissions(), std::filesystem::perms::owner_all);
}

void RecoveryTest::theSameIsWrittenOnce() {
    RecoveryFile file(folder(), {kNobody, 2});
    QVERIFY(file.write(sampleProject(), "gpt2", "", "first"));
    QVERIFY(file.write(sampleProject(), "gpt2", "", "second"));
    QCOMPARE(recoverable(folder()).at(0).date, std::string("first"));
    QVERIFY(file.discard());
    QVERIFY(file.write(sampleProject(), "gpt2", "", "third"));
    QCOMPARE(recoverable(folder()).at(0).date, std::string("third"));
}

void RecoveryTest::othersArePassedOver() {
    QVERIFY(recoverable(folder()).empty());  // there is no such folder
    RecoveryFile file(folder(), {kNobody, 2});
    QVERIFY(file.write(sampleProject(), "gpt2", "", "first"));
    const std::string text = readText(file.path());
    writeText(folder() + "/half.stowage", text.substr(0, text.size() / 2));
    writeText(folder() + "/other.txt", text);
    writeText(folder() + "/saved.stowage", projectToJson(sampleProject()));
    QVERIFY(QDir(QString::fromStdString(folder())).mkdir(QStringLiteral("d.stowage")));
    QCOMPARE(recoverable(folder()).size(), std::size_t{1});
    RecoveryFile nowhere("/proc/none");
    const auto written = nowhere.write(sampleProject(), "gpt2", "", "now");
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::WriteFailed);
}

void RecoveryTest::folderOfTheEnvironment() {
    qputenv("XDG_STATE_HOME", "/state");
    QCOMPARE(defaultRecoveryFolder(), std::string("/state/stowage/recovery"));
    qunsetenv("XDG_STATE_HOME");
    qputenv("HOME", "/home/a");
    QCOMPARE(defaultRecoveryFolder(), std::string("/home/a/.local/state/stowage/recovery"));
    qunsetenv("HOME");
    QCOMPARE(defaultRecoveryFolder(), std::string());
}

QTEST_GUILESS_MAIN(RecoveryTest)
#include "tst_recovery.moc"
