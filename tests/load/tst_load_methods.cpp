// SPDX-License-Identifier: GPL-3.0-or-later
// What each method does that the others do not, and walking one without a page.
#include "engine/load/execute/load_job.h"
#include "engine/load/execute/mapped_file.h"
#include "engine/load/staging_ring.h"
#include "tests/load/load_job_case.h"
#include "tests/support/golden_text.h"

#include <QDateTime>
#include <QFile>

using namespace stowage;
using namespace stowage::test;

class TestLoadMethods : public LoadJobCase {
    Q_OBJECT

private Q_SLOTS:
    void mmapLeavesCpuTensorsInTheMap() {
        QTemporaryDir folder;
        const LoadFixture model = alignedModel(folder);
        const auto plan =
            planFor(model.tree, usualDevices(), {{"a", DeviceId::cpu()}, {"b", DeviceId::gpu(0)}});
        const auto schedule = *makeLoadSchedule(plan, model.checkpoint, {LoadMethod::Mmap, {}});
        QCOMPARE(schedule->predictedHostAnonBytes, std::uint64_t{0});
        LoadOptions options;
        options.verification = Verification::Bytes;
        const LoadOutcome outcome = run(schedule, options);
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            QCOMPARE(device->statistics().allocated > 0, device->info().id == DeviceId::gpu(0));
        }
        checkPeaks(*schedule, outcome.report);
    }

    void mmapOfAFileCutWhileLoadingStops_data() {
        QTest::addColumn<int>("step");
        for (const int step : {1, 2, 3}) {
            QTest::addRow("step %d", step) << step;
        }
    }

    void mmapOfAFileCutWhileLoadingStops() {
        QFETCH(int, step);
        QTemporaryDir folder;
        const LoadFixture model = alignedModel(folder);
        const auto plan = planFor(model.tree, usualDevices(), {{"", DeviceId::gpu(0)}});
        const auto schedule = *makeLoadSchedule(plan, model.checkpoint, {LoadMethod::Mmap, {}});
        const LoadOutcome outcome = runWatched(schedule, {}, [&](int count) -> Result<void> {
            if (count == step) {
                QFile::resize(QString::fromStdString(model.checkpoint->path), 100);
            }
            return {};
        });
        QVERIFY(outcome.report.stopped);
        QCOMPARE(outcome.report.stopped->code, ErrorCode::Truncated);
        QVERIFY(outcome.model == nullptr);
    }

    void aFileChangedWhileLoadingIsNoticed_data() { methods(); }

    void aFileChangedWhileLoadingIsNoticed() {
        QFETCH(QString, method);
        QTemporaryDir folder;
        const LoadFixture model = smallModel(folder.path().toStdString());
        makeOld(model);
        const auto plan = planFor(model.tree, usualDevices(), kEverywhere);
        const auto schedule = *makeLoadSchedule(plan, model.checkpoint,
                                                {*loadMethodFromName(method.toStdString()), {}});
        const LoadOutcome outcome = runWatched(schedule, {}, [&](int count) -> Result<void> {
            if (count == 5) {
                QFile file(QString::fromStdString(model.checkpoint->path));
                if (file.open(QIODevice::ReadWrite)) {
                    file.write("other");
                }
            }
            return {};
        });
        QVERIFY(outcome.report.stopped);
        QVERIFY2(outcome.report.stopped->message.english().find("changed") != std::string::npos,
                 outcome.report.stopped->message.english().c_str());
        QVERIFY(outcome.model == nullptr);
    }

    void aVerificationNamesWeightsWithNan() {
        QTemporaryDir folder;
        const LoadFixture model = smallModel(folder.path().toStdString());
        const StoredTensor& odd = model.checkpoint->tensors[3];
        QCOMPARE(odd.name, std::string("h.0.weight"));
        QFile file(QString::fromStdString(model.checkpoint->path));
        QVERIFY(file.open(QIODevice::ReadWrite) &&
                file.seek(static_cast<qint64>(odd.location.offset) + 400) &&
                file.write(QByteArray::fromHex("0000c07f")) == 4);
        file.close();
        LoadOptions options;
        options.verification = Verification::Bytes;
        const LoadOutcome outcome =
            run(*makeLoadSchedule(planFor(model.tree, usualDevices(), kEverywhere),
                                  model.checkpoint, {LoadMethod::Streamed, {}}),
                options);
        QVERIFY(outcome.report.verified.value_or(false));
        QCOMPARE(nanNote(outcome.report).english(),
                 std::string(goldenText("load/these-weights-hold-nan")));
    }

    void shardedHoldsOneShardAtATime() {
        QTemporaryDir folder;
        const LoadFixture model = alignedModel(folder);
        // The second half of the same file as a shard of its own.
        auto split = std::make_shared<Checkpoint>(*model.checkpoint);
        split->shards.push_back(split->shards.front());
        split->tensors.back().location.shard = 1;
        const auto plan = planFor(model.tree, usualDevices(), {{"", DeviceId::gpu(0)}});
        const auto whole = *makeLoadSchedule(plan, model.checkpoint, {LoadMethod::Sharded, {}});
        const auto halves = *makeLoadSchedule(plan, split, {LoadMethod::Sharded, {}});
        QCOMPARE(whole->predictedHostAnonBytes, whole->totalBytes);
        QCOMPARE(halves->predictedHostAnonBytes, halves->totalBytes / 2);
        LoadOptions options;
        options.verification = Verification::Bytes;
        const LoadOutcome outcome = run(halves, options);
        QVERIFY2(outcome.report.verified.value_or(false),
                 outcome.report.verifyFailure.english().c_str());
        checkPeaks(*halves, outcome.report);
    }

    void shardedMapsSafetensors_data() {
        QTest::addColumn<Map>("map");
        QTest::addColumn<bool>("isCast");
        QTest::addColumn<quint64>("host");   // anonymous
        QTest::addColumn<quint64>("pages");  // of the maps at a time
        const DeviceId gpu = DeviceId::gpu(0);
        const DeviceId cpu = DeviceId::cpu();
        // As Accelerate 1.15 does with shards "a" and "b" of 1 MiB each: tensors for GPUs go
        // straight from the pages, those for the CPU are views, whose maps stay.
        QTest::newRow("one GPU") << Map{{"", gpu}} << false << quint64{0} << quint64{kMiB};
        QTest::newRow("two GPUs") << Map{{"a", gpu}, {"b", DeviceId::gpu(1)}} << false << quint64{0}
                                  << quint64{kMiB};
        QTest::newRow("GPU and CPU")
            << Map{{"b", gpu}, {"a", cpu}} << false << quint64{0} << quint64{2 * kMiB};
        QTest::newRow("CPU") << Map{{"", cpu}} << false << quint64{0} << quint64{2 * kMiB};
        QTest::newRow("GPU and disk")
            << Map{{"a", gpu}, {"b", DeviceId::disk()}} << false << quint64{0} << quint64{kMiB};
        // With something on disk the CPU's part waits in a folder, and is read back at the end.
        QTest::newRow("CPU and disk")
            << Map{{"a", cpu}, {"b", DeviceId::disk()}} << false << quint64{kMiB} << quint64{kMiB};
        QTest::newRow("one GPU, cast")
            << Map{{"", gpu}} << true << quint64{kReadBytes} << quint64{kMiB};
    }

    void shardedMapsSafetensors() {
        QFETCH(const Map, map);
        QFETCH(const bool, isCast);
        QFETCH(const quint64, host);
        QFETCH(const quint64, pages);
        QTemporaryDir folder;
        const LoadFixture model = alignedModel(folder);
        auto split = std::make_shared<Checkpoint>(*model.checkpoint);
        split->format = CheckpointFormat::SafetensorsShards;
        split->shards.push_back(split->shards.front());
        split->tensors.back().location.shard = 1;
        const auto dtype = isCast ? std::optional(DType::Float64) : std::nullopt;
        const auto schedule = *makeLoadSchedule(planFor(model.tree, usualDevices(), map, dtype),
                                                split, {LoadMethod::Sharded, {}});
        QCOMPARE(schedule->predictedHostAnonBytes, std::uint64_t{host});
        QCOMPARE(schedule->prediction->mappedFileBytes, std::uint64_t{pages});
        if (isCast) {
            // The shard as it is stored lies on the GPU beside what was cast of it.
            QVERIFY(schedule->predictedPeaks.at(DeviceId::gpu(0)).allocated >= 2 * kMiB);
        }
        LoadOptions options;
        options.verification = isCast ? Verification::None : Verification::Bytes;
        {
            const LoadOutcome outcome = run(schedule, options);
            QVERIFY2(
                !outcome.report.stopped,
                outcome.report.stopped ? outcome.report.stopped->message.english().c_str() : "");
            QVERIFY2(isCast || outcome.report.verified.value_or(false),
                     outcome.report.verifyFailure.english().c_str());
            checkPeaks(*schedule, outcome.report);
        }
        // The same tensors in PyTorch files are read whole into host memory, shard by shard.
        auto zip = std::make_shared<Checkpoint>(*split);
        zip->format = CheckpointFormat::TorchShards;
        const auto whole = *makeLoadSchedule(planFor(model.tree, usualDevices(), map, dtype), zip,
                                             {LoadMethod::Sharded, {}});
        QVERIFY(whole->predictedHostAnonBytes >= kMiB);
        QCOMPARE(whole->prediction->mappedFileBytes, std::uint64_t{0});
    }

    /// `naive` begins with one allocation a tensor, so they count its steps.
    void oneStepIsOneTensor() {
        const auto schedule = scheduleFor(kEverywhere, LoadMethod::Naive);
        PauseGate gate;
        gate.pause();
        std::atomic<int> allocations = 0;
        std::atomic<bool> ended = false;
        LoadBackends backends{{}, m_backend};
        for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
            backends.devices.push_back(
                std::make_shared<WatchedDevice>(device, [&]() -> Result<void> {
                    ++allocations;
                    return {};
                }));
        }
        LoadOutcome outcome;
        std::jthread worker([&] {
            outcome = runLoadJob(schedule, backends, {}, gate, {}, {});
            ended = true;
        });
        for (int step = 1; step <= 5; ++step) {
            QCOMPARE(allocations.load(), step - 1);
            gate.step();
            QTRY_COMPARE(allocations.load(), step);
        }
        QVERIFY(!ended);
        gate.resume();
        QTRY_VERIFY(ended.load());
        worker.join();
        QVERIFY(!outcome.report.stopped);
    }

    void dryRunTouchesNothing_data() { methods(); }

    void dryRunTouchesNothing() {
        QFETCH(QString, method);
        // Some 700 GiB on a card of 4 TiB: more than any machine that runs this test.
        auto checkpoint = std::make_shared<Checkpoint>();
        checkpoint->format = CheckpointFormat::TreeJson;
        checkpoint->describedTree = lessonTree(200, 8192);
        const auto plan =
            planFor(checkpoint->describedTree, usualDevices(4096 * kGiB), {{"", DeviceId::gpu(0)}});
        const auto schedule = makeLoadSchedule(
            plan, checkpoint, {*loadMethodFromName(method.toStdString()), {}, true});
        QVERIFY2(schedule, schedule ? "" : schedule.error().message.english().c_str());
        QVERIFY(loadObjections(**schedule).empty());
        const LoadReport report = dryRunReport(**schedule);
        QVERIFY(report.dryRun && !report.stopped);
        QCOMPARE(report.tensors, std::uint64_t{checkpoint->describedTree->tensors().size()});
        QCOMPARE(report.bytes, (*schedule)->totalBytes);
        QCOMPARE(report.devices.front().peakReserved,
                 (*schedule)->predictedPeaks.at(DeviceId::gpu(0)).reserved);
        QVERIFY(report.devices.front().finalAllocated >= (*schedule)->totalBytes);
        QVERIFY(!report.phases.empty());
        QCOMPARE((*schedule)->prediction->points.back().bytesRead, (*schedule)->totalBytes);
    }

    void dryRunStopsWhereTheLoadWould() {
        const auto plan = planFor(m_model.tree, usualDevices(25 * kMiB), {{"", DeviceId::gpu(0)}});
        const auto schedule =
            *makeLoadSchedule(plan, m_model.checkpoint, {LoadMethod::Naive, {}, true});
        const LoadReport report = dryRunReport(*schedule);
        QVERIFY(report.stopped);
        QCOMPARE(report.stopped->code, ErrorCode::DeviceOutOfMemory);
        m_devices = *makeDevices(usualDevices(25 * kMiB));
        const LoadOutcome outcome = run(schedule, {});
        QVERIFY(outcome.report.stopped);
        QCOMPARE(QString::fromStdString(outcome.report.stoppedAt),
                 QString::fromStdString(report.stoppedAt));
        const std::string& text = outcome.report.stopped->message;
        QVERIFY2(text.find("The load method \"") != std::string::npos, text.c_str());
    }

    void expandableSegmentsHoldWhatWasPredicted_data() { methods(); }

    void expandableSegmentsHoldWhatWasPredicted() {
        QFETCH(QString, method);
        std::vector<DeviceInfo> devices = usualDevices();
        devices[0].allocator = devices[1].allocator = AllocatorKind::ExpandableSegments;
        m_devices = *makeDevices(devices);
        const auto schedule =
            makeLoadSchedule(planFor(m_model.tree, devices, kEverywhere), m_model.checkpoint,
                             {*loadMethodFromName(method.toStdString()), {}});
        QVERIFY(schedule);
        const LoadOutcome outcome = run(*schedule, {});
        QVERIFY(!outcome.report.stopped);
        checkPeaks(**schedule, outcome.report);
        const DevicePlacement& first = (*schedule)->plan->placements.front();
        const auto native = planFor(m_model.tree, usualDevices(), kEverywhere);
        QVERIFY(first.weightsAllocated <= native->placements.front().weightsAllocated);
    }

    void anotherMethodIsPredictedAsFromScratch() {
        const auto first = scheduleFor(kEverywhere, LoadMethod::Naive);
        for (const LoadMethod method : allLoadMethods()) {
            const auto other = scheduleWithMethod(*first, method);
            const auto fresh = scheduleFor(kEverywhere, method);
            QCOMPARE(other->method, method);
            QCOMPARE(other->predictedHostAnonBytes, fresh->predictedHostAnonBytes);
            for (const auto& [device, peak] : fresh->predictedPeaks) {
                QCOMPARE(other->predictedPeaks.at(device).allocated, peak.allocated);
                QCOMPARE(other->predictedPeaks.at(device).reserved, peak.reserved);
            }
        }
    }

private:
    /// Times of change only tick every few milliseconds.
    static void makeOld(const LoadFixture& model) {
        QFile file(QString::fromStdString(model.checkpoint->path));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addDays(-1),
                                 QFileDevice::FileModificationTime));
    }

    /// Two tensors of 1 MiB, each on a boundary that its dtype allows.
    [[nodiscard]] static LoadFixture alignedModel(const QTemporaryDir& folder) {
        LoadFixture model =
            makeFixture(folder.path().toStdString(), {{"pad", DType::UInt8, {3}},
                                                      {"a", DType::Float32, {512, 512}},
                                                      {"b", DType::Float32, {512, 512}}});
        auto checkpoint = std::make_shared<Checkpoint>(*model.checkpoint);
        checkpoint->tensors.erase(checkpoint->tensors.begin());
        ModelDraft draft;
        for (const StoredTensor& stored : checkpoint->tensors) {
            draft.root.parameters.push_back({stored.name, stored.dtype, stored.shape, true});
        }
        return LoadFixture{checkpoint, *ModuleTreeBuilder::build(draft)};
    }
};

QTEST_GUILESS_MAIN(TestLoadMethods)
#include "tst_load_methods.moc"
