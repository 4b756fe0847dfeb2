// SPDX-License-Identifier: GPL-3.0-or-later
// What every DeviceMemory promises, asked of a simulated GPU and of the host.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

using namespace stowage;

namespace {

std::shared_ptr<DeviceMemory> makeDevice(const QString& kind) {
    DeviceInfo info;
    if (kind == QStringLiteral("host")) {
        return makeHostDevice(info);
    }
    info.id = DeviceId::gpu(1);
    info.simulated = true;
    info.capacity = 2 * kGiB;
    return *makeSimulatedGpu(info);
}

std::vector<std::byte> pattern(std::size_t size, unsigned seed) {
    std::vector<std::byte> data(size);
    for (std::size_t i = 0; i < size; ++i) {
        data[i] = static_cast<std::byte>((i * 7 + i / 4096 + seed) % 251);
    }
    return data;
}

/// True where the buffer begins with `expected`.
bool holds(const DeviceBuffer& buffer, const std::vector<std::byte>& expected) {
    return std::equal(expected.begin(), expected.end(), buffer.data());
}

}  // namespace

class DeviceContractTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void writesArrive_data() { devices(); }

    void writesArrive() {
        QFETCH(QString, kind);
        const std::shared_ptr<DeviceMemory> device = makeDevice(kind);
        for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{4097}, 3 * kMiB + 5}) {
            const auto buffer = *device->allocate(size);
            QCOMPARE(buffer->size(), size);
            const std::vector<std::byte> data = pattern(size, 1);
            QVERIFY(device->write(*buffer, 0, data, {}));
            QVERIFY(holds(*buffer, data));
            const std::vector<std::byte> tail = pattern(size - size / 3, 2);
            QVERIFY(device->write(*buffer, size / 3, tail, {}));
            QVERIFY(std::equal(tail.begin(), tail.end(), buffer->data() + size / 3));
            QVERIFY(std::equal(data.begin(), data.begin() + static_cast<long>(size / 3),
                               buffer->data()));
            QVERIFY(device->write(*buffer, size, {}, {}));
        }
    }

    void copiesStayOnTheDevice_data() { devices(); }

    void copiesStayOnTheDevice() {
        QFETCH(QString, kind);
        const std::shared_ptr<DeviceMemory> device = makeDevice(kind);
        const auto source = *device->allocate(5 * kMiB + 3);
        const auto target = *device->allocate(6 * kMiB);
        const std::vector<std::byte> data = pattern(source->size(), 3);
        QVERIFY(device->write(*source, 0, data, {}));
        QVERIFY(device->copyWithin(*target, *source, {}));
        QVERIFY(holds(*target, data));
        std::stop_source stop;
        stop.request_stop();
        const Result<void> cancelled = device->copyWithin(*target, *source, stop.get_token());
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        const Result<void> write = device->write(*target, 0, data, stop.get_token());
        QVERIFY(!write);
        QCOMPARE(write.error().code, ErrorCode::Cancelled);
    }

    void figuresFollow_data() { devices(); }

    void figuresFollow() {
        QFETCH(QString, kind);
        const std::shared_ptr<DeviceMemory> device = makeDevice(kind);
        std::shared_ptr<DeviceBuffer> first = *device->allocateFor(30 * kMiB, "first");
        std::shared_ptr<DeviceBuffer> second = *device->allocateFor(20 * kMiB, "second");
        QCOMPARE(device->statistics().allocated, 50 * kMiB);
        first.reset();
        QCOMPARE(device->statistics().allocated, 20 * kMiB);
        QCOMPARE(device->statistics().peakAllocated, 50 * kMiB);
        QCOMPARE(device->counters().allocatedBytes.all.current, 20 * kMiB);
        QCOMPARE(device->counters().allocatedBytes.all.peak, 50 * kMiB);
        device->emptyCache();
        QCOMPARE(device->statistics().reserved, 20 * kMiB);
        QCOMPARE(device->counters().reservedBytes.all.current, 20 * kMiB);
        QCOMPARE(device->statistics().peakReserved, 50 * kMiB);
        device->resetPeaks();
        QCOMPARE(device->statistics().peakAllocated, 20 * kMiB);
        QCOMPARE(device->counters().reservedBytes.all.peak, 20 * kMiB);
        second.reset();
        device->emptyCache();
        QCOMPARE(device->statistics().reserved, std::uint64_t{0});
    }

    void segmentsAreThoseOfTheLiveBuffers() {
        const std::shared_ptr<DeviceMemory> gpu = makeDevice(QStringLiteral("simulated GPU"));
        const auto weight = *gpu->allocateFor(3 * kMiB, "h.0.weight");
        const auto bias = *gpu->allocateFor(700, "h.0.bias");
        const std::vector<SegmentSnapshot> segments = gpu->segments();
        QCOMPARE(segments.size(), std::size_t{2});
        QCOMPARE(segments[0].blocks[0].owner, std::string("h.0.weight"));
        QCOMPARE(segments[1].blocks[0].owner, std::string("h.0.bias"));
        QCOMPARE(segments[1].blocks[0].requested, std::uint64_t{700});
        const SegmentMapFigures figures = figuresOf(segments);
        QCOMPARE(figures.allocated, gpu->statistics().allocated);
        QCOMPARE(figures.reserved, gpu->statistics().reserved);
        QVERIFY(makeDevice(QStringLiteral("host"))->segments().empty());
    }

    /// Threads allocate, fill, copy and check buffers of their own while another one reads every
    /// figure and empties the cache: nobody ever sees foreign bytes or impossible figures.
    void threadsShareADevice_data() { devices(); }

    void threadsShareADevice() {
        QFETCH(QString, kind);
        const std::shared_ptr<DeviceMemory> device = makeDevice(kind);
        std::atomic<int> foreignBytes = 0;
        std::atomic<int> impossible = 0;
        std::atomic<bool> ends = false;
        std::jthread reader([&] {
            while (!ends) {
                const AllocatorStatistics now = device->statistics();
                impossible += now.allocated > now.reserved || now.reserved > now.peakReserved;
                const SegmentMapFigures figures = figuresOf(device->segments());
                impossible +=
                    figures.allocated > figures.reserved || figures.requested > figures.allocated;
                device->emptyCache();
            }
        });
        std::vector<std::jthread> workers;
        for (unsigned worker = 0; worker < 3; ++worker) {
            workers.emplace_back([&, worker] { foreignBytes += useDevice(*device, worker); });
        }
        workers.clear();
        ends = true;
        reader.join();
        QCOMPARE(foreignBytes.load(), 0);
        QCOMPARE(impossible.load(), 0);
        QCOMPARE(device->statistics().allocated, std::uint64_t{0});
        device->emptyCache();
        QCOMPARE(device->statistics().reserved, std::uint64_t{0});
    }

private:
    static void devices() {
        QTest::addColumn<QString>("kind");
        QTest::newRow("simulated GPU") << QStringLiteral("simulated GPU");
        QTest::newRow("host") << QStringLiteral("host");
    }

    /// Returns how many buffers did not hold what was written.
    static int useDevice(DeviceMemory& device, unsigned seed) {
        struct Filled {
            std::shared_ptr<DeviceBuffer> buffer;
            std::vector<std::byte> expected;
        };
        std::mt19937 random(seed);
        std::vector<Filled> live;
        int wrong = 0;
        for (unsigned step = 0; step < 120; ++step) {
            const std::uint64_t size = 1 + random() % (random() % 5 == 0 ? 1200 * kKiB : 60 * kKiB);
            Filled filled{*device.allocate(size), pattern(size, seed + 10 * step)};
            wrong += device.write(*filled.buffer, 0, filled.expected, {}) ? 0 : 1;
            if (random() % 4 == 0) {
                const auto copy = *device.allocate(size);
                wrong += device.copyWithin(*copy, *filled.buffer, {}) ? 0 : 1;
                wrong += holds(*copy, filled.expected) ? 0 : 1;
            }
            live.push_back(std::move(filled));
            if (live.size() > 12) {
                const auto gone = live.begin() + static_cast<long>(random() % live.size());
                wrong += holds(*gone->buffer, gone->expected) ? 0 : 1;
                live.erase(gone);
            }
        }
        return wrong;
    }
};

QTEST_GUILESS_MAIN(DeviceContractTest)
#include "tst_device_contract.moc"
