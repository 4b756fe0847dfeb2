// SPDX-License-Identifier: GPL-3.0-or-later
// The readings of /proc against what a child process reads of it, and cgroups against made-up ones.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"
#endif

#include <sys/mman.h>
#include <unistd.h>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <cstdlib>
#include <cstring>
#include <memory>

using namespace stowage;

namespace {

/// A field of a /proc file in bytes, as a child process sees it.
std::uint64_t fieldByCat(const QString& file, const QString& field) {
    QProcess cat;
    cat.start(QStringLiteral("cat"), {file});
    if (!cat.waitForFinished()) {
        return 0;
    }
    const QString text = QString::fromLatin1(cat.readAllStandardOutput());
    const QRegularExpression line(QStringLiteral("(?m)^%1:\\s+(\\d+) kB").arg(field));
    return line.match(text).captured(1).toULongLong() * 1024;
}

bool near(std::uint64_t a, std::uint64_t b, std::uint64_t tolerance) {
    return (a > b ? a - b : b - a) <= tolerance;
}

void write(const QString& path, const QByteArray& content) {
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

}  // namespace

class HostMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }
    void agreesWithWhatAChildReads();
    void seesHeapAndSharedPagesApart();
    void readsTheMachine();
    void knowsAHostThatTakesMemoryBack();
    void budgetIsTheSmallerOne();
    void cgroupVersionTwoWalksUp();
    void cgroupVersionOne();
    void noCgroupIsUnknown();
};

void HostMemoryTest::agreesWithWhatAChildReads() {
    const ProcessMemoryReader reader;
    const QString status = QStringLiteral("/proc/%1/status").arg(getpid());
    const std::uint64_t anon = fieldByCat(status, QStringLiteral("RssAnon"));
    const std::uint64_t file = fieldByCat(status, QStringLiteral("RssFile"));
    const std::uint64_t rss = fieldByCat(status, QStringLiteral("VmRSS"));
    const ProcessMemory own = reader.read();
    QVERIFY(own.rss && own.anon && own.file && own.shmem);
    QVERIFY(anon > 0 && file > 0);
    QVERIFY(near(*own.anon, anon, 2 * kMiB));
    QVERIFY(near(*own.file, file, 2 * kMiB));
    QVERIFY(near(*own.rss, rss, 4 * kMiB));
    QVERIFY(near(*own.rss, *own.anon + *own.file + *own.shmem, kMiB));
}

void HostMemoryTest::seesHeapAndSharedPagesApart() {
    constexpr std::size_t kBytes = 64 * kMiB;
    const ProcessMemoryReader reader;
    const ProcessMemory before = reader.read();
    const auto map = [](int flags) {
        void* const address = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (address != MAP_FAILED) {
            std::memset(address, 1, kBytes);
        }
        return address;
    };
    void* const heap = map(MAP_PRIVATE | MAP_ANONYMOUS);
    void* const shared = map(MAP_SHARED | MAP_ANONYMOUS);
    QVERIFY(heap != MAP_FAILED && shared != MAP_FAILED);
    const ProcessMemory during = reader.read();
    QVERIFY(near(*during.anon - *before.anon, kBytes, 2 * kMiB));
    QVERIFY(near(*during.shmem - *before.shmem, kBytes, 2 * kMiB));
    munmap(heap, kBytes);
    munmap(shared, kBytes);
    const ProcessMemory after = reader.read();
    QVERIFY(near(*after.anon, *before.anon, 2 * kMiB));
    QVERIFY(near(*after.shmem, *before.shmem, 2 * kMiB));
}

void HostMemoryTest::readsTheMachine() {
    const HostMemory memory = readHostMemory();
    QVERIFY(memory.total && memory.available);
    QCOMPARE(*memory.total,
             fieldByCat(QStringLiteral("/proc/meminfo"), QStringLiteral("MemTotal")));
    QVERIFY(*memory.available > 0 && *memory.available <= *memory.total);
    QVERIFY(!memory.cgroupLeft || memory.cgroupLimit);
}

void HostMemoryTest::knowsAHostThatTakesMemoryBack() {
    QTemporaryDir driver;
    const auto takes = [&] { return hostTakesFreeMemoryBack(driver.path().toStdString()); };
    QVERIFY(!takes());
    const QString features = driver.filePath("virtio0/features");
    write(features, "0110001000000000\n");  // statistics and deflation, no reporting
    QVERIFY(!takes());
    write(features, "0110010000000000\n");
    QVERIFY(takes());
    QVERIFY(!hostTakesFreeMemoryBack("/nonexistent"));
}

void HostMemoryTest::budgetIsTheSmallerOne() {
    HostMemory memory;
    QVERIFY(!hostBudgetBytes(memory).has_value());
    memory.available = 100;
    QCOMPARE(*hostBudgetBytes(memory), std::uint64_t{100});
    memory.cgroupLeft = 60;
    QCOMPARE(*hostBudgetBytes(memory), std::uint64_t{60});
    memory.available.reset();
    QCOMPARE(*hostBudgetBytes(memory), std::uint64_t{60});
    memory.available = 30;
    QCOMPARE(*hostBudgetBytes(memory), std::uint64_t{30});
}

void HostMemoryTest::cgroupVersionTwoWalksUp() {
    const QTemporaryDir folder;
    const QString root = folder.path();
    write(root + QStringLiteral("/membership"), "0::/user/session\n");
    write(root + QStringLiteral("/user/session/memory.max"), "max\n");
    write(root + QStringLiteral("/user/session/memory.current"), "700\n");
    write(root + QStringLiteral("/user/memory.max"), "5000\n");
    write(root + QStringLiteral("/user/memory.current"), "1000\n");
    const auto read = [&root] {
        return readCgroupMemory((root + QStringLiteral("/membership")).toStdString(),
                                root.toStdString());
    };
    QCOMPARE(*read().cgroupLimit, std::uint64_t{5000});
    QCOMPARE(*read().cgroupLeft, std::uint64_t{4000});
    write(root + QStringLiteral("/user/session/memory.max"), "900\n");
    QCOMPARE(*read().cgroupLimit, std::uint64_t{900});
    QCOMPARE(*read().cgroupLeft, std::uint64_t{200});
    write(root + QStringLiteral("/user/memory.current"), "6000\n");
    QCOMPARE(*read().cgroupLeft, std::uint64_t{0});
    QCOMPARE(*read().cgroupForFiles, std::uint64_t{0});
    write(root + QStringLiteral("/user/memory.stat"), "anon 4000\ninactive_file 1200\n");
    write(root + QStringLiteral("/user/session/memory.stat"),
          "anon 300\nfile 400\ninactive_file 300\nactive_file 100\n");
    QCOMPARE(*read().cgroupLeft, std::uint64_t{0});
    QCOMPARE(*read().cgroupForFiles, std::uint64_t{600});  // 900 − 700 + 400; above it 0 + 1200
}

void HostMemoryTest::cgroupVersionOne() {
    const QTemporaryDir folder;
    const QString root = folder.path();
    write(root + QStringLiteral("/membership"), "7:cpu,cpuacct:/x\n4:memory,hugetlb:/a\n0::/\n");
    write(root + QStringLiteral("/memory/a/memory.limit_in_bytes"), "9223372036854771712\n");
    write(root + QStringLiteral("/memory/a/memory.usage_in_bytes"), "10\n");
    const auto read = [&root] {
        return readCgroupMemory((root + QStringLiteral("/membership")).toStdString(),
                                root.toStdString());
    };
    QVERIFY(!read().cgroupLimit && !read().cgroupLeft);
    write(root + QStringLiteral("/memory/memory.limit_in_bytes"), "800\n");
    write(root + QStringLiteral("/memory/memory.usage_in_bytes"), "300\n");
    QCOMPARE(*read().cgroupLimit, std::uint64_t{800});
    QCOMPARE(*read().cgroupLeft, std::uint64_t{500});
    QCOMPARE(*read().cgroupForFiles, std::uint64_t{500});
    write(root + QStringLiteral("/memory/a/memory.stat"), "total_active_file 9\n");
    write(root + QStringLiteral("/memory/memory.stat"),
          "active_file 7\ntotal_inactive_file 20\ntotal_active_file 30\n");
    QCOMPARE(*read().cgroupForFiles, std::uint64_t{550});
}

void HostMemoryTest::noCgroupIsUnknown() {
    const QTemporaryDir folder;
    const std::string root = folder.path().toStdString();
    QVERIFY(!readCgroupMemory(root + "/absent", root).cgroupLimit.has_value());
    write(folder.path() + QStringLiteral("/membership"), "garbage\n0:\n0::\n::\n0::/gone/away\n");
    QVERIFY(!readCgroupMemory(root + "/membership", root).cgroupLimit.has_value());
}

QTEST_GUILESS_MAIN(HostMemoryTest)
#include "tst_host_memory.moc"
