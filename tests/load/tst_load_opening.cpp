// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that begin while LibTorch is being opened: what it takes for itself is none of theirs.
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/staging_ring.h"
#include "tests/load/load_fixture.h"
#include "tests/load/plain_backend.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstring>

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr std::size_t kTakenByLibrary = 96 * kMiB;

/// Opens when it is waited for, and takes memory of its own by that.
class LateBackend : public PlainBackend {
public:
    [[nodiscard]] bool isOpen() const override { return !m_memory.empty(); }
    [[nodiscard]] Result<void> open() override {
        m_waited = true;
        if (failure) {
            return Unexpected{*failure};
        }
        m_memory.assign(kTakenByLibrary, std::byte{1});
        return {};
    }
    [[nodiscard]] bool wasWaitedFor() const { return m_waited; }

    std::optional<Error> failure;

private:
    bool m_waited = false;
    std::vector<std::byte> m_memory;
};

}  // namespace

class TestLoadOpening : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        std::vector<FixtureTensor> tensors;
        for (int layer = 0; layer < 17; ++layer) {
            tensors.push_back(
                {"h." + std::to_string(layer) + ".weight", DType::Float32, {2048, 2048}});
        }
        m_model = makeFixture(m_folder.path().toStdString(), tensors);
    }

    void whatItTakesIsNoneOfTheLoad_data() {
        QTest::addColumn<bool>("toGpu");
        QTest::addColumn<bool>("isCold");
        QTest::newRow("CPU, cold") << false << true;
        QTest::newRow("CPU, warm") << false << false;
        QTest::newRow("GPU, cold") << true << true;
        QTest::newRow("GPU, warm") << true << false;
    }

    void whatItTakesIsNoneOfTheLoad() {
        QFETCH(bool, toGpu);
        QFETCH(bool, isCold);
        QVERIFY(preparePageCache({m_model.checkpoint->path},
                                 isCold ? PageCacheState::Cold : PageCacheState::Warm));
        const auto schedule = scheduleFor(toGpu);
        const auto backend = std::make_shared<LateBackend>();
        LoadOptions options;
        options.verification = Verification::Bytes;
        const LoadOutcome outcome = run(schedule, backend, options);
        const LoadReport& report = outcome.report;
        QVERIFY2(!report.stopped, report.stopped ? report.stopped->message.english().c_str() : "");
        QVERIFY2(report.verified.value_or(false), report.verifyFailure.english().c_str());
        QVERIFY(backend->wasWaitedFor());
        // Its memory lies in the baseline, and the load's peak is what was foreseen.
        QVERIFY(report.baseline.anon.value_or(0) >= kTakenByLibrary);
        // Of the ring at least the slot of one worker.
        const std::uint64_t least = toGpu ? kSlotBytes / kMiB * kMiB : schedule->totalBytes;
        QVERIFY(report.peak.anon.value_or(0) >= least);
        constexpr std::uint64_t kElse = 16 * kMiB;
        for (const LoadPhase& phase : report.phases) {
            if (phase.name == "read weights") {
                const std::uint64_t peak = phase.peakHostAnon.value_or(0);
                QVERIFY2(peak >= least && peak <= least + kStagingBytes + kElse,
                         qPrintable(QString::number(peak)));
            }
        }
        QVERIFY(report.seconds > 0);
        QCOMPARE(report.bytes, schedule->totalBytes);
    }

    void whereItCannotBeOpenedTheLoadStops_data() {
        QTest::addColumn<bool>("isCold");
        QTest::newRow("before the weights are read") << false;
        QTest::newRow("after") << true;
    }

    void whereItCannotBeOpenedTheLoadStops() {
        QFETCH(bool, isCold);
        QVERIFY(preparePageCache({m_model.checkpoint->path},
                                 isCold ? PageCacheState::Cold : PageCacheState::Warm));
        const auto backend = std::make_shared<LateBackend>();
        backend->failure = makeError(ErrorCode::BackendUnavailable, "LibTorch is not here.");
        const LoadOutcome outcome = run(scheduleFor(true), backend, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::BackendUnavailable);
        QVERIFY(outcome.model == nullptr);
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            QCOMPARE(device->statistics().allocated, std::uint64_t{0});
        }
    }

    /// No module lies beside this test.
    void aMissingModuleIsToldWhenItIsWaitedFor() {
        const std::shared_ptr<TensorBackend> backend = lateTensorBackend();
        const Result<void> opened = backend->open();
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::BackendUnavailable);
        backend->warmUp();  // a RAM limit asks for it before the load
        QCOMPARE(backend->liveTensors(), std::size_t{0});
        QCOMPARE(backend->description(), opened.error().message);
        std::vector<std::byte> bytes(4);
        QVERIFY(!backend->cast(DType::Float32, bytes, DType::Float32, bytes));
        const LoadOutcome outcome = run(scheduleFor(true), backend, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->message, opened.error().message);
    }

private:
    std::shared_ptr<const LoadSchedule> scheduleFor(bool toGpu) {
        const std::vector<DeviceInfo> devices{gpuInfo(0, kGiB), cpuInfo()};
        m_devices = *makeDevices(devices);
        const auto schedule = makeLoadSchedule(
            planFor(m_model.tree, devices, {{"", toGpu ? DeviceId::gpu(0) : DeviceId::cpu()}}),
            m_model.checkpoint, {LoadMethod::Streamed, {}});
        return schedule ? *schedule : nullptr;
    }

    LoadOutcome run(const std::shared_ptr<const LoadSchedule>& schedule,
                    const std::shared_ptr<TensorBackend>& backend, const LoadOptions& options) {
        const PauseGate gate;
        return runLoadJob(schedule, {m_devices, backend}, options, gate, {}, {});
    }

    QTemporaryDir m_folder;
    LoadFixture m_model;
    std::vector<std::shared_ptr<DeviceMemory>> m_devices;
};

QTEST_GUILESS_MAIN(TestLoadOpening)
#include "tst_load_opening.moc"
