// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out, devices that vanish and slow links, at random places of every method.
#include "tests/load/fault_case.h"
#include "tests/support/golden_text.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// Host memory of which the system really refuses one allocation: it is asked for more than any
/// address space has.
class ShortHost : public WatchedDevice {
public:
    ShortHost(std::shared_ptr<DeviceMemory> inner, std::uint64_t refusedAt)
        : WatchedDevice(std::move(inner), [] { return Result<void>(); }), m_refusedAt(refusedAt) {}

    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> allocateFor(
        std::uint64_t bytes, std::string_view owner) override {
        return WatchedDevice::allocateFor(bytes > 0 ? asked(bytes) : bytes, owner);
    }
    [[nodiscard]] Result<std::shared_ptr<MemoryArena>> makeArena(std::uint64_t bytes,
                                                                 HostMemoryUse use) override {
        return WatchedDevice::makeArena(asked(bytes), use);
    }

private:
    std::uint64_t asked(std::uint64_t bytes) {
        return ++m_count == m_refusedAt ? std::uint64_t{1} << 62U : bytes;
    }

    std::uint64_t m_refusedAt;
    std::uint64_t m_count = 0;
};

/// Writes down which device each allocation of a load asks.
class CountingDevice : public WatchedDevice {
public:
    CountingDevice(std::shared_ptr<DeviceMemory> inner, std::vector<DeviceId>& asked)
        : WatchedDevice(std::move(inner), [] { return Result<void>(); }), m_asked(asked) {}

    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> allocateFor(
        std::uint64_t bytes, std::string_view owner) override {
        if (bytes > 0) {
            m_asked.push_back(info().id);
        }
        return WatchedDevice::allocateFor(bytes, owner);
    }
    [[nodiscard]] Result<std::shared_ptr<MemoryArena>> makeArena(std::uint64_t bytes,
                                                                 HostMemoryUse use) override {
        m_asked.push_back(info().id);
        return WatchedDevice::makeArena(bytes, use);
    }

private:
    std::vector<DeviceId>& m_asked;
};

/// What a load writes to a device at least.
std::uint64_t bytesOn(const LoadSchedule& schedule, DeviceId device) {
    std::uint64_t bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        bytes += tensor.device == device ? tensor.bytes : 0;
    }
    return bytes;
}

}  // namespace

class TestLoadFaults : public FaultCase {
    Q_OBJECT

private Q_SLOTS:
    void outOfMemoryAtRandomAllocations_data() { methods(); }

    void outOfMemoryAtRandomAllocations() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        const std::vector<DeviceId> asked = allocationsOf(schedule);
        QVERIFY(asked.size() > 10);
        for (int moment = 0; moment < kMoments; ++moment) {
            const std::size_t at = below(asked.size());
            const DeviceId device = asked[at];
            const auto number = static_cast<std::uint64_t>(std::count(
                asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(at) + 1, device));
            const LoadOutcome outcome = runShort(schedule, device, number);
            checkNothingIsLeft(outcome);
            checkRefusal(outcome, device);
            if (QTest::currentTestFailed()) {
                qInfo("allocation %zu, the %lluth of %s", at,
                      static_cast<unsigned long long>(number), deviceName(device).c_str());
                return;
            }
            checkNextLoadWorks(schedule);
        }
    }

    void deviceVanishesAtRandomPlaces_data() { methods(); }

    void deviceVanishesAtRandomPlaces() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        for (int moment = 0; moment < 20; ++moment) {
            const std::size_t index = below(2);
            // Not its peak, which counts memory that some methods never write.
            const std::uint64_t written =
                bytesOn(*schedule, DeviceId::gpu(static_cast<std::uint32_t>(index)));
            SimulatedFaults faults;
            if (below(2) == 0) {
                faults.lostAtAllocation = 1 + below(4);
            } else {
                faults.lostAfterBytes = below(written / 2);
            }
            QVERIFY(injectFaults(*m_devices[index], faults));
            const LoadOutcome outcome = runOn(schedule, {m_devices, m_backend});
            checkNothingIsLeft(outcome);
            if (QTest::currentTestFailed()) {
                return;
            }
            QCOMPARE(outcome.report.stopped->code, ErrorCode::DeviceLost);
            QVERIFY(outcome.report.stopped->message.english().find(
                        deviceLabel(m_devices[index]->info().id)) != std::string::npos);
            QVERIFY(!outcome.report.wouldFit);
            QCOMPARE(m_devices[index]->statistics().reserved, std::uint64_t{0});
            m_devices = *makeDevices(usualDevices());  // a lost device stays lost
        }
        checkNextLoadWorks(schedule);
    }

    void othersTakeTheMemoryMeanwhile_data() { methods(); }

    void othersTakeTheMemoryMeanwhile() {
        QFETCH(QString, method);
        const auto schedule =
            scheduleFor({{"", DeviceId::gpu(0)}}, *loadMethodFromName(method.toStdString()));
        const std::vector<DeviceId> asked = allocationsOf(schedule);
        for (int moment = 0; moment < 10; ++moment) {
            const std::uint64_t takenAt = below(asked.size() / 2);
            std::uint64_t count = 0;
            const LoadOutcome outcome = runWatched(schedule, {}, [&](int) -> Result<void> {
                return count++ == takenAt ? m_devices[0]->setUsedByOthers(64 * kMiB)
                                          : Result<void>();
            });
            if (outcome.report.stopped) {
                QCOMPARE(outcome.report.stopped->code, ErrorCode::DeviceOutOfMemory);
                checkNothingIsLeft(outcome);
            } else {
                // Everything was reserved by then, so nothing could be refused any more.
                QVERIFY(m_devices[0]->statistics().reserved > 0);
            }
            QVERIFY(m_devices[0]->setUsedByOthers(0));
        }
        checkNextLoadWorks(schedule);
    }

    void slowLinkOnlyTakesLonger() {
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Streamed);
        SimulatedFaults faults;
        faults.slowLink = SlowLinkFault{0.02, 100 * kKiB};
        QVERIFY(injectFaults(*m_devices[0], faults));
        checkNextLoadWorks(schedule);
        QVERIFY(injectFaults(*m_devices[0], {}));
    }

    void loadOverAStuckLinkCanBeCancelled_data() { methods(); }

    /// At this rate the load would take hours; cancelled from another thread, it ends at once.
    void loadOverAStuckLinkCanBeCancelled() {
        QFETCH(QString, method);
        const auto schedule =
            scheduleFor({{"", DeviceId::gpu(0)}}, *loadMethodFromName(method.toStdString()));
        SimulatedFaults faults;
        faults.slowLink = SlowLinkFault{1e-6, below(kMiB)};
        QVERIFY(injectFaults(*m_devices[0], faults));
        const auto meter = std::make_shared<Meter>();
        LoadBackends backends{{}, m_backend};
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            backends.devices.push_back(std::make_shared<MeteredDevice>(device, meter));
        }
        std::stop_source stop;
        LoadOutcome outcome;
        std::jthread worker([&] { outcome = runOn(schedule, backends, stop.get_token()); });
        QTRY_VERIFY(meter->bytes > faults.slowLink->afterBytes);
        QElapsedTimer sinceCancel;
        sinceCancel.start();
        stop.request_stop();
        worker.join();
        QVERIFY2(sinceCancel.elapsed() < 60'000,
                 qPrintable(QString::number(sinceCancel.elapsed())));
        backends.devices.clear();
        checkNothingIsLeft(outcome);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::Cancelled);
        QVERIFY(injectFaults(*m_devices[0], {}));
        checkNextLoadWorks(schedule);
    }

private:
    /// The devices in the order in which a load asks them for memory.
    std::vector<DeviceId> allocationsOf(const std::shared_ptr<const LoadSchedule>& schedule) {
        std::vector<DeviceId> asked;
        LoadBackends backends{{}, m_backend};
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            backends.devices.push_back(std::make_shared<CountingDevice>(device, asked));
        }
        const LoadOutcome outcome = runOn(schedule, backends);
        return outcome.report.stopped ? std::vector<DeviceId>() : asked;
    }

    /// Runs a load in which the numbered allocation of one device fails.
    LoadOutcome runShort(const std::shared_ptr<const LoadSchedule>& schedule, DeviceId device,
                         std::uint64_t number) {
        LoadBackends backends{m_devices, m_backend};
        for (std::shared_ptr<DeviceMemory>& each : backends.devices) {
            if (each->info().id != device) {
                continue;
            }
            if (device.isGpu()) {
                SimulatedFaults faults;
                faults.outOfMemoryAt = number;
                (void)injectFaults(*each, faults);
            } else {
                each = std::make_shared<ShortHost>(each, number);
            }
        }
        LoadOutcome outcome = runOn(schedule, backends);
        for (const std::shared_ptr<DeviceMemory>& each : m_devices) {
            if (each->info().id.isGpu()) {
                (void)injectFaults(*each, {});
            }
        }
        return outcome;
    }

    /// The tensor, the device, what was needed, what is free, and what would fit.
    void checkRefusal(const LoadOutcome& outcome, DeviceId device) {
        QVERIFY(outcome.report.stopped);
        const Error& error = *outcome.report.stopped;
        const std::string& text = error.message;
        QCOMPARE(error.code,
                 device.isGpu() ? ErrorCode::DeviceOutOfMemory : ErrorCode::OutOfMemory);
        QVERIFY2(outcome.schedule->plan->request.tree->findTensor(error.key).has_value(),
                 error.key.c_str());
        for (const std::string& part : {error.key, deviceLabel(device).english(),
                                        std::string(" needs "), std::string("free")}) {
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        }
        QVERIFY2(text.find("fits.") != std::string::npos ||
                     text.find(goldenText("load/plan-again-with-at-most")) != std::string::npos ||
                     text.find(goldenText("load/move-layers-away-from")) != std::string::npos,
                 text.c_str());
        QCOMPARE(outcome.report.wouldFit.has_value(), text.find("fits.") != std::string::npos);
        if (outcome.report.wouldFit) {
            const auto other = scheduleWithMethod(*outcome.schedule, *outcome.report.wouldFit);
            QVERIFY(loadObjections(*other).empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestLoadFaults)
#include "tst_load_faults.moc"
