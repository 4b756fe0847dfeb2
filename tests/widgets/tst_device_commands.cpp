// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/load/program/load_schedule.h"
#include "tests/support/golden_text.h"
#include "tests/widgets/live_fixture.h"
#include "widgets/live/live_panel.h"
#include "widgets/plan/device_use.h"
#include "widgets/support/formats.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace stowage {

namespace {

constexpr int kTimeout = 60000;
const std::string kFastGpus = "64MiB,64MiB";
const std::string kSlowGpus = "64MiB:link=5MB/s,64MiB:link=5MB/s";

}  // namespace

/// Commands to real simulated GPUs while something is loaded, or is being loaded.
class DeviceCommandsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void emptyCacheTellsBeforeAndAfter();
    void resetPeaksCountsAnew();
    void unloadTellsWhatWent();
    void othersAreFeltByALoadThatRuns();
    void othersAreAnEditOfThePlan();
    void othersBeyondTheCardAreRefused();
    void othersBeforeTheFirstLoad();
    void figuresAddUp();
    void differencesAreThoseOfWhatIsShown_data();
    void differencesAreThoseOfWhatIsShown();
    void predictionIsExactInTheText();

private:
    static bool load(LiveFixture& fixture, LoadMethod method);
    static const DeviceMemory& gpu(const LiveFixture& fixture, std::size_t index);
    static std::uint64_t plannedOthers(const LiveFixture& fixture);
};

bool DeviceCommandsTest::load(LiveFixture& fixture, LoadMethod method) {
    fixture.controller->start(method);
    return QTest::qWaitFor([&] { return fixture.controller->state() == LoadState::Loaded; },
                           kTimeout);
}

const DeviceMemory& DeviceCommandsTest::gpu(const LiveFixture& fixture, std::size_t index) {
    return *fixture.controller->devices()[index];
}

std::uint64_t DeviceCommandsTest::plannedOthers(const LiveFixture& fixture) {
    return fixture.document->plan()->placement(DeviceId::gpu(0))->device.usedByOthers;
}

/// `naive` leaves the state dict's segments in the cache.
void DeviceCommandsTest::emptyCacheTellsBeforeAndAfter() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QSignalSpy changed(fixture.controller.get(), &LoadController::memoryChanged);
    fixture.controller->emptyCache();  // before the first load there is nothing to empty
    QVERIFY(load(fixture, LoadMethod::Naive));
    const AllocatorStatistics before = gpu(fixture, 0).statistics();
    QVERIFY(before.reserved > before.allocated);
    fixture.controller->emptyCache();
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kTimeout);
    const AllocatorStatistics after = gpu(fixture, 0).statistics();
    QCOMPARE(after.allocated, before.allocated);
    QVERIFY(after.reserved < before.reserved);
    const auto change = changed.front().front().value<MemoryChange>();
    QCOMPARE(change.before.find(DeviceId::gpu(0))->memory.reserved, before.reserved);
    QCOMPARE(change.after.find(DeviceId::gpu(0))->memory.reserved, after.reserved);
    const QString text = memoryChangeText(change);
    QVERIFY2(text.startsWith(QStringLiteral("Empty cache: GPU 0 reserved %1 → %2 MiB")
                                 .arg(static_cast<double>(before.reserved) / kMiB, 0, 'f', 1)
                                 .arg(static_cast<double>(after.reserved) / kMiB, 0, 'f', 1)),
             qPrintable(text));
    fixture.controller->emptyCache();
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 2, kTimeout);
    const QString again = memoryChangeText(changed.back().front().value<MemoryChange>());
    QVERIFY2(!again.contains(QLatin1String("GPU")), qPrintable(again));
    QTRY_COMPARE(fixture.controller->counters().jobs, 0U);
}

/// The peak of the whole load, which starts again with each phase, then of what is held.
void DeviceCommandsTest::resetPeaksCountsAnew() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(load(fixture, LoadMethod::Naive));
    LoadController& controller = *fixture.controller;
    const LoadReport& report = *controller.finishedLoads().back().report;
    const DeviceMemory& device = gpu(fixture, 0);
    QCOMPARE(controller.statisticsOf(device).peakAllocated, report.devices[0].peakAllocated);
    QCOMPARE(controller.statisticsOf(device).peakReserved, report.devices[0].peakReserved);
    QVERIFY(report.devices[0].peakAllocated > device.statistics().allocated);

    QSignalSpy changed(&controller, &LoadController::memoryChanged);
    controller.resetPeaks();
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kTimeout);
    const auto change = changed.front().front().value<MemoryChange>();
    QCOMPARE(change.before.devices[0].memory.peakAllocated, report.devices[0].peakAllocated);
    QCOMPARE(controller.statisticsOf(device).peakAllocated, device.statistics().allocated);
    QVERIFY(memoryChangeText(change).startsWith(QLatin1String("Reset peaks: GPU 0 allocated ")));
}

void DeviceCommandsTest::unloadTellsWhatWent() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(load(fixture, LoadMethod::Streamed));
    QSignalSpy changed(fixture.controller.get(), &LoadController::memoryChanged);
    const double held = static_cast<double>(gpu(fixture, 0).statistics().allocated);
    fixture.controller->unload();
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kTimeout);
    const QString text = memoryChangeText(changed.front().front().value<MemoryChange>());
    QVERIFY2(text.startsWith(QStringLiteral("Unload: GPU 0 allocated %1 → 0 MiB, reserved ")
                                 .arg(held / kMiB, 0, 'f', 1)),
             qPrintable(text));
}

/// Another program takes the room in the middle of a load: the load fails with the figures, and
/// gives everything back.
void DeviceCommandsTest::othersAreFeltByALoadThatRuns() {
    LiveFixture fixture(kSlowGpus);
    QVERIFY(fixture.open());
    LoadController& controller = *fixture.controller;
    LoadRequest request;
    request.method = LoadMethod::PerTensor;  // allocates as it goes
    request.pace = LoadPace::StepByStep;
    QSignalSpy failed(&controller, &LoadController::failed);
    controller.start(request);
    QTRY_COMPARE_WITH_TIMEOUT(controller.state(), LoadState::Paused, kTimeout);
    controller.step();
    QTRY_COMPARE_WITH_TIMEOUT(controller.progress().itemsDone, 1U, kTimeout);
    controller.setUsedByOthers(DeviceId::gpu(0), 62 * kMiB);
    QTRY_COMPARE_WITH_TIMEOUT(gpu(fixture, 0).info().usedByOthers, 62 * kMiB, kTimeout);
    QCOMPARE(controller.state(), LoadState::Paused);
    // A new plan clears the last failure, so the plan of this edit has to come first.
    QTRY_COMPARE_WITH_TIMEOUT(plannedOthers(fixture), 62 * kMiB, kTimeout);
    controller.resume();
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kTimeout);
    const QString sentence = failed.front().front().toString();
    QVERIFY2(sentence.contains(QLatin1String("GPU 0")), qPrintable(sentence));
    QCOMPARE(controller.failure()->error.code, ErrorCode::DeviceOutOfMemory);
    QVERIFY2(controller.failure()->error.key.starts_with("block."),
             controller.failure()->error.key.c_str());
    QTRY_VERIFY(isAllZero(controller.counters()));
    QCOMPARE(fixture.bytesHeld(), 0U);
}

/// One figure everywhere: the plan's devices have it too, and undo takes it back on both.
void DeviceCommandsTest::othersAreAnEditOfThePlan() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(load(fixture, LoadMethod::Streamed));
    LoadController& controller = *fixture.controller;
    controller.setUsedByOthers(DeviceId::gpu(0), 8 * kMiB);
    QTRY_COMPARE_WITH_TIMEOUT(plannedOthers(fixture), 8 * kMiB, kTimeout);
    QTRY_COMPARE_WITH_TIMEOUT(gpu(fixture, 0).info().usedByOthers, 8 * kMiB, kTimeout);
    QTRY_COMPARE(controller.counters().jobs, 0U);
    fixture.document->undoStack()->undo();
    QCOMPARE(plannedOthers(fixture), 0U);
    QTRY_COMPARE_WITH_TIMEOUT(gpu(fixture, 0).info().usedByOthers, 0U, kTimeout);
    fixture.document->undoStack()->redo();
    QTRY_COMPARE_WITH_TIMEOUT(gpu(fixture, 0).info().usedByOthers, 8 * kMiB, kTimeout);
}

void DeviceCommandsTest::othersBeyondTheCardAreRefused() {
    LiveFixture fixture("64MiB:context=4MiB,64MiB");
    QVERIFY(fixture.open());
    QVERIFY(load(fixture, LoadMethod::Streamed));
    QSignalSpy refused(fixture.controller.get(), &LoadController::othersRefused);
    fixture.controller->setUsedByOthers(DeviceId::gpu(0), 61 * kMiB);
    QCOMPARE(refused.size(), 1);
    QCOMPARE(refused.front().at(0).value<DeviceId>(), DeviceId::gpu(0));
    QCOMPARE(refused.front().at(1).toString(),
             QString(goldenText("window-load/other-programs-cannot-hold-61-0-mib")));
    fixture.controller->setUsedByOthers(DeviceId::cpu(), 1);
    QCOMPARE(refused.size(), 2);
    fixture.controller->setUsedByOthers(DeviceId::gpu(7), 1);
    QCOMPARE(refused.size(), 3);
    QCOMPARE(gpu(fixture, 0).info().usedByOthers, 0U);
    QCOMPARE(plannedOthers(fixture), 0U);
}

void DeviceCommandsTest::othersBeforeTheFirstLoad() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    fixture.controller->setUsedByOthers(DeviceId::gpu(0), 8 * kMiB);
    QTRY_COMPARE_WITH_TIMEOUT(plannedOthers(fixture), 8 * kMiB, kTimeout);
    QVERIFY(load(fixture, LoadMethod::Streamed));
    QCOMPARE(gpu(fixture, 0).info().usedByOthers, 8 * kMiB);
    QCOMPARE(fixture.controller->beforeLoad()->find(DeviceId::gpu(0))->device.usedByOthers,
             8 * kMiB);
}

void DeviceCommandsTest::figuresAddUp() {
    LiveFixture fixture("64MiB:context=4MiB:used=6MiB,64MiB");
    QVERIFY(fixture.open());
    QVERIFY(load(fixture, LoadMethod::Naive));
    const MemorySnapshot now = takeSnapshot(fixture.controller->devices());
    const MemorySnapshot& before = *fixture.controller->beforeLoad();
    for (const DeviceUse& use : now.devices) {
        const DeviceUseFigures figures = deviceUseFigures(use.device.id, before, now);
        double sumBefore = 0;
        double sumNow = 0;
        for (const HolderUse& holder : figures.holders) {
            sumBefore += holder.before.value_or(0);
            sumNow += holder.now.value_or(0);
        }
        QCOMPARE(sumBefore, *figures.usedBefore);
        QCOMPARE(sumNow, *figures.usedNow);
        QVERIFY(*figures.freeNow <= *figures.capacity - *figures.usedNow + 1);
    }
    const DeviceUseFigures first = deviceUseFigures(DeviceId::gpu(0), before, now);
    QCOMPARE(*first.usedBefore, 10.0 * kMiB);
    QCOMPARE(*first.find(MemoryHolder::Load)->before, 0.0);
    QCOMPARE(*first.find(MemoryHolder::Load)->now,
             static_cast<double>(gpu(fixture, 0).statistics().allocated));
    QCOMPARE(*first.find(MemoryHolder::Cached)->now,
             static_cast<double>(gpu(fixture, 0).statistics().reserved -
                                 gpu(fixture, 0).statistics().allocated));
    QCOMPARE(*first.find(MemoryHolder::Context)->now, 4.0 * kMiB);
    QCOMPARE(*first.find(MemoryHolder::Others)->now, 6.0 * kMiB);
    const DeviceUseFigures host = deviceUseFigures(DeviceId::cpu(), before, now);
    QVERIFY(host.find(MemoryHolder::SimulatedGpus)->now >
            host.find(MemoryHolder::SimulatedGpus)->before);
    QVERIFY(!host.peakAllocated.has_value());
}

void DeviceCommandsTest::differencesAreThoseOfWhatIsShown_data() {
    QTest::addColumn<double>("before");
    QTest::addColumn<double>("now");
    QTest::addColumn<TableUnit>("unit");
    QTest::addColumn<QString>("text");
    constexpr auto kG = static_cast<double>(kGiB);
    constexpr auto kM = static_cast<double>(kMiB);
    const auto row = [](const char* text) -> QTestData& { return QTest::newRow(text); };
    row("0.10, 0.50") << 0.1 * kG << 0.5 * kG << TableUnit::GiB << "+0.40";
    row("0.50, 0.10") << 0.5 * kG << 0.1 * kG << TableUnit::GiB << "−0.40";
    row("0.11, 0.11, and not +0.01") << 0.106 * kG << 0.114 * kG << TableUnit::GiB << "+8.2 MiB";
    row("0.11, 0.11, and not −0.01") << 0.114 * kG << 0.106 * kG << TableUnit::GiB << "−8.2 MiB";
    row("0.11, 0.12, and not +0.00") << 0.114 * kG << 0.1155 * kG << TableUnit::GiB << "+0.01";
    row("0.11, 1.13, and not +1.01") << 0.114 * kG << 1.126 * kG << TableUnit::GiB << "+1.02";
    row("3.29, 4.33, and not +1.034") << 3.294 * kG << 4.328 * kG << TableUnit::GiB << "+1.04";
    row("4.58, 3.91, and not in MiB") << 4.584 * kG << 3.908 * kG << TableUnit::GiB << "−0.67";
    row("10.1, 10.1") << 10.06 * kM << 10.14 * kM << TableUnit::MiB << "+81.9 KiB";
    row("10.1, 10.1, by hardly anything")
        << 10.1 * kM << 10.1 * kM + 512 << TableUnit::MiB << "+512 B";
}

/// 0.11 before, 0.11 now, +0.01: one of them would be wrong.
void DeviceCommandsTest::differencesAreThoseOfWhatIsShown() {
    QFETCH(double, before);
    QFETCH(double, now);
    QFETCH(TableUnit, unit);
    const FigureDifference difference = differenceBetween(before, now, unit);
    QTEST((difference.text + u' ' + difference.unit).trimmed(), "text");
}

void DeviceCommandsTest::predictionIsExactInTheText() {
    LiveFixture fixture(kFastGpus);
    QVERIFY(fixture.open());
    QVERIFY(load(fixture, LoadMethod::Naive));
    const FinishedLoad& run = fixture.controller->finishedLoads().back();
    const QString text = predictionText(run);
    QVERIFY2(text.startsWith(QString(goldenText("window-live/predicted-peaks-exact-host"))),
             qPrintable(text));
    QVERIFY2(!text.contains(QLatin1String("time")), qPrintable(text));  // nothing was calibrated

    FinishedLoad other = run;
    auto schedule = std::make_shared<LoadSchedule>(*run.schedule);
    schedule->predictedPeaks.at(DeviceId::gpu(1)).reserved += 2 * kMiB;
    schedule->predictedSeconds = run.report->seconds / 0.92;
    other.schedule = schedule;
    const QString off = predictionText(other);
    QVERIFY2(off.contains(QStringLiteral("GPU 1 allocated exact, reserved −2.0 MiB")),
             qPrintable(off));
    QVERIFY2(off.endsWith(QStringLiteral("time −8 %")), qPrintable(off));
    other.wasPaused = true;
    QVERIFY(!predictionText(other).contains(QLatin1String("time")));
}

}  // namespace stowage

QTEST_GUILESS_MAIN(stowage::DeviceCommandsTest)
#include "tst_device_commands.moc"
