// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated GPU's figures against the allocator model, and against what a process outside of
// this one sees of its pages.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "tests/load/load_fixture.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

using namespace stowage;
using test::gpuInfo;

namespace {

/// Runs a shell command in a child process and returns the first number that it prints.
qint64 outside(const QString& command) {
    QProcess child;
    child.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command});
    child.waitForFinished();
    return child.readAllStandardOutput().trimmed().toLongLong();
}

/// The descriptor number of the memory file of a GPU, as /proc lists it.
QString memoryFileOf(std::uint32_t index) {
    const QDir folder(QStringLiteral("/proc/%1/fd").arg(::getpid()));
    for (const QFileInfo& entry : folder.entryInfoList(QDir::System | QDir::Files)) {
        const QString target = QString::fromStdString(
            std::filesystem::read_symlink(entry.absoluteFilePath().toStdString()).string());
        if (target.contains(QStringLiteral("stowage-gpu%1 ").arg(index))) {
            return entry.absoluteFilePath();
        }
    }
    return {};
}

qint64 blockBytesSeenOutside(std::uint32_t index) {
    return 512 * outside(QStringLiteral("stat -L -c %b ") + memoryFileOf(index));
}

qint64 statusSeenOutside(const char* field) {
    return 1024 * outside(QStringLiteral("grep ^%1: /proc/%2/status | tr -dc 0-9")
                              .arg(QLatin1String(field))
                              .arg(::getpid()));
}

std::vector<std::byte> pattern(std::size_t bytes) {
    std::vector<std::byte> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
        data[i] = static_cast<std::byte>(i * 13 % 255 + 1);
    }
    return data;
}

std::shared_ptr<DeviceMemory> makeGpu(std::uint64_t capacity, std::uint32_t index = 0) {
    return *makeSimulatedGpu(gpuInfo(index, capacity));
}

}  // namespace

class TestSimGpu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    // Vectors of docs/spec/memory.md §1: three live blocks of one size.
    void threeBlocks_data() {
        QTest::addColumn<quint64>("request");
        QTest::addColumn<quint64>("reserved");
        QTest::newRow("512 B") << quint64{512} << quint64{2 * kMiB};
        QTest::newRow("1 MiB") << quint64{kMiB} << quint64{4 * kMiB};
        QTest::newRow("1 MiB + 512") << quint64{kMiB + 512} << quint64{20 * kMiB};
        QTest::newRow("10 MiB - 512") << quint64{10 * kMiB - 512} << quint64{40 * kMiB};
        QTest::newRow("10 MiB + 512") << quint64{10 * kMiB + 512} << quint64{36 * kMiB};
    }

    void threeBlocks() {
        QFETCH(quint64, request);
        QFETCH(quint64, reserved);
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(kGiB);
        std::vector<std::shared_ptr<DeviceBuffer>> live;
        for (int i = 0; i < 3; ++i) {
            live.push_back(*gpu->allocate(request));
        }
        QCOMPARE(gpu->statistics().reserved, reserved);
        QVERIFY(gpu->statistics().allocated >= 3 * request);
        live.clear();
        QCOMPARE(gpu->statistics().allocated, std::uint64_t{0});
        QCOMPARE(gpu->statistics().peakReserved, reserved);
        gpu->emptyCache();
        QCOMPARE(gpu->statistics().reserved, std::uint64_t{0});
    }

    void pagesComeWhenWrittenAndGoWithTheCache() {
        constexpr std::uint64_t kBytes = 48 * kMiB;
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(kGiB, 5);
        std::shared_ptr<DeviceBuffer> buffer = *gpu->allocate(kBytes);
        QVERIFY(!memoryFileOf(5).isEmpty());
        QCOMPARE(blockBytesSeenOutside(5), 0);
        const qint64 shmemBefore = statusSeenOutside("RssShmem");

        const std::vector<std::byte> half = pattern(kBytes / 2);
        const qint64 anonBefore = statusSeenOutside("RssAnon");
        QVERIFY(gpu->write(*buffer, 0, half, {}));
        QCOMPARE(blockBytesSeenOutside(5), static_cast<qint64>(kBytes / 2));
        QVERIFY(gpu->write(*buffer, kBytes / 2, half, {}));
        QCOMPARE(blockBytesSeenOutside(5), static_cast<qint64>(kBytes));
        QCOMPARE(statusSeenOutside("RssShmem") - shmemBefore, static_cast<qint64>(kBytes));
        // Not a weight in anonymous memory; QProcess itself takes a few pages.
        QVERIFY(statusSeenOutside("RssAnon") - anonBefore < static_cast<qint64>(2 * kMiB));
        QVERIFY(std::equal(half.begin(), half.end(), buffer->data() + kBytes / 2));

        buffer.reset();
        QCOMPARE(blockBytesSeenOutside(5), static_cast<qint64>(kBytes));
        gpu->emptyCache();
        QCOMPARE(blockBytesSeenOutside(5), 0);
        QCOMPARE(statusSeenOutside("RssShmem") - shmemBefore, 0);
    }

    void releasedExtentsAreUsedAgain() {
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(64 * kMiB, 6);
        for (int round = 0; round < 20; ++round) {
            const auto first = *gpu->allocate(20 * kMiB);
            const auto second = *gpu->allocate(30 * kMiB);
            QVERIFY(gpu->write(*first, 0, pattern(kMiB), {}));
            QVERIFY(gpu->write(*second, 0, pattern(kMiB), {}));
            QVERIFY(first->data() != second->data());
            gpu->emptyCache();
        }
        gpu->emptyCache();
        QCOMPARE(blockBytesSeenOutside(6), 0);
        QVERIFY(QFileInfo(memoryFileOf(6)).size() <= static_cast<qint64>(64 * kMiB));
    }

    /// Addresses stay where they are while a segment grows; pages go with whole granules.
    void expandableSegmentsKeepTheirBytes() {
        DeviceInfo info = gpuInfo(8, 128 * kMiB);
        info.allocator = AllocatorKind::ExpandableSegments;
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(info);
        const std::vector<std::byte> bytes = pattern(30 * kMiB);
        std::vector<std::shared_ptr<DeviceBuffer>> live;
        for (int i = 0; i < 4; ++i) {
            live.push_back(*gpu->allocate(30 * kMiB));
            QVERIFY(gpu->write(*live.back(), 0, bytes, {}));
            QVERIFY(live.back()->data() == live.front()->data() + i * 30 * kMiB);
        }
        QCOMPARE(gpu->statistics().reserved, 120 * kMiB);
        QCOMPARE(blockBytesSeenOutside(8), static_cast<qint64>(120 * kMiB));
        live[1].reset();  // 30 to 60 MiB: one whole granule
        gpu->emptyCache();
        QCOMPARE(gpu->statistics().reserved, 100 * kMiB);
        QCOMPARE(blockBytesSeenOutside(8), static_cast<qint64>(100 * kMiB));
        std::shared_ptr<DeviceBuffer> again = *gpu->allocate(30 * kMiB);
        QVERIFY(again->data() == live[0]->data() + 30 * kMiB);
        QVERIFY(gpu->write(*again, 0, std::vector<std::byte>(30 * kMiB), {}));
        for (const std::size_t kept : {std::size_t{0}, std::size_t{2}, std::size_t{3}}) {
            QVERIFY(std::equal(bytes.begin(), bytes.end(), live[kept]->data()));
        }
        live.clear();
        again.reset();
        // Without room the large pool's pages go, and what comes in their place has its own.
        QVERIFY(gpu->setUsedByOthers(108 * kMiB));
        again = *gpu->allocate(20 * kMiB - 512);
        QVERIFY(gpu->write(*again, 0, std::span(bytes).first(20 * kMiB - 512), {}));
        const auto small = gpu->allocate(kMiB);
        QVERIFY(!small);
        QCOMPARE(gpu->counters().outOfMemories, std::uint64_t{1});
        QCOMPARE(gpu->statistics().reserved, 20 * kMiB);
        QCOMPARE(blockBytesSeenOutside(8), static_cast<qint64>(20 * kMiB));
        QVERIFY(std::equal(bytes.begin(), bytes.begin() + 19 * kMiB, again->data()));
        again.reset();
        gpu->emptyCache();
        QCOMPARE(gpu->statistics().reserved, std::uint64_t{0});
        QCOMPARE(blockBytesSeenOutside(8), 0);
    }

    void capacityCountsContextAndOthers() {
        DeviceInfo info = gpuInfo(0, 100 * kMiB);
        info.context = 30 * kMiB;
        info.usedByOthers = 20 * kMiB;
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(info);
        const auto fits = gpu->allocate(50 * kMiB);
        QVERIFY(fits);
        const auto tooMuch = gpu->allocate(1);
        QVERIFY(!tooMuch);
        QCOMPARE(tooMuch.error().code, ErrorCode::DeviceOutOfMemory);
        QVERIFY(tooMuch.error().message.english().find("GPU 0") != std::string::npos);
        QCOMPARE(gpu->statistics().reserved, 50 * kMiB);
    }

    void cachedSegmentsMakeRoom() {
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(64 * kMiB, 7);
        std::shared_ptr<DeviceBuffer> first = *gpu->allocate(40 * kMiB);
        QVERIFY(gpu->write(*first, 0, pattern(40 * kMiB), {}));
        first.reset();
        const auto second = gpu->allocate(60 * kMiB);
        QVERIFY(second);
        // The pages of the segment that went serve the one that came.
        QCOMPARE(blockBytesSeenOutside(7), static_cast<qint64>(40 * kMiB));
        QCOMPARE(gpu->statistics().reserved, 60 * kMiB);
    }

    void emptyRequestTakesNothing() {
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(kMiB);
        const auto buffer = gpu->allocate(0);
        QVERIFY(buffer);
        QCOMPARE((*buffer)->size(), std::uint64_t{0});
        QCOMPARE(gpu->statistics().reserved, std::uint64_t{0});
    }

    void bufferKeepsItsDeviceAlive() {
        std::shared_ptr<DeviceMemory> gpu = makeGpu(kGiB);
        const std::shared_ptr<DeviceBuffer> buffer = *gpu->allocate(kMiB);
        QVERIFY(gpu->write(*buffer, 0, pattern(kMiB), {}));
        const std::weak_ptr<DeviceMemory> watched = gpu;
        gpu.reset();
        QVERIFY(!watched.expired());
        QCOMPARE(static_cast<int>(buffer->data()[0]), 1);
    }

    void linkIsNeverFasterThanItsLimit() {
        constexpr double kRate = 64.0 * static_cast<double>(kMiB);
        DeviceInfo info = gpuInfo(0, kGiB);
        info.linkBytesPerSecond = kRate;
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(info);
        const std::shared_ptr<DeviceBuffer> buffer = *gpu->allocate(16 * kMiB);
        const std::vector<std::byte> half = pattern(8 * kMiB);
        QElapsedTimer timer;
        timer.start();
        std::jthread other([&] { (void)gpu->write(*buffer, 8 * kMiB, half, {}); });
        QVERIFY(gpu->write(*buffer, 0, half, {}));
        other.join();
        const double seconds = static_cast<double>(timer.nsecsElapsed()) / 1e9;
        QVERIFY2(seconds >= 16.0 * static_cast<double>(kMiB) / kRate,
                 qPrintable(QString::number(seconds)));
    }

    void slowTransferIsCancelledAtOnce() {
        DeviceInfo info = gpuInfo(0, kGiB);
        info.linkBytesPerSecond = 1024;  // 16 MiB would take four hours
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(info);
        const std::shared_ptr<DeviceBuffer> buffer = *gpu->allocate(16 * kMiB);
        const std::vector<std::byte> data = pattern(16 * kMiB);
        std::stop_source stop;
        QElapsedTimer sinceStop;
        std::jthread canceller([&] {
            sinceStop.start();
            stop.request_stop();
        });
        const Result<void> written = gpu->write(*buffer, 0, data, stop.get_token());
        canceller.join();
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::Cancelled);
        QVERIFY(sinceStop.elapsed() < 60'000);
    }

    void threadsMayShareADevice() {
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(kGiB);
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([&gpu, t] {
                    const std::vector<std::byte> data = pattern(50000);
                    for (std::uint64_t i = 1; i <= 200; ++i) {
                        const auto buffer = gpu->allocate(i * 1000 * static_cast<unsigned>(t + 1));
                        if (buffer && (*buffer)->size() >= data.size()) {
                            (void)gpu->write(**buffer, 0, data, {});
                        }
                    }
                });
            }
        }
        QCOMPARE(gpu->statistics().allocated, std::uint64_t{0});
        gpu->emptyCache();
        QCOMPARE(gpu->statistics().reserved, std::uint64_t{0});
    }

    /// Pages come for a whole block at once, whoever of those that write to it is the first.
    void threadsMayFillOneBlock() {
        constexpr std::uint64_t kPart = 64 * kKiB;
        constexpr std::uint64_t kBytes = 16 * kMiB;
        constexpr unsigned kThreads = 4;
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(kGiB);
        const std::vector<std::byte> wanted = pattern(kBytes);
        for (int turn = 0; turn < 5; ++turn) {
            std::shared_ptr<DeviceBuffer> buffer = *gpu->allocate(kBytes);
            {
                std::vector<std::jthread> threads;
                for (unsigned thread = 0; thread < kThreads; ++thread) {
                    threads.emplace_back([&, thread] {
                        for (std::uint64_t at = thread * kPart; at < kBytes;
                             at += kThreads * kPart) {
                            gpu->makePages(*buffer, at, kPart);
                            const std::span part(wanted.data() + at, kPart);
                            if (!gpu->write(*buffer, at, part, {})) {
                                return;
                            }
                        }
                    });
                }
            }
            QVERIFY(std::equal(wanted.begin(), wanted.end(), buffer->data()));
            buffer.reset();
            gpu->emptyCache();
        }
    }

    void hostMemoryIsAnonymousAndGoesAtOnce() {
        const std::shared_ptr<DeviceMemory> host = makeHostDevice(test::cpuInfo());
        constexpr std::uint64_t kBytes = 40 * kMiB + 12345;
        const qint64 before = statusSeenOutside("RssAnon");
        std::shared_ptr<DeviceBuffer> large = *host->allocate(kBytes);
        std::vector<std::shared_ptr<DeviceBuffer>> small;
        for (int i = 0; i < 1000; ++i) {
            small.push_back(*host->allocate(3000));
        }
        QVERIFY(host->write(*large, 0, pattern(kBytes), {}));
        for (const auto& buffer : small) {
            QVERIFY(host->write(*buffer, 0, pattern(3000), {}));
        }
        QCOMPARE(host->statistics().allocated, kBytes + 1000 * 3000);
        const qint64 held = statusSeenOutside("RssAnon") - before;
        QVERIFY(held >= static_cast<qint64>(kBytes + 1000 * 3000));
        large.reset();
        small.clear();
        QCOMPARE(host->statistics().allocated, std::uint64_t{0});
        // Sanitizers keep shadow pages, and freed memory for a while.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        QVERIFY(held < static_cast<qint64>(kBytes + 1000 * 3000 + 4 * kMiB));
        QVERIFY(statusSeenOutside("RssAnon") - before < static_cast<qint64>(2 * kMiB));
#endif
    }
};

QTEST_GUILESS_MAIN(TestSimGpu)
#include "tst_sim_gpu.moc"
