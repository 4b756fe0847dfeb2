// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error_conversion.h"
#include "engine/base/file_writer.h"
#include "engine/base/random_access_file.h"
#include "tests/support/golden_text.h"

#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

using namespace stowage;

class TestFiles : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::string path(const char* name) const {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    void write(const std::string& file, const QByteArray& bytes) const {
        QFile out(QString::fromStdString(file));
        QVERIFY(out.open(QIODevice::WriteOnly));
        QCOMPARE(out.write(bytes), bytes.size());
    }
    QStringList names() const {
        return QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void init() {
        for (const QString& name : names()) {
            QVERIFY(QFile::remove(m_folder.filePath(name)));
        }
    }

    void readsAtAnyPlace() {
        write(path("a"), "0123456789");
        const auto file = RandomAccessFile::open(path("a"));
        QVERIFY(file);
        QCOMPARE((*file)->size(), std::uint64_t{10});
        std::array<char, 4> target{};
        QVERIFY((*file)->readAt(3, std::as_writable_bytes(std::span(target))));
        QCOMPARE(QByteArray(target.data(), 4), QByteArray("3456"));
        const auto beyond = (*file)->readAt(8, std::as_writable_bytes(std::span(target)));
        QCOMPARE(beyond.error().code, ErrorCode::Truncated);
        const auto huge =
            (*file)->readAt(~std::uint64_t{0} - 1, std::as_writable_bytes(std::span(target)));
        QCOMPARE(huge.error().code, ErrorCode::Truncated);
    }

    /// Bad input 26: the file shrinks after it was opened.
    void fileTruncatedAfterOpeningIsAnError() {
        write(path("a"), QByteArray(8192, 'x'));
        const auto file = RandomAccessFile::open(path("a"));
        QVERIFY(file);
        QCOMPARE(::truncate(path("a").c_str(), 100), 0);
        std::array<std::byte, 64> target{};
        QVERIFY((*file)->readAt(0, target));
        const auto beyond = (*file)->readAt(4096, target);
        QCOMPARE(beyond.error().code, ErrorCode::Truncated);
        QCOMPARE(*beyond.error().offset, std::uint64_t{100});
        QVERIFY(beyond.error().message.english().find(goldenText(
                    "checkpoint/ends-at-offset-100-where-4060-more")) != std::string::npos);
    }

    void whatIsNoRegularFileIsRefused() {
        QCOMPARE(RandomAccessFile::open(path("missing")).error().code, ErrorCode::FileNotFound);
        QCOMPARE(RandomAccessFile::open(m_folder.path().toStdString()).error().code,
                 ErrorCode::NotARegularFile);
        QCOMPARE(RandomAccessFile::open("/dev/zero").error().code, ErrorCode::NotARegularFile);
        QCOMPARE(::mkfifo(path("fifo").c_str(), 0600), 0);
        // Would block for ever without O_NONBLOCK: the test's own time limit is the check.
        QCOMPARE(RandomAccessFile::open(path("fifo")).error().code, ErrorCode::NotARegularFile);
        QVERIFY(QFile::remove(m_folder.filePath(QStringLiteral("fifo"))));
    }

    void systemErrorsGetTheirCodes_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("reading");
        QTest::addColumn<int>("writing");
        const auto row = [](const char* name, int number, ErrorCode reading, ErrorCode writing) {
            QTest::newRow(name) << number << static_cast<int>(reading) << static_cast<int>(writing);
        };
        row("EACCES", EACCES, ErrorCode::PermissionDenied, ErrorCode::PermissionDenied);
        row("ENOENT", ENOENT, ErrorCode::FileNotFound, ErrorCode::FileNotFound);
        row("ENXIO", ENXIO, ErrorCode::NotARegularFile, ErrorCode::WriteFailed);
        row("ENOSPC", ENOSPC, ErrorCode::ReadFailed, ErrorCode::DiskFull);
        row("EDQUOT", EDQUOT, ErrorCode::ReadFailed, ErrorCode::DiskFull);
        row("EROFS", EROFS, ErrorCode::ReadFailed, ErrorCode::WriteFailed);
        row("EIO", EIO, ErrorCode::ReadFailed, ErrorCode::WriteFailed);
    }
    void systemErrorsGetTheirCodes() {
        QFETCH(int, number);
        QFETCH(int, reading);
        QFETCH(int, writing);
        QCOMPARE(static_cast<int>(openFailure("f", number).error.code), reading);
        QCOMPARE(static_cast<int>(writeFailure("f", number).error.code), writing);
        QCOMPARE(openFailure("f", number).error.file, std::string("f"));
    }

    void fileAppearsOnlyWhenComplete() {
        auto file = AtomicFileWriter::create(path("new"));
        QVERIFY(file);
        QVERIFY((*file)->append("head "));
        const std::string tail = "tail";
        QVERIFY((*file)->writeAt(5, std::as_bytes(std::span(tail))));
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("new"))));
        QVERIFY((*file)->commit());
        QCOMPARE(names(), QStringList{QStringLiteral("new")});
        QFile written(m_folder.filePath(QStringLiteral("new")));
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), QByteArray("head tail"));
    }

    void droppedFileLeavesNothingAndKeepsTheOld() {
        write(path("kept"), "old");
        {
            auto file = AtomicFileWriter::create(path("kept"));
            QVERIFY(file);
            QVERIFY((*file)->append("new"));
        }
        QCOMPARE(names(), QStringList{QStringLiteral("kept")});
        QFile kept(m_folder.filePath(QStringLiteral("kept")));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("old"));
    }

    void refusedWritesAreErrors() {
        QCOMPARE(AtomicFileWriter::create(path("no/such/folder")).error().code,
                 ErrorCode::FileNotFound);
        auto file = AtomicFileWriter::create(path("big"));
        QVERIFY(file);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = before;
        small.rlim_cur = 1000;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const std::string bytes(5000, 'x');
        const auto written = (*file)->append(bytes);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QCOMPARE(written.error().code, ErrorCode::WriteFailed);
        QCOMPARE(written.error().file, path("big"));
    }

    void freeSpaceIsCheckedBefore() {
        const std::string folder = m_folder.path().toStdString();
        QVERIFY(*freeSpaceBytes(folder) > 0);
        QVERIFY(requireFreeSpace(folder, 0));
        QCOMPARE(requireFreeSpace(folder, std::uint64_t{1} << 62).error().code,
                 ErrorCode::DiskFull);
        QCOMPARE(requireFreeSpace(folder, ~std::uint64_t{0}).error().code, ErrorCode::DiskFull);
        QCOMPARE(freeSpaceBytes(path("missing")).error().code, ErrorCode::FileNotFound);
    }
};

QTEST_GUILESS_MAIN(TestFiles)
#include "tst_files.moc"
