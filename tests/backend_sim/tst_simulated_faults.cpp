// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that a simulated GPU can be told to have, and memory that other programs take meanwhile.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "tests/backend_sim/memory_file.h"
#include "tests/support/golden_text.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace stowage;

namespace {

DeviceInfo gpuInfo(std::uint64_t capacity, std::uint32_t index = 0) {
    DeviceInfo info;
    info.id = DeviceId::gpu(index);
    info.simulated = true;
    info.capacity = capacity;
    return info;
}

std::shared_ptr<DeviceMemory> makeGpu(const SimulatedFaults& faults, std::uint32_t index = 0) {
    return *makeSimulatedGpu(gpuInfo(kGiB, index), faults);
}

std::vector<std::byte> bytes(std::uint64_t count) {
    return std::vector<std::byte>(count, std::byte{9});
}

bool says(const Error& error, const char* part) {
    return error.message.english().find(part) != std::string::npos;
}

}  // namespace

class SimulatedFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void outOfMemoryAtTheNth_data() {
        QTest::addColumn<int>("at");
        for (const int at : {1, 2, 7, 50}) {
            QTest::addRow("allocation %d", at) << at;
        }
    }

    void outOfMemoryAtTheNth() {
        QFETCH(int, at);
        SimulatedFaults faults;
        faults.outOfMemoryAt = static_cast<std::uint64_t>(at);
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(faults);
        std::vector<std::shared_ptr<DeviceBuffer>> live;
        for (int i = 1; i <= 60; ++i) {
            QVERIFY(gpu->allocate(0));  // does not count
            const auto buffer = gpu->allocateFor(kMiB, "h.weight");
            QCOMPARE(buffer.has_value(), i != at);
            if (buffer) {
                live.push_back(*buffer);
            } else {
                QCOMPARE(buffer.error().code, ErrorCode::DeviceOutOfMemory);
                QCOMPARE(buffer.error().key, std::string("h.weight"));
                QVERIFY(says(buffer.error(), "GPU 0"));
            }
        }
        QCOMPARE(gpu->statistics().allocated, 59 * kMiB);
        QCOMPARE(gpu->counters().outOfMemories, std::uint64_t{1});
    }

    void orderedOutOfMemoryEmptiesTheCache() {
        const std::shared_ptr<DeviceMemory> gpu = makeGpu({}, 3);
        std::shared_ptr<DeviceBuffer> buffer = *gpu->allocate(30 * kMiB);
        QVERIFY(gpu->write(*buffer, 0, bytes(30 * kMiB), {}));
        buffer.reset();
        QCOMPARE(test::memoryFileNamed("stowage-gpu3").pages, 30 * kMiB);
        SimulatedFaults faults;
        faults.outOfMemoryAt = 1;
        QVERIFY(injectFaults(*gpu, faults));
        QVERIFY(!gpu->allocate(kMiB));
        QCOMPARE(gpu->statistics().reserved, std::uint64_t{0});
        QCOMPARE(test::memoryFileNamed("stowage-gpu3").pages, std::uint64_t{0});
        QVERIFY(gpu->allocate(kMiB));
    }

    void lostAtAllocation() {
        SimulatedFaults faults;
        faults.lostAtAllocation = 3;
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(faults, 4);
        std::shared_ptr<DeviceBuffer> first = *gpu->allocate(20 * kMiB);
        std::shared_ptr<DeviceBuffer> second = *gpu->allocate(20 * kMiB);
        QVERIFY(gpu->write(*first, 0, bytes(20 * kMiB), {}));
        QVERIFY(gpu->write(*second, 0, bytes(20 * kMiB), {}));
        const auto third = gpu->allocate(kMiB);
        QVERIFY(!third);
        QCOMPARE(third.error().code, ErrorCode::DeviceLost);
        QVERIFY(says(third.error(), "GPU 4"));
        QCOMPARE(third.error().key, std::string("gpu:4"));
        everyCallIsRefused(*gpu, *first, *second);
        QVERIFY(injectFaults(*gpu, {}));
        everyCallIsRefused(*gpu, *first, *second);  // lost for good
        // What it holds is given back with the buffers, page by page.
        QCOMPARE(test::memoryFileNamed("stowage-gpu4").pages, 40 * kMiB);
        first.reset();
        QCOMPARE(test::memoryFileNamed("stowage-gpu4").pages, 20 * kMiB);
        second.reset();
        QCOMPARE(test::memoryFileNamed("stowage-gpu4").pages, std::uint64_t{0});
        QCOMPARE(gpu->statistics().reserved, std::uint64_t{0});
    }

    void lostAfterBytes_data() {
        QTest::addColumn<quint64>("after");
        QTest::newRow("at once") << quint64{0};
        QTest::newRow("inside the first write") << quint64{12345};
        QTest::newRow("between two writes") << quint64{3 * kMiB};
        QTest::newRow("inside the second write") << quint64{3 * kMiB + 4097};
    }

    void lostAfterBytes() {
        QFETCH(quint64, after);
        const std::shared_ptr<DeviceMemory> gpu = makeGpu({});
        const auto buffer = *gpu->allocate(8 * kMiB);
        SimulatedFaults faults;
        faults.lostAfterBytes = after;
        QVERIFY(injectFaults(*gpu, faults));
        const bool firstArrives = after >= 3 * kMiB;
        QCOMPARE(gpu->write(*buffer, 0, bytes(3 * kMiB), {}).has_value(), firstArrives);
        const Result<void> second = gpu->write(*buffer, 3 * kMiB, bytes(3 * kMiB), {});
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::DeviceLost);
        if (after > 0) {
            QCOMPARE(buffer->data()[after - 1], std::byte{9});
        }
        QCOMPARE(buffer->data()[after], std::byte{0});
    }

    void slowLinkFromTheNthByte() {
        constexpr double kRate = 1e9;
        DeviceInfo info = gpuInfo(kGiB);
        info.linkBytesPerSecond = kRate;
        SimulatedFaults faults;
        faults.slowLink = SlowLinkFault{0.02, 10 * kMiB};
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(info, faults);
        const auto buffer = *gpu->allocate(20 * kMiB);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(gpu->write(*buffer, 0, bytes(12 * kMiB), {}));
        const double seconds = static_cast<double>(timer.nsecsElapsed()) / 1e9;
        const double mib = static_cast<double>(kMiB);
        QVERIFY2(seconds >= 10 * mib / kRate + 2 * mib / (0.02 * kRate),
                 qPrintable(QString::number(seconds)));
    }

    /// Held back by the fault, the last write would take more than an hour.
    void aHealedLinkIsNotHeldBack() {
        DeviceInfo info = gpuInfo(kGiB);
        info.linkBytesPerSecond = 1e9;
        SimulatedFaults faults;
        faults.slowLink = SlowLinkFault{1e-6, 10 * kMiB};
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(info, faults);
        const auto buffer = *gpu->allocate(20 * kMiB);
        QVERIFY(gpu->write(*buffer, 0, bytes(10 * kMiB), {}));
        QVERIFY(injectFaults(*gpu, {}));
        QVERIFY(gpu->write(*buffer, 0, bytes(4 * kMiB), {}));
    }

    void unlimitedLinkTurnsSlowToo() {
        SimulatedFaults faults;
        faults.slowLink = SlowLinkFault{0.002, 0};  // 32 MB/s
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(faults);
        const auto buffer = *gpu->allocate(2 * kMiB);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(gpu->write(*buffer, 0, bytes(2 * kMiB), {}));
        QVERIFY(timer.elapsed() >= 65);
    }

    void aLinkThatStandsStillIsCancelledAtOnce() {
        SimulatedFaults faults;
        faults.slowLink = SlowLinkFault{0, kMiB};
        const std::shared_ptr<DeviceMemory> gpu = makeGpu(faults);
        const auto buffer = *gpu->allocate(20 * kMiB);
        std::stop_source stop;
        std::jthread canceller([&] { stop.request_stop(); });
        const Result<void> written = gpu->write(*buffer, 0, bytes(20 * kMiB), stop.get_token());
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::Cancelled);
    }

    void othersMayTakeWhatIsFree() {
        DeviceInfo info = gpuInfo(100 * kMiB);
        info.context = 10 * kMiB;
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(info);
        const DeviceInfo& before = gpu->info();
        const auto kept = *gpu->allocate(40 * kMiB);
        QVERIFY(gpu->setUsedByOthers(50 * kMiB));
        QCOMPARE(before.usedByOthers, std::uint64_t{0});
        QCOMPARE(gpu->info().usedByOthers, 50 * kMiB);
        QCOMPARE(gpu->info().context, 10 * kMiB);
        QCOMPARE(*gpu->info().freeBytes(), 40 * kMiB);
        QVERIFY(!gpu->allocate(kMiB));
        QVERIFY(gpu->setUsedByOthers(80 * kMiB));  // below what is reserved
        QCOMPARE(gpu->statistics().reserved, 40 * kMiB);
        const auto refused = gpu->allocate(kMiB);
        QVERIFY(!refused);
        QVERIFY2(says(refused.error(), goldenText("device/30-0-mib-more-are-reserved")),
                 refused.error().message.english().c_str());
        QVERIFY(gpu->setUsedByOthers(0));
        QVERIFY(gpu->allocate(50 * kMiB));
        const Result<void> tooMuch = gpu->setUsedByOthers(100 * kMiB + 1);
        QVERIFY(!tooMuch);
        QCOMPARE(tooMuch.error().code, ErrorCode::InvalidArgument);
    }

    void othersMayComeAndGoWhileItIsUsed() {
        const std::shared_ptr<DeviceMemory> gpu = *makeSimulatedGpu(gpuInfo(200 * kMiB));
        std::atomic<bool> ends = false;
        std::atomic<bool> consistent = true;
        std::jthread others([&] {
            for (std::uint64_t i = 0; !ends; ++i) {
                consistent = consistent && gpu->setUsedByOthers(i % 150 * kMiB).has_value();
            }
        });
        std::jthread reader([&] {
            while (!ends) {
                const DeviceInfo& info = gpu->info();
                consistent = consistent && *info.freeBytes() + info.usedByOthers == 200 * kMiB &&
                             figuresOf(gpu->segments()).reserved <= 200 * kMiB;
            }
        });
        int made = 0;
        for (int i = 0; i < 3000; ++i) {
            made += gpu->allocate(static_cast<std::uint64_t>(1 + i % 40) * kMiB) ? 1 : 0;
        }
        ends = true;
        others.join();
        reader.join();
        QVERIFY(consistent);
        QVERIFY(made > 0);
        QCOMPARE(gpu->statistics().allocated, std::uint64_t{0});
    }

    void onlySimulatedGpusTakeOrders() {
        DeviceInfo cpu;
        const std::shared_ptr<DeviceMemory> host = makeHostDevice(cpu);
        const Result<void> ordered = injectFaults(*host, {});
        QVERIFY(!ordered);
        QCOMPARE(ordered.error().code, ErrorCode::InvalidArgument);
        const Result<void> others = host->setUsedByOthers(1);
        QVERIFY(!others);
        QCOMPARE(others.error().code, ErrorCode::Unsupported);
    }

private:
    static void everyCallIsRefused(DeviceMemory& gpu, DeviceBuffer& first, DeviceBuffer& second) {
        const std::vector<std::byte> data = bytes(100);
        const auto isLost = [](const auto& result) {
            return !result && result.error().code == ErrorCode::DeviceLost;
        };
        QVERIFY(isLost(gpu.allocate(1)));
        QVERIFY(isLost(gpu.allocate(0)));
        QVERIFY(isLost(gpu.write(first, 0, data, {})));
        QVERIFY(isLost(gpu.copyWithin(first, second, {})));
        QVERIFY(isLost(gpu.setUsedByOthers(0)));
    }
};

QTEST_GUILESS_MAIN(SimulatedFaultsTest)
#include "tst_simulated_faults.moc"
