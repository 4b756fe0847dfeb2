// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is cut while it is mapped is told of, and never ends the process.
#include "engine/load/execute/mapped_file.h"

#include <QDateTime>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

using namespace stowage;

class TestMappedFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        QVERIFY(m_folder.isValid());
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QVERIFY(file.write(QByteArray(kSize, 'x')) == kSize);
        file.close();
        m_map = *MappedFile::map(*RandomAccessFile::open(path().toStdString()));
    }
    void cleanup() { m_map.reset(); }

    void showsTheFilesBytes() {
        const auto bytes = m_map->bytes(5000, 3);
        QCOMPARE(bytes.size(), std::size_t{3});
        QVERIFY(bytes[0] == std::byte{'x'} && bytes[2] == std::byte{'x'});
        QVERIFY(m_map->check());
    }

    void writesStayPrivate() {
        m_map->bytes(0, 1)[0] = std::byte{'y'};
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.read(1), QByteArray("x"));
    }

    void touchingALostPageReadsZeros() {
        QVERIFY(QFile::resize(path(), 4096));
        const auto bytes = m_map->bytes(0, kSize);
        const auto count = std::count(bytes.begin(), bytes.end(), std::byte{'x'});
        QCOMPARE(count, std::ptrdiff_t{4096});
        const auto whole = m_map->check();
        QVERIFY(!whole);
        QCOMPARE(whole.error().code, ErrorCode::Truncated);
        QVERIFY(whole.error().message.english().find(path().toStdString()) != std::string::npos);
        // Also when the file has its old length again: what was read was not the file.
        QVERIFY(QFile::resize(path(), kSize));
        const auto later = m_map->check();
        QVERIFY(!later);
        QCOMPARE(later.error().code, ErrorCode::ReadFailed);
    }

    void aFileWrittenToIsNotWhatWasMapped() {
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(-1),
                                 QFileDevice::FileModificationTime));
        const MappedView view(*MappedFile::map(*RandomAccessFile::open(path().toStdString())), 0,
                              8);
        QVERIFY(view.check());
        QVERIFY(file.write("y", 1) == 1 && file.flush());
        const auto whole = view.check();
        QVERIFY(!whole);
        QCOMPARE(whole.error().code, ErrorCode::Malformed);
    }

    void theKernelsOwnCopyFailsCleanly() {
        QVERIFY(QFile::resize(path(), 4096));
        const int target = ::open(m_folder.path().toLocal8Bit() + "/copy", O_CREAT | O_RDWR, 0600);
        QVERIFY(target >= 0);
        const auto bytes = m_map->bytes(8192, 4096);
        (void)!::pwrite(target, bytes.data(), bytes.size(), 0);
        ::close(target);
        QVERIFY(!m_map->check());
    }

    void aViewOutlivesItsMap() {
        const auto view = std::make_shared<MappedView>(m_map, 100, 8);
        m_map.reset();
        QCOMPARE(view->size(), std::uint64_t{8});
        QVERIFY(view->data()[7] == std::byte{'x'});
        QVERIFY(QFile::resize(path(), 0));
        QVERIFY(view->data()[7] == std::byte{0});
    }

    void aShorterFileIsNotMapped() {
        const auto file = *RandomAccessFile::open(path().toStdString());
        QVERIFY(QFile::resize(path(), 100));
        const auto map = MappedFile::map(file);
        QVERIFY(!map);
        QCOMPARE(map.error().code, ErrorCode::Truncated);
    }

    void anEmptyFileIsMappedAsNothing() {
        QVERIFY(QFile::resize(path(), 0));
        const auto map = MappedFile::map(*RandomAccessFile::open(path().toStdString()));
        QVERIFY(map);
        QVERIFY((*map)->bytes(0, 0).empty());
        QVERIFY((*map)->check());
    }

private:
    static constexpr qint64 kSize = 1 << 20;
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("weights")); }

    QTemporaryDir m_folder;
    std::shared_ptr<MappedFile> m_map;
};

QTEST_GUILESS_MAIN(TestMappedFile)
#include "tst_mapped_file.moc"
