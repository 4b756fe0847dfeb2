// SPDX-License-Identifier: GPL-3.0-or-later
// Loads one after another: onto devices that are not empty, and a hundred times.
#include "engine/device/allocator_statistics.h"
#include "engine/device/host_memory.h"
#include "tests/load/fault_case.h"
#include "tests/support/golden_text.h"

using namespace stowage;
using namespace stowage::test;

class TestLoadRepeats : public FaultCase {
    Q_OBJECT

private Q_SLOTS:
    void secondLoadIsPredictedExactly_data() { methods(); }

    /// Into the cached segments that another method left, after each of them.
    void secondLoadIsPredictedExactly() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        for (const LoadMethod before : allLoadMethods()) {
            LoadOutcome first = runOn(scheduleFor(kEverywhere, before), here());
            QVERIFY(!first.report.stopped);
            first.model.reset();
            const std::uint64_t cached = m_devices[0]->statistics().reserved;
            QVERIFY(cached > 0);
            const LoadOutcome second = runOn(schedule, here());
            QVERIFY(!second.report.stopped);
            QVERIFY(second.schedule != schedule);
            QVERIFY(second.schedule->predictedPeaks.at(DeviceId::gpu(0)).reserved >= cached);
            checkPeaks(*second.schedule, second.report);
        }
    }

    void loadBesideALoadedModelIsPredictedExactly_data() { methods(); }

    void loadBesideALoadedModelIsPredictedExactly() {
        QFETCH(QString, method);
        m_devices = *makeDevices(usualDevices(256 * kMiB));
        const LoadMethod known = *loadMethodFromName(method.toStdString());
        const auto schedule = scheduleFor(kEverywhere, known);
        LoadOutcome first = runOn(scheduleFor(kEverywhere, LoadMethod::Naive), here());
        const LoadOutcome second = runOn(schedule, here());
        QVERIFY(!second.report.stopped);
        checkPeaks(*second.schedule, second.report);
        const PredictedPeak& peak = second.schedule->predictedPeaks.at(DeviceId::gpu(0));
        QVERIFY(peak.allocated > schedule->predictedPeaks.at(DeviceId::gpu(0)).allocated);
        first.model.reset();  // leaves holes between the segments of the second
        const LoadOutcome third = runOn(scheduleFor(kEverywhere, known), here());
        QVERIFY(!third.report.stopped);
        checkPeaks(*third.schedule, third.report);
    }

    void othersAreCountedFromTheStart() {
        m_model = smallModel(m_larger.path().toStdString());
        m_counts = processCounts();
        const auto schedule = scheduleFor({{"", DeviceId::gpu(0)}}, LoadMethod::Naive);
        QVERIFY(loadObjections(*schedule).empty());
        QVERIFY(m_devices[0]->setUsedByOthers(40 * kMiB));
        const auto now = scheduleWithStates(*schedule, here().states());
        QCOMPARE(loadObjections(*now).size(), std::size_t{1});
        QCOMPARE(loadObjections(*now).front().code, std::string("load_device_capacity"));
        // Loaded all the same, it stops where the prediction says, and says what would fit.
        const LoadOutcome outcome = runOn(schedule, here());
        checkNothingIsLeft(outcome);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::DeviceOutOfMemory);
        QVERIFY(!outcome.schedule->prediction->shortages.empty());
        QVERIFY(outcome.report.wouldFit.has_value());
        const std::string offered(loadMethodName(*outcome.report.wouldFit));
        const std::string fits = "The load method \"" + offered + "\" fits.";
        QVERIFY(outcome.report.stopped->message.english().find(fits) != std::string::npos);
        const LoadOutcome other =
            runOn(scheduleWithMethod(*schedule, *outcome.report.wouldFit), here());
        QVERIFY(!other.report.stopped);
        checkPeaks(*other.schedule, other.report);
    }

    void scheduleMadeForFullDevicesSaysSo() {
        m_model = smallModel(m_larger.path().toStdString());
        const LoadOutcome first =
            runOn(scheduleFor({{"", DeviceId::gpu(0)}}, LoadMethod::Streamed), here());
        QVERIFY(!first.report.stopped);
        QVERIFY(m_devices[0]->setUsedByOthers(64 * kMiB - m_devices[0]->statistics().reserved));
        ScheduleOptions options{LoadMethod::Streamed, {}};
        options.deviceStates = here().states();
        const auto schedule =
            *makeLoadSchedule(planFor(m_model.tree, usualDevices(), {{"", DeviceId::gpu(0)}}),
                              m_model.checkpoint, options);
        const std::vector<PlanIssue> objections = loadObjections(*schedule);
        QCOMPARE(objections.size(), std::size_t{1});
        QVERIFY2(objections.front().text.english().find(goldenText("load/lie-there-already")) !=
                     std::string::npos,
                 objections.front().text.english().c_str());
    }

    void reportHoldsStatisticsAndSegments() {
        const LoadOutcome outcome =
            runOn(scheduleFor({{"", DeviceId::gpu(0)}}, LoadMethod::Naive), here());
        const DeviceLoadFigures& figures = outcome.report.devices.front();
        QVERIFY(figures.counters.has_value());
        QCOMPARE(figures.counters->allocatedBytes.all.peak, figures.peakAllocated);
        QCOMPARE(figures.counters->reservedBytes.all.peak, figures.peakReserved);
        QCOMPARE(figures.counters->allocatedBytes.all.current, figures.finalAllocated);
        QCOMPARE(figuresOf(figures.segments).reserved, figures.finalReserved);
        std::vector<std::string> owners;
        for (const SegmentSnapshot& segment : figures.segments) {
            for (const BlockSnapshot& block : segment.blocks) {
                if (block.active) {
                    owners.push_back(block.owner);
                }
            }
        }
        std::sort(owners.begin(), owners.end());
        std::vector<std::string> expected;
        for (const ScheduledTensor& tensor : outcome.schedule->tensors) {
            if (tensor.bytes > 0) {
                expected.push_back(m_model.tree->tensor(tensor.tensor).name);
            }
        }
        std::sort(expected.begin(), expected.end());
        QCOMPARE(owners, expected);
        QVERIFY(!outcome.report.devices.back().counters);  // the CPU has no such allocator
    }

    void everyTensorIsMarkedOnce_data() { methods(); }

    void everyTensorIsMarkedOnce() {
        QFETCH(QString, method);
        m_sampler = std::make_shared<MemorySampler>(3600);
        const LoadOutcome outcome =
            runOn(scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString())), here());
        QVERIFY(!outcome.report.stopped);
        std::vector<std::string> marked;
        for (const EventMark& mark : m_sampler->marks()) {
            marked.push_back(mark.name);
            QVERIFY(mark.seconds <= m_sampler->now());
        }
        std::sort(marked.begin(), marked.end());
        std::vector<std::string> expected;
        for (const ScheduledTensor& tensor : outcome.schedule->tensors) {
            expected.push_back(m_model.tree->tensor(tensor.tensor).name);
        }
        std::sort(expected.begin(), expected.end());
        QCOMPARE(marked, expected);
    }

    void auditHoldsEveryName() {
        LoadOptions options;
        options.verification = Verification::BytesAndDigests;
        m_backend->corruptedName = "h.0.bias";
        const LoadOutcome outcome = run(scheduleFor(kEverywhere, LoadMethod::Streamed), options);
        QCOMPARE(outcome.report.audit.size(), m_model.tree->tensors().size());
        for (const AuditRow& row : outcome.report.audit) {
            const bool isBad = row.name == "h.0.bias";
            QCOMPARE(row.isRight(), !isBad);
            QCOMPARE(row.firstDifference, isBad ? std::optional<std::uint64_t>(600) : std::nullopt);
            const auto owner = m_model.tree->findTensor(row.name);
            const std::string planned = deviceName(row.planned);
            QCOMPARE(row.planned, outcome.schedule->plan->map.deviceOf(
                                      row.tiedTo.empty() ? row.name : row.tiedTo));
            QCOMPARE(deviceName(row.found), planned);
            QCOMPARE(row.bytes, m_model.tree->tensor(*owner).byteSize);
            QCOMPARE(row.tiedTo, std::string(row.name == "head.weight" ? "emb.weight" : ""));
            QCOMPARE(row.sha256, outcome.report.digests.at(row.name));
        }
        const QString csv = QString::fromStdString(auditToCsv(outcome.report.audit));
        QCOMPARE(csv.count(QLatin1Char('\n')),
                 static_cast<qsizetype>(outcome.report.audit.size()) + 1);
        QVERIFY(
            csv.contains(QStringLiteral("h.0.bias,gpu:0,gpu:0,float32,float32,300,1200,,"
                                        "differs,600,")));
        QVERIFY(csv.contains(QStringLiteral("1200 x 500")));
    }

    void aHundredLoadsDoNotGrow_data() { methods(); }

    void aHundredLoadsDoNotGrow() {
        QFETCH(QString, method);
        const auto schedule = scheduleFor(kEverywhere, *loadMethodFromName(method.toStdString()));
        ProcessMemory settled;
        for (int load = 0; load < 110; ++load) {
            if (load == 10) {  // what is made once is there by then
                settled = memoryNow();
            }
            const LoadOutcome outcome = run(schedule, {});  // a sampler keeps its history
            QVERIFY(!outcome.report.stopped);
        }
        const ProcessMemory now = memoryNow();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        // A page lost in every load would be 400 KiB.
        QVERIFY2(*now.anon < *settled.anon + 256 * kKiB,
                 qPrintable(QString::number(*now.anon - *settled.anon)));
#endif
        QCOMPARE(*now.shmem, *settled.shmem);
        QTRY_COMPARE(processCounts().descriptors, m_counts.descriptors);
        QTRY_COMPARE(processCounts().threads, m_counts.threads);
    }

private:
    QTemporaryDir m_larger;  ///< for a model that needs more than the least segments

    LoadBackends here() {
        return {m_devices, m_backend};
    }

    ProcessMemory memoryNow() {
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            device->emptyCache();
        }
        releaseHostCaches();
        return ProcessMemoryReader().read();
    }
};

QTEST_GUILESS_MAIN(TestLoadRepeats)
#include "tst_load_repeats.moc"
