// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of lesson runs: they go with their run, those that a killed process left go later, and
// those in use stay.
#include "widgets/lesson/lesson_files.h"
#include "widgets/lesson/lesson_session.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>

using namespace stowage;

namespace {

void fill(const QString& folder) {
    QFile map(folder + QStringLiteral("/device_map.json"));
    QVERIFY(map.open(QIODevice::WriteOnly));
    map.write("{}");
    QVERIFY(QDir(folder).mkpath(QStringLiteral("samples")));
    QFile samples(folder + QStringLiteral("/samples/naive.csv"));
    QVERIFY(samples.open(QIODevice::WriteOnly));
}

}  // namespace

class LessonLeftoversTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aRunsFolderGoesWithIt();
    void whatAKilledProcessLeftGoesAtTheNextStart();
    void whatAKilledProcessLeftGoesWithTheModelFiles();
    void whatIsInUseStays();
    void whatCannotBeRemovedIsNamed();

private:
    [[nodiscard]] QStringList runFolders() const {
        return QDir(parent()).entryList({QStringLiteral("run*")}, QDir::AllEntries | QDir::Hidden);
    }
    [[nodiscard]] QString parent() const { return m_folder->path(); }
    /// Another process makes a folder, and is killed.
    void leaveBehind() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void LessonLeftoversTest::init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void LessonLeftoversTest::leaveBehind() const {
    int ready[2];
    QCOMPARE(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        auto run = LessonLoadFolder::make(parent().toStdString());
        if (run) {
            fill((*run)->path());
        }
        const char byte = run ? 1 : 0;
        (void)!::write(ready[1], &byte, 1);
        ::pause();
        ::_exit(1);
    }
    char byte = 0;
    QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    QCOMPARE(byte, char{1});
}

void LessonLeftoversTest::aRunsFolderGoesWithIt() {
    {
        const auto run = LessonLoadFolder::make(parent().toStdString());
        QVERIFY2(run, run ? "" : run.error().message.english().c_str());
        QVERIFY(QDir((*run)->path()).exists());
        fill((*run)->path());
        QCOMPARE(runFolders().size(), 1);
    }
    QCOMPARE(runFolders(), QStringList());
    const auto none = LessonLoadFolder::make((parent() + QStringLiteral("/none")).toStdString());
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::WriteFailed);
}

void LessonLeftoversTest::whatAKilledProcessLeftGoesAtTheNextStart() {
    leaveBehind();
    leaveBehind();
    QCOMPARE(runFolders().size(), 2);
    LessonSession::Parts parts;
    parts.folder = parent();
    const LessonSession session(parts);
    QTRY_COMPARE(runFolders(), QStringList());
}

void LessonLeftoversTest::whatAKilledProcessLeftGoesWithTheModelFiles() {
    leaveBehind();
    const LessonFileStore files(parent().toStdString());
    const auto removed = files.removeAll();
    QVERIFY2(removed, removed ? "" : removed.error().message.english().c_str());
    QCOMPARE(runFolders(), QStringList());
}

void LessonLeftoversTest::whatIsInUseStays() {
    leaveBehind();
    const auto run = LessonLoadFolder::make(parent().toStdString());
    QVERIFY(run);
    fill((*run)->path());
    QVERIFY(LessonLoadFolder::removeLeft(parent().toStdString()));
    QCOMPARE(runFolders(), QStringList(QDir((*run)->path()).dirName()));
    QVERIFY(QFile::exists((*run)->path() + QStringLiteral("/device_map.json")));
    // What a person put there is no run's.
    QVERIFY(QDir(parent()).mkdir(QStringLiteral("notes")));
    QVERIFY(LessonLoadFolder::removeLeft(parent().toStdString()));
    QVERIFY(QDir(parent() + QStringLiteral("/notes")).exists());
}

void LessonLeftoversTest::whatCannotBeRemovedIsNamed() {
    if (::geteuid() == 0) {
        QSKIP("Nothing is forbidden to root.");
    }
    leaveBehind();
    const QString left = parent() + QLatin1Char('/') + runFolders().constFirst();
    const QString samples = left + QStringLiteral("/samples");
    QVERIFY(QFile::setPermissions(samples, QFile::ReadOwner | QFile::ExeOwner));
    const auto removed = LessonLoadFolder::removeLeft(parent().toStdString());
    QVERIFY(QFile::setPermissions(samples, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(!removed);
    QVERIFY(removed.error().message.english().find(left.toStdString()) != std::string::npos);
    QVERIFY(LessonLoadFolder::removeLeft(parent().toStdString()));
    QCOMPARE(runFolders(), QStringList());
}

QTEST_GUILESS_MAIN(LessonLeftoversTest)
#include "tst_lesson_leftovers.moc"
