// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/crash_report.h"
#include "tests/support/golden_text.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>

using namespace stowage;

namespace {

using Act = std::function<void()>;

/// Does something in a process of its own that has crash reports; returns what wait() says of it.
int inAProcess(const QString& folder, const Act& act) {
    const std::string path = folder.toStdString();
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_CORE, &none);
        ::close(STDERR_FILENO);  // what std::terminate says there is no failure of this test
        installCrashReports(path);
        act();
        ::_exit(0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

/// Fills the stack; each call has something to do with what the one below it gives back.
[[gnu::noinline]] std::uint64_t fillTheStack(std::uint64_t depth) {
    volatile char much[1024] = {};
    much[depth % sizeof much] = 1;
    constexpr std::uint64_t kMoreThanThereIs = std::uint64_t{1} << 40U;
    return depth == kMoreThanThereIs
               ? 0
               : fillTheStack(depth + 1) + static_cast<std::uint64_t>(much[0]);
}

void throwOutOf() noexcept(false) {
    throw std::runtime_error("the lanes are full");
}

QString textOf(const QDir& folder, const QString& name) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

class CrashReportTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(".*")); }
    void everyCrashIsReported_data();
    void everyCrashIsReported();
    void nothingIsWrittenWithoutACrash();
};

void CrashReportTest::everyCrashIsReported_data() {
    QTest::addColumn<Act>("act");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QStringList>("words");
    for (const auto& [number, name] :
         {std::pair(SIGSEGV, "SIGSEGV"), std::pair(SIGABRT, "SIGABRT"), std::pair(SIGBUS, "SIGBUS"),
          std::pair(SIGFPE, "SIGFPE"), std::pair(SIGILL, "SIGILL")}) {
        QTest::newRow(name) << Act([number = number] { ::raise(number); }) << number
                            << QStringList{QString("signal: ") + name};
    }
    QTest::newRow("an exception that nobody catches")
        << Act([]() noexcept { throwOutOf(); }) << SIGABRT
        << QStringList{"signal: SIGABRT", "ended by: ", "runtime_error", "the lanes are full"};
    QTest::newRow("std::terminate")
        << Act([] { std::terminate(); }) << SIGABRT << QStringList{"ended by: std::terminate"};
    QTest::newRow("a stack that runs over")
        << Act([] { std::exit(static_cast<int>(fillTheStack(0))); }) << SIGSEGV
        << QStringList{"signal: SIGSEGV", "address: 0x"};
}

void CrashReportTest::everyCrashIsReported() {
    QFETCH(Act, act);
    QFETCH(int, signal);
    QFETCH(QStringList, words);
    const QTemporaryDir folder;
    // Folders that are not there yet are made.
    const QDir reports(folder.filePath("share/stowage/crashes"));
    const int status = inAProcess(reports.path(), act);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), signal);
    const QStringList names = reports.entryList(QDir::Files);
    QCOMPARE(names.size(), 1);
    static const QRegularExpression kName("^\\d+-\\d+\\.new$");
    QVERIFY2(kName.match(names.front()).hasMatch(), qPrintable(names.front()));
    const QString text = textOf(reports, names.front());
    words << QString("version: ") + STOWAGE_VERSION
          << "compiler: " << goldenText("gui/calls-the-innermost-first") << "app_tests";
    for (const QString& word : words) {
        QVERIFY2(text.contains(word), qPrintable(word + "\n" + text));
    }
    QCOMPARE(
        QFile::permissions(reports.filePath(names.front())) & (QFile::ReadGroup | QFile::ReadOther),
        QFile::Permissions());
}

void CrashReportTest::nothingIsWrittenWithoutACrash() {
    const QTemporaryDir folder;
    const int status = inAProcess(folder.filePath("share/crashes"), [] {});
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
    QVERIFY(!QDir(folder.filePath("share")).exists());
}

QTEST_GUILESS_MAIN(CrashReportTest)
#include "tst_crash_report.moc"
