// SPDX-License-Identifier: GPL-3.0-or-later
// How offloaded weights reach the device on which they run: every byte, whichever way the file is
// read, in memory that is used again and never grows beyond what was in use at once.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/run/weights/weight_mover.h"
#include "tests/load/load_fixture.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

using namespace stowage;
using namespace stowage::test;

namespace {

/// Bytes that no shift by a block or a part leaves the same.
std::vector<std::byte> pattern(std::uint64_t size) {
    std::vector<std::byte> bytes(size);
    std::uint64_t state = 12345;
    for (std::byte& byte : bytes) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        byte = static_cast<std::byte>(state >> 56U);
    }
    return bytes;
}

/// One tensor of bytes on another device.
class OneTensor : public TensorSet {
public:
    explicit OneTensor(std::vector<std::byte> bytes) : m_bytes(std::move(bytes)) {}
    Result<void> add(const TensorDescription&) override { return {}; }
    std::size_t size() const override { return 1; }
    Result<TensorSignature> signature(const std::string&) const override {
        return TensorSignature{};
    }
    Result<std::uint64_t> checksum(const std::string&) const override { return std::uint64_t{0}; }
    Result<void> copyOut(const std::string&, std::uint64_t offset,
                         std::span<std::byte> target) const override {
        std::memcpy(target.data(), m_bytes.data() + offset, target.size());
        return {};
    }

private:
    std::vector<std::byte> m_bytes;
};

}  // namespace

class WeightTransferTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        m_host = makeHostDevice(cpuInfo());
        m_gpu = *makeSimulatedGpu(gpuInfo(0, 64 * kMiB));
    }

    void cleanup() {
        for (const auto& device : {m_host, m_gpu}) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
            device->emptyCache();
            QCOMPARE(device->statistics().reserved, std::uint64_t{0});
        }
    }

    void everyByteOfAFileArrives_data() {
        QTest::addColumn<quint64>("size");
        QTest::addColumn<bool>("once");
        QTest::addColumn<bool>("cold");
        QTest::addColumn<bool>("toGpu");
        for (const quint64 size : {quint64{1}, quint64{4096}, quint64{1000003}, quint64{kMiB},
                                   quint64{9 * kMiB + 4097}}) {
            for (const int way : {0, 1, 2, 3, 4, 5, 6, 7}) {
                QTest::addRow("%llu bytes, %s, %s, %s", static_cast<unsigned long long>(size),
                              (way & 1) != 0 ? "once" : "again", (way & 2) != 0 ? "cold" : "warm",
                              (way & 4) != 0 ? "GPU" : "CPU")
                    << size << ((way & 1) != 0) << ((way & 2) != 0) << ((way & 4) != 0);
            }
        }
    }

    void everyByteOfAFileArrives() {
        QFETCH(quint64, size);
        QFETCH(bool, once);
        QFETCH(bool, cold);
        QFETCH(bool, toGpu);
        const std::vector<std::byte> bytes = pattern(size);
        write(bytes);
        QVERIFY(preparePageCache({path()}, cold ? PageCacheState::Cold : PageCacheState::Warm));
        WeightMemory memory;
        DeviceMemory& device = toGpu ? *m_gpu : *m_host;
        const auto target = toGpu ? device.allocate(size) : memory.take(device, size, "w");
        QVERIFY(target);
        const LoadedTensor lies{DeviceId::disk(), {}, nullptr, path()};
        std::uint64_t fromDisk = 0;
        std::uint64_t overLink = 0;
        bool isOrdered = true;
        const auto sink = [&](const WeightTransfer& part) {
            (part.kind == SpanKind::Disk ? fromDisk : overLink) += part.bytes;
            isOrdered = isOrdered && part.begin <= part.end && part.tensor == "w" &&
                        part.device == device.info().id;
        };
        WeightMovers mover;
        const std::string name = "w";
        const OneTensor none({});
        const Result<void> done = mover.deliver(
            {name, lies, none, device, **target, size, once ? DiskUse::Once : DiskUse::Again}, {},
            sink);
        QVERIFY2(done, done ? "" : done.error().message.english().c_str());
        QVERIFY(std::memcmp((*target)->data(), bytes.data(), size) == 0);
        QCOMPARE(fromDisk, size);
        QCOMPARE(overLink, toGpu ? size : 0);  // what the host takes is read to its place
        QVERIFY(isOrdered);
    }

    void whatLiesOnAnotherDeviceArrives() {
        const std::vector<std::byte> bytes = pattern(5 * kMiB + 3);
        const OneTensor tensors(bytes);
        const auto held = m_gpu->allocate(bytes.size());
        QVERIFY(held);
        const auto target = m_host->allocate(bytes.size());
        QVERIFY(target);
        const LoadedTensor lies{DeviceId::gpu(0), {}, *held, {}};
        WeightMovers mover;
        const std::string name = "w";
        QVERIFY(mover.deliver({name, lies, tensors, *m_host, **target, bytes.size()}, {}, {}));
        QVERIFY(std::memcmp((*target)->data(), bytes.data(), bytes.size()) == 0);
    }

    void aFileOfAnotherLengthIsNamed_data() {
        QTest::addColumn<qint64>("length");
        QTest::newRow("truncated") << qint64{2 * kMiB - 1};
        QTest::newRow("too long") << qint64{2 * kMiB + 1};
        QTest::newRow("empty") << qint64{0};
        QTest::newRow("gone") << qint64{-1};
    }

    void aFileOfAnotherLengthIsNamed() {
        QFETCH(qint64, length);
        write(pattern(2 * kMiB));
        QVERIFY(length < 0 ? QFile::remove(file()) : QFile::resize(file(), length));
        for (const DiskUse use : {DiskUse::Once, DiskUse::Again}) {
            const auto opened = WeightFile::open(path(), "h.0.weight", 2 * kMiB, use);
            QVERIFY(!opened);
            QCOMPARE(opened.error().code,
                     length < 0 ? ErrorCode::FileNotFound : ErrorCode::Truncated);
            QVERIFY(opened.error().message.english().find(path()) != std::string::npos);
        }
    }

    /// Cut while it is being read: what is not there any more is told, whichever way it is read.
    void aFileThatIsCutMeanwhileIsNamed() {
        std::vector<std::byte> target(4 * kMiB + DirectReader::kAlignment);
        const auto address = reinterpret_cast<std::uintptr_t>(target.data());
        const std::span<std::byte> aligned =
            std::span(target).subspan((0 - address) % DirectReader::kAlignment, 4 * kMiB);
        for (const DiskUse use : {DiskUse::Once, DiskUse::Again}) {
            write(pattern(8 * kMiB));
            QVERIFY(preparePageCache({path()}, PageCacheState::Cold));
            auto opened = WeightFile::open(path(), "h.0.weight", 8 * kMiB, use);
            QVERIFY(opened);
            QVERIFY(opened->read(0, aligned, {}));
            QVERIFY(QFile::resize(file(), 6 * kMiB));
            const Result<void> rest = opened->read(4 * kMiB, aligned, {});
            QVERIFY(!rest);
            QCOMPARE(rest.error().code, ErrorCode::Truncated);
            QVERIFY(rest.error().message.english().find(path()) != std::string::npos);
        }
    }

    void aStoppedReadIsCancelled() {
        write(pattern(2 * kMiB));
        auto opened = WeightFile::open(path(), "w", 2 * kMiB, DiskUse::Again);
        QVERIFY(opened);
        std::vector<std::byte> target(2 * kMiB);
        std::stop_source stop;
        stop.request_stop();
        const Result<void> read = opened->read(0, target, stop.get_token());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Cancelled);
    }

    /// What one tensor leaves serves the next that is about as large.
    void memoryServesTheNextTensor() {
        WeightMemory memory;
        const auto take = [&](std::uint64_t bytes) {
            auto taken = memory.take(*m_host, bytes, "w");
            return taken ? *taken : nullptr;
        };
        std::shared_ptr<DeviceBuffer> first = take(8 * kMiB);
        QVERIFY(first);
        const std::byte* const place = first->data();
        first.reset();
        QCOMPARE(m_host->statistics().allocated, std::uint64_t{0});
        QCOMPARE(m_host->statistics().reserved, 8 * kMiB);
        std::shared_ptr<DeviceBuffer> second = take(7 * kMiB);
        QVERIFY(second);
        QCOMPARE(second->data(), static_cast<const std::byte*>(place));
        QCOMPARE(second->size(), 7 * kMiB);
        QCOMPARE(m_host->statistics().allocated, 7 * kMiB);
        second.reset();
        // Far smaller ones get their own; what was used longest ago goes when it is too much.
        std::shared_ptr<DeviceBuffer> small = take(2 * kMiB);
        QVERIFY(small);
        QCOMPARE(m_host->statistics().reserved, 10 * kMiB);
        small.reset();
        const std::shared_ptr<DeviceBuffer> middle = take(5 * kMiB);
        QVERIFY(middle);
        QCOMPARE(m_host->statistics().reserved, 15 * kMiB);
        const std::shared_ptr<DeviceBuffer> more = take(3 * kMiB);
        QVERIFY(more);
        QCOMPARE(m_host->statistics().reserved, 10 * kMiB);
    }

    /// However many come and go, never is more held than was in use at once and one more.
    void memoryIsBoundedByWhatWasInUse() {
        WeightMemory memory;
        std::vector<std::shared_ptr<DeviceBuffer>> alive;
        std::uint64_t mostInUse = 0;
        std::uint64_t state = 7;
        for (int i = 0; i < 400; ++i) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            if (alive.size() > 6 || (!alive.empty() && (state >> 40U) % 3 == 0)) {
                alive.erase(alive.begin() +
                            static_cast<std::ptrdiff_t>((state >> 33U) % alive.size()));
            } else {
                const std::uint64_t bytes = (1 + (state >> 35U) % 12) * kMiB;
                const auto taken = memory.take(*m_host, bytes, "w");
                QVERIFY(taken);
                std::memset((*taken)->data(), i, (*taken)->size());
                alive.push_back(*taken);
            }
            const AllocatorStatistics now = m_host->statistics();
            // A larger piece may serve a tensor of four fifths of it.
            mostInUse = std::max(mostInUse, now.allocated * 5 / 4);
            QVERIFY(now.reserved <= mostInUse + 12 * kMiB);
        }
        alive.clear();
        QVERIFY(m_host->statistics().reserved > 0);
    }

    void memoryMayOutliveItsOwner() {
        std::shared_ptr<DeviceBuffer> held;
        {
            WeightMemory memory;
            held = *memory.take(*m_host, 3 * kMiB, "w");
            (void)*memory.take(*m_host, 5 * kMiB, "v");
        }
        QCOMPARE(m_host->statistics().reserved, 3 * kMiB);
        std::memset(held->data(), 1, held->size());
        held.reset();
        QCOMPARE(m_host->statistics().reserved, std::uint64_t{0});
    }

    /// One thread brings, another gives back, as in a run.
    void threadsShareMemoryAndMovers() {
        write(pattern(2 * kMiB));
        const std::vector<std::byte> bytes = pattern(2 * kMiB);
        const LoadedTensor lies{DeviceId::disk(), {}, nullptr, path()};
        const OneTensor none({});
        WeightMemory memory;
        WeightMovers movers;
        std::atomic<int> wrong = 0;
        const auto work = [&](DeviceMemory& device) {
            const std::string name = "w";
            for (int i = 0; i < 20; ++i) {
                const auto target = device.isHost() ? memory.take(device, bytes.size(), name)
                                                    : device.allocate(bytes.size());
                const bool isRight =
                    target &&
                    movers.deliver({name, lies, none, device, **target, bytes.size()}, {}, {}) &&
                    std::memcmp((*target)->data(), bytes.data(), bytes.size()) == 0;
                wrong += isRight ? 0 : 1;
            }
        };
        {
            std::vector<std::jthread> threads;
            for (const auto& device : {m_host, m_host, m_gpu, m_gpu}) {
                threads.emplace_back([&work, device] { work(*device); });
            }
        }
        QCOMPARE(wrong.load(), 0);
    }

private:
    [[nodiscard]] QString file() const { return m_folder.filePath(QStringLiteral("w.dat")); }
    [[nodiscard]] std::string path() const { return file().toStdString(); }
    void write(const std::vector<std::byte>& bytes) const {
        QFile out(file());
        QVERIFY(out.open(QIODevice::WriteOnly));
        const auto size = static_cast<qint64>(bytes.size());
        QCOMPARE(out.write(reinterpret_cast<const char*>(bytes.data()), size), size);
    }

    QTemporaryDir m_folder;
    std::shared_ptr<DeviceMemory> m_host;
    std::shared_ptr<DeviceMemory> m_gpu;
};

QTEST_GUILESS_MAIN(WeightTransferTest)
#include "tst_weight_transfer.moc"
