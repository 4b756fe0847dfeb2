// SPDX-License-Identifier: GPL-3.0-or-later
// What lies at a path that somebody names for a result is written into or replaced as a file, and
// never turned into something else.
#include "engine/base/file_writer.h"
#include "engine/base/scratch_folder.h"
#include "tests/support/golden_text.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

using namespace stowage;

class OutputFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void deviceNodesStay();
    void fifosAreWrittenInto();
    void aFifoWithoutReaderIsRefused();
    void linksAreFollowed();
    void aLinkToNothingMakesItsTarget();
    void circularLinksAreRefused();
    void permissionsStay();
    void openDescriptorsAreWrittenTo();
    void aGoneReaderIsAnError();
    void foldersAndSocketsAreRefused();
    void checkingTouchesNothing();
    void whatKilledProgramsLeftIsRemoved();

private:
    std::unique_ptr<QTemporaryDir> m_dir;

    [[nodiscard]] std::string path(const char* name) const {
        return m_dir->filePath(QString::fromLatin1(name)).toStdString();
    }
    [[nodiscard]] static QByteArray contentOf(const std::string& path) {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly)
                   ? file.readAll()
                   : QByteArray(goldenText("window-document/cannot-be-opened"));
    }
    [[nodiscard]] static mode_t kindOf(const std::string& path) {
        struct stat state {};
        return ::lstat(path.c_str(), &state) == 0 ? state.st_mode & S_IFMT : 0;
    }
    [[nodiscard]] qsizetype filesThere() const {
        return QDir(m_dir->path())
            .entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot)
            .size();
    }
};

void OutputFilesTest::deviceNodesStay() {
    QVERIFY(writeFileAtomically("/dev/null", "gone"));
    QCOMPARE(kindOf("/dev/null"), mode_t(S_IFCHR));
    const auto full = writeFileAtomically("/dev/full", "more than fits");
    QVERIFY(!full);
    QCOMPARE(full.error().code, ErrorCode::DiskFull);
    QCOMPARE(kindOf("/dev/full"), mode_t(S_IFCHR));
}

void OutputFilesTest::fifosAreWrittenInto() {
    QCOMPARE(::mkfifo(path("fifo").c_str(), 0600), 0);
    const int reader = ::open(path("fifo").c_str(), O_RDONLY | O_NONBLOCK);
    QVERIFY(reader >= 0);
    QVERIFY(writeFileAtomically(path("fifo"), "through a pipe"));
    char text[32] = {};
    QCOMPARE(::read(reader, text, sizeof text), ssize_t(14));
    QCOMPARE(QByteArray(text), QByteArray("through a pipe"));
    ::close(reader);
    QCOMPARE(kindOf(path("fifo")), mode_t(S_IFIFO));
    QCOMPARE(filesThere(), 1);
}

void OutputFilesTest::aFifoWithoutReaderIsRefused() {
    QCOMPARE(::mkfifo(path("fifo").c_str(), 0600), 0);
    const auto written = writeFileAtomically(path("fifo"), "text");
    QVERIFY(!written);
    QVERIFY(written.error().message.english().find(goldenText("base/start-its-reader-first")) !=
            std::string::npos);
}

void OutputFilesTest::linksAreFollowed() {
    QVERIFY(writeFileAtomically(path("target.csv"), "before"));
    QCOMPARE(::symlink("target.csv", path("link.csv").c_str()), 0);
    QCOMPARE(::symlink(path("link.csv").c_str(), path("far.csv").c_str()), 0);
    QVERIFY(writeFileAtomically(path("far.csv"), "after"));
    QCOMPARE(kindOf(path("far.csv")), mode_t(S_IFLNK));
    QCOMPARE(kindOf(path("link.csv")), mode_t(S_IFLNK));
    QCOMPARE(contentOf(path("target.csv")), QByteArray("after"));
}

void OutputFilesTest::aLinkToNothingMakesItsTarget() {
    QCOMPARE(::symlink("new.csv", path("link.csv").c_str()), 0);
    QVERIFY(writeFileAtomically(path("link.csv"), "text"));
    QCOMPARE(kindOf(path("link.csv")), mode_t(S_IFLNK));
    QCOMPARE(contentOf(path("new.csv")), QByteArray("text"));
}

void OutputFilesTest::circularLinksAreRefused() {
    QCOMPARE(::symlink("b", path("a").c_str()), 0);
    QCOMPARE(::symlink("a", path("b").c_str()), 0);
    QVERIFY(!writeFileAtomically(path("a"), "text"));
    QCOMPARE(filesThere(), 2);
}

void OutputFilesTest::permissionsStay() {
    QVERIFY(writeFileAtomically(path("secret.csv"), "before"));
    QCOMPARE(::chmod(path("secret.csv").c_str(), 0640), 0);
    QVERIFY(writeFileAtomically(path("secret.csv"), "after"));
    struct stat state {};
    QCOMPARE(::stat(path("secret.csv").c_str(), &state), 0);
    QCOMPARE(state.st_mode & 0777, mode_t(0640));
}

void OutputFilesTest::openDescriptorsAreWrittenTo() {
    // As after `stowagectl … >all.txt`: the file behind the descriptor goes on, and is not
    // replaced.
    const int shell = ::open(path("all.txt").c_str(), O_WRONLY | O_CREAT, 0600);
    QVERIFY(shell >= 0);
    QCOMPARE(::write(shell, "first\n", 6), ssize_t(6));
    QVERIFY(writeFileAtomically("/dev/fd/" + std::to_string(shell), "second\n"));
    QCOMPARE(::write(shell, "third\n", 6), ssize_t(6));
    ::close(shell);
    QCOMPARE(contentOf(path("all.txt")), QByteArray("first\nsecond\nthird\n"));
    QVERIFY(!writeFileAtomically("/dev/fd/987", "nobody's"));
}

void OutputFilesTest::aGoneReaderIsAnError() {
    int ends[2] = {-1, -1};
    QCOMPARE(::pipe(ends), 0);
    ::close(ends[0]);
    const auto written = writeFileAtomically("/proc/self/fd/" + std::to_string(ends[1]), "text");
    ::close(ends[1]);
    QVERIFY(!written);  // and the process lives
    QCOMPARE(written.error().code, ErrorCode::WriteFailed);
}

void OutputFilesTest::foldersAndSocketsAreRefused() {
    QVERIFY(QDir(m_dir->path()).mkdir("folder"));
    const auto folder = writeFileAtomically(path("folder"), "text");
    QVERIFY(!folder);
    QVERIFY(folder.error().message.english().find(goldenText("base/is-a-folder")) !=
            std::string::npos);
    const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = path("socket");
    QVERIFY(name.size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, name.c_str(), name.size());
    QCOMPARE(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    QVERIFY(!writeFileAtomically(name, "text"));
    ::close(listener);
    QCOMPARE(kindOf(name), mode_t(S_IFSOCK));
}

void OutputFilesTest::checkingTouchesNothing() {
    QVERIFY(requireWritable(path("new.csv")));
    QCOMPARE(filesThere(), 0);
    QVERIFY(writeFileAtomically(path("old.csv"), "kept"));
    QVERIFY(requireWritable(path("old.csv")));
    QCOMPARE(contentOf(path("old.csv")), QByteArray("kept"));
    QCOMPARE(::mkfifo(path("fifo").c_str(), 0600), 0);
    QVERIFY(requireWritable(path("fifo")));  // its reader may still come
    QVERIFY(!requireWritable(path("no folder/new.csv")));
    QVERIFY(!requireWritable(m_dir->path().toStdString()));
}

/// Folders of a living process, and those that no Stowage made, stay.
void OutputFilesTest::whatKilledProgramsLeftIsRemoved() {
    const std::string parent = m_dir->path().toStdString();
    std::string living;
    {
        const auto held =
            ScratchFolder::makeAt(ScratchFolder::freshPath(parent, ScratchKind::Offload));
        QVERIFY(held);
        living = held->path();
        QVERIFY(writeFileAtomically(held->path("layer.dat"), "weights"));
        // As a killed process leaves it: under such a name, and nobody has it locked.
        const std::string left = ScratchFolder::freshPath(parent, ScratchKind::Offload);
        for (const std::string& folder :
             {left, path("stowage-offload-mine"), path("stowage-offload-1-2-3-4"),
              path("stowage-offload-1-2-x")}) {
            QCOMPARE(::mkdir(folder.c_str(), 0700), 0);
            QVERIFY(writeFileAtomically(folder + "/layer.dat", "weights"));
        }
        QVERIFY(ScratchFolder::makeAt(ScratchFolder::freshPath(parent, ScratchKind::PerTensor)));
        QCOMPARE(kindOf(left), mode_t(0));
        QCOMPARE(contentOf(living + "/layer.dat"), QByteArray("weights"));
        QCOMPARE(filesThere(), 4);
    }
    QCOMPARE(kindOf(living), mode_t(0));
    QCOMPARE(filesThere(), 3);
}

QTEST_GUILESS_MAIN(OutputFilesTest)
#include "tst_output_files.moc"
