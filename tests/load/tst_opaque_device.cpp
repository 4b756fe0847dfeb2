// SPDX-License-Identifier: GPL-3.0-or-later
// Loads onto devices whose memory the host cannot touch, as that of a real card: whatever reached
// for it would end the test with a fault.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/load/staging_ring.h"
#include "tests/load/load_fixture.h"
#include "tests/load/opaque_device.h"

#include <QTemporaryDir>
#include <QTest>

using namespace stowage;
using namespace stowage::test;

namespace {

DeviceInfo cardInfo(std::uint32_t index, std::uint64_t capacity) {
    DeviceInfo info = gpuInfo(index, capacity);
    info.simulated = false;
    return info;
}

}  // namespace

class TestOpaqueDevice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
        m_backend = std::make_shared<OpaqueBackend>();
        m_devices = {makeOpaqueDevice(cardInfo(0, 64 * kMiB)),
                     makeOpaqueDevice(cardInfo(1, 64 * kMiB)), makeHostDevice(cpuInfo())};
    }

    void initTestCase() { m_model = smallModel(m_folder.path().toStdString()); }

    void loads_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("dtype");
        for (const LoadMethod method : allLoadMethods()) {
            const std::string name(loadMethodName(method));
            for (const char* dtype : {"", "float64"}) {
                QTest::addRow("%s %s", name.c_str(), dtype)
                    << QString::fromStdString(name) << QString::fromLatin1(dtype);
            }
        }
    }

    void loads() {
        QFETCH(QString, method);
        QFETCH(QString, dtype);
        const auto schedule = scheduleFor(method, dtype);
        QVERIFY2(schedule, schedule ? "" : schedule.error().message.english().c_str());
        LoadOptions options;
        options.verification = Verification::Bytes;
        const PauseGate gate;
        LoadOutcome outcome = runLoadJob(*schedule, {m_devices, m_backend}, options, gate, {}, {});
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        for (const DeviceLoadFigures& figures : outcome.report.devices) {
            if (figures.device.id.isGpu()) {
                const PredictedPeak& peak = (*schedule)->predictedPeaks.at(figures.device.id);
                QCOMPARE(figures.peakAllocated, peak.allocated);
                QCOMPARE(figures.peakReserved, peak.reserved);
            }
        }
        // naive and meta copy a dict that lies on the device already, in its stored dtype.
        const bool castsThere = !dtype.isEmpty() && (method == "naive" || method == "meta");
        QCOMPARE(m_backend->castsOnDevice > 0,
                 castsThere || (!dtype.isEmpty() && method == "sequential"));
        outcome = {};
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
        }
        QCOMPARE(livePins(*m_devices[0]), 0);
        QCOMPARE(livePins(*m_devices[1]), 0);
    }

    void stagingBuffersArePinned() {
        const auto schedule = scheduleFor("streamed", {});
        QVERIFY(schedule);
        const PauseGate gate;
        const LoadOutcome outcome = runLoadJob(*schedule, {m_devices, m_backend}, {}, gate, {}, {});
        QVERIFY(!outcome.report.stopped);
        QCOMPARE(mostPins(*m_devices[0]), 1);
        QCOMPARE(livePins(*m_devices[0]), 0);
    }

    /// Larger than all slots together, so that each is filled several times while it is being
    /// copied out of.
    void slotsWaitForTheCard_data() {
        QTest::addColumn<unsigned>("readers");
        QTest::newRow("one reader") << 1U;
        QTest::newRow("all readers") << 2U;
    }

    void slotsWaitForTheCard() {
        QFETCH(unsigned, readers);
        QTemporaryDir folder;
        const LoadFixture model =
            smallModel(folder.path().toStdString(), {.embedding = 40000, .layer = 300});
        const std::vector<DeviceInfo> devices{cardInfo(0, kGiB), cpuInfo()};
        const std::vector<std::shared_ptr<DeviceMemory>> memory{makeOpaqueDevice(devices[0]),
                                                                makeHostDevice(devices[1])};
        const auto schedule =
            makeLoadSchedule(planFor(model.tree, devices, {{"", DeviceId::gpu(0)}}),
                             model.checkpoint, {LoadMethod::Streamed, {}});
        QVERIFY(schedule);
        QVERIFY((*schedule)->totalBytes > 2 * kCardStagingBytes);
        LoadOptions options;
        options.verification = Verification::Bytes;
        options.readThreads = readers;
        const PauseGate gate;
        const LoadOutcome outcome =
            runLoadJob(*schedule, {memory, m_backend}, options, gate, {}, {});
        QVERIFY2(!outcome.report.stopped,
                 outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        QCOMPARE(mostPins(*memory[0]), 1);
        QCOMPARE(livePins(*memory[0]), 0);
    }

private:
    Result<std::shared_ptr<const LoadSchedule>> scheduleFor(const QString& method,
                                                            const QString& dtype) const {
        const auto plan =
            planFor(m_model.tree, {cardInfo(0, 64 * kMiB), cardInfo(1, 64 * kMiB), cpuInfo()},
                    {{"", DeviceId::gpu(0)},
                     {"h.1", DeviceId::gpu(1)},
                     {"h.2", DeviceId::cpu()},
                     {"h.3", DeviceId::disk()},
                     {"view.turned", DeviceId::disk()}},
                    dtypeFromName(dtype.toStdString()));
        ScheduleOptions options;
        options.method = *loadMethodFromName(method.toStdString());
        return makeLoadSchedule(plan, m_model.checkpoint, options);
    }

    QTemporaryDir m_folder;
    LoadFixture m_model;
    std::shared_ptr<OpaqueBackend> m_backend;
    std::vector<std::shared_ptr<DeviceMemory>> m_devices;
};

QTEST_GUILESS_MAIN(TestOpaqueDevice)
#include "tst_opaque_device.moc"
