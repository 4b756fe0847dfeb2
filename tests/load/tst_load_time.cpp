// SPDX-License-Identifier: GPL-3.0-or-later
// The predicted time in cases worked out by hand, and the errors of predictions.
#ifndef Q_MOC_RUN
#include "engine/base/byte_size.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/device/allocator_model.h"
#include "engine/load/program/program_prediction.h"
#include "engine/load/read_choice.h"
#include "engine/load/report/load_report.h"
#include "tests/load/load_fixture.h"
#endif

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stowage;
using namespace stowage::test;

namespace {

/// One tensor of the fixture. Rates below are said as the seconds that this takes.
constexpr std::uint64_t kTensor = 4 * kMiB;

double rateOf(double seconds) {
    return static_cast<double>(kTensor) / seconds;
}

MachineRates handyRates() {
    MachineRates rates;
    rates.set(HostRate::Memcpy, rateOf(0.75));
    rates.set(HostRate::TouchLarge, rateOf(0.5));
    rates.set(HostRate::TouchSmall, rateOf(5));
    rates.set(HostRate::Release, rateOf(0.0625));
    rates.set(HostRate::SimulatedFresh, rateOf(2));
    rates.set(HostRate::SimulatedPopulated, rateOf(1));
    rates.set(HostRate::SimulatedWithin, rateOf(0.125));
    rates.set(HostRate::SimulatedWithinFresh, rateOf(0.25));
    rates.initialise["float32"] = rateOf(3);
    rates.cast["float32>bfloat16"] = rateOf(1);
    return rates;
}

FileSystemRates handyDisk() {
    FileSystemRates disk;
    disk.set(DiskRate::Cold, rateOf(1.5));
    disk.set(DiskRate::Warm, rateOf(0.5));
    disk.set(DiskRate::ReadCold, rateOf(2));
    disk.set(DiskRate::ReadWarm, rateOf(1));
    disk.set(DiskRate::MapCold, rateOf(4));
    disk.set(DiskRate::MapWarm, rateOf(0.25));
    disk.set(DiskRate::StreamHostCold, rateOf(1.75));
    disk.set(DiskRate::StreamHostWarm, rateOf(0.625));
    disk.set(DiskRate::StreamSimulatedCold, rateOf(2.5));
    disk.set(DiskRate::StreamSimulatedWarm, rateOf(1.25));
    disk.set(DiskRate::StreamPopulatedCold, rateOf(2.25));
    disk.set(DiskRate::StreamPopulatedWarm, rateOf(0.875));
    disk.set(DiskRate::Write, rateOf(3));
    return disk;
}

enum class Goal { Gpu, SlowGpu, Card, Cpu, Disk };

}  // namespace

class TestLoadTime : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_model = makeFixture(m_folder.path().toStdString(),
                              {{"a.weight", DType::Float32, {1024, 1024}},
                               {"b.weight", DType::Float32, {1024, 1024}}});
    }

    void matchesCasesWorkedOutByHand_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<int>("goal");
        QTest::addColumn<double>("warm");
        QTest::addColumn<double>("seconds");
        const auto row = [](const char* name, const char* method, Goal goal, double warm,
                            double seconds) {
            QTest::newRow(name) << QString(method) << static_cast<int>(goal) << warm << seconds;
        };
        // Made: touch 0.5 and weights 3, twice. Moved: fresh 2 and given back 0.0625, twice. Read:
        // touch 0.5, read 1, fresh 2, given back 0.0625, twice. Copied: 0.125 twice.
        row("naive, GPU", "naive", Goal::Gpu, 1, 7 + 4.125 + 7.125 + 0.25);
        // The second temporary finds the pages of the first.
        row("sequential, GPU", "sequential", Goal::Gpu, 1,
            7 + 4.125 + 3 + (2 + 0.125) + (1 + 0.125) + 0.125);
        // Places are allocated first, but nobody has touched them until the copy.
        row("meta, GPU", "meta", Goal::Gpu, 1, 7.125 + 0.5);
        row("mmap, GPU", "mmap", Goal::Gpu, 1, 2 * (0.25 + 2));
        row("mmap, GPU, cold", "mmap", Goal::Gpu, 0, 2 * (4 + 2));
        // The fixture's file has no alignment, so that the CPU cannot have views of the map.
        row("mmap, CPU", "mmap", Goal::Cpu, 1, 2 * (0.25 + 0.5 + 0.75));
        row("per-tensor, GPU", "per-tensor", Goal::Gpu, 1, 7.125);
        row("per-tensor, CPU", "per-tensor", Goal::Cpu, 1, 2 * (1.5 + 0.5 + 0.75 + 0.0625));
        row("sharded, GPU", "sharded", Goal::Gpu, 1, 3 + 4 + 0.125);
        row("sharded, GPU, cold", "sharded", Goal::Gpu, 0, 5 + 4 + 0.125);
        // Half of it: the disk's 1 s is hidden behind the copy's 1 s.
        row("sharded, GPU, half cold", "sharded", Goal::Gpu, 0.5, 3 + 4 + 0.125);
        row("sharded, disk", "sharded", Goal::Disk, 1, 3 + 6 + 0.125);
        row("streamed, CPU", "streamed", Goal::Cpu, 1, 1.25);
        row("streamed, CPU, cold", "streamed", Goal::Cpu, 0, 3.5);
        row("streamed, CPU, a quarter warm", "streamed", Goal::Cpu, 0.25,
            2 * (0.75 * 1.75 + 0.25 * 0.625));
        row("streamed, GPU", "streamed", Goal::Gpu, 1, 2.5);
        row("streamed, GPU, cold", "streamed", Goal::Gpu, 0, 5);
        row("streamed, disk", "streamed", Goal::Disk, 1, 2 * (0.5 + 3));
        // A link that takes 4 s a tensor is what one waits for.
        row("streamed, slow link", "streamed", Goal::SlowGpu, 1, 8);
        row("sharded, slow link", "sharded", Goal::SlowGpu, 1, 3 + 8 + 0.125);
    }
    void matchesCasesWorkedOutByHand() {
        QFETCH(QString, method);
        QFETCH(int, goal);
        QFETCH(double, warm);
        QFETCH(double, seconds);
        const auto schedule = scheduleFor(method, static_cast<Goal>(goal));
        const ProgramPrediction prediction = predictionOf(*schedule, conditionsFor(warm));
        QVERIFY(prediction.seconds.has_value());
        QVERIFY2(std::abs(*prediction.seconds - seconds) < 1e-9,
                 qPrintable(QString::number(*prediction.seconds, 'g', 12)));
    }

    void aReaderThatWaitsFindsBytesReadAhead() {
        TimeConditions conditions = conditionsFor(0);
        conditions.source.readAheadBytes = static_cast<double>(kTensor);
        const auto schedule = scheduleFor("sharded", Goal::Gpu);
        // While the second tensor's pages are made (0.5 s) the disk brings a quarter of it.
        const ProgramPrediction prediction = predictionOf(*schedule, conditions);
        QVERIFY(std::abs(*prediction.seconds - (2.5 + 2.0 + 4 + 0.125)) < 1e-9);
    }

    void memoryThatTheHostTookBackComesSlowly() {
        MachineRates rates = handyRates();
        rates.set(HostRate::TouchIdle, rateOf(1.5));
        rates.keptBytes = static_cast<double>(kTensor);
        TimeConditions warm = conditionsFor(1);
        warm.rates = std::make_shared<const MachineRates>(rates);
        TimeConditions cold = conditionsFor(0);
        cold.rates = warm.rates;
        const auto secondsOf = [&](const char* method, Goal goal, const TimeConditions& now) {
            return *predictionOf(*scheduleFor(method, goal), now).seconds;
        };
        // One tensor is there, the others' pages come from the host.
        const double threads = copyThreads();
        QCOMPARE(secondsOf("streamed", Goal::Cpu, warm), 1.25 + 1.5 / threads);
        QCOMPARE(secondsOf("streamed", Goal::Cpu, cold), 3.5);  // while the disk works
        QCOMPARE(secondsOf("sharded", Goal::Gpu, warm), 3 + 4 + 0.125 + 3 * 1.5);
        QCOMPARE(secondsOf("per-tensor", Goal::Cpu, warm),  // the first one's buffer is used again
                 2 * (1.5 + 0.5 + 0.75 + 0.0625) + 2 * 1.5);

        ScheduleOptions options;
        options.method = LoadMethod::Sharded;
        options.freeMemory = FreeMemoryState::Touched;
        const auto touched = makeLoadSchedule(planOn(Goal::Gpu, {}), m_model.checkpoint, options);
        QCOMPARE(*predictionOf(**touched, warm).seconds, 3 + 4 + 0.125);
    }

    /// A card copies beside the reads: the slower of both counts. What was measured before there
    /// was a card tells its raw limit.
    void aCardIsFilledAsMeasured() {
        const auto schedule = scheduleFor("streamed", Goal::Card);
        MachineRates rates = handyRates();
        rates.set(HostRate::HostToDevice, rateOf(0.125));
        TimeConditions conditions = conditionsFor(1);
        conditions.rates = std::make_shared<const MachineRates>(rates);
        QCOMPARE(*predictionOf(*schedule, conditions).seconds, 2 * 0.5);
        conditions.source.set(DiskRate::StreamCardWarm, rateOf(0.25));
        QCOMPARE(*predictionOf(*schedule, conditions).seconds, 2 * 0.25);
        rates.set(HostRate::HostToDevice, rateOf(0.375));
        conditions.rates = std::make_shared<const MachineRates>(rates);
        QCOMPARE(*predictionOf(*schedule, conditions).seconds, 2 * 0.375);
    }

    void castsOnTheWay() {
        const auto schedule = scheduleFor("sharded", Goal::Gpu, DType::BFloat16);
        // Read 3, then a cast of 4 MiB and half the bytes to the GPU, twice.
        const ProgramPrediction prediction = predictionOf(*schedule, conditionsFor(1));
        QVERIFY(std::abs(*prediction.seconds - (3 + 2 * (1 + 1) + 0.125)) < 1e-9);
    }

    void cachedSegmentsHaveTheirPages() {
        AllocatorModel state;
        const auto block = state.allocate(2 * kTensor);
        QVERIFY(block.has_value());
        state.free(block->id);
        ScheduleOptions options;
        options.method = LoadMethod::Sharded;
        options.deviceStates = std::make_shared<const DeviceStates>(
            DeviceStates{{DeviceId::gpu(0), std::move(state)}});
        const auto schedule = makeLoadSchedule(planOn(Goal::Gpu, {}), m_model.checkpoint, options);
        QVERIFY(schedule.has_value());
        const ProgramPrediction prediction = predictionOf(**schedule, conditionsFor(1));
        QVERIFY(std::abs(*prediction.seconds - (3 + 2 + 0.125)) < 1e-9);
    }

    void timesGrowAlongTheCurve() {
        const auto schedule = scheduleFor("naive", Goal::Gpu);
        const ProgramPrediction prediction = predictionOf(*schedule, conditionsFor(1));
        double before = 0;
        for (const PredictedPoint& point : prediction.points) {
            QVERIFY(point.seconds >= before);
            before = point.seconds;
        }
        QCOMPARE(before, *prediction.seconds);
        QCOMPARE(prediction.phases.size(), std::size_t{5});
        const double expected[] = {7, 4.125, 7.125, 0.25, 0};
        for (std::size_t i = 0; i < prediction.phases.size(); ++i) {
            QVERIFY(std::abs(prediction.phases[i].seconds - expected[i]) < 1e-9);
        }
    }

    void anUnknownRateMakesTheTimeUnknown() {
        const auto schedule = scheduleFor("naive", Goal::Gpu);
        MachineRates rates = handyRates();
        rates.set(HostRate::SimulatedWithin, std::nullopt);
        TimeConditions conditions = conditionsFor(1);
        conditions.rates = std::make_shared<const MachineRates>(rates);
        const ProgramPrediction prediction = predictionOf(*schedule, conditions);
        QVERIFY(!prediction.seconds.has_value());
        for (const PredictedPoint& point : prediction.points) {
            QCOMPARE(point.seconds, 0.0);
        }
        // A method that needs nothing of it is still predicted.
        QVERIFY(predictionOf(*scheduleFor("streamed", Goal::Gpu), conditions).seconds.has_value());
    }

    void looksAtTheDiskAndThePageCache() {
        MachineRates rates = handyRates();
        ScheduleOptions options;
        const auto without = makeLoadSchedule(planOn(Goal::Cpu, {}), m_model.checkpoint, options);
        QVERIFY(!(*without)->predictedSeconds.has_value());
        QVERIFY(!timeConditionsFor(**without).has_value());

        options.rates = std::make_shared<const MachineRates>(rates);
        const auto elsewhere = makeLoadSchedule(planOn(Goal::Cpu, {}), m_model.checkpoint, options);
        QVERIFY(!(*elsewhere)->predictedSeconds.has_value());

        FileSystemRates disk = handyDisk();
        disk.identity = *fileSystemOf(m_folder.path().toStdString());
        rates.setDisk(disk);
        options.rates = std::make_shared<const MachineRates>(rates);
        const std::string file = m_model.checkpoint->shards.front()->path();
        QVERIFY(preparePageCache({file}, PageCacheState::Warm).has_value());
        const auto warm = makeLoadSchedule(planOn(Goal::Cpu, {}), m_model.checkpoint, options);
        QVERIFY((*warm)->predictedSeconds.has_value());
        QVERIFY(std::abs(*(*warm)->predictedSeconds - 1.25) < 1e-9);
        if (disk.identity.type != "tmpfs") {
            QVERIFY(preparePageCache({file}, PageCacheState::Cold).has_value());
            QCOMPARE(residentShare(file), 0.0);
            // A new schedule checks again.
            const auto cold = scheduleWithMethod(**warm, LoadMethod::Streamed);
            QVERIFY(std::abs(*cold->predictedSeconds - 3.5) < 1e-9);
        }
    }

    /// The same tensors without a file: as if they lay in a folder, cold or in the page cache.
    void filesThatAreOnlyDescribed() {
        auto described = std::make_shared<Checkpoint>(*m_model.checkpoint);
        described->shards.clear();
        MachineRates rates = handyRates();
        FileSystemRates disk = handyDisk();
        disk.identity = *fileSystemOf(m_folder.path().toStdString());
        rates.setDisk(disk);
        ScheduleOptions options;
        options.dryRun = true;
        options.rates = std::make_shared<const MachineRates>(rates);
        const auto secondsOf = [&] {
            return (*makeLoadSchedule(planOn(Goal::Cpu, {}), described, options))->predictedSeconds;
        };
        QVERIFY(!secondsOf().has_value());
        options.describedSource = DescribedSource{m_folder.path().toStdString(), 0};
        QVERIFY(std::abs(secondsOf().value_or(0) - 3.5) < 1e-9);
        options.describedSource->warmShare = 1;
        QVERIFY(std::abs(secondsOf().value_or(0) - 1.25) < 1e-9);
    }

    void foretellsEveryMethod() {
        MachineRates rates = handyRates();
        FileSystemRates disk = handyDisk();
        disk.identity = *fileSystemOf(m_folder.path().toStdString());
        rates.setDisk(disk);
        const auto all = predictMethods(planOn(Goal::Gpu, {}), m_model.checkpoint,
                                        std::make_shared<const MachineRates>(rates));
        QCOMPARE(all.size(), allLoadMethods().size());
        for (const MethodPrediction& one : all) {
            QVERIFY(one.seconds.has_value());
            QVERIFY(*one.seconds > 0);
        }
        const auto unknown = predictMethods(planOn(Goal::Gpu, {}), m_model.checkpoint, nullptr);
        QCOMPARE(unknown.size(), allLoadMethods().size());
        QVERIFY(!unknown.front().seconds.has_value());
        QCOMPARE(unknown.front().peakHostAnon, 2 * kTensor);  // naive: the initial weights
    }

    void errorsAreMeasuredMinusPredicted() {
        auto schedule = std::make_shared<LoadSchedule>(*scheduleFor("streamed", Goal::Gpu));
        schedule->predictedSeconds = 2.0;
        LoadReport report = reportLike(*schedule);
        report.seconds = 1.5;
        report.peak.anon = schedule->predictedHostAnonBytes + 3 * kMiB;
        const auto errors = predictionErrors(report, *schedule);
        QVERIFY(errors.has_value());
        QVERIFY(errors->devices.at(DeviceId::gpu(0)) == PeakErrors{});
        QCOMPARE(*errors->hostAnon, std::int64_t{3 * kMiB});
        QCOMPARE(*errors->seconds, -0.25);
        QCOMPARE(
            predictionErrorText(*errors, *schedule),
            std::string(
                "Prediction error: GPU 0 exact; anonymous host memory +3.0 MiB; time \u221225 %"));
    }

    void errorsBelowAndWithoutTime() {
        auto schedule = std::make_shared<LoadSchedule>(*scheduleFor("streamed", Goal::Gpu));
        LoadReport report = reportLike(*schedule);
        report.devices.front().peakAllocated -= 512;
        report.devices.front().peakReserved += 2 * kMiB;
        report.peak.anon = schedule->predictedHostAnonBytes - kMiB;
        const auto errors = predictionErrors(report, *schedule);
        const PeakErrors gpu = errors->devices.at(DeviceId::gpu(0));
        QCOMPARE(gpu.allocated, std::int64_t{-512});
        QCOMPARE(gpu.reserved, std::int64_t{2 * kMiB});
        QCOMPARE(*errors->hostAnon, -static_cast<std::int64_t>(kMiB));
        QVERIFY(!errors->seconds.has_value());
        const QString text = QString::fromStdString(predictionErrorText(*errors, *schedule));
        QVERIFY2(text.contains(QStringLiteral("allocated \u2212512 B, reserved +2.0 MiB")),
                 qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("devices --measure")));
        // A map takes no time, and none was foreseen: of that there is no error to tell.
        schedule->predictedSeconds = 0;
        QVERIFY(!predictionErrors(report, *schedule)->seconds);
        QVERIFY(predictionErrorText(*errors, *schedule).english().find("time") ==
                std::string::npos);
    }

    void whatDidNotHappenHasNoError() {
        const auto schedule = scheduleFor("streamed", Goal::Gpu);
        LoadReport report = reportLike(*schedule);
        report.dryRun = true;
        QVERIFY(!predictionErrors(report, *schedule).has_value());
        report.dryRun = false;
        report.peak.anon.reset();
        QVERIFY(!predictionErrors(report, *schedule)->hostAnon.has_value());
        report.stopped = makeError(ErrorCode::Cancelled, "Stopped.");
        QVERIFY(!predictionErrors(report, *schedule).has_value());
    }

private:
    std::shared_ptr<const PlacementPlan> planOn(Goal goal, std::optional<DType> dtype) const {
        DeviceInfo gpu = gpuInfo(0, kGiB);
        if (goal == Goal::SlowGpu) {
            gpu.linkBytesPerSecond = rateOf(4);
        }
        gpu.simulated = goal != Goal::Card;
        const DeviceId device = goal == Goal::Cpu    ? DeviceId::cpu()
                                : goal == Goal::Disk ? DeviceId::disk()
                                                     : DeviceId::gpu(0);
        return planFor(m_model.tree, {gpu, cpuInfo()}, {{"", device}}, dtype);
    }

    std::shared_ptr<const LoadSchedule> scheduleFor(
        const QString& method, Goal goal, std::optional<DType> dtype = std::nullopt) const {
        ScheduleOptions options;
        options.method = *loadMethodFromName(method.toStdString());
        return *makeLoadSchedule(planOn(goal, dtype), m_model.checkpoint, options);
    }

    static TimeConditions conditionsFor(double warm) {
        TimeConditions conditions;
        conditions.rates = std::make_shared<const MachineRates>(handyRates());
        conditions.source = handyDisk();
        conditions.offloadWrite = conditions.spillWrite = handyDisk().of(DiskRate::Write);
        conditions.warmShares = {warm};
        return conditions;
    }

    static ProgramPrediction predictionOf(const LoadSchedule& schedule,
                                          const TimeConditions& conditions) {
        return predictProgram(schedule, makeLoadProgram(schedule), &conditions);
    }

    /// A load that went as predicted.
    static LoadReport reportLike(const LoadSchedule& schedule) {
        LoadReport report;
        const PredictedPeak peak = schedule.predictedPeaks.at(DeviceId::gpu(0));
        DeviceLoadFigures figures;
        figures.device = gpuInfo(0, kGiB);
        figures.peakAllocated = peak.allocated;
        figures.peakReserved = peak.reserved;
        report.devices.push_back(figures);
        report.peak.anon = schedule.predictedHostAnonBytes;
        return report;
    }

    QTemporaryDir m_folder;
    LoadFixture m_model;
};

QTEST_GUILESS_MAIN(TestLoadTime)
#include "tst_load_time.moc"
