// SPDX-License-Identifier: GPL-3.0-or-later
// Reading past the page cache: odd sizes and places, file systems without it, failures, cancel,
// and what a probe makes of its measurements.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/base/page_cache.h"
#include "engine/base/random_access_file.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/program/program_prediction.h"
#include "engine/load/read_choice.h"
#include "engine/load/staging_ring.h"
#include "tests/load/load_fixture.h"
#include "tests/load/plain_backend.h"
#include "tests/load/read_faults.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::uint64_t kBlock = DirectReader::kAlignment;

constexpr ReadChoice kManyReaders{ReadMode::Direct, 8, kMiB};

struct FreeDeleter {
    void operator()(std::byte* memory) const { std::free(memory); }
};
using Blocks = std::unique_ptr<std::byte, FreeDeleter>;

Blocks makeBlocks(std::uint64_t bytes) {
    return Blocks(static_cast<std::byte*>(std::aligned_alloc(kBlock, bytes)));
}

char byteAt(std::uint64_t offset) {
    return static_cast<char>(offset * 31 % 251);
}

/// Tensors of odd lengths at odd places, some larger than a read.
std::vector<FixtureTensor> oddTensors() {
    std::vector<FixtureTensor> tensors;
    for (const std::int64_t size : {1, 4095, 4096, 4097, 8191, 65535, 65537, 3145729, 9000001}) {
        tensors.push_back({"odd." + std::to_string(size), DType::UInt8, {size}});
    }
    tensors.push_back({"float.weight", DType::Float32, {1021, 1031}});
    tensors.push_back({"float.last", DType::Float32, {3}});
    return tensors;
}

}  // namespace

class TestDirectReads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_model = makeFixture(m_folder.path().toStdString(), oddTensors());
        const auto file = m_model.checkpoint->shards.front()->lease();
        QVERIFY(file);
        m_hasDirect = DirectReader::open(**file).has_value();
    }
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        m_devices = *makeDevices({gpuInfo(0, 256 * kMiB), cpuInfo()});
    }
    void cleanup() {
        orderReadFaults({});
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            device->emptyCache();
            QCOMPARE(device->statistics().reserved, std::uint64_t{0});
        }
        QCOMPARE(m_backend->liveTensors(), std::size_t{0});
    }

    void endsOfFiles_data() {
        QTest::addColumn<int>("size");
        for (const int size : {1, 511, 512, 4095, 4096, 4097, 8192, 12289}) {
            QTest::addRow("%d", size) << size;
        }
    }

    void endsOfFiles() {
        QFETCH(int, size);
        const auto file = write(size);
        const auto direct = DirectReader::open(**file->lease());
        if (!direct) {
            QSKIP("The file system of the temporary folder has no direct I/O.");
        }
        const std::uint64_t room = 16 * kKiB;
        const Blocks target = makeBlocks(room);
        QCOMPARE(direct->readSome(0, {target.get(), room}), static_cast<std::uint64_t>(size));
        for (int at = 0; at < size; ++at) {
            QCOMPARE(static_cast<char>(target.get()[at]), byteAt(static_cast<std::uint64_t>(at)));
        }
        QCOMPARE(direct->readSome(room, {target.get(), kBlock}), std::uint64_t{0});
        // Not on a block: the system refuses, which is no failure.
        QCOMPARE(direct->readSome(0, {target.get() + 1, kBlock}), std::uint64_t{0});
    }

    void aFilePutInItsPlaceIsNotRead() {
        const auto file = write(8192);
        const auto lease = *file->lease();
        QVERIFY(QFile::remove(m_folder.filePath(QStringLiteral("file"))));
        (void)write(4096);
        const auto direct = DirectReader::open(*lease);
        if (!direct) {
            QSKIP("The file system of the temporary folder has no direct I/O.");
        }
        const Blocks target = makeBlocks(8192);
        QCOMPARE(direct->readSome(0, {target.get(), 8192}), std::uint64_t{8192});
    }

    void cachedPagesAreSeen() {
        const auto file = write(static_cast<int>(8 * kMiB));
        const CachedPages pages(**file->lease());
        QCOMPARE(pages.sample(0, 8 * kMiB).value_or(-1), 1.0);
        QCOMPARE(pages.sample(kMiB, 1).value_or(-1), 1.0);
        QVERIFY(!pages.sample(8 * kMiB, 1));
        QVERIFY(!pages.sample(0, 8 * kMiB + 1));
        QVERIFY(preparePageCache({file->path()}, PageCacheState::Cold));
        if (m_hasDirect) {  // a file system in memory keeps its pages
            QCOMPARE(pages.sample(0, 8 * kMiB).value_or(-1), 0.0);
        }
    }

    void loadsAreEqual_data() {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("device");
        QTest::addColumn<bool>("isCast");
        for (const char* mode :
             {"direct", "buffered", "chosen, cold", "chosen, warm", "remembered"}) {
            for (const char* folder : {"", "/dev/shm"}) {
                for (const char* device : {"cpu", "gpu"}) {
                    for (const bool isCast : {false, true}) {
                        QTest::addRow("%s, %s, %s, %s", mode, *folder != 0 ? folder : "disk",
                                      device, isCast ? "cast" : "as stored")
                            << QString::fromLatin1(mode) << QString::fromLatin1(folder)
                            << QString::fromLatin1(device) << isCast;
                    }
                }
            }
        }
    }

    void loadsAreEqual() {
        QFETCH(QString, mode);
        QFETCH(QString, folder);
        QFETCH(QString, device);
        QFETCH(bool, isCast);
        const QTemporaryDir inMemory(folder + QStringLiteral("/stowage-test-XXXXXX"));
        if (!folder.isEmpty() && !inMemory.isValid()) {
            QSKIP("There is no /dev/shm here.");
        }
        const LoadFixture model =
            folder.isEmpty() ? m_model : makeFixture(inMemory.path().toStdString(), oddTensors());
        const auto schedule = scheduleFor(
            model, device == QStringLiteral("cpu") ? DeviceId::cpu() : DeviceId::gpu(0), isCast);
        const bool isCold = mode != QStringLiteral("chosen, warm");
        QVERIFY(preparePageCache({model.checkpoint->path},
                                 isCold ? PageCacheState::Cold : PageCacheState::Warm));
        if (liesInMemory(model.checkpoint->path)) {  // no page of it can be dropped
            QCOMPARE(residentShare(model.checkpoint->path), 1.0);
        }
        LoadOptions options;
        options.verification = Verification::Bytes;
        if (mode == QStringLiteral("remembered")) {  // more readers than there are slots
            const auto file = *model.checkpoint->shards.front()->lease();
            rememberChoice(file->fileSystem(), kManyReaders);
        } else if (!mode.startsWith(QStringLiteral("chosen"))) {
            options.readMode =
                mode == QStringLiteral("direct") ? ReadMode::Direct : ReadMode::Buffered;
        }
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, options, gate, {}, {});
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        const LoadIo& io = *outcome.report.io;
        QVERIFY(outcome.report.bytesRead >= schedule->totalBytes);
        QCOMPARE(io.directBytes + io.bufferedBytes, outcome.report.bytesRead);
        if (folder.isEmpty() && m_hasDirect) {
            QCOMPARE(io.directBytes > 0,
                     mode != QStringLiteral("buffered") && mode != QStringLiteral("chosen, warm"));
        }
        if (!folder.isEmpty() && mode.startsWith(QStringLiteral("chosen"))) {
            QCOMPARE(io.directBytes, std::uint64_t{0});  // it is in memory
        }
    }

    /// What is in memory is read through the cache, and that does not lead the rest through it.
    void aPartInTheCacheIsTakenFromThere() {
        if (!m_hasDirect) {
            QSKIP("The file system of the temporary folder has no direct I/O.");
        }
        const std::string& path = m_model.checkpoint->path;
        QVERIFY(preparePageCache({path}, PageCacheState::Cold));
        constexpr std::uint64_t kWarm = 6 * kMiB;
        warmBegin(path, kWarm);
        const auto schedule = scheduleFor(m_model, DeviceId::gpu(0), false);
        LoadOptions options;
        options.verification = Verification::Bytes;
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, options, gate, {}, {});
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        const LoadIo& io = *outcome.report.io;
        QVERIFY2(io.bufferedBytes + kMiB > kWarm && io.bufferedBytes < kWarm + 3 * kMiB,
                 qPrintable(QString::number(io.bufferedBytes)));
        QCOMPARE(io.directBytes, outcome.report.bytesRead - io.bufferedBytes);
    }

    void shortReadsAndInterruptionsAreMet() {
        const auto schedule = scheduleFor(m_model, DeviceId::cpu(), false);
        orderReadFaults({m_model.checkpoint->path, {}, true});
        LoadOptions options;
        options.readMode = ReadMode::Direct;
        options.verification = Verification::Bytes;
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, options, gate, {}, {});
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        QVERIFY(readFaultsMet() > 10);
    }

    void failuresAreNamed_data() {
        QTest::addColumn<QString>("device");
        QTest::newRow("cpu") << QStringLiteral("cpu");
        QTest::newRow("gpu") << QStringLiteral("gpu");
    }

    void failuresAreNamed() {
        QFETCH(QString, device);
        const auto schedule = scheduleFor(
            m_model, device == QStringLiteral("cpu") ? DeviceId::cpu() : DeviceId::gpu(0), false);
        LoadOptions options;
        options.readMode = ReadMode::Direct;
        const PauseGate gate;
        // A byte in the middle of the largest tensor.
        const StoredTensor& largest = m_model.checkpoint->tensors[8];
        orderReadFaults({m_model.checkpoint->path, largest.location.offset + 5000000});
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, options, gate, {}, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::ReadFailed);
        QCOMPARE(QString::fromStdString(outcome.report.stopped->file),
                 QString::fromStdString(m_model.checkpoint->path));
        QVERIFY2(outcome.report.stoppedAt.english().find("odd.9000001") != std::string::npos,
                 outcome.report.stoppedAt.english().c_str());
    }

    void aFileCutShortIsNamed() {
        QTemporaryDir folder;
        const LoadFixture model = makeFixture(folder.path().toStdString(), oddTensors());
        const auto schedule = scheduleFor(model, DeviceId::cpu(), false);
        const std::uint64_t cut = model.checkpoint->tensors[8].location.offset + 7000000;
        LoadOptions options;
        options.readMode = ReadMode::Direct;
        options.readThreads = 1;
        std::atomic<int> reads = 0;
        const QString path = QString::fromStdString(model.checkpoint->path);
        orderReadFaults({model.checkpoint->path, {}, false, [&](std::uint64_t) {
                             if (++reads == 1) {
                                 QFile::resize(path, static_cast<qint64>(cut));
                             }
                         }});
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, options, gate, {}, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::Truncated);
        QCOMPARE(outcome.report.stopped->offset.value_or(0), cut);
        QVERIFY2(outcome.report.stoppedAt.english().find("odd.9000001") != std::string::npos,
                 outcome.report.stoppedAt.english().c_str());
    }

    /// What lies on a GPU is allocated a little before it is read: in the forecast as in the load.
    void aGpuFillsAsItIsRead() {
        const QTemporaryDir folder;
        std::vector<FixtureTensor> tensors;
        for (int layer = 0; layer < 24; ++layer) {
            tensors.push_back(
                {"h." + std::to_string(layer) + ".weight", DType::Float32, {1024, 1024}});
        }
        const LoadFixture model = makeFixture(folder.path().toStdString(), tensors);
        const auto schedule = scheduleFor(model, DeviceId::gpu(0), false);
        constexpr std::uint64_t kAhead = 32 * kMiB + 3 * 4 * kMiB;  // and the read that begins
        for (const PredictedPoint& point : schedule->prediction->points) {
            QVERIFY(point.devices.front().allocated <= point.bytesRead + kAhead);
        }
        QCOMPARE(schedule->prediction->points.back().devices.front().allocated, 96 * kMiB);
        std::uint64_t read = 0;
        std::uint64_t most = 0;
        orderReadFaults({model.checkpoint->path, {}, false, [&](std::uint64_t length) {
                             const std::uint64_t there = m_devices.front()->statistics().allocated;
                             most = std::max(most, there - std::min(there, read));
                             read += length;
                         }});
        LoadOptions options;
        options.readThreads = 1;
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, options, gate, {}, {});
        orderReadFaults({});
        QVERIFY(!outcome.report.stopped);
        QVERIFY(read >= 96 * kMiB);
        QVERIFY2(most <= kAhead, qPrintable(QString::number(most)));
        QCOMPARE(outcome.report.devices.front().peakAllocated, 96 * kMiB);
    }

    /// After the request only reads that had begun may end: at most one a thread, of 4 MiB.
    void cancelledAtAnyReadStopsAtOnce_data() {
        QTest::addColumn<int>("at");
        for (const int at : {1, 2, 3, 4}) {
            QTest::addRow("read %d", at) << at;
        }
    }

    void cancelledAtAnyReadStopsAtOnce() {
        QFETCH(int, at);
        const auto schedule = scheduleFor(m_model, DeviceId::cpu(), false);
        LoadOptions options;
        options.readMode = ReadMode::Direct;
        std::stop_source stop;
        std::atomic<int> reads = 0;
        std::atomic<std::uint64_t> longest = 0;
        std::atomic<int> after = 0;
        orderReadFaults({m_model.checkpoint->path, {}, false, [&](std::uint64_t length) {
                             longest = std::max(longest.load(), length);
                             after += stop.stop_requested() ? 1 : 0;
                             if (++reads == at) {
                                 stop.request_stop();
                             }
                         }});
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(schedule, {m_devices, m_backend}, options, gate, stop.get_token(), {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::Cancelled);
        QVERIFY(outcome.model == nullptr);
        QVERIFY(longest <= 4 * kMiB + 8 * kKiB);
        QVERIFY2(after < static_cast<int>(kStagingSlots), qPrintable(QString::number(after)));
    }

    void probeReadsAtMost288MiB() {
        std::uint64_t bytes = 0;
        for (const ProbeRound& round : probeRounds()) {
            bytes += round.bytes;
            QVERIFY(round.choice.threads >= 1 && round.choice.threads <= kManyReaders.threads);
            QVERIFY(round.choice.blockBytes <= 4 * kMiB);
        }
        QVERIFY(bytes <= 288 * kMiB);
    }

    void fastestIsChosen() {
        const ReadChoice direct{ReadMode::Direct, 4, kMiB};
        const ReadChoice alone{ReadMode::Direct, 1, 4 * kMiB};
        const ReadChoice buffered{ReadMode::Buffered, 2, 4 * kMiB};
        QVERIFY(!fastestChoice({}));
        // Over all its rounds, not in its best one.
        QVERIFY(fastestChoice({{direct, 100, 1}, {alone, 100, 2}, {direct, 100, 9}}) == alone);
        // What is usual is left for more than noise, the page cache taken for a clear advantage.
        QVERIFY(fastestChoice({{direct, 100, 1}, {alone, 104, 1}}) == direct);
        QVERIFY(fastestChoice({{alone, 106, 1}, {direct, 100, 1}}) == alone);
        QVERIFY(fastestChoice({{direct, 100, 1}, {buffered, 109, 1}}) == direct);
        QVERIFY(fastestChoice({{direct, 100, 1}, {buffered, 112, 1}}) == buffered);
    }

    void choicesAreRememberedByFileSystem() {
        QVERIFY(!rememberedChoice(7));
        rememberChoice(7, {ReadMode::Buffered, 1, 2 * kMiB});
        QVERIFY(rememberedChoice(7) == ReadChoice(ReadMode::Buffered, 1, 2 * kMiB));
        QVERIFY(!rememberedChoice(8));
    }

private:
    /// Reads the first bytes of a file through the page cache, and the system none ahead.
    static void warmBegin(const std::string& path, std::uint64_t bytes) {
        const auto file = *RandomAccessFile::open(path);
        (void)::posix_fadvise(file->descriptor(), 0, 0, POSIX_FADV_RANDOM);
        std::vector<std::byte> target(bytes);
        QVERIFY(file->readAt(0, target));
    }

    std::shared_ptr<const RandomAccessFile> write(int size) const {
        const QString path = m_folder.filePath(QStringLiteral("file"));
        QByteArray bytes(size, '\0');
        for (int at = 0; at < size; ++at) {
            bytes[at] = byteAt(static_cast<std::uint64_t>(at));
        }
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != size) {
            qFatal("cannot write");
        }
        file.close();
        return *RandomAccessFile::open(path.toStdString());
    }

    static std::shared_ptr<const LoadSchedule> scheduleFor(const LoadFixture& model,
                                                           DeviceId device, bool isCast) {
        const auto plan = planFor(model.tree, {gpuInfo(0, 256 * kMiB), cpuInfo()}, {{"", device}},
                                  isCast ? std::optional(DType::Float64) : std::nullopt);
        return *makeLoadSchedule(plan, model.checkpoint, {LoadMethod::Streamed, {}});
    }

    QTemporaryDir m_folder;
    LoadFixture m_model;
    bool m_hasDirect = false;
    std::shared_ptr<PlainBackend> m_backend = std::make_shared<PlainBackend>();
    std::vector<std::shared_ptr<DeviceMemory>> m_devices;
};

QTEST_GUILESS_MAIN(TestDirectReads)
#include "tst_direct_reads.moc"
