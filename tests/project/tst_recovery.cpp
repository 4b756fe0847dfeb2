// SPDX-License-Identifier: GPL-3.0-or-later
// What a window leaves that went without saving.
#ifndef Q_MOC_RUN
#include "engine/project/recovery.h"
#include "tests/project/project_fixture.h"

#include <nlohmann/json.hpp>
#endif

#include <QtCore/QDir>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

using namespace stowage;
using namespace stowage::test;

namespace {

/// What a window leaves that is gone: the path of its file.
std::string leave(const std::string& folder, const Project& project, const std::string& title,
                  const std::string& projectPath, const std::string& date) {
    RecoveryFile file(folder);
    return file.write(project, title, projectPath, date) ? file.path() : std::string();
}

std::string dateIn(const RecoveryFile& file) {
    const auto project = readProject(file.path());
    return project && project->unknown ? (*project->unknown)["recovery"]["date"].get<std::string>()
                                       : std::string();
}

}  // namespace

class RecoveryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        m_folder = std::make_unique<QTemporaryDir>();
    }
    void lockedWhileItsWindowIsThere();
    void unlockedByTheEndOfItsProcess();
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

void RecoveryTest::lockedWhileItsWindowIsThere() {
    Project project = sampleProject();
    {
        RecoveryFile file(folder());
        QVERIFY(file.write(project, "gpt2", "", "first"));
        QVERIFY(recoverable(folder()).empty());
        project.notes = "changed";  // another file under its name
        QVERIFY(file.write(project, "gpt2", "", "second"));
        QVERIFY(recoverable(folder()).empty());
    }
    QCOMPARE(recoverable(folder()).size(), std::size_t{1});
    QCOMPARE(recoverable(folder())[0].date, std::string("second"));
}

/// Also before its parent has asked for its status. Whoever looks need not see that process.
void RecoveryTest::unlockedByTheEndOfItsProcess() {
    int written[2];
    QCOMPARE(::pipe(written), 0);
    const pid_t other = ::fork();
    if (other == 0) {
        RecoveryFile file(folder());
        const char isWritten = file.write(sampleProject(), "gpt2", "", "now") ? 1 : 0;
        [[maybe_unused]] const auto told = ::write(written[1], &isWritten, 1);
        ::pause();
        ::_exit(1);
    }
    char isWritten = 0;
    QCOMPARE(::read(written[0], &isWritten, 1), ssize_t{1});
    QCOMPARE(isWritten, char{1});
    QVERIFY(recoverable(folder()).empty());
    QCOMPARE(::kill(other, SIGKILL), 0);
    siginfo_t status{};
    QCOMPARE(::waitid(P_PID, static_cast<id_t>(other), &status, WEXITED | WNOWAIT), 0);
    QCOMPARE(recoverable(folder()).size(), std::size_t{1});
    QCOMPARE(::waitpid(other, nullptr, 0), other);
    ::close(written[0]);
    ::close(written[1]);
}

void RecoveryTest::onlyWhatIsGoneIsOffered() {
    RecoveryFile mine(folder());
    Project project = sampleProject();
    QVERIFY(mine.write(project, "gpt2", "", "2026-11-23T07:00:00.000Z"));
    leave(folder(), project, "gpt2", "/a/b.stowage", "2026-11-22T07:00:00.000Z");
    project.notes = "newer";
    leave(folder(), project, "llama", "", "2026-11-22T08:00:00.000Z");
    const auto entries = recoverable(folder());
    QCOMPARE(entries.size(), std::size_t{2});
    QCOMPARE(entries[0].title, std::string("llama"));
    QCOMPARE(entries[1].projectPath, std::string("/a/b.stowage"));
    QCOMPARE(entries[1].date, std::string("2026-11-22T07:00:00.000Z"));
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
    RecoveryFile file(folder());
    QVERIFY(file.write(sampleProject(), "gpt2", "", "first"));
    QVERIFY(file.write(sampleProject(), "gpt2", "", "second"));
    QCOMPARE(dateIn(file), std::string("first"));
    QVERIFY(file.discard());
    QVERIFY(file.write(sampleProject(), "gpt2", "", "third"));
    QCOMPARE(dateIn(file), std::string("third"));
}

void RecoveryTest::othersArePassedOver() {
    QVERIFY(recoverable(folder()).empty());  // there is no such folder
    const std::string text = readText(leave(folder(), sampleProject(), "gpt2", "", "first"));
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
